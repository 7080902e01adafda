/* Selective evaluation; select.h says how it works. */
#include "engine/evaluate/engine_evaluate.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ signals */

/* Stores have consecutive signals, in the order of sc_place_key. */
static se_bits value_of_place(const se_run *run, uint32_t k)
{
	const si_image *image = run->image;
	const sc_data *d = run->d;
	if (k < image->reals)
		return (se_bits){.real = d->r[k]};
	k -= image->reals;
	if (k < image->ints)
		return (se_bits){.whole = d->i[k]};
	k -= image->ints;
	if (k < image->strings)
		return (se_bits){.text = d->s[k]};
	k -= image->strings;
	return (se_bits){.real = k < image->states ? d->x[k] : d->xd[k - image->states]};
}

static se_bits value_of(const se_run *run, uint32_t signal)
{
	const sc_graph *g = run->select->graph;
	if (se_is_place(g, signal))
		return value_of_place(run, signal);
	if (signal >= g->latch)
		return (se_bits){.whole = signal < g->clock ? run->d->latch[signal - g->latch] : 0};
	uint32_t k = signal - g->pre;
	switch (run->image->pres.at[k].place.store) {
	case SI_INT: return (se_bits){.whole = run->d->pre_i[k]};
	case SI_STRING: return (se_bits){.text = run->d->pre_s[k]};
	default: return (se_bits){.real = run->d->pre_r[k]};
	}
}

static bool differ(const se_run *run, uint32_t signal, se_bits a, se_bits b)
{
	if (a.whole == b.whole)
		return false;
	if (se_is_place(run->select->graph, signal) && se_is_text_place(run, signal))
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
	se_selection *s = run->select;
	const sc_graph *g = s->graph;
	if (!g)
		return;
	uint32_t first = se_first_of_cell(g, signal);
	for (uint32_t k = g->readers_at[signal]; k < g->readers_at[signal + 1]; k++)
		mark(s, g->readers[k]);
	if (se_is_place(g, signal) && g->first_of)
		for (uint32_t k = g->readers_at[g->cells + first]; k < g->readers_at[g->cells + first + 1]; k++)
			mark(s, g->readers[k]);
	bool state = se_is_place(g, signal) && signal >= se_first_state_place(run);
	if ((s->role[first] || state) && s->touched_in[signal] != s->instant) {
		s->touched_in[signal] = s->instant;
		sb_push(run->own, s->touched, ((se_touched){signal, before}));
	}
	for (uint32_t k = se_is_place(g, signal) ? s->pre_first[signal] : 0; k; k = s->pre_next[k - 1]) {
		if (!s->pre_noted[k - 1])
			sb_push(run->own, s->pre_maybe, k - 1);
		s->pre_noted[k - 1] = true;
	}
}

bool se_is_read(const se_run *run, uint32_t place)
{
	const sc_graph *g = run->select->graph;
	if (!g)
		return run->image->steps.n > 0;
	uint32_t cell = g->first_of ? g->cells + g->first_of[place] : place;
	return g->readers_at[place] != g->readers_at[place + 1] || g->readers_at[cell] != g->readers_at[cell + 1] ||
		   run->select->pre_first[place];
}

/* What it was is not known, so it counts as another value even if it comes back. */
bool se_touch_place(se_run *run, uint32_t place)
{
	const si_image *image = run->image;
	if (!se_is_read(run, place))     /* what reads it for these is no piece of code */
		return image->switches.n || image->event_code.n || image->delays.n || image->clocks.n;
	if (!run->select->graph)
		return true;
	se_bits now = value_of_place(run, place);
	se_touch(run, place, se_is_text_place(run, place) ? (se_bits){.text = "\001"} : (se_bits){.whole = ~now.whole});
	return true;
}

void se_touch_everything(se_run *run)
{
	se_selection *s = run->select;
	if (!s->graph)
		return;
	for (uint32_t k = 0; k < s->graph->first[SC_PIECE_KINDS]; k++)
		mark(s, k);
	for (uint32_t k = 0; k < run->image->pres.n; k++) {
		if (!s->pre_noted[k] && run->pre_discrete[k])
			sb_push(run->own, s->pre_maybe, k);
		s->pre_noted[k] = s->pre_noted[k] || run->pre_discrete[k];
	}
}

void se_all_fresh(se_run *run, uint8_t phase)
{
	run->select->all_fresh[phase] = run->select->point;
}

void se_touch_watch(se_run *run, uint32_t watch)
{
	mark(run->select, run->select->graph->watch_piece[watch]);
}

void se_new_point(se_run *run)
{
	run->select->point++;
}

/* Algorithms and impure calls look at what time has brought; delays have jumped, if they do. */
void se_new_instant(se_run *run)
{
	se_selection *s = run->select;
	if (!s->graph)
		return;
	s->instant++;
	s->touched.n = s->looked.n = 0;
	s->suspect = false;
	s->odd.n = 0;
	if (run->image->strings)
		run->d->services->sweep(run->d);
	for (uint32_t k = 0; k < s->moody.n; k++)
		mark(s, s->moody.at[k]);
}

