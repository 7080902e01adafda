/* The way round in a loop of equations: one of its unknowns, what is computed of it, and so on, until it comes back.
 *
 * Each equation gives one unknown. Where it is written as blocks of a diagram are, y = f(u), that is y, so the way is
 * that of the signals. Other equations give one of what is left. */
#include "model/print/print.h"
#include "structure/describe/describe.h"

#include <string.h>

enum { MOST = 64 };              /* of a larger loop nobody reads the way */

typedef struct way {
	const ss_loop *loop;
	const sx_pool *pool;
	sb_arena *scratch;
	uint32_t n;
	uint64_t has[MOST];            /* by equation: a bit for each member in it */
	uint32_t given[MOST];          /* by member: the equation that gives it; UINT32_MAX: none yet */
	uint64_t tried;                /* members, in a search for another giver */
	bool directed;                 /* all equations are y = f(u) */
} way;

static uint32_t member_of(const way *w, sx_ref e)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (w->loop->members.at[i] == e)
			return i;
	return UINT32_MAX;
}

typedef struct visit { const way *w; sb_map *known; uint64_t found; } visit;

/* What was before the instant is no part of the loop. */
static void see(visit *v, sx_ref e)
{
	const sx_pool *pool = v->w->pool;
	sx_op op = sx_op_of(pool, e);
	uint64_t known;

	if (op == SX_PRE || op == SX_CONST || sb_map_get(v->known, e, &known))
		return;
	sb_map_put(v->known, e, 1);
	uint32_t member = op == SX_VAR || op == SX_DER ? member_of(v->w, e) : UINT32_MAX;
	if (member != UINT32_MAX)
		v->found |= 1ull << member;
	for (uint32_t i = 0; i < sx_at(pool, e)->count; i++)
		see(v, sx_arg(pool, e, i));
}

static uint64_t members_in(const way *w, sx_ref e)
{
	sb_map known = sb_map_new(w->scratch);
	visit v = {w, &known, 0};

	see(&v, e);
	return v.found;
}

/* What y = f(u) gives; UINT32_MAX: the equation has another form. */
static uint32_t written_for(const way *w, uint32_t equation)
{
	const ss_sides *sides = &w->loop->sides[equation];
	uint32_t left = member_of(w, sides->left), right = member_of(w, sides->right);

	if (left != UINT32_MAX && !(members_in(w, sides->right) >> left & 1))
		return left;
	return right != UINT32_MAX && !(members_in(w, sides->left) >> right & 1) ? right : UINT32_MAX;
}

static bool give(way *w, uint32_t equation)
{
	for (uint32_t i = 0; i < w->n; i++) {
		if (!(w->has[equation] >> i & 1) || w->tried >> i & 1)
			continue;
		w->tried |= 1ull << i;
		if (w->given[i] == UINT32_MAX || give(w, w->given[i])) {
			w->given[i] = equation;
			return true;
		}
	}
	return false;
}

static bool find_givers(way *w)
{
	bool placed[MOST] = {0}, good = true;

	w->directed = true;
	memset(w->given, 0xff, sizeof w->given);
	for (uint32_t e = 0; e < w->n; e++) {
		uint32_t member = written_for(w, e);
		w->has[e] = members_in(w, w->loop->sides[e].left) | members_in(w, w->loop->sides[e].right);
		placed[e] = member != UINT32_MAX && w->given[member] == UINT32_MAX;
		w->directed = w->directed && placed[e];
		if (placed[e])
			w->given[member] = e;
	}
	for (uint32_t e = 0; e < w->n && good; e++) {
		w->tried = 0;
		good = placed[e] || give(w, e);
	}
	return good;
}

static bool uses(const way *w, uint32_t member, uint32_t other)
{
	return member != other && w->has[w->given[member]] >> other & 1;
}

/* By steps outwards from the first member, to what is computed of it; next[i] leads back towards it. False: it is not
 * come back to. */
static bool find_way(const way *w, uint32_t *next, uint32_t *last)
{
	uint32_t queue[MOST], head = 0, tail = 0;
	uint64_t seen = 1;

	queue[tail++] = 0;
	while (head < tail) {
		uint32_t from = queue[head++];
		if (from && uses(w, 0, from)) {
			*last = from;
			return true;
		}
		for (uint32_t i = 0; i < w->n; i++)
			if (!(seen >> i & 1) && uses(w, i, from)) {
				seen |= 1ull << i;
				next[i] = from;
				queue[tail++] = i;
			}
	}
	return false;
}

/* The blocks whose equations are on the way, in its order; nothing if one of them is the model itself. */
static void add_blocks(const way *w, const uint32_t *order, uint32_t n, sb_text *out)
{
	sb_text blocks = {0};
	const char *last = "";

	for (uint32_t k = n; k-- > 0;) {
		const sm_equation *q = w->loop->equations.at[w->given[order[k]]];
		if (!q || !q->component || !*q->component) {
			sb_text_free(&blocks);
			return;
		}
		if (strcmp(last, q->component))
			sb_addf(&blocks, "%s%s", blocks.n ? ", " : "", q->component);
		last = q->component;
	}
	sb_addf(out, ", through %s", blocks.at);
	sb_text_free(&blocks);
}

static void write_way(const ss_plan *plan, const way *w, const uint32_t *order, uint32_t n, sb_text *out)
{
	sm_print_expr(plan->model, w->loop->members.at[0], out);
	for (uint32_t k = n; k-- > 0;) {
		sb_add(out, " -> ");
		sm_print_expr(plan->model, w->loop->members.at[order[k]], out);
	}
	add_blocks(w, order, n, out);
}

bool ss_loop_way(const ss_plan *plan, const ss_loop *b, bool directed, sb_text *out)
{
	way w = {.loop = b, .pool = plan->model->pool, .n = b->members.n};
	uint32_t next[MOST], at, n = 0, order[MOST + 1];

	if (!b->sides || b->members.n < 2 || b->members.n > MOST || b->equations.n != b->members.n)
		return false;
	w.scratch = sb_arena_new();
	bool found = find_givers(&w) && (!directed || w.directed) && find_way(&w, next, &at);
	if (found) {
		order[n++] = 0;
		for (; at; at = next[at])
			order[n++] = at;
		write_way(plan, &w, order, n, out);
	}
	sb_arena_free(w.scratch);
	return found;
}
