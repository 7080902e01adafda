/* The public interface: runs.
 *
 * A run has a diag of its own, because a diag belongs to one thread. Places in messages of a run need the sources,
 * which belong to the program's diag: they are shared when the run is made (the program outlives its runs).
 */
#include "base/door.h"
#include "study/many/many.h"
#include "study/public/public.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool saltus_is_state(const saltus_run *r, size_t variable)
{
	return r && !r->broken[0] && variable < saltus_count(r->program) && se_is_state(r->run, (uint32_t)variable);
}

/* Of se_settings: the caller knows no more than whether it goes on. */
static bool goes_on(void *context, const se_progress *p)
{
	saltus_run *r = context;
	r->asked_at = p->time;
	r->asking = true;
	bool good = !r->progress || r->progress(r->progress_context);
	r->asking = false;
	return good;
}

saltus_run *st_public_new_run(saltus_program *p)
{
	if (!p || saltus_failed(p))
		return NULL;
	saltus_run *r = sb_resize(NULL, sizeof *r);
	memset(r, 0, sizeof *r);
	r->program = p;
	r->stock = sb_stock_new();
	r->diag = sb_diag_new();
	sb_diag_share(r->diag, p->model->diag);
	r->run = st_run(p->model, r->diag);
	r->arena = sb_arena_new();
	r->settings = se_defaults(sc_image(p->model->program));
	sb_add(&r->messages, "");
	return r;
}

void saltus_free_run(saltus_run *r)
{
	if (!r)
		return;
	sb_door door;
	if (SB_ENTER(&door) && !r->broken[0]) {      /* else it may be half changed */
		st_public_sweep_free(r->sweep);
		st_public_sink_free(r);
		st_gauge_free(r->gauge);
		st_measures_free(r->measures);
		free(r->measured);
		se_run_free(r->run);
		sb_diag_free(r->diag);
		sb_text_free(&r->messages);
		sb_stock_free(r->stock);
		sb_text_free(&r->json);
		sb_arena_free(r->arena);
	}
	sb_leave(&door);
	free(r);
}

static uint32_t scalar_called(const saltus_run *r, const char *name)
{
	return name && *name ? sm_find_scalar(r->program->model->flat, name) : UINT32_MAX;
}

/* What may have been meant; NULL: nothing is near. Of a model with very many names nobody looks. */
static const char *nearest(const saltus_run *r, const char *name)
{
	enum { MANY = 20000 };
	size_t n = saltus_count(r->program);
	const char **names = n <= MANY ? sb_resize(NULL, (n + 1) * sizeof *names) : NULL;
	for (size_t i = 0; names && i < n; i++)
		names[i] = saltus_name(r->program, i);
	const char *near = names ? sb_nearest(name, names, n) : NULL;
	free(names);
	return near;
}

/* The same, and says so if there is none. */
static uint32_t called(const saltus_run *r, const char *name)
{
	uint32_t s = scalar_called(r, name);
	if (s != UINT32_MAX)
		return s;
	sb_message *m = sb_report(r->diag, SB_ERROR, "U0101", (sb_span){0}, "there is nothing called '%s' in %s",
							  name ? name : "", r->program->model->flat->name);
	const char *near = nearest(r, name ? name : "");
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	return s;
}

/* What was set is known to sweeps too. */
static void note_value(saltus_run *r, uint32_t scalar, double value)
{
	uint32_t i = 0;
	while (i < r->set.n && r->set.at[i].scalar != scalar)
		i++;
	if (i == r->set.n)
		sb_push(r->arena, r->set, ((sx_given){0}));
	r->set.at[i] = (sx_given){scalar, value};
}

static bool refuse_paused(saltus_run *r, const char *name)
{
	sb_help(sb_report(r->diag, SB_ERROR, "U0388", (sb_span){0},
					  "the run has begun: '%s' would be set only for the next run", name ? name : ""),
			"saltus_change changes a paused run; end the run before you set parameters for the next one");
	return false;
}

bool st_public_set(saltus_run *r, uint32_t scalar, double value)
{
	bool good = se_is_paused(r->run) ? refuse_paused(r, saltus_name(r->program, scalar))
									 : se_set(r->run, scalar, value);
	if (good)
		note_value(r, scalar, value);
	else
		st_public_render(r);
	return good;
}

