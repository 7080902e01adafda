/* Selective evaluation; select.h says how it works. */
#include "engine/inside.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ signals */

static bool is_place(const sc_graph *g, uint32_t signal)
{
	return signal < g->pre;
}

/* The first place of the cell that a place belongs to: it has the role of all. */
static uint32_t first_of(const sc_graph *g, uint32_t signal)
{
	return is_place(g, signal) && g->first_of ? g->first_of[signal] : signal;
}

/* Stores have consecutive signals, in the order of sc_place_key. */
static se_bits value_of_place(const se_run *run, uint32_t k)
{
	const ss_plan *plan = run->plan;
	const sc_data *d = run->d;
	if (k < plan->reals)
		return (se_bits){.real = d->r[k]};
	k -= plan->reals;
	if (k < plan->ints)
		return (se_bits){.whole = d->i[k]};
	k -= plan->ints;
	if (k < plan->strings)
		return (se_bits){.text = d->s[k]};
	k -= plan->strings;
	return (se_bits){.real = k < plan->states ? d->x[k] : d->xd[k - plan->states]};
}

static bool is_text_place(const se_run *run, uint32_t k)
{
	uint32_t first = run->plan->reals + run->plan->ints;
	return k >= first && k < first + run->plan->strings;
}

static bool is_whole_place(const se_run *run, uint32_t k)
{
	return k >= run->plan->reals && k < run->plan->reals + run->plan->ints;
}

static uint32_t first_state(const se_run *run)
{
	return run->plan->reals + run->plan->ints + run->plan->strings;
}

static se_bits value_of(const se_run *run, uint32_t signal)
{
	const sc_graph *g = run->select.graph;
	if (is_place(g, signal))
		return value_of_place(run, signal);
	if (signal >= g->latch)
		return (se_bits){.whole = signal < g->clock ? run->d->latch[signal - g->latch] : 0};
	uint32_t k = signal - g->pre;
	switch (run->plan->pres.at[k].place.store) {
	case SS_INT: return (se_bits){.whole = run->d->pre_i[k]};
	case SS_STRING: return (se_bits){.text = run->d->pre_s[k]};
	default: return (se_bits){.real = run->d->pre_r[k]};
	}
}

static bool differ(const se_run *run, uint32_t signal, se_bits a, se_bits b)
{
	if (a.whole == b.whole)
		return false;
	if (is_place(run->select.graph, signal) && is_text_place(run, signal))
		return strcmp(a.text ? a.text : "", b.text ? b.text : "") != 0;
	return true;
}

/* --------------------------------------------------------------------------------------------------- dirty pieces */

static void mark(se_selection *s, uint32_t piece)
{
	s->dirty[piece >> 6] |= 1ull << (piece & 63);
	s->dirty_words[piece >> 12] |= 1ull << (piece >> 6 & 63);
}

/* The first dirty piece from `from` on and before `end`, or `end`. */
static uint32_t next_dirty(const se_selection *s, uint32_t from, uint32_t end)
{
	while (from < end) {
		uint64_t word = s->dirty[from >> 6] >> (from & 63);
		if (word) {
			from += (uint32_t)__builtin_ctzll(word);
			return from < end ? from : end;
		}
		from = (from | 63) + 1;
		if (from >= end)
			return end;
		uint64_t words = s->dirty_words[from >> 12] >> (from >> 6 & 63);
		if (words)
			from += 64 * (uint32_t)__builtin_ctzll(words);
		else
			from = (from | 4095) + 1;
	}
	return end;
}

static void clean(se_selection *s, uint32_t piece)
{
	if (!(s->dirty[piece >> 6] &= ~(1ull << (piece & 63))))
		s->dirty_words[piece >> 12] &= ~(1ull << (piece >> 6 & 63));
}

