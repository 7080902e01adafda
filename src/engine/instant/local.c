/* An instant that costs what depends on it (E470). A solver that moves each state for itself knows which conditions
 * have turned. The pieces that read them are evaluated, then those that read what these have changed, as in any instant
 * (select.h); but no vector of all states or of all conditions is touched. States are put in their places when a piece
 * that reads them is called. What has changed is told to the solver, by rate and by condition.
 *
 * Models with processes, changing structure, delays, constraints and the like take the general way (instant.c), and so
 * does a condition that turns again and again within a very short time: what accumulates is found there. */
#include "code/apart.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/process/engine_process.h"
#include "engine/record/record.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

struct se_local {
	const si_image *image;           /* for which it was made */
	bool allowed;
	uint32_t *states_at, *states;    /* by piece: the states that it reads */
	uint32_t *cause_of;              /* by signal: the cause, + 1; 0: none */
	uint32_t *alike_at, *alike;      /* by watch: those with the same zeros */
	/* state */
	double *last; uint32_t *quick;   /* by watch: when it has turned last, and how often within a short time */
	uint64_t *turns;                 /* by watch: how often in all, up to the time `counted` */
	double counted;
	/* scratch */
	uint64_t *brought, *rate_in, *watch_in, number;          /* by state, rate and watch: in which instant */
	sb_u32s set, rates, watches;
};

/* --------------------------------------------------------------------------------------------------------- tables */

static void list_states(se_run *run, struct se_local *l)
{
	const sc_graph *g = run->select->graph;
	uint32_t n = run->image->states, pieces = g->first[SC_PIECE_KINDS], first = se_first_state_place(run), total = 0;
	l->states_at = sb_new_array(run->own, uint32_t, pieces + 2);
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < n; i++)
			for (int whole = 0; whole < (g->first_of ? 2 : 1); whole++) {
				uint32_t signal = whole ? g->cells + g->first_of[first + i] : first + i;
				for (uint32_t k = g->readers_at[signal]; k < g->readers_at[signal + 1]; k++) {
					if (pass)
						l->states[l->states_at[g->readers[k] + 1]++] = i;
					else
						l->states_at[g->readers[k] + 2]++, total++;
				}
			}
		for (uint32_t k = 2; !pass && k < pieces + 2; k++)
			l->states_at[k] += l->states_at[k - 1];
		if (!pass)
			l->states = sb_new_array(run->own, uint32_t, total + 1);
	}
}

static uint32_t signal_of(const se_run *run, sc_cause c, const uint32_t *pre_of)
{
	const sc_graph *g = run->select->graph;
	switch (c.kind) {
	case SC_FROM_STATE: return se_first_state_place(run) + c.number;
	case SC_FROM_VALUE: {
		si_place place = si_place_of(run->image, c.number);
		return place.store == SI_NOWHERE ? UINT32_MAX : si_place_key(run->image, place);
	}
	case SC_FROM_LATCH: return g->latch + c.number;
	case SC_FROM_LEFT: return pre_of[c.number] ? g->pre + pre_of[c.number] - 1 : UINT32_MAX;
	case SC_FROM_CLOCK: return g->clock + c.number;
	case SC_FROM_TIME: break;
	}
	return UINT32_MAX;
}

static void list_causes(se_run *run, struct se_local *l)
{
	const sc_graph *g = run->select->graph;
	uint32_t count = sc_apart_incidence(run->singly->apart)->cause_count;
	uint32_t *pre_of = sb_new_array(run->own, uint32_t, run->image->scalars + 1);
	for (uint32_t k = 0; k < run->image->pres.n; k++)
		if (run->image->pres.at[k].scalar < run->image->scalars)
			pre_of[run->image->pres.at[k].scalar] = k + 1;
	l->cause_of = sb_new_array(run->own, uint32_t, g->signals + 1);
	for (uint32_t k = 0; k < count; k++) {
		uint32_t signal = signal_of(run, sc_apart_cause(run->singly->apart, k), pre_of);
		if (signal == UINT32_MAX || signal >= g->signals)
			continue;
		l->cause_of[signal] = k + 1;
		run->select->role[se_first_of_cell(g, signal)] |= SE_FOLLOWED;
	}
}