static bool do_set(saltus_run *r, const char *name, double value)
{
	uint32_t s = se_is_paused(r->run) ? UINT32_MAX : called(r, name);
	if (s != UINT32_MAX)
		return st_public_set(r, s, value);
	if (se_is_paused(r->run))
		refuse_paused(r, name);
	st_public_render(r);
	return false;
}

static bool set_string(saltus_run *r, uint32_t scalar, const char *value)
{
	bool good = se_set_string(r->run, scalar, value);
	r->texts |= good;
	if (!good)
		st_public_render(r);
	return good;
}

/* The model's own messages are for the thread that loads it, so the reader of values reports there under its lock. */
static bool read_value(saltus_run *r, uint32_t scalar, const char *name, const char *value, double *number)
{
	saltus_program *p = r->program;
	sb_lock(&p->lock);
	uint32_t before = sb_messages(p->model->diag);
	bool good = st_read_number(p->model, scalar, name, value, number);
	for (uint32_t i = before; i < sb_messages(p->model->diag); i++) {
		sb_message_view v = sb_message_at(p->model->diag, i);
		sb_message *m = sb_report(r->diag, v.severity, v.code, (sb_span){0}, "%s", v.text);
		if (*v.note)
			sb_note(m, "%s", v.note);
		if (*v.help)
			sb_help(m, "%s", v.help);
	}
	sb_take_back(p->model->diag, before, NULL);
	sb_unlock(&p->lock);
	return good;
}

static bool do_set_text(saltus_run *r, const char *name, const char *value)
{
	double number;
	uint32_t s = se_is_paused(r->run) ? UINT32_MAX : called(r, name);
	if (s != UINT32_MAX && saltus_type(r->program, s) == 's')
		return set_string(r, s, value ? value : "");
	if (s != UINT32_MAX && read_value(r, s, name, value ? value : "", &number))
		return st_public_set(r, s, number);
	if (se_is_paused(r->run))
		refuse_paused(r, name);
	st_public_render(r);
	return false;
}

void saltus_set_seed(saltus_run *r, size_t seed)
{
	if (r)
		r->settings.seed = seed;
}

void saltus_set_progress(saltus_run *r, saltus_progress *progress, void *context)
{
	if (!r)
		return;
	r->progress = progress;
	r->progress_context = context;
	r->settings.progress = progress ? goes_on : NULL;
	r->settings.progress_context = r;
}

void saltus_set_start(saltus_run *r, double time)
{
	if (r)
		r->settings.start = time;
}

void saltus_set_stop(saltus_run *r, double time)
{
	if (r)
		r->settings.stop = time;
}

void saltus_set_interval(saltus_run *r, double interval)
{
	if (r)
		r->settings.interval = interval;
}

void saltus_set_tolerance(saltus_run *r, double tolerance)
{
	if (r)
		r->settings.tolerance = tolerance;
}

void saltus_set_timeout(saltus_run *r, double seconds)
{
	if (r)
		r->settings.timeout = seconds;
}

void saltus_set_rest(saltus_run *r, bool rest)
{
	if (r)
		r->settings.on_zeno = rest ? SE_REST : SE_ZENO_STOP;
}

void saltus_set_slide(saltus_run *r, bool slide)
{
	if (r)
		r->settings.on_chatter = slide ? SE_SLIDE : SE_CHATTER_STOP;
}

static bool do_set_solver(saltus_run *r, const char *name)
{
	if (!r)
		return false;
	const sv_operations *found = name ? sv_find(name) : NULL;
	if (found) {
		r->settings.solver = found->name;
	} else {
		sb_report(r->diag, SB_ERROR, "R0404", (sb_span){0}, "there is no solver '%s'", name ? name : "");
		st_public_render(r);
	}
	return found;
}

saltus_status st_public_status(saltus_run *r, se_status status)
{
	static const saltus_status public[] = {
		[SE_DONE] = SALTUS_DONE,       [SE_TERMINATED] = SALTUS_DONE, [SE_FAILED] = SALTUS_FAILED,
		[SE_TIMEOUT] = SALTUS_TIMEOUT, [SE_STOPPED] = SALTUS_STOPPED, [SE_PAUSED] = SALTUS_PAUSED};
	st_public_render(r);
	return public[status];
}