/* ------------------------------------------------------------------------------------------------- calling pieces */

static bool is_fresh(const se_selection *s, uint32_t piece)
{
	return s->fresh_at[piece] == s->point || s->all_fresh[s->graph->pieces[piece].phase & 15] == s->point;
}

/* What a piece has computed with what has no value is forgotten when it is called again: while an instant settles that
 * may be otherwise in the end. Those that move between instants are looked at after it (guard.c). */
static void note_odd(se_run *run, uint32_t piece)
{
	se_selection *s = run->select;
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
	se_selection *s = run->select;
	if (s->odd.n && !run->d->failed)
		sc_fail_noticed(run->d, s->odd.at[0].notice);
	s->odd.n = 0;
	return run->d->failed;
}

static void call(se_run *run, uint32_t piece)
{
	const sc_piece *p = &run->select->graph->pieces[piece];
	if (run->select->bring_states)
		run->select->bring_states(run, piece);
	sc_forget_noticed(run->d);
	sc_call_piece(run->f, run->d, p, p->kind == SC_WATCHES ? run->g_a : run->next_when, run->watch_slope);
	run->stats.pieces++;
	if ((run->select->odd.n || sc_noticed(run->d)) && (p->phase == SI_DISCRETE || p->kind == SC_ACTIONS))
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
	se_selection *s = run->select;
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
			s->suspect =
				s->suspect || (!se_is_text_place(run, place) && !se_is_whole_place(run, place) && !isfinite(now.real));
			se_touch(run, place, was);
		}
	clean(s, piece);                 /* what it reads of its own it has set itself */
}

