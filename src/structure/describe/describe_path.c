/* The way round in a linear loop of equations: one of its unknowns, what is computed of it, and so on, until it comes
 * back. */
#include "model/print/print.h"
#include "structure/describe/describe.h"

enum { MOST = 64 };              /* of a larger loop nobody reads the way */

/* way.uses[i] has a bit for each member that member i is computed of. */
typedef struct way { const ss_loop *loop; uint64_t uses[MOST]; } way;

/* Each row of the matrix gives the member of the same number. */
static void find_uses(way *w)
{
	const ss_entries *matrix = &w->loop->matrix;

	for (uint32_t k = 0; k < matrix->n; k++)
		if (matrix->at[k].row != matrix->at[k].col)
			w->uses[matrix->at[k].row] |= 1ull << matrix->at[k].col;
}

/* By steps outwards from the first member, to what is computed of it; next[i] leads back towards it. False: it is not
 * come back to. */
static bool find_way(const way *w, uint32_t *next, uint32_t *last)
{
	uint32_t n = w->loop->members.n, queue[MOST], head = 0, tail = 0;
	uint64_t seen = 1;

	queue[tail++] = 0;
	while (head < tail) {
		uint32_t from = queue[head++];
		if (from && w->uses[0] >> from & 1) {
			*last = from;
			return true;
		}
		for (uint32_t i = 0; i < n; i++)
			if (!(seen >> i & 1) && w->uses[i] >> from & 1) {
				seen |= 1ull << i;
				next[i] = from;
				queue[tail++] = i;
			}
	}
	return false;
}

void ss_describe_way(const ss_plan *plan, const ss_loop *b, sb_text *out)
{
	way w = {.loop = b};
	uint32_t next[MOST], at, n = 0, order[MOST];

	if (!b->linear || b->members.n < 2 || b->members.n > MOST)
		return;
	find_uses(&w);
	if (!find_way(&w, next, &at))
		return;
	for (; at; at = next[at])
		order[n++] = at;
	sb_add(out, "      leads round: ");
	sm_print_expr(plan->model, b->members.at[0], out);
	while (n-- > 0) {
		sb_add(out, " -> ");
		sm_print_expr(plan->model, b->members.at[order[n]], out);
	}
	sb_add(out, " -> ");
	sm_print_expr(plan->model, b->members.at[0], out);
	sb_addc(out, '\n');
}
