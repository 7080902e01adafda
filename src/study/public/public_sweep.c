/* The public interface: measures of a run, and many runs on all cores. */
#include "study/public/public.h"
#include "study/sweep/sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ measures */

static void drop_measures(saltus_run *r)
{
	st_gauge_free(r->gauge);
	st_measures_free(r->measures);
	free(r->measured);
	r->gauge = NULL;
	r->measures = NULL;
	r->measured = NULL;
	r->has_measured = false;
}

static bool do_set_measures(saltus_run *r, const char *const *texts, size_t count)
{
	if (!count) {
		drop_measures(r);
		return true;
	}
	st_measures *ms = st_measures_read(r->program->model, "measure", texts, (uint32_t)count, r->diag);
	if (!ms) {
		st_public_render(r);
		return false;
	}
	drop_measures(r);
	r->measures = ms;
	r->gauge = st_gauge_new(ms);
	r->measured = sb_resize(NULL, (count + 1) * sizeof *r->measured);
	return true;
}

THROUGH_DOOR(bool, false, set_measures, (saltus_run *r, const char *const *texts, size_t count), (r, texts, count))

static bool has(const saltus_run *r, size_t measure)
{
	return r && !r->broken[0] && r->has_measured && measure < st_measures_count(r->measures);
}

double saltus_measured(const saltus_run *r, size_t measure)
{
	return has(r, measure) ? r->measured[measure].value : NAN;
}

const char *saltus_measure_note(const saltus_run *r, size_t measure)
{
	return has(r, measure) ? r->measured[measure].note : "";
}

/* -------------------------------------------------------------------------------------------------------- sweeps */

/* The translation of the names that were varied last, and what the points have said. */
struct st_public_sweep {
	sb_arena *arena;                 /* of the names */
	sb_strings names;                /* that are varied, and those that were set in the run behind them */
	st_many *many;
	sb_arena *said; const char **message; size_t points, done;
};

void st_public_sweep_free(st_public_sweep *s)
{
	if (!s)
		return;
	if (s->many)
		st_many_free(s->many);
	sb_arena_free(s->said);
	sb_arena_free(s->arena);
	free(s);
}

/* What is varied, then what was set and is not varied. */
static sb_strings names_of(const saltus_run *r, sb_arena *arena, const saltus_points *p)
{
	sb_strings names = {0};
	for (size_t i = 0; i < p->name_count; i++)
		sb_push(arena, names, (const char *)sb_strdup(arena, p->names[i] ? p->names[i] : ""));
	for (uint32_t i = 0; i < r->set.n; i++) {
		const char *name = saltus_name(r->program, r->set.at[i].scalar);
		bool varied = false;
		for (size_t k = 0; k < p->name_count; k++)
			varied = varied || strcmp(names.at[k], name) == 0;
		if (!varied)
			sb_push(arena, names, name);
	}
	return names;
}

static bool same_names(const sb_strings *a, const sb_strings *b)
{
	bool same = a->n == b->n;
	for (uint32_t i = 0; i < a->n && same; i++)
		same = strcmp(a->at[i], b->at[i]) == 0;
	return same;
}

/* False after a message. */
static bool open_sweep(saltus_run *r, const saltus_points *p)
{
	sb_arena *arena = sb_arena_new();
	sb_strings names = names_of(r, arena, p);
	st_public_sweep *s = r->sweep;
	if (s && same_names(&s->names, &names)) {
		sb_arena_free(arena);
		return true;
	}
	st_public_sweep_free(s);
	r->sweep = NULL;
	s = sb_resize(NULL, sizeof *s);
	*s = (st_public_sweep){.arena = arena, .names = names, .said = sb_arena_new()};
	s->many = st_many_new(r->program->path, r->program->class_name, &r->program->options, names.at, names.n);
	sb_pass_on(r->diag, st_many_model(s->many)->diag);
	if (sb_errors(st_many_model(s->many)->diag)) {
		st_public_sweep_free(s);
		return false;
	}
	r->sweep = s;
	return true;
}

static bool is_good(saltus_run *r, const saltus_points *p)
{
	const char *why = se_is_paused(r->run) ? "the run is paused: a sweep makes runs of its own, with what was set"
		: r->texts                         ? "a sweep cannot take over the texts that were set in this run"
		: r->samples.n                     ? "a sweep cannot take over the samples that were given to this run"
		: !p->measure_count                ? "a sweep needs a measure"
		: !p->name_count                   ? "a sweep needs the name of what is varied"
										   : NULL;
	if (!why)
		return true;
	sb_help(sb_report(r->diag, SB_ERROR, "U0965", (sb_span){0}, "%s", why), "%s",
			r->texts || r->samples.n ? "load the model with them"
			: se_is_paused(r->run)   ? "end the run first"
									 : "as max(x) over k");
	return false;
}