void se_touch(se_run *run, uint32_t signal, se_bits before)
{
	se_selection *s = &run->select;
	const sc_graph *g = s->graph;
	if (!g)
		return;
	uint32_t first = first_of(g, signal);
	for (uint32_t k = g->readers_at[signal]; k < g->readers_at[signal + 1]; k++)
		mark(s, g->readers[k]);
	if (is_place(g, signal) && g->first_of)
		for (uint32_t k = g->readers_at[g->cells + first]; k < g->readers_at[g->cells + first + 1]; k++)
			mark(s, g->readers[k]);
	bool state = is_place(g, signal) && signal >= first_state(run);
	if ((s->role[first] || state) && s->touched_in[signal] != s->instant) {
		s->touched_in[signal] = s->instant;
		sb_push(run->own, s->touched, ((se_touched){signal, before}));
	}
	for (uint32_t k = is_place(g, signal) ? s->pre_first[signal] : 0; k; k = s->pre_next[k - 1]) {
		if (!s->pre_noted[k - 1])
			sb_push(run->own, s->pre_maybe, k - 1);
		s->pre_noted[k - 1] = true;
	}
}

bool se_is_read(const se_run *run, uint32_t place)
{
	const sc_graph *g = run->select.graph;
	if (!g)
		return run->plan->steps.n > 0;
	uint32_t cell = g->first_of ? g->cells + g->first_of[place] : place;
	return g->readers_at[place] != g->readers_at[place + 1] || g->readers_at[cell] != g->readers_at[cell + 1] || run->select.pre_first[place];
}

/* What it was is not known, so it counts as another value even if it comes back. */
bool se_touch_place(se_run *run, uint32_t place)
{
	const ss_plan *plan = run->plan;
	if (!se_is_read(run, place))     /* what reads it for these is no piece of code */
		return plan->switches.n || plan->event_code.n || plan->delays.n || plan->clocks.n;
	if (!run->select.graph)
		return true;
	se_bits now = value_of_place(run, place);
	se_touch(run, place, is_text_place(run, place) ? (se_bits){.text = "\001"} : (se_bits){.whole = ~now.whole});
	return true;
}

void se_touch_everything(se_run *run)
{
	se_selection *s = &run->select;
	if (!s->graph)
		return;
	for (uint32_t k = 0; k < s->graph->first[SC_PIECE_KINDS]; k++)
		mark(s, k);
	for (uint32_t k = 0; k < run->plan->pres.n; k++) {
		if (!s->pre_noted[k] && run->pre_discrete[k])
			sb_push(run->own, s->pre_maybe, k);
		s->pre_noted[k] = s->pre_noted[k] || run->pre_discrete[k];
	}
}

void se_all_fresh(se_run *run, uint8_t phase)
{
	run->select.all_fresh[phase] = run->select.point;
}

void se_touch_watch(se_run *run, uint32_t watch)
{
	mark(&run->select, run->select.graph->watch_piece[watch]);
}

void se_new_point(se_run *run)
{
	run->select.point++;
}

/* Algorithms and impure calls look at what time has brought; delays have jumped, if they do. */
void se_new_instant(se_run *run)
{
	se_selection *s = &run->select;
	if (!s->graph)
		return;
	s->instant++;
	s->touched.n = s->looked.n = 0;
	s->suspect = false;
	s->odd.n = 0;
	if (run->plan->strings)
		run->d->services->sweep(run->d);
	for (uint32_t k = 0; k < s->moody.n; k++)
		mark(s, s->moody.at[k]);
}

/* ------------------------------------------------------------------------------------------------- calling pieces */

static bool is_fresh(const se_selection *s, uint32_t piece)
{
	return s->fresh_at[piece] == s->point || s->all_fresh[s->graph->pieces[piece].phase & 15] == s->point;
}

/* What a piece has computed with what has no value is forgotten when it is called again: while an instant settles that may be otherwise in the end. Those that
 * move between instants are looked at after it (guard.c). */
static void note_odd(se_run *run, uint32_t piece)
{
	se_selection *s = &run->select;
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->odd.n; i++)
		if (s->odd.at[i].piece != piece)
			s->odd.at[n++] = s->odd.at[i];
	s->odd.n = n;
	if (sc_noticed(run->d))
		sb_push(run->own, s->odd, ((struct se_odd){piece, sc_take_notice(run->d)}));
}

bool se_is_odd(se_run *run)
{
	se_selection *s = &run->select;
	if (s->odd.n && !run->d->failed)
		sc_fail_noticed(run->d, s->odd.at[0].notice);
	s->odd.n = 0;
	return run->d->failed;
}