/* `first`: not a further simulation that the model asks for. */
static se_status begin(saltus_run *r, bool first)
{
	se_settings s = r->settings;
	sb_take_back(r->diag, 0, NULL);      /* what was said of the run before */
	r->has_measured = false;
	st_public_sink_settings(r, &s);
	if (r->measures) {
		st_measures_settings(r->measures, &s);
		s.pass_on = false;               /* they are read off the rows */
	}
	if (first)
		st_forget_kept(r->program->model, r->run);
	if (!r->program->model->flat->experiments.n)
		return se_begin(r->run, &s);
	sb_message *m = sb_report(
		r->diag, SB_ERROR, "U0206", (sb_span){0},
		"%s has experiments, which decide by themselves what is simulated: this interface cannot make them",
		r->program->model->flat->name);
	sb_help(m, "the program saltus makes them: saltus run --json; or remove the experiments (in COSY: MONITOR), and "
			   "set their values as parameters");
	return SE_FAILED;
}

static saltus_status do_begin(saltus_run *r)
{
	return st_public_status(r, begin(r, true));
}

static saltus_status do_advance(saltus_run *r, double time)
{
	return r ? st_public_status(r, se_advance(r->run, time, false)) : SALTUS_FAILED;
}

static saltus_status do_advance_to_event(saltus_run *r, double time)
{
	return r ? st_public_status(r, se_advance(r->run, time, true)) : SALTUS_FAILED;
}

static se_status end(saltus_run *r)
{
	se_status status = se_end(r->run);
	if (r->measures && se_ended_well(status) && se_record(r->run)) {
		st_measure_all(r->gauge, se_record(r->run), r->measured);
		r->has_measured = true;
	}
	return status;
}

static saltus_status do_end(saltus_run *r)
{
	return st_public_status(r, end(r));
}

/* One short run after another: the faster code pays as in one long run. */
static void count_time(saltus_program *p, double seconds)
{
	enum { SOME = 1 };
	sb_lock(&p->lock);
	p->seconds += seconds;
	if (p->seconds > SOME && !p->optimised) {
		p->optimised = true;
		sc_optimise(p->model->program);
	}
	sb_unlock(&p->lock);
}

se_status st_public_simulate(saltus_run *r)
{
	double since = sb_clock();
	const st_model *m = r->program->model;
	uint64_t runs = 0;
	se_status status;
	bool goes_on;
	do {
		status = begin(r, runs++ == 0);
		if (status == SE_PAUSED)
			se_advance(r->run, INFINITY, false);
		if (!m->flat->experiments.n)
			status = end(r);
		goes_on = se_ended_well(status) && st_asks_again(m, r->run);
		if (goes_on && !st_may_repeat(runs, r->diag))
			status = SE_FAILED;
	} while (goes_on && se_ended_well(status));
	count_time(r->program, sb_clock() - since);
	return status;
}

static saltus_status do_simulate(saltus_run *r)
{
	return st_public_status(r, st_public_simulate(r));
}

double saltus_now(const saltus_run *r)
{
	return !r || r->broken[0] ? NAN : r->asking ? r->asked_at : se_time(r->run);
}

static double do_get(saltus_run *r, const char *name)
{
	uint32_t s = r ? scalar_called(r, name) : UINT32_MAX;
	if (r)
		se_show(r->run);
	return s == UINT32_MAX ? NAN : se_value(r->run, s);
}

static bool do_change(saltus_run *r, const char *name, double value)
{
	uint32_t s = r ? called(r, name) : UINT32_MAX;
	bool good = s != UINT32_MAX && se_change(r->run, s, value);
	if (r && !good)
		st_public_render(r);
	return good;
}

static bool do_derivatives(saltus_run *r, const st_matrix *q)
{
	bool good = st_derivatives(r->run, r->program->model->flat, r->diag, q);
	if (!good)
		st_public_render(r);
	return good;
}