static void list_alike(se_run *run, struct se_local *l)
{
	uint32_t n = run->image->watches.n, most = 0;
	for (uint32_t i = 0; i < n; i++)
		most = run->image->watches.at[i].zeros > most ? run->image->watches.at[i].zeros : most;
	uint32_t *first = sb_new_array(run->own, uint32_t, (size_t)most + 3), *at = sb_new_array(run->own, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		first[run->image->watches.at[i].zeros + 2]++;
	for (uint32_t k = 2; k < most + 3; k++)
		first[k] += first[k - 1];
	for (uint32_t i = 0; i < n; i++)
		at[first[run->image->watches.at[i].zeros + 1]++] = i;
	l->alike_at = first;
	l->alike = at;
}

/* -------------------------------------------------------------------------------------------------- who may take it */

enum { MOMENTS_MOST = 16 };      /* moments of time, which are looked at after each instant */

static bool is_plain(const se_run *run)
{
	const si_image *m = run->image;
	const se_selection *s = run->select;
	return s->graph && run->singly && run->singly->apart && !m->switches.n && !m->event_code.n && !m->routines.n &&
		   !m->delays.n && !m->transports.n && !run->projection && !s->pre_continuous.n && !m->may_jump &&
		   !run->guarded && !m->guards.n && !m->asserts.n && !m->breaks.n && !m->bases.n && !m->blocks.n &&
		   !m->strings && !s->moody.n && !m->loops.n && (!run->ahead || m->moments.n <= MOMENTS_MOST) &&
		   !m->invariants.n;
}

static struct se_local *open(se_run *run)
{
	struct se_local *l = run->instants->local;
	if (l && l->image == run->image)
		return l;
	uint32_t n = run->image->states, m = run->image->watches.n;
	l = run->instants->local = sb_new(run->own, struct se_local);
	l->image = run->image;
	l->allowed = is_plain(run);
	if (!l->allowed)
		return l;
	list_states(run, l);
	list_causes(run, l);
	list_alike(run, l);
	l->counted = -INFINITY;
	l->last = sb_new_array(run->own, double, m + 1);
	l->quick = sb_new_array(run->own, uint32_t, m + 1);
	l->turns = sb_new_array(run->own, uint64_t, m + 1);
	l->brought = sb_new_array(run->own, uint64_t, n + 1);
	l->rate_in = sb_new_array(run->own, uint64_t, n + 1);
	l->watch_in = sb_new_array(run->own, uint64_t, m + 1);
	return l;
}

/* A run that begins has seen no condition turn. */
void se_local_clear(se_run *run)
{
	struct se_local *l = run->instants->local;
	if (!l || !l->allowed)
		return;
	uint32_t m = l->image->watches.n;
	l->counted = -INFINITY;
	memset(l->last, 0, m * sizeof *l->last);
	memset(l->quick, 0, m * sizeof *l->quick);
	memset(l->turns, 0, m * sizeof *l->turns);
}

/* How often and when conditions have turned. A frame with a solver that quantises has been made before. */
void se_local_archive(se_run *run, sb_archive *a)
{
	bool any = run->instants->local && run->instants->local->allowed;
	sb_archive_tag(a, "local");
	sb_archive_one(a, any);
	if (!any || a->bad || (a->reads && !se_may_be_local(run)))
		return;
	struct se_local *l = open(run);
	uint32_t m = run->image->watches.n;
	sb_archive_one(a, l->counted);
	sb_archive_bytes(a, l->last, m * sizeof *l->last);
	sb_archive_bytes(a, l->quick, m * sizeof *l->quick);
	sb_archive_bytes(a, l->turns, m * sizeof *l->turns);
}

bool se_has_local_instants(se_run *run)
{
	return !run->hold && open(run)->allowed;
}

bool se_may_be_local(se_run *run)
{
	return run->solver && run->solver->operations->quantised && se_has_local_instants(run);
}

/* A condition that turns again within this part of the run, so often in a row, takes the general way. Twice is common:
 * where a limit is reached, and where what happens there leads away from it. */
static const double SOON = 1e-6;
enum { OFTEN = 6, MANY = 500, WATCHED = 250 };

/* Of a condition that turns very often, some turns in a row take the general way too: after 500 of them, after 5000,
 * 50 000 and so on. A model that chatters is found there, however slowly. */
static bool is_looked_into(uint64_t turns)
{
	uint64_t from = MANY;
	while (from <= turns / 10)
		from *= 10;
	return turns >= from && turns < from + WATCHED;
}

bool se_local_allows(se_run *run, const uint32_t *turned, uint32_t count, bool due)
{
	struct se_local *l = run->instants->local;
	double span = run->settings.stop - run->settings.start;
	bool often = false;
	for (uint32_t k = 0; k < count; k++) {
		l->turns[turned[k]] += run->step_end != l->counted;       /* a step may be asked about twice */
		often = is_looked_into(l->turns[turned[k]]) || often;
	}
	l->counted = run->step_end;
	if (due && run->ahead && run->image->moments.n)      /* it may be a moment that was found ahead */
		return false;
	if (se_is_heard(run) || run->instants->changes.n || run->holding || run->instants->pass || run->terminate)
		return false;
	if (often)
		return false;
	for (uint32_t k = 0; k < count; k++)
		if (l->quick[turned[k]] >= OFTEN && !(run->step_end - l->last[turned[k]] > SOON * span))
			return false;
	return isfinite(span);
}

/* --------------------------------------------------------------------------------------------------------- instants */

static void bring(se_run *run, uint32_t state)
{
	struct se_local *l = run->instants->local;
	if (l->brought[state] == l->number)
		return;
	l->brought[state] = l->number;
	run->x[state] = run->solver->operations->at(run->solver, state, run->time);
}

static void bring_states(se_run *run, uint32_t piece)
{
	const struct se_local *l = run->instants->local;
	for (uint32_t k = l->states_at[piece]; k < l->states_at[piece + 1]; k++)
		bring(run, l->states[k]);
}

static void bring_all(se_run *run)
{
	for (uint32_t i = 0; i < run->image->states; i++)
		bring(run, i);
}

static void begin(se_run *run, bool rows)
{
	struct se_local *l = run->instants->local;
	l->number++;
	run->d->time = run->time;
	run->d->x = run->x;
	run->d->xd = run->xd;
	se_new_point(run);
	se_new_instant(run);
	run->flips_of = ++run->instant;
	run->modes->visited.n = run->stated.n = 0;
	se_forget_flips(run);
	run->holding = false;
	run->close_calm = 0;
	run->instants->last_instant = run->segment = run->time;
	run->instants->acted = false;
	if (!rows)
		return;
	bring_all(run);
	if (!se_evaluate_recorded(run))
		sc_forgive(run->d);
	se_record_values(run, run->recording->left_row);
}

static void look_at(se_run *run, const uint32_t *turned, uint32_t count)
{
	struct se_local *l = run->instants->local;
	for (uint32_t k = 0; k < count; k++) {
		uint32_t zeros = run->image->watches.at[turned[k]].zeros;
		for (uint32_t i = l->alike_at[zeros]; i < l->alike_at[zeros + 1]; i++)
			if (!run->image->watches.at[l->alike[i]].time_only)
				se_touch_watch(run, l->alike[i]);
		bool soon = run->time - l->last[turned[k]] <= SOON * (run->settings.stop - run->settings.start);
		l->quick[turned[k]] = soon ? l->quick[turned[k]] + 1 : 0;
		l->last[turned[k]] = run->time;
	}
}

static bool settle(se_run *run)
{
	bool good = se_fixed_point(run);
	if (good && se_clear_clocks(run))
		good = se_fixed_point(run);
	run->d->event = 0;
	if (good && run->select->suspect) {
		bring_all(run);
		se_evaluate_all(run);
		good = se_check(run, "an event was handled");
	}
	return good && !run->failed;
}

/* ------------------------------------------------------------------------------------------------ what has changed */

static void add_once(se_run *run, sb_u32s *list, uint64_t *in, uint32_t which)
{
	if (in[which] == run->instants->local->number)
		return;
	in[which] = run->instants->local->number;
	sb_push(run->own, *list, which);
}

static void add_cause(se_run *run, uint32_t cause)
{
	struct se_local *l = run->instants->local;
	const sc_incidence *in = sc_apart_incidence(run->singly->apart);
	for (uint32_t k = in->cause_rates.first[cause]; k < in->cause_rates.first[cause + 1]; k++)
		add_once(run, &l->rates, l->rate_in, in->cause_rates.at[k]);
	for (uint32_t k = in->cause_watches.first[cause]; k < in->cause_watches.first[cause + 1]; k++)
		add_once(run, &l->watches, l->watch_in, in->cause_watches.at[k]);
}

static void gather(se_run *run, sv_concern *out)
{
	struct se_local *l = run->instants->local;
	const se_selection *s = run->select;
	uint32_t first = se_first_state_place(run), end = first + run->image->states;
	l->set.n = l->rates.n = l->watches.n = 0;
	for (uint32_t i = 0; i < s->touched.n; i++) {
		uint32_t signal = s->touched.at[i].signal;
		if (signal >= first && signal < end)
			sb_push(run->own, l->set, signal - first);
		else if (l->cause_of[signal])
			add_cause(run, l->cause_of[signal] - 1);
	}
	for (uint32_t i = 0; i < run->flipped.n; i++) {
		se_mask_one(run, run->flipped.at[i]);
		add_once(run, &l->watches, l->watch_in, run->flipped.at[i]);
	}
	for (uint32_t i = 0; i < l->watches.n; i++)
		if (!run->flips[l->watches.at[i]])
			run->view->lens.zero[l->watches.at[i]] = run->view->masked[l->watches.at[i]]
														 ? run->view->lens.zero[l->watches.at[i]] : -1;
	*out = (sv_concern){l->set.at, l->rates.at, l->watches.at, l->set.n, l->rates.n, l->watches.n};
}

bool se_local_instant(se_run *run, const uint32_t *turned, uint32_t count, bool due, sv_concern *out)
{
	bool jump = false, timed = false, equations = count > 0;
	bool rows = (run->settings.limits != SE_NONE && run->channel_count) || se_on_grid(run, run->time);
	se_unseal(run);
	run->select->bring_states = bring_states;
	begin(run, rows);
	run->d->event = 1;
	if (due)
		timed = se_take_entries(run, &equations, &jump);
	run->stats.time_events += timed;
	look_at(run, turned, count);
	bool good = settle(run);
	if (good && rows) {
		bring_all(run);
		se_new_point(run);
		good = se_evaluate_recorded(run);
		se_record_values(run, run->recording->right_row);
	}
	if (good) {
		gather(run, out);
		bool felt = se_states_changed(run) || run->terminate || se_shown_changed(run);
		run->stats.state_events += count && (felt || out->rate_count || out->state_count);
		if (rows)
			se_record_instant(run, felt || timed || out->rate_count || out->state_count);
		if (run->stated.n)
			se_finish_reinits(run);
		se_plan_ahead(run);
		if (run->image->moments.n)
			se_ahead_renew(run);
	}
	run->select->bring_states = NULL;
	se_seal(run);
	return good && !run->failed;
}