static void call(se_run *run, uint32_t piece)
{
	const sc_piece *p = &run->select.graph->pieces[piece];
	sc_forget_noticed(run->d);
	sc_call_piece(run->f, run->d, p, p->kind == SC_WATCHES ? run->g_a : run->next_when, run->watch_slope);
	run->stats.pieces++;
	if ((run->select.odd.n || sc_noticed(run->d)) && (p->phase == SS_DISCRETE || p->kind == SC_ACTIONS))
		note_odd(run, piece);
}

/* How many places a signal has: those of a cell of many elements from its first to its last. */
static uint32_t span_of(const sc_graph *g, uint32_t signal)
{
	return g->span ? g->span[signal] : 1;
}

/* Calls it and makes dirty what reads a value that has changed. */
static void call_and_compare(se_run *run, uint32_t piece)
{
	se_selection *s = &run->select;
	const sc_graph *g = s->graph;
	uint32_t first = g->writes_at[piece], end = g->writes_at[piece + 1], at = 0;
	s->before.n = 0;
	for (uint32_t k = first; k < end; k++)
		for (uint32_t i = 0; i < span_of(g, g->writes[k]); i++)
			sb_push(run->own, s->before, value_of_place(run, g->writes[k] + i));
	call(run, piece);
	for (uint32_t k = first; k < end; k++)
		for (uint32_t i = 0; i < span_of(g, g->writes[k]); i++) {
			uint32_t place = g->writes[k] + i;
			se_bits now = value_of_place(run, place), was = s->before.at[at++];
			if (!differ(run, place, was, now))
				continue;
			s->suspect = s->suspect || (!is_text_place(run, place) && !is_whole_place(run, place) && !isfinite(now.real));
			se_touch(run, place, was);
		}
	clean(s, piece);                 /* what it reads of its own it has set itself */
}

/* Brings the continuous pieces that it reads up to date, and those that they read. */
static bool freshen_sources(se_run *run, uint32_t piece)
{
	se_selection *s = &run->select;
	const sc_graph *g = s->graph;
	s->path.n = 0;
	sb_push(run->own, s->path, ((se_waiting){piece, g->sources_at[piece]}));
	while (s->path.n) {
		se_waiting *top = &s->path.at[s->path.n - 1];
		if (top->next < g->sources_at[top->piece + 1]) {
			uint32_t source = g->sources[top->next++];
			if (!is_fresh(s, source) && s->path.n <= g->first[SC_WATCHES])
				sb_push(run->own, s->path, ((se_waiting){source, g->sources_at[source]}));
			continue;
		}
		if (top->piece != piece) {
			call(run, top->piece);
			clean(s, top->piece);
			s->fresh_at[top->piece] = s->point;
		}
		s->path.n--;
	}
	return !run->d->failed;
}

static bool freshen(se_run *run, uint32_t piece)
{
	se_selection *s = &run->select;
	if (piece == UINT32_MAX || s->graph->pieces[piece].phase == SS_DISCRETE || is_fresh(s, piece))
		return true;
	if (!freshen_sources(run, piece))
		return false;
	call(run, piece);
	clean(s, piece);
	s->fresh_at[piece] = s->point;
	return !run->d->failed;
}

bool se_settle(se_run *run)
{
	se_selection *s = &run->select;
	uint32_t end = s->graph->first[SC_WATCHES];
	for (uint32_t k = next_dirty(s, 0, end); k < end; k = next_dirty(s, k + 1, end)) {
		bool discrete = s->graph->pieces[k].phase == SS_DISCRETE;
		clean(s, k);
		if (!discrete && !s->mixed[k] && !is_fresh(s, k))
			continue;                /* whoever needs it will call it */
		if (!freshen_sources(run, k))
			return false;
		call_and_compare(run, k);
		s->fresh_at[k] = s->point;
		if (run->d->failed)
			return false;
	}
	return true;
}

bool se_unsettled(const se_run *run)
{
	const se_selection *s = &run->select;
	return s->graph && next_dirty(s, 0, s->graph->first[SC_WATCHES]) < s->graph->first[SC_WATCHES];
}

