/* Selective evaluation, made for a program: what its signals are, who reads them, and what goes into delays. See
 * select.h. */
#include "engine/evaluate/engine_evaluate.h"
#include <string.h>

bool se_is_place(const sc_graph *g, uint32_t signal)
{
	return signal < g->pre;
}

/* The first place of the cell that a place belongs to: it has the role of all. */
uint32_t se_first_of_cell(const sc_graph *g, uint32_t signal)
{
	return se_is_place(g, signal) && g->first_of ? g->first_of[signal] : signal;
}

bool se_is_text_place(const se_run *run, uint32_t k)
{
	uint32_t first = run->image->reals + run->image->ints;
	return k >= first && k < first + run->image->strings;
}

bool se_is_whole_place(const se_run *run, uint32_t k)
{
	return k >= run->image->reals && k < run->image->reals + run->image->ints;
}

uint32_t se_first_state_place(const se_run *run)
{
	return run->image->reals + run->image->ints + run->image->strings;
}

static void delay_place(se_run *run, si_place place)
{
	se_selection *s = run->select;
	if (place.store != SI_REAL && place.store != SI_INT && place.store != SI_RATE)
		return;
	uint32_t piece = sc_producer(s->graph, run->image, place);
	if (piece == UINT32_MAX || s->graph->pieces[piece].phase == SI_DISCRETE)
		return;
	for (uint32_t i = 0; i < s->delayed.n; i++)
		if (s->delayed.at[i] == piece)
			return;
	sb_push(run->own, s->delayed, piece);
}

static void find_delayed(se_run *run)
{
	for (uint32_t i = 0; i < run->image->delayed.n; i++)
		delay_place(run, run->image->delayed.at[i].place);
}

/* What the rates read and do not compute themselves (E15): latches, discrete variables, pre values; numbers only. */
static bool rates_read(const sc_graph *g, uint32_t signal)
{
	for (uint32_t k = g->readers_at[signal]; k < g->readers_at[signal + 1]; k++)
		if (g->readers[k] < g->first[SC_WATCHES] && g->pieces[g->readers[k]].phase & SI_RATES)
			return true;
	return false;
}

static void find_readings(se_run *run)
{
	se_selection *s = run->select;
	const sc_graph *g = s->graph;
	for (uint32_t signal = 0; signal < g->signals; signal++) {
		uint32_t place = signal >= g->cells ? signal - g->cells : signal, first = se_first_of_cell(g, place);
		bool text = se_is_place(g, place)
						? se_is_text_place(run, place)
						: place < g->latch && run->image->pres.at[place - g->pre].place.store == SI_STRING;
		bool own = text || signal == g->delay ||
				   (se_is_place(g, place) &&
					(place >= se_first_state_place(run) ||
					 (g->producer[first] != UINT32_MAX && g->pieces[g->producer[first]].phase & SI_RATES)));
		if (!own && rates_read(g, signal))
			s->role[first] |= SE_READ_BY_RATES;
	}
}

/* A latch, a pre value or a discrete variable that something continuous reads: its change can be seen, in what is
 * recorded or not. */
static bool continuous_read(const sc_graph *g, uint32_t signal)
{
	for (uint32_t k = g->readers_at[signal]; k < g->readers_at[signal + 1]; k++)
		if (g->readers[k] < g->first[SC_WATCHES] && g->pieces[g->readers[k]].phase != SI_DISCRETE)
			return true;
	return false;
}

static void find_shown(se_run *run)
{
	const sc_graph *g = run->select->graph;
	for (uint32_t signal = g->pre; signal < g->clock; signal++)
		if (continuous_read(g, signal))
			run->select->role[signal] |= SE_SHOWN;
	for (uint32_t piece = 0; piece < g->first[SC_WATCHES]; piece++)
		for (uint32_t k = g->writes_at[piece]; k < g->writes_at[piece + 1] && g->pieces[piece].phase == SI_DISCRETE;
			 k++)
			run->select->role[se_first_of_cell(g, g->writes[k])] |= SE_SHOWN;
	for (uint32_t i = 0; i < run->image->variables.n; i++) {
		const si_variable *v = &run->image->variables.at[i];
		for (uint32_t k = v->first; k < v->first + v->count && v->hidden; k++)
			if (si_place_of(run->image, k).store == SI_INT || si_place_of(run->image, k).store == SI_REAL)
				run->select->role[si_place_key(run->image, si_place_of(run->image, k))] &= (uint8_t)~SE_SHOWN;
	}
	for (uint32_t i = 0; i < run->image->variables.n; i++) {
		const si_variable *v = &run->image->variables.at[i];
		for (uint32_t k = v->first; k < v->first + v->count && !v->hidden && v->variability == SI_DISCRETE_ONE; k++)
			if (si_place_of(run->image, k).store == SI_INT || si_place_of(run->image, k).store == SI_REAL)
				run->select->role[si_place_key(run->image, si_place_of(run->image, k))] |= SE_SHOWN;
	}
}

void se_select_clear(se_run *run)
{
	se_selection *s = run->select;
	s->point++;
	s->pre_maybe.n = s->ticked.n = 0;
	if (s->graph)
		memset(s->pre_noted, 0, run->image->pres.n * sizeof *s->pre_noted);
}

void se_select_open(se_run *run)
{
	se_selection *s = run->select = sb_new(run->own, se_selection);
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
	s->pre_next = sb_new_array(a, uint32_t, run->image->pres.n + 1);
	s->pre_noted = sb_new_array(a, bool, run->image->pres.n + 1);
	for (uint32_t k = 0; k < run->image->pres.n; k++) {
		si_place place = run->image->pres.at[k].place;
		if (!run->pre_discrete[k])
			sb_push(a, s->pre_continuous, k);
		if (place.store == SI_NOWHERE)
			continue;
		uint32_t *first = &s->pre_first[si_place_key(run->image, place)];
		s->pre_next[k] = *first;
		*first = k + 1;
	}
	for (uint32_t k = 0; k < g->first[SC_WATCHES]; k++)
		if (g->pieces[k].moody && g->pieces[k].phase == SI_DISCRETE)
			sb_push(a, s->moody, k);
	s->mixed = sb_new_array(a, bool, g->first[SC_WATCHES] + 1);
	for (uint32_t k = 0; k < g->first[SC_WATCHES]; k++)
		for (uint32_t i = g->writes_at[k]; i < g->writes_at[k + 1] && g->pieces[k].phase != SI_DISCRETE; i++)
			s->mixed[k] = s->mixed[k] || se_is_whole_place(run, g->writes[i]) || se_is_text_place(run, g->writes[i]);
	find_readings(run);
	find_shown(run);
	find_delayed(run);
}

/* Between instants nothing is touched. What has been evaluated at the present point is up to date. */
void se_select_archive(se_run *run, sb_archive *a)
{
	se_selection *s = run->select;
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
	sb_archive_bytes(a, s->pre_noted, run->image->pres.n * sizeof *s->pre_noted);
	sb_archive_vec(a, run->own, s->pre_maybe);
	sb_archive_vec(a, run->own, s->ticked);
	sb_archive_vec(a, run->own, s->turning);
}
