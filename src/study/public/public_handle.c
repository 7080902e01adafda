/* The public interface with numbers in place of names: for loops in which looking up a name would count. */
#include "study/public/public.h"
#include <math.h>

/* A number that is none is reported as names are. */
static bool is_known(saltus_run *r, size_t variable)
{
	if (variable < saltus_count(r->program))
		return true;
	if (variable == SALTUS_NONE)
		sb_report(r->diag, SB_ERROR, "U0960", (sb_span){0}, "there is no such variable in %s",
				  r->program->model->flat->name);
	else
		sb_report(r->diag, SB_ERROR, "U0960", (sb_span){0}, "there is no variable number %zu in %s, which has %zu",
				  variable, r->program->model->flat->name, saltus_count(r->program));
	st_public_render(r);
	return false;
}

static bool do_set_at(saltus_run *r, size_t variable, double value)
{
	return is_known(r, variable) && st_public_set(r, (uint32_t)variable, value);
}

static bool do_change_at(saltus_run *r, size_t variable, double value)
{
	bool good = is_known(r, variable) && se_change(r->run, (uint32_t)variable, value);
	if (!good)
		st_public_render(r);
	return good;
}

static void read_values(saltus_run *r, const size_t *read, size_t count, double *results)
{
	for (size_t i = 0; i < count; i++)
		results[i] = read[i] < saltus_count(r->program) ? se_value(r->run, (uint32_t)read[i]) : NAN;
}

static void read_nothing(size_t count, double *results)
{
	for (size_t i = 0; i < count; i++)
		results[i] = NAN;
}

/* What one call has to do. */
typedef struct step {
	const size_t *changed; const double *values; size_t changed_count;
	const size_t *read; double *results; size_t read_count;
	double time;
} step;

static bool do_look(saltus_run *r, const step *s)
{
	se_show(r->run);
	read_values(r, s->read, s->read_count, s->results);
	return true;
}

static saltus_status do_step(saltus_run *r, const step *s)
{
	for (size_t i = 0; i < s->changed_count; i++)
		if (!do_change_at(r, s->changed[i], s->values[i])) {
			read_nothing(s->read_count, s->results);
			return SALTUS_FAILED;
		}
	se_status status = se_advance(r->run, s->time, false);
	do_look(r, s);
	return st_public_status(r, status);
}

static saltus_status do_run(saltus_run *r, const step *s)
{
	bool good = true;
	for (size_t i = 0; i < s->changed_count && good; i++)
		good = do_set_at(r, s->changed[i], s->values[i]);
	se_status status = good ? st_public_simulate(r) : SE_FAILED;
	if (good && se_ended_well(status))
		read_values(r, s->read, s->read_count, s->results);
	else
		read_nothing(s->read_count, s->results);
	return good ? st_public_status(r, status) : SALTUS_FAILED;
}

THROUGH_DOOR(bool, false, set_at, (saltus_run *r, size_t variable, double value), (r, variable, value))
THROUGH_DOOR(bool, false, change_at, (saltus_run *r, size_t variable, double value), (r, variable, value))

void saltus_get_at(saltus_run *r, const size_t *variables, size_t count, double *values)
{
	volatile bool good = false;
	sb_door door;
	const step s = {.read = variables, .results = values, .read_count = count};
	if (r && !r->broken[0]) {
		if (SB_ENTER(&door))
			good = do_look(r, &s);
		else
			st_public_break(r, &door);
		sb_leave(&door);
	}
	if (!good)
		read_nothing(count, values);
}

static saltus_status through_door(saltus_run *r, saltus_status (*what)(saltus_run *, const step *), const step *s)
{
	volatile saltus_status status = SALTUS_FAILED;
	volatile bool came_back = false;
	sb_door door;
	if (r && !r->broken[0]) {
		if (SB_ENTER(&door)) {
			status = what(r, s);
			came_back = true;
		} else {
			st_public_break(r, &door);
		}
		sb_leave(&door);
	}
	if (!came_back)
		read_nothing(s->read_count, s->results);
	return status;
}

saltus_status saltus_step_at(saltus_run *r, const size_t *changed, const double *values, size_t changed_count,
							 double time, const size_t *read, double *results, size_t read_count)
{
	return through_door(r, do_step, &(step){changed, values, changed_count, read, results, read_count, time});
}

saltus_status saltus_simulate_at(saltus_run *r, const size_t *set, const double *values, size_t set_count,
								 const size_t *read, double *results, size_t read_count)
{
	return through_door(r, do_run, &(step){set, values, set_count, read, results, read_count, 0});
}