static void look_at_times(se_run *run)
{
	se_selection *s = &run->select;
	uint32_t end = s->graph->first[SC_ACTIONS];
	for (uint32_t k = next_dirty(s, s->graph->first[SC_TIMES], end); k < end; k = next_dirty(s, k + 1, end)) {
		const sc_piece *p = &s->graph->pieces[k];
		freshen_sources(run, k);
		call(run, k);
		clean(s, k);
		for (uint32_t w = p->first; w < p->end; w++)
			if (run->plan->watches.at[w].time_only)
				mark(s, s->graph->watch_piece[w]);
	}
}

static void look_at_piece(se_run *run, uint32_t piece)
{
	se_selection *s = &run->select;
	const sc_piece *p = &s->graph->pieces[piece];
	freshen_sources(run, piece);
	call(run, piece);
	clean(s, piece);
	if (s->looked_in[piece] != s->instant)
		sb_push(run->own, s->looked, piece);
	s->looked_in[piece] = s->instant;
	for (uint32_t w = p->first; w < p->end; w++) {
		run->truth[w] = se_condition(run, w);
		if (run->truth[w] != run->d->latch[w])
			sb_push(run->own, s->turning, w);
	}
}

void se_flip(se_run *run, uint32_t watch, uint32_t flips)
{
	if (!run->flips[watch])
		sb_push(run->own, run->flipped, watch);
	run->flips[watch] = flips;
}

void se_forget_flips(se_run *run)
{
	for (uint32_t i = 0; i < run->flipped.n; i++)
		run->flips[run->flipped.at[i]] = 0;
	run->flipped.n = 0;
}

static void latch(se_run *run, uint32_t watch)
{
	long long before = run->d->latch[watch];
	se_log_watch(run, watch, run->truth[watch]);
	run->d->latch[watch] = run->truth[watch];
	run->turned[watch] = run->stats.microsteps;
	se_flip(run, watch, run->flips[watch] + 1);
	se_touch(run, run->select.graph->latch + watch, (se_bits){.whole = before});
}

void se_watch_one(se_run *run, uint32_t watch, double *functions)
{
	uint32_t piece = run->select.graph->watch_piece[watch];
	if (!freshen_sources(run, piece))
		return;
	sc_call_piece(run->f, run->d, &run->select.graph->pieces[piece], functions, NULL);
	run->stats.pieces++;
}

/* Conditions that keep turning together, as the diodes of a bridge may, are turned one at a time, the first first: where a
 * linear complementarity problem has one solution whatever its right-hand side (a P-matrix), this always finds it (Murty). */
static bool turn_one(const se_run *run)
{
	for (uint32_t i = 0; i < run->flipped.n; i++)
		if (run->flips[run->flipped.at[i]] >= SE_TURN_TOGETHER)
			return true;
	return false;
}

bool se_look(se_run *run)
{
	se_selection *s = &run->select;
	uint32_t end = s->graph->first[SC_TIMES];
	s->turning.n = 0;
	look_at_times(run);
	for (uint32_t k = next_dirty(s, s->graph->first[SC_WATCHES], end); k < end; k = next_dirty(s, k + 1, end))
		look_at_piece(run, k);
	uint32_t count = s->turning.n > 1 && turn_one(run) ? 1 : s->turning.n;
	for (uint32_t k = 0; k < count; k++)
		latch(run, s->turning.at[k]);
	for (uint32_t k = count; k < s->turning.n; k++)
		mark(s, s->graph->watch_piece[s->turning.at[k]]);
	return count > 0;
}

void se_act(se_run *run)
{
	se_selection *s = &run->select;
	uint32_t end = s->graph->first[SC_PIECE_KINDS];
	for (uint32_t k = next_dirty(s, s->graph->first[SC_ACTIONS], end); k < end; k = next_dirty(s, k + 1, end)) {
		clean(s, k);
		if (!freshen_sources(run, k))
			return;
		call(run, k);
	}
}

/* ------------------------------------------------------------------------------------------------ recorded values */

typedef struct noting { const ss_plan *plan; uint8_t *phase_of, phase; uint32_t first; } noting;

static void note_element(void *context, uint32_t away)
{
	const noting *n = context;
	n->phase_of[n->first + away] = n->phase;
}

