/* Jumps and impulses at the entry into a mode: the impulse system of the mode (structure/impulse.c) is given the values before the instant, and
 * tells how far each state jumps and how strong the impulses of the conditions are. docs/events.md, E25. */
#include "engine/inside.h"
#include <math.h>
#include <string.h>

/* Of the size that a state has had. */
static const double UNSEEN = 1e-7;
enum { NAMED_MOST = 4 };

typedef enum source { NOWHERE, FROM_STATE, FROM_RATE } source;
/* Where the jump of a scalar is found in the impulse system: der(state), or the value of another scalar. */
typedef struct jump { uint32_t scalar; source source; uint32_t at; bool negated; double by; } jump;

struct se_impulses {
	sc_program *program;
	const ss_plan *plan;
	sc_data *d;
	bool begun, told;
	sb_vec(jump) jumps;              /* of all that can jump in this mode */
	jump *of_state;                  /* by state of the mode's own plan */
	sb_u32s given;                   /* scalars that the system is given */
	uint32_t *watch;                 /* by watch of the mode's plan: its number in the system + 1 */
	double *functions, *strength;    /* by watch of the system, of the mode's plan */
};

/* ------------------------------------------------------------------------------------------------------------- tables */

static jump find_jump(const ss_plan *plan, uint32_t scalar)
{
	ss_place p = ss_place_of(plan, scalar);
	if (p.store == SS_STATE)
		return (jump){scalar, FROM_STATE, p.index, p.negated, 0};
	for (uint32_t i = 0; i < plan->dependents.n; i++) {
		const ss_dependent *d = &plan->dependents.at[i];
		if (ss_root_of_scalar(plan, d->scalar) == ss_root_of_scalar(plan, scalar))
			return (jump){scalar, FROM_RATE, d->rate, d->negated != (p.negated != ss_place_of(plan, d->scalar).negated), 0};
	}
	return (jump){scalar, NOWHERE, 0, false, 0};
}

static void list_jumps(se_run *run, se_impulses *m)
{
	for (uint32_t i = 0; i < m->plan->states; i++)
		sb_push(run->own, m->jumps, find_jump(m->plan, ss_state_scalar(m->plan, i)));
	for (uint32_t i = 0; i < m->plan->dependents.n; i++)
		sb_push(run->own, m->jumps, find_jump(m->plan, m->plan->dependents.at[i].scalar));
	m->of_state = sb_new_array(run->own, jump, run->plan->states + 1);
	for (uint32_t i = 0; i < run->plan->states; i++) {
		uint32_t s = ss_state_scalar(run->plan, i);
		m->of_state[i] = s < m->plan->common ? find_jump(m->plan, s) : (jump){.scalar = s};
	}
}

/* What changes at events only: the values of the mode at hand. Everything else is a left limit. */
static void list_given(se_run *run, se_impulses *m)
{
	const sm_model *model = m->plan->model;
	for (uint32_t i = 0; i < model->variables.n; i++) {
		const sm_variable *v = &model->variables.at[i];
		bool discrete = v->type != SX_REAL || v->variability == SM_DISCRETE;
		for (uint32_t s = v->first; discrete && v->variability != SM_PARAMETER && v->variability != SM_CONSTANT && s < v->first + v->count && s < m->plan->common; s++)
			if (ss_root_of_scalar(m->plan, s) == ss_cell_of_scalar(m->plan, s) && ss_place_of(m->plan, s).store != SS_NOWHERE)
				sb_push(run->own, m->given, s);
	}
}

static void match_watches(se_run *run, se_impulses *m)
{
	sb_map same = sb_map_new(run->own);
	uint64_t there;
	for (uint32_t i = 0; i < m->plan->same.n; i++)
		if (m->plan->same.at[i].kind == SS_SAME_WATCH)
			sb_map_put(&same, se_same_key(SS_SAME_WATCH, m->plan->same.at[i].part, m->plan->same.at[i].origin), m->plan->same.at[i].number);
	m->watch = sb_new_array(run->own, uint32_t, run->plan->watches.n + 1);
	for (uint32_t i = 0; i < run->plan->same.n; i++) {
		const ss_same *s = &run->plan->same.at[i];
		if (s->kind == SS_SAME_WATCH && sb_map_get(&same, se_same_key(s->kind, s->part, s->origin), &there))
			m->watch[s->number] = (uint32_t)there + 1;
	}
}