/* The points as a design: one list by name, gone through together. */
static const st_axis *axes_of(const saltus_run *r, const saltus_points *p, sb_arena *arena)
{
	const sb_strings *names = &r->sweep->names;
	st_axis *axes = sb_new_array(arena, st_axis, names->n + 1);
	for (uint32_t i = 0; i < names->n; i++) {
		double *value = sb_new_array(arena, double, p->point_count + 1);
		double set = NAN;
		for (uint32_t k = 0; k < r->set.n; k++)
			if (strcmp(saltus_name(r->program, r->set.at[k].scalar), names->at[i]) == 0)
				set = r->set.at[k].value;
		for (size_t k = 0; k < p->point_count; k++)
			value[k] = i < p->name_count ? p->points[k * p->name_count + i] : set;
		axes[i] = (st_axis){.name = names->at[i], .text = "", .law = ST_LIST, .value = value, .count = p->point_count};
	}
	return axes;
}

static bool told(void *context, uint64_t done, uint64_t of)
{
	saltus_run *r = context;
	(void)of;
	r->sweep->done = done;
	return !r->progress || r->progress(r->progress_context);
}

static void take_values(saltus_run *r, const st_sweep *s, const saltus_points *p, double *values)
{
	st_public_sweep *out = r->sweep;
	for (uint64_t i = 0; i < p->point_count; i++) {
		const char *message = s->state[i] == ST_POINT_OPEN ? "it was not made: the sweep was stopped" : s->message[i];
		out->message[i] = message ? sb_strdup(out->said, message) : NULL;
		for (uint32_t m = 0, c = 0; m < p->measure_count; m++, c++) {
			values[i * p->measure_count + m] = s->state[i] == ST_POINT_DONE ? s->values[i * s->columns + c] : NAN;
			c += st_measure_is_constraint(s->measures, m);           /* its margin */
		}
	}
}

static saltus_status run_points(saltus_run *r, const saltus_points *p, double *values)
{
	st_public_sweep *own = r->sweep;
	sb_arena *arena = sb_arena_new();
	saltus_status status = SALTUS_FAILED;
	st_sweep s = {.many = own->many, .threads = (uint32_t)p->threads, .settings = r->settings, .progress = told,
				  .context = r};
	s.measures = st_measures_read(st_many_model(own->many), "measure", p->measures, (uint32_t)p->measure_count,
								  r->diag);
	if (s.measures) {
		st_measures_settings(s.measures, &s.settings);
		s.design = (st_design){.kind = ST_ZIP, .axes = axes_of(r, p, arena), .count = own->names.n};
		if (st_design_close(&s.design, arena, r->diag) && st_sweep_open(&s, r->diag)) {
			st_sweep_run(&s);
			own->done = s.design.points - st_sweep_count(&s, ST_POINT_OPEN);
			take_values(r, &s, p, values);
			status = own->done == s.design.points ? SALTUS_DONE : SALTUS_STOPPED;
		}
		st_sweep_close(&s);
		st_measures_free(s.measures);
	}
	sb_arena_free(arena);
	return status;
}

static saltus_status do_sweep(saltus_run *r, const saltus_points *p, double *values)
{
	saltus_status status = SALTUS_FAILED;
	sb_take_back(r->diag, 0, NULL);
	for (size_t i = 0; i < p->point_count * p->measure_count; i++)
		values[i] = NAN;
	if (is_good(r, p) && open_sweep(r, p)) {
		st_public_sweep *s = r->sweep;
		sb_arena_free(s->said);
		s->said = sb_arena_new();
		s->message = sb_new_array(s->said, const char *, p->point_count + 1);
		s->points = p->point_count;
		s->done = 0;
		status = run_points(r, p, values);
	}
	st_public_render(r);
	return status;
}

THROUGH_DOOR(saltus_status, SALTUS_FAILED, sweep, (saltus_run *r, const saltus_points *p, double *values),
			 (r, p, values))

const char *saltus_point_message(const saltus_run *r, size_t point)
{
	const st_public_sweep *s = r && !r->broken[0] ? r->sweep : NULL;
	return s && point < s->points && s->message[point] ? s->message[point] : "";
}

size_t saltus_points_done(const saltus_run *r)
{
	return r && !r->broken[0] && r->sweep ? r->sweep->done : 0;
}