static void note_place(void *context, ss_place place, const ss_piece *piece)
{
	noting *n = context;
	if (place.store == SS_NOWHERE)
		return;
	n->first = sc_place_key(n->plan, place);
	if (piece && piece->whole)
		ss_each_element(piece, note_element, n);
	else
		note_element(n, 0);
}

static void note_target(const se_run *run, uint8_t *phase_of, sx_ref target, const sm_domain *domain, uint8_t phase)
{
	const sx_pool *pool = run->model->pool;
	if (!target || sx_op_of(pool, target) != SX_VAR)
		return;
	noting n = { run->plan, phase_of, phase, 0 };
	ss_places_met(run->plan, target, domain, note_place, &n);
}

uint8_t *se_phases_of_places(const se_run *run, sb_arena *arena)
{
	const ss_plan *plan = run->plan;
	uint8_t *phase_of = sb_new_array(arena, uint8_t, plan->reals + plan->ints + plan->strings + 2 * (size_t)plan->states + 1);
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		const ss_step *step = &plan->steps.at[i];
		const sm_exprs *list = step->kind == SS_BLOCK ? &plan->blocks.at[step->block]->members : &step->targets;
		note_target(run, phase_of, step->kind == SS_ASSIGN ? step->target : 0, &step->domain, step->phases);
		for (uint32_t k = 0; k < list->n; k++)
			note_target(run, phase_of, list->at[k], NULL, step->phases);
	}
	return phase_of;
}

/* Without a graph whole phases are evaluated: those that set something which is recorded. */
static void find_phases(se_run *run)
{
	const ss_plan *plan = run->plan;
	sb_arena *scratch = sb_arena_new();
	const uint8_t *phase_of = se_phases_of_places(run, scratch);
	uint8_t wanted = 0;
	for (uint32_t i = 0; i < run->channel_count; i++) {
		ss_place place = run->channels[i];
		wanted |= place.store == SS_RATE ? SS_RATES : place.store == SS_NOWHERE ? 0 : phase_of[sc_place_key(plan, place)];
	}
	run->select.need_phases = wanted & SS_OUTPUT ? SS_RATES | SS_WATCH | SS_OUTPUT : wanted & SS_WATCH ? SS_RATES | SS_WATCH : wanted;
	sb_arena_free(scratch);
}

void se_select_recorded(se_run *run)
{
	se_selection *s = &run->select;
	s->needed.n = 0;
	s->need_all = true;
	s->need_phases = SS_RATES | SS_WATCH | SS_OUTPUT;
	if (!s->graph && run->settings.record_count)
		find_phases(run);
	if (!s->graph)
		return;
	sb_arena *scratch = sb_arena_new();
	bool *seen = sb_new_array(scratch, bool, s->graph->first[SC_WATCHES] + 1);
	for (uint32_t i = 0; i < run->channel_count; i++) {
		ss_place place = run->channels[i];
		uint32_t piece = place.store == SS_NOWHERE ? UINT32_MAX : sc_producer(s->graph, run->plan, place);
		if (piece == UINT32_MAX || seen[piece] || s->graph->pieces[piece].phase == SS_DISCRETE)
			continue;
		seen[piece] = true;
		sb_push(run->own, s->needed, piece);
	}
	s->need_all = s->needed.n > 4 && s->needed.n > s->graph->first[SC_WATCHES] / 4;
	sb_arena_free(scratch);
}

void se_evaluate_phases(se_run *run, uint8_t phases, bool rates_known)
{
	if (phases & SS_OUTPUT && rates_known)
		se_evaluate_rest(run);
	else if (phases & SS_OUTPUT)
		se_evaluate_all(run);
	if (phases & SS_OUTPUT)
		return;
	if (phases && !rates_known)
		run->f->rates(run->d);
	if (phases & SS_WATCH)
		run->f->watch(run->d, run->g_a);
	run->stats.evaluations += phases != 0;
}

bool se_evaluate_pieces(se_run *run, const sb_u32s *pieces)
{
	for (uint32_t k = 0; k < pieces->n; k++)
		if (!freshen(run, pieces->at[k]))
			return false;
	run->stats.evaluations += pieces->n > 0;
	return true;
}