static se_impulses *open_impulses(se_run *run)
{
	if (run->impulses || run->no_impulses)
		return run->impulses;
	sc_program *program = sc_impulses(run->program, &run->numbers);
	run->no_impulses = !program;
	if (run->no_impulses)
		return NULL;
	se_impulses *m = sb_new(run->own, se_impulses);
	m->program = program;
	m->plan = sc_plan(program);
	m->d = sc_data_new(program, run->diag);
	sc_set_objects(m->d, run->objects);
	list_jumps(run, m);
	list_given(run, m);
	match_watches(run, m);
	m->functions = sb_new_array(run->own, double, m->plan->watches.n + 1);
	m->strength = sb_new_array(run->own, double, run->plan->watches.n + 1);
	return run->impulses = m;
}

void se_impulses_close(se_run *run)
{
	if (run->impulses)
		sc_data_free(run->impulses->d);
	run->impulses = NULL;
}

/* -------------------------------------------------------------------------------------------------------------- values */

/* The value before the instant: what the model has stated by reinit counts as that. A derivative that has no name in the model has none, and needs none:
 * it occurs in constraints only, where nothing but its value after the instant counts. */
static double value_before(const se_run *run, const se_frame *old, uint32_t scalar)
{
	if (scalar >= run->plan->common)
		return 0;
	for (uint32_t i = 0; i < run->stated.n; i++)
		if (run->stated.at[i].scalar == scalar)
			return run->stated.at[i].value;
	return sc_scalar_value(old->d, scalar);
}

static void give_left_limits(const se_run *run, const se_frame *old, se_impulses *m)
{
	sc_data *d = m->d;
	for (uint32_t k = 0; k < m->plan->pres.n; k++) {
		uint32_t s = sm_scalar_of(m->plan->model, m->plan->pres.at[k].var);
		double value = value_before(run, old, s);
		switch (m->plan->pres.at[k].place.store) {
		case SS_INT: d->pre_i[k] = (long long)value; break;
		case SS_STRING: case SS_NOWHERE: break;
		default: d->pre_r[k] = value; break;
		}
	}
}

static void give_latches(const se_run *run, se_impulses *m)
{
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		if (m->watch[i])
			m->d->latch[m->watch[i] - 1] = run->d->latch[i];
}

static void give(const se_run *run, const se_frame *old, se_impulses *m)
{
	m->d->time = run->d->time;
	m->d->deadline = run->d->deadline;
	if (!m->begun) {
		sc_copy_parameters(m->d, run->d);
		sc_functions_of(m->program)->parameters(m->d);
		m->begun = true;
	}
	for (uint32_t i = 0; i < m->given.n; i++)
		sc_copy_scalar(m->d, run->d, m->given.at[i]);
	give_latches(run, m);
	give_left_limits(run, old, m);
}

static double take(const se_impulses *m, const jump *j)
{
	double by = j->source == FROM_STATE ? m->d->xd[j->at] : j->source == FROM_RATE ? sc_scalar_value(m->d, j->at) : 0;
	return j->negated ? -by : by;
}

static double nominal_of(const ss_plan *plan, const double *nominal, uint32_t scalar)
{
	ss_place p = ss_place_of(plan, scalar);
	return p.store == SS_STATE ? nominal[p.index] : 0;
}

/* A jump below what error control resolves is what the steps and the search for the crossing have left. */
static bool is_seen(const se_run *run, const se_frame *old, uint32_t scalar, double was, double by)
{
	if (scalar >= run->plan->common)
		return false;
	double nominal = fmax(nominal_of(old->plan, old->nominal, scalar), nominal_of(run->plan, run->nominal, scalar));
	double size = fmax(nominal > 0 ? nominal : 1, fmax(fabs(was), fabs(was + by)));
	if (scalar < run->sizes_seen.n)
		size = fmax(size, run->sizes_seen.at[scalar]);
	return fabs(by) > fmax(UNSEEN, run->settings.tolerance) * size;
}

