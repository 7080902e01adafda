/* A solver with quantised states as an object; and what depends on what, where the caller says it by the pattern of the
 * Jacobian, or not at all. */
#include "solver/qss.h"

#include <math.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------- where nobody says it */

/* Lists in both directions, from columns or with all pairs. */
static void make_lists(qss_solver *s)
{
	const sv_problem *p = &s->core.problem;
	size_t n = p->n, pairs = p->column ? p->column[n] : n * n;
	s->memory = sb_draw_zeros((2 * pairs + 3 * (n + 1)) * sizeof *s->memory);
	uint32_t *first = s->memory, *at = first + n + 1, *back_first = at + pairs, *back = back_first + n + 1,
			 *fill = back + pairs;
	for (uint32_t j = 0; j < n; j++) {
		first[j + 1] = p->column ? p->column[j + 1] : (uint32_t)((j + 1) * n);
		for (uint32_t k = first[j]; k < first[j + 1]; k++) {
			at[k] = p->column ? p->row[k] : k - first[j];
			back_first[at[k] + 1]++;
		}
	}
	for (uint32_t j = 0; j < n; j++)
		back_first[j + 1] += back_first[j];
	for (uint32_t j = 0; j < n; j++)
		for (uint32_t k = first[j]; k < first[j + 1]; k++)
			back[back_first[at[k]] + fill[at[k]]++] = j;
	s->made = (sv_singly){.rates_of_state = {first, at}, .states_of_rate = {back_first, back},
		.rate_bends = NULL};
}

/* ----------------------------------------------------------------------------------------------------------- object */

/* Rates whose course along q is no polynomial: of order 1 those that read time, of others those that bend. */
static void find_timed(qss_solver *s)
{
	const bool *timed = s->order == 1 ? s->singly->timed_rate : s->singly->rate_bends;
	double span = s->core.options.span, longest = s->core.options.longest;
	double first = fmin(span > 0 ? 1e-4 * span : 1e-3, longest > 0 ? 1e-3 * longest : INFINITY);
	for (uint32_t i = 0; i < s->core.problem.n; i++) {
		if (timed && !timed[i])
			continue;
		s->timed[s->timed_count] = (qss_timed){.state = i, .interval = first,
			.timed = s->singly->timed_rate && s->singly->timed_rate[i]};
		s->timed_of[i] = ++s->timed_count;
	}
}

sv_solver *sv_qss_create(const sv_operations *operations, int order, bool implicit, const sv_problem *problem,
						 const sv_options *options)
{
	qss_solver *s = sb_draw_zeros(sizeof *s);
	uint32_t n = problem->n;
	sv_core_open(&s->core, operations, problem, options);
	s->order = order;
	s->implicit = implicit;
	s->singly = problem->singly;
	if (!s->singly) {
		make_lists(s);
		s->singly = &s->made;
	}
	uint32_t watches = s->singly->watches, things = n + watches;
	s->states = sb_draw_zeros((n + 1) * sizeof *s->states);
	s->watches = sb_draw_zeros((watches + 1) * sizeof *s->watches);
	s->timed = sb_draw_zeros((n + 1) * sizeof *s->timed);
	s->timed_of = sb_draw_zeros((n + 1) * sizeof *s->timed_of);
	s->transitions = sb_draw_zeros((n + 1) * sizeof *s->transitions);
	s->past_room = (n > 1000 ? 4 * n : 4000) + 2 * n + 2;
	s->past = sb_draw_zeros(s->past_room * sizeof *s->past);
	s->x = sv_doubles(n);
	s->at = sv_doubles(n);
	for (int k = 0; k < 4; k++)
		s->value[k] = sv_doubles(n);
	s->placed = sb_draw_zeros((n + 1) * sizeof *s->placed);
	s->list = sb_draw_zeros((n + 1) * sizeof *s->list);
	s->some = sb_draw_zeros((n + 1) * sizeof *s->some);
	s->conditions = sb_draw_zeros((watches + 1) * sizeof *s->conditions);
	s->listed = sb_draw_zeros((things + 1) * sizeof *s->listed);
	s->crossed = sb_draw_zeros((watches + 1) * sizeof *s->crossed);
	const sv_lists *of = &s->singly->states_of_rate;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = of->first[i]; k < of->first[i + 1]; k++)
			s->states[i].self = s->states[i].self || of->at[k] == i;
	find_timed(s);
	const bool *bends = s->singly->rates ? s->singly->rate_bends : NULL;
	sv_qss_lines_open(&s->rate_lines, n, &s->singly->states_of_rate, bends, s->singly->timed_rate);
	sv_qss_lines_open(&s->watch_lines, watches, &s->singly->states_of_watch, s->singly->watch_bends, NULL);
	s->rest = sb_draw_zeros((n + 1) * sizeof *s->rest);
	s->rest_at = sb_draw_zeros((n + 1) * sizeof *s->rest_at);
	sv_agenda_open(&s->agenda, things + s->timed_count);
	return &s->core.head;
}

void sv_qss_free(sv_solver *solver)
{
	qss_solver *s = (qss_solver *)solver;
	if (!s)
		return;
	void *const blocks[] = {s->states, s->watches, s->timed, s->timed_of, s->transitions, s->past, s->x, s->at,
		s->value[0], s->value[1], s->value[2], s->value[3], s->placed, s->list, s->some, s->conditions, s->listed,
		s->memory, s->crossed, s->rest, s->rest_at};
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
		sb_put_back(blocks[i]);
	sv_qss_lines_close(&s->rate_lines);
	sv_qss_lines_close(&s->watch_lines);
	sv_agenda_close(&s->agenda);
	sv_core_close(&s->core);
	sb_put_back(s);
}

bool sv_qss_archive(sv_solver *solver, sb_archive *a)
{
	qss_solver *s = (qss_solver *)solver;
	uint32_t n = s->core.problem.n;
	sv_core_archive(&s->core, a);
	sb_archive_one(a, s->t);
	sb_archive_one(a, s->t0);
	sb_archive_one(a, s->crossed_count);
	sb_archive_bytes(a, s->crossed, s->crossed_count * sizeof *s->crossed);
	sb_archive_bytes(a, s->states, n * sizeof *s->states);
	sb_archive_bytes(a, s->watches, s->singly->watches * sizeof *s->watches);
	sb_archive_bytes(a, s->timed, s->timed_count * sizeof *s->timed);
	sb_archive_bytes(a, s->transitions, n * sizeof *s->transitions);
	sb_archive_one(a, s->past_count);
	sb_archive_bytes(a, s->past, s->past_count * sizeof *s->past);
	sv_qss_lines_archive(&s->rate_lines, a);
	sv_qss_lines_archive(&s->watch_lines, a);
	sv_agenda_archive(&s->agenda, a);
	return true;
}