static bool evaluate_recorded(se_run *run)
{
	se_selection *s = &run->select;
	if (!s->graph && s->need_phases != (SS_RATES | SS_WATCH | SS_OUTPUT)) {
		se_evaluate_phases(run, s->need_phases, false);
		return !run->d->failed;
	}
	if (s->need_all) {
		bool searched = s->all_fresh[SS_RATES] == s->point && s->all_fresh[SS_WATCH] == s->point;
		if (!searched)
			se_evaluate_all(run);
		else if (s->all_fresh[SS_OUTPUT] != s->point)
			run->f->outputs(run->d);
		se_all_fresh(run, SS_OUTPUT);
		return !run->d->failed;
	}
	return se_evaluate_pieces(run, &s->needed);
}

bool se_evaluate_recorded(se_run *run)
{
	bool good = evaluate_recorded(run);
	if (good && run->hold)
		se_show_held(run);
	return good;
}

/* --------------------------------------------------------------------------------------------------------- pre */

bool se_evaluate_left_limits(se_run *run)
{
	se_selection *s = &run->select;
	for (uint32_t i = 0; i < s->pre_continuous.n; i++) {
		ss_place place = run->plan->pres.at[s->pre_continuous.at[i]].place;
		if (place.store != SS_NOWHERE && !freshen(run, sc_producer(s->graph, run->plan, place)))
			return false;
	}
	return true;
}

/* ------------------------------------------------------------------------------------------------------ delays */

static void delay_place(void *context, ss_place place, const ss_piece *cell)
{
	se_run *run = context;
	se_selection *s = &run->select;
	(void)cell;
	if (place.store != SS_REAL && place.store != SS_INT && place.store != SS_RATE)
		return;
	uint32_t piece = sc_producer(s->graph, run->plan, place);
	if (piece == UINT32_MAX || s->graph->pieces[piece].phase == SS_DISCRETE)
		return;
	for (uint32_t i = 0; i < s->delayed.n; i++)
		if (s->delayed.at[i] == piece)
			return;
	sb_push(run->own, s->delayed, piece);
}

static void delay_rate(void *context, ss_place place, const ss_piece *cell)
{
	if (place.store == SS_STATE)
		delay_place(context, (ss_place){.store = SS_RATE, .index = place.index}, cell);
}

static bool delay_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	se_run *run = context;
	if (sx_op_of(pool, e) == SX_VAR)
		ss_places_met(run->plan, e, NULL, delay_place, run);
	else if (sx_op_of(pool, e) == SX_DER)
		ss_places_met(run->plan, sx_arg(pool, e, 0), NULL, delay_rate, run);
	return true;
}

static void find_delayed(se_run *run)
{
	const ss_plan *plan = run->plan;
	const sx_pool *pool = run->model->pool;
	for (uint32_t k = 0; k < plan->delays.n; k++) {
		sx_visit(pool, plan->delays.at[k].value, delay_leaf, run);
		sx_visit(pool, plan->delays.at[k].time, delay_leaf, run);
	}
	for (uint32_t k = 0; k < plan->transports.n; k++) {
		const ss_transport *t = &plan->transports.at[k];
		const sx_ref taken[] = {t->in[0], t->in[1], t->x, t->positive};
		for (int i = 0; i < 4; i++)
			sx_visit(pool, taken[i], delay_leaf, run);
	}
}

bool se_evaluate_delayed(se_run *run)
{
	return se_evaluate_pieces(run, &run->select.delayed);
}

bool se_renew_pre(se_run *run, uint32_t *which)
{
	se_selection *s = &run->select;
	bool any = false;
	for (uint32_t i = 0; i < s->pre_maybe.n; i++) {
		uint32_t k = s->pre_maybe.at[i];
		s->pre_noted[k] = false;
		if (!run->pre_discrete[k] || !se_pre_differs(run, k))
			continue;
		se_bits before = value_of(run, s->graph->pre + k);
		se_save_pre(run, k);
		se_touch(run, s->graph->pre + k, before);
		*which = any ? *which : k;
		any = true;
	}
	s->pre_maybe.n = 0;
	return any;
}