void se_note_sizes(se_run *run)
{
	if (!run->plan->switches.n)
		return;
	if (!run->sizes_seen.at)
		run->sizes_seen.at = sb_new_array(run->once, double, (run->sizes_seen.n = run->plan->common) + 1);
	for (uint32_t i = 0; i < run->plan->states; i++) {
		uint32_t s = ss_state_scalar(run->plan, i);
		if (s < run->sizes_seen.n)
			run->sizes_seen.at[s] = fmax(run->sizes_seen.at[s], fabs(run->x[i]));
	}
}

se_jump se_find_jump(se_run *run, const se_frame *old)
{
	se_impulses *m = open_impulses(run);
	bool seen = false;
	if (!m)
		return SE_JUMP_UNKNOWN;
	give(run, old, m);
	sc_functions_of(m->program)->all(m->d);
	if (m->d->failed) {
		sc_forgive(m->d);
		return SE_JUMP_UNKNOWN;
	}
	for (uint32_t i = 0; i < m->jumps.n; i++) {
		jump *j = &m->jumps.at[i];
		j->by = take(m, j);
		bool open = !(fabs(j->by) < SS_BEYOND);
		j->by = open ? NAN : j->by;
		seen = seen || (!open && is_seen(run, old, j->scalar, value_before(run, old, j->scalar), j->by));
	}
	sc_functions_of(m->program)->functions(m->d, m->functions);
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		m->strength[i] = m->watch[i] && seen && fabs(m->functions[m->watch[i] - 1]) < SS_BEYOND ? m->functions[m->watch[i] - 1] : 0;
	return seen ? SE_JUMPS : SE_NO_JUMP;
}

const double *se_strengths(const se_run *run)
{
	return run->impulses->strength;
}

/* Once for each mode: in a converter of switched capacitors every event is a jump. */
static void tell(se_run *run, const se_frame *old, se_impulses *m)
{
	sb_text text = {0};
	uint32_t shown = 0, more = 0;
	if (m->told || run->stated.n)
		return;
	m->told = true;
	for (uint32_t i = 0; i < m->jumps.n; i++) {
		const jump *j = &m->jumps.at[i];
		double was = value_before(run, old, j->scalar);
		if (isnan(j->by) || !is_seen(run, old, j->scalar, was, j->by))
			continue;
		if (shown == NAMED_MOST) {
			more++;
			continue;
		}
		sb_add(&text, shown++ ? ", " : "");
		sm_scalar_name(run->model, j->scalar, &text);
		sb_addf(&text, " from %.6g to %.6g", was, was + j->by);
	}
	if (more)
		sb_addf(&text, " and %u more", more);
	sb_message *r = sb_report(run->diag, SB_INFO, "R0230", run->plan->switches.at[0].origin->span, "states jump at time %.9g, where another mode is entered: %s",
	                          run->time, text.at);
	sb_note(r, "the equations of the mode, read over the instant, say so: the sums that they keep (momentum, charge, flux) are the same before and after");
	sb_help(r, "state other values by reinit, if they are meant; this is told once for each mode");
	sb_text_free(&text);
}

static void tell_open(se_run *run, const se_impulses *m)
{
	for (uint32_t i = 0; i < m->jumps.n && !m->told; i++) {
		if (!isnan(m->jumps.at[i].by) || m->jumps.at[i].scalar >= run->plan->common)
			continue;
		sb_text name = {0};
		sm_scalar_name(run->model, m->jumps.at[i].scalar, &name);
		sb_message *r = sb_report(run->diag, SB_WARNING, "R0231", run->plan->switches.at[0].origin->span,
		                          "the equations do not tell how '%s' jumps at time %.9g, where another mode is entered: it keeps its value",
		                          name.at, run->time);
		sb_note(r, "it is integrated from a product of an impulse with something that jumps in the same instant, which has no value");
		sb_help(r, "state its value after the instant by reinit");
		sb_text_free(&name);
	}
}

void se_make_jump(se_run *run, const se_frame *old)
{
	se_impulses *m = run->impulses;
	for (uint32_t i = 0; i < run->plan->states; i++) {
		const jump *j = &m->of_state[i];
		double by = take(m, j);
		if (j->source != NOWHERE)        /* what is open keeps its value */
			run->x[i] = value_before(run, old, j->scalar) + (fabs(by) < SS_BEYOND ? by : 0);
	}
	se_new_point(run);
	se_touch_everything(run);
}

void se_tell_jump(se_run *run, const se_frame *old)
{
	tell_open(run, run->impulses);
	tell(run, old, run->impulses);
}