/* Brings the continuous pieces that it reads up to date, and those that they read. */
static bool freshen_sources(se_run *run, uint32_t piece)
{
	se_selection *s = run->select;
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
	se_selection *s = run->select;
	if (piece == UINT32_MAX || s->graph->pieces[piece].phase == SI_DISCRETE || is_fresh(s, piece))
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
	se_selection *s = run->select;
	uint32_t end = s->graph->first[SC_WATCHES];
	for (uint32_t k = next_dirty(s, 0, end); k < end; k = next_dirty(s, k + 1, end)) {
		bool discrete = s->graph->pieces[k].phase == SI_DISCRETE;
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
	const se_selection *s = run->select;
	return s->graph && next_dirty(s, 0, s->graph->first[SC_WATCHES]) < s->graph->first[SC_WATCHES];
}

static void look_at_times(se_run *run)
{
	se_selection *s = run->select;
	uint32_t end = s->graph->first[SC_ACTIONS];
	for (uint32_t k = next_dirty(s, s->graph->first[SC_TIMES], end); k < end; k = next_dirty(s, k + 1, end)) {
		const sc_piece *p = &s->graph->pieces[k];
		freshen_sources(run, k);
		call(run, k);
		clean(s, k);
		for (uint32_t w = p->first; w < p->end; w++)
			if (run->image->watches.at[w].time_only)
				mark(s, s->graph->watch_piece[w]);
	}
}

static void look_at_piece(se_run *run, uint32_t piece, se_valuing condition)
{
	se_selection *s = run->select;
	const sc_piece *p = &s->graph->pieces[piece];
	freshen_sources(run, piece);
	call(run, piece);
	clean(s, piece);
	if (s->looked_in[piece] != s->instant)
		sb_push(run->own, s->looked, piece);
	s->looked_in[piece] = s->instant;
	for (uint32_t w = p->first; w < p->end; w++) {
		run->truth[w] = condition(run, w);
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
	se_tell_watch(run, watch, run->truth[watch]);
	run->d->latch[watch] = run->truth[watch];
	run->turned[watch] = run->stats.microsteps;
	se_flip(run, watch, run->flips[watch] + 1);
	se_touch(run, run->select->graph->latch + watch, (se_bits){.whole = before});
}

void se_watch_one(se_run *run, uint32_t watch, double *functions)
{
	uint32_t piece = run->select->graph->watch_piece[watch];
	if (!freshen_sources(run, piece))
		return;
	sc_call_piece(run->f, run->d, &run->select->graph->pieces[piece], functions, NULL);
	run->stats.pieces++;
}

/* Conditions that keep turning together, as the diodes of a bridge may, are turned one at a time, the first first:
 * where a linear complementarity problem has one solution whatever its right-hand side (a P-matrix), this always finds
 * it (Murty). */
static bool turn_one(const se_run *run)
{
	for (uint32_t i = 0; i < run->flipped.n; i++)
		if (run->flips[run->flipped.at[i]] >= SE_TURN_TOGETHER)
			return true;
	return false;
}

/* A condition on time that is zero now may have been decided by what follows, with the conditions that held until now.
 * Where its function is the same with those that have turned, only this has changed. */
static void look_ahead_again(se_run *run)
{
	for (uint32_t k = 0; k < run->image->moments.n; k++) {
		const si_moment *m = &run->image->moments.at[k];
		if (m->kind == SI_MOMENT_WATCH && run->truth[m->watch] == run->d->latch[m->watch] &&
			sc_truth(run->d, &run->image->watches.at[m->watch], run->g_a[m->watch], NAN, 0) != run->truth[m->watch])
			mark(run->select, run->select->graph->watch_piece[m->watch]);
	}
}

bool se_look(se_run *run, se_valuing condition)
{
	se_selection *s = run->select;
	uint32_t end = s->graph->first[SC_TIMES];
	s->turning.n = 0;
	look_at_times(run);
	for (uint32_t k = next_dirty(s, s->graph->first[SC_WATCHES], end); k < end; k = next_dirty(s, k + 1, end))
		look_at_piece(run, k, condition);
	uint32_t count = s->turning.n > 1 && turn_one(run) ? 1 : s->turning.n;
	for (uint32_t k = 0; k < count; k++)
		latch(run, s->turning.at[k]);
	for (uint32_t k = count; k < s->turning.n; k++)
		mark(s, s->graph->watch_piece[s->turning.at[k]]);
	if (count)
		look_ahead_again(run);
	return count > 0;
}

/* After a failure nothing is known to be fresh. */
static void begin_anew(se_run *run)
{
	sc_forgive(run->d);
	sc_forget_noticed(run->d);
	run->select->odd.n = 0;
	se_new_point(run);
}

/* What a condition reads may have its new value although something else that is computed together with it has failed. A
 * condition that has turned too early turns back in the next pass. */
bool se_look_in_part(se_run *run, se_valuing condition)
{
	se_selection *s = run->select;
	begin_anew(run);
	s->turning.n = 0;
	for (uint32_t k = s->graph->first[SC_WATCHES]; k < s->graph->first[SC_TIMES]; k++) {
		if (!freshen_sources(run, k))
			begin_anew(run);
		call(run, k);
		const sc_piece *p = &s->graph->pieces[k];
		for (uint32_t w = p->first; w < p->end && !run->d->failed; w++) {
			run->truth[w] = condition(run, w);
			if (isfinite(run->g_a[w]) && run->truth[w] != run->d->latch[w])
				sb_push(run->own, s->turning, w);
		}
		if (run->d->failed)
			begin_anew(run);
	}
	for (uint32_t i = 0; i < s->turning.n; i++)
		latch(run, s->turning.at[i]);
	begin_anew(run);
	se_touch_everything(run);
	return s->turning.n > 0;
}

void se_act(se_run *run)
{
	se_selection *s = run->select;
	uint32_t end = s->graph->first[SC_PIECE_KINDS];
	for (uint32_t k = next_dirty(s, s->graph->first[SC_ACTIONS], end); k < end; k = next_dirty(s, k + 1, end)) {
		clean(s, k);
		if (!freshen_sources(run, k))
			return;
		call(run, k);
	}
}

/* --------------------------------------------------------------------------------------------------------- pre */

bool se_evaluate_left_limits(se_run *run)
{
	se_selection *s = run->select;
	for (uint32_t i = 0; i < s->pre_continuous.n; i++) {
		si_place place = run->image->pres.at[s->pre_continuous.at[i]].place;
		if (place.store != SI_NOWHERE && !freshen(run, sc_producer(s->graph, run->image, place)))
			return false;
	}
	return true;
}

bool se_evaluate_pieces(se_run *run, const sb_u32s *pieces)
{
	for (uint32_t k = 0; k < pieces->n; k++)
		if (!freshen(run, pieces->at[k]))
			return false;
	run->stats.evaluations += pieces->n > 0;
	return true;
}

bool se_evaluate_delayed(se_run *run)
{
	return se_evaluate_pieces(run, &run->select->delayed);
}

bool se_renew_pre(se_run *run, uint32_t *which)
{
	se_selection *s = run->select;
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
	const se_selection *s = run->select;
	for (uint32_t i = 0; i < s->touched.n; i++) {
		uint32_t signal = s->touched.at[i].signal, first = se_first_of_cell(s->graph, signal);
		if (s->role[first] & role && differ(run, signal, s->touched.at[i].before, value_of(run, signal)))
			return true;
	}
	return false;
}

bool se_rates_concerned(const se_run *run)
{
	return run->select->graph && changed(run, SE_READ_BY_RATES);
}

bool se_shown_changed(const se_run *run)
{
	return run->select->graph && changed(run, SE_SHOWN);
}

bool se_states_changed(const se_run *run)
{
	const se_selection *s = run->select;
	uint32_t first = se_first_state_place(run), end = first + run->image->states;
	for (uint32_t i = 0; s->graph && i < s->touched.n; i++) {
		uint32_t signal = s->touched.at[i].signal;
		if (signal >= first && signal < end && differ(run, signal, s->touched.at[i].before, value_of(run, signal)))
			return true;
	}
	return false;
}