/* -------------------------------------------------------------------------------------------- what has changed */

static bool changed(const se_run *run, uint8_t role)
{
	const se_selection *s = &run->select;
	for (uint32_t i = 0; i < s->touched.n; i++) {
		uint32_t signal = s->touched.at[i].signal, first = first_of(s->graph, signal);
		if (s->role[first] & role && differ(run, signal, s->touched.at[i].before, value_of(run, signal)))
			return true;
	}
	return false;
}

bool se_rates_concerned(const se_run *run)
{
	return run->select.graph && changed(run, SE_READ_BY_RATES);
}

bool se_shown_changed(const se_run *run)
{
	return run->select.graph && changed(run, SE_SHOWN);
}

bool se_states_changed(const se_run *run)
{
	const se_selection *s = &run->select;
	uint32_t first = first_state(run), end = first + run->plan->states;
	for (uint32_t i = 0; s->graph && i < s->touched.n; i++) {
		uint32_t signal = s->touched.at[i].signal;
		if (signal >= first && signal < end && differ(run, signal, s->touched.at[i].before, value_of(run, signal)))
			return true;
	}
	return false;
}

/* -------------------------------------------------------------------------------------------------------- opening */

/* What the rates read and do not compute themselves (E15): latches, discrete variables, pre values; numbers only. */
static bool rates_read(const sc_graph *g, uint32_t signal)
{
	for (uint32_t k = g->readers_at[signal]; k < g->readers_at[signal + 1]; k++)
		if (g->readers[k] < g->first[SC_WATCHES] && g->pieces[g->readers[k]].phase & SS_RATES)
			return true;
	return false;
}

static void find_readings(se_run *run)
{
	se_selection *s = &run->select;
	const sc_graph *g = s->graph;
	for (uint32_t signal = 0; signal < g->signals; signal++) {
		uint32_t place = signal >= g->cells ? signal - g->cells : signal, first = first_of(g, place);
		bool text = is_place(g, place) ? is_text_place(run, place)
		                               : place < g->latch && run->plan->pres.at[place - g->pre].place.store == SS_STRING;
		bool own = text || signal == g->delay || (is_place(g, place) &&
		           (place >= first_state(run) || (g->producer[first] != UINT32_MAX && g->pieces[g->producer[first]].phase & SS_RATES)));
		if (!own && rates_read(g, signal))
			s->role[first] |= SE_READ_BY_RATES;
	}
}

/* A latch, a pre value or a discrete variable that something continuous reads: its change can be seen, in what is recorded or not. */
static bool continuous_read(const sc_graph *g, uint32_t signal)
{
	for (uint32_t k = g->readers_at[signal]; k < g->readers_at[signal + 1]; k++)
		if (g->readers[k] < g->first[SC_WATCHES] && g->pieces[g->readers[k]].phase != SS_DISCRETE)
			return true;
	return false;
}

static void find_shown(se_run *run)
{
	const sc_graph *g = run->select.graph;
	for (uint32_t signal = g->pre; signal < g->clock; signal++)
		if (continuous_read(g, signal))
			run->select.role[signal] |= SE_SHOWN;
	for (uint32_t piece = 0; piece < g->first[SC_WATCHES]; piece++)
		for (uint32_t k = g->writes_at[piece]; k < g->writes_at[piece + 1] && g->pieces[piece].phase == SS_DISCRETE; k++)
			run->select.role[first_of(g, g->writes[k])] |= SE_SHOWN;
	for (uint32_t i = 0; i < run->model->variables.n; i++) {
		const sm_variable *v = &run->model->variables.at[i];
		for (uint32_t k = v->first; k < v->first + v->count && v->hidden; k++)
			if (ss_place_of(run->plan, k).store == SS_INT || ss_place_of(run->plan, k).store == SS_REAL)
				run->select.role[sc_place_key(run->plan, ss_place_of(run->plan, k))] &= (uint8_t)~SE_SHOWN;
	}
	for (uint32_t i = 0; i < run->model->variables.n; i++) {
		const sm_variable *v = &run->model->variables.at[i];
		for (uint32_t k = v->first; k < v->first + v->count && !v->hidden && v->variability == SM_DISCRETE; k++)
			if (ss_place_of(run->plan, k).store == SS_INT || ss_place_of(run->plan, k).store == SS_REAL)
				run->select.role[sc_place_key(run->plan, ss_place_of(run->plan, k))] |= SE_SHOWN;
	}
}