static double do_final(const saltus_run *r, const char *name)
{
	bool passed_on = r && r->sink.given.only && se_rows_made(r->run);
	uint32_t s = passed_on || saltus_rows(r) ? scalar_called(r, name) : UINT32_MAX;
	uint32_t column = r && saltus_rows(r) && name ? sr_find(se_record(r->run), name) : UINT32_MAX;
	if (s != UINT32_MAX)
		return se_value(r->run, s);
	/* der(x) */
	return column == UINT32_MAX ? NAN : sr_value(se_record(r->run), sr_rows(se_record(r->run)) - 1, column);
}

size_t saltus_rows(const saltus_run *r)
{
	return r && !r->broken[0] && se_record(r->run) ? sr_rows(se_record(r->run)) : 0;
}

double saltus_time(const saltus_run *r, size_t row)
{
	return row < saltus_rows(r) ? sr_time(se_record(r->run), (uint32_t)row) : NAN;
}

static double do_value(const saltus_run *r, size_t row, const char *name)
{
	if (row >= saltus_rows(r) || !name)
		return NAN;
	uint32_t column = sr_find(se_record(r->run), name);
	return column == UINT32_MAX ? NAN : sr_value(se_record(r->run), (uint32_t)row, column);
}

static bool do_write(saltus_run *r, const char *path)
{
	if (!r)
		return false;
	const char *dot = path ? strrchr(path, '.') : NULL;
	bool picture = dot && (!strcmp(dot, ".svg") || !strcmp(dot, ".png"));
	if (!path || !saltus_rows(r)) {
		sb_report(r->diag, SB_ERROR, "F0024", (sb_span){0},
				  path ? "there are no results yet to write to '%s'" : "results need a file name%s", path ? path : "");
		st_public_render(r);
		return false;
	}
	const sr_figure figure = {.title = r->program->model->flat->name};
	bool good =
		picture ? sr_plot(se_record(r->run), &figure, path, r->diag) : sr_write(se_record(r->run), path, r->diag);
	if (!good)
		st_public_render(r);
	return good;
}

/* ---------------------------------------------------------------------------------------------------- through the
 * door */

void st_public_break(saltus_run *r, const sb_door *door)
{
	st_public_break_down(r->broken, door);
	if (door->shared)                /* it was changing what all runs of the program use */
		st_public_break_down(r->program->broken, door);
}

THROUGH_DOOR(bool, false, set, (saltus_run *r, const char *name, double value), (r, name, value))
THROUGH_DOOR(bool, false, set_text, (saltus_run *r, const char *name, const char *value), (r, name, value))
THROUGH_DOOR(bool, false, set_solver, (saltus_run *r, const char *name), (r, name))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, begin, (saltus_run *r), (r))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, advance, (saltus_run *r, double time), (r, time))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, advance_to_event, (saltus_run *r, double time), (r, time))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, end, (saltus_run *r), (r))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, simulate, (saltus_run *r), (r))
THROUGH_DOOR(double, NAN, get, (saltus_run *r, const char *name), (r, name))
THROUGH_DOOR(bool, false, change, (saltus_run *r, const char *name, double value), (r, name, value))
THROUGH_DOOR(bool, false, derivatives,
			 (saltus_run *r, const char *const *of, size_t rows, const char *const *by, size_t columns, double *matrix),
			 (r, &(st_matrix){ of, rows, by, columns, matrix }))
THROUGH_DOOR(bool, false, write, (saltus_run *r, const char *path), (r, path))

/* Who only looks breaks nothing. */
double saltus_final(const saltus_run *r, const char *name)
{
	volatile double result = NAN;
	sb_door door;
	if (SB_ENTER(&door))
		result = do_final(r, name);
	sb_leave(&door);
	return result;
}

double saltus_value(const saltus_run *r, size_t row, const char *name)
{
	volatile double result = NAN;
	sb_door door;
	if (SB_ENTER(&door))
		result = do_value(r, row, name);
	sb_leave(&door);
	return result;
}

saltus_run *saltus_new_run(saltus_program *p)
{
	saltus_run *volatile r = NULL;
	sb_door door;
	if (SB_ENTER(&door))
		r = st_public_new_run(p);
	sb_leave(&door);
	return r;
}