void se_select_clear(se_run *run)
{
	se_selection *s = &run->select;
	s->point++;
	s->pre_maybe.n = s->ticked.n = 0;
	if (s->graph)
		memset(s->pre_noted, 0, run->plan->pres.n * sizeof *s->pre_noted);
}

void se_select_open(se_run *run)
{
	se_selection *s = &run->select;
	const sc_graph *g = s->graph = sc_graph_of(run->program);
	sb_arena *a = run->own;
	s->point = 1;
	if (!g)
		return;
	uint32_t pieces = g->first[SC_PIECE_KINDS];
	s->dirty = sb_new_array(a, uint64_t, pieces / 64 + 2);
	s->dirty_words = sb_new_array(a, uint64_t, pieces / 4096 + 2);
	s->fresh_at = sb_new_array(a, uint64_t, pieces + 1);
	s->looked_in = sb_new_array(a, uint64_t, pieces + 1);
	s->role = sb_new_array(a, uint8_t, g->signals + 1);
	s->touched_in = sb_new_array(a, uint64_t, g->signals + 1);
	s->pre_first = sb_new_array(a, uint32_t, g->pre + 1);
	s->pre_next = sb_new_array(a, uint32_t, run->plan->pres.n + 1);
	s->pre_noted = sb_new_array(a, bool, run->plan->pres.n + 1);
	for (uint32_t k = 0; k < run->plan->pres.n; k++) {
		ss_place place = run->plan->pres.at[k].place;
		if (!run->pre_discrete[k])
			sb_push(a, s->pre_continuous, k);
		if (place.store == SS_NOWHERE)
			continue;
		uint32_t *first = &s->pre_first[sc_place_key(run->plan, place)];
		s->pre_next[k] = *first;
		*first = k + 1;
	}
	for (uint32_t k = 0; k < g->first[SC_WATCHES]; k++)
		if (g->pieces[k].moody && g->pieces[k].phase == SS_DISCRETE)
			sb_push(a, s->moody, k);
	s->mixed = sb_new_array(a, bool, g->first[SC_WATCHES] + 1);
	for (uint32_t k = 0; k < g->first[SC_WATCHES]; k++)
		for (uint32_t i = g->writes_at[k]; i < g->writes_at[k + 1] && g->pieces[k].phase != SS_DISCRETE; i++)
			s->mixed[k] = s->mixed[k] || is_whole_place(run, g->writes[i]) || is_text_place(run, g->writes[i]);
	find_readings(run);
	find_shown(run);
	find_delayed(run);
}

/* Between instants nothing is touched. What has been evaluated at the present point is up to date. */
void se_select_archive(se_run *run, sb_archive *a)
{
	se_selection *s = &run->select;
	const sc_graph *g = s->graph;
	sb_archive_tag(a, "select");
	sb_archive_one(a, s->point);
	sb_archive_one(a, s->all_fresh);
	sb_archive_one(a, s->instant);
	sb_archive_one(a, s->suspect);
	if (!g)
		return;
	uint32_t pieces = g->first[SC_PIECE_KINDS];
	sb_archive_bytes(a, s->dirty, (pieces / 64 + 2) * sizeof *s->dirty);
	sb_archive_bytes(a, s->dirty_words, (pieces / 4096 + 2) * sizeof *s->dirty_words);
	sb_archive_bytes(a, s->fresh_at, pieces * sizeof *s->fresh_at);
	sb_archive_bytes(a, s->looked_in, pieces * sizeof *s->looked_in);
	sb_archive_bytes(a, s->touched_in, g->signals * sizeof *s->touched_in);
	sb_archive_bytes(a, s->pre_noted, run->plan->pres.n * sizeof *s->pre_noted);
	sb_archive_vec(a, run->own, s->pre_maybe);
	sb_archive_vec(a, run->own, s->ticked);
	sb_archive_vec(a, run->own, s->turning);
}
