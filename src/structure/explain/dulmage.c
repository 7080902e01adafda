/* The parts of Dulmage and Mendelsohn. From an unknown without an equation alternating paths reach everything that is
 * undetermined with it; from an equation without an unknown, everything that it contradicts or repeats.
 *
 * Coarse, from all that the matching left over, and fine, from one of them. The fine parts are least ones: along the
 * path by which a member was reached, matching can be turned over so that this member is the one left over, and all the
 * others are matched. So without any one of them the rest could be solved: each is needed for the conflict. */
#include "structure/explain/explain.h"
#include "structure/system/system.h"

/* By unknown: the equations that hold it. */
typedef struct holders {
	uint32_t *first, *equation;
} holders;

static holders list_holders(ss_work *w, const ss_system *s)
{
	uint32_t entries = s->first[s->equation_count];
	holders h = {sb_new_array(w->scratch, uint32_t, s->unknown_count + 2),
				 sb_new_array(w->scratch, uint32_t, entries + 1)};
	uint32_t *fill = sb_new_array(w->scratch, uint32_t, s->unknown_count + 1);

	for (uint32_t i = 0; i < entries; i++)
		h.first[s->unknown[i] + 1]++;
	for (uint32_t u = 0; u < s->unknown_count; u++) {
		h.first[u + 1] += h.first[u];
		fill[u] = h.first[u];
	}
	for (uint32_t e = 0; e < s->equation_count; e++)
		for (uint32_t i = s->first[e]; i < s->first[e + 1]; i++)
			h.equation[fill[s->unknown[i]]++] = e;
	return h;
}

typedef struct search {
	ss_work *w;
	ss_system *s;
	bool *equations, *rows, *unknowns;
	ss_part found;
} search;

static search begin(ss_work *w, ss_system *s)
{
	return (search){.w = w,
					.s = s,
					.equations = sb_new_array(w->scratch, bool, s->equation_count + 1),
					.rows = sb_new_array(w->scratch, bool, s->row_count + 1),
					.unknowns = sb_new_array(w->scratch, bool, s->unknown_count + 1)};
}

static void find_unknown(search *f, uint32_t u)
{
	if (f->unknowns[u])
		return;
	f->unknowns[u] = true;
	sb_push(f->w->scratch, f->found.unknowns, u);
}

static void find_equation(search *f, uint32_t e)
{
	if (f->equations[e])
		return;
	f->equations[e] = true;
	sb_push(f->w->scratch, f->found.equations, e);
}

/* An equation, and all that it holds. A row of an algorithm or a call asks for one of its unknowns only. */
static void follow_row(search *f, uint32_t row)
{
	const ss_row *r = &f->s->rows[row];

	if (f->rows[row])
		return;
	f->rows[row] = true;
	find_equation(f, r->equation);
	if (r->only != UINT32_MAX) {
		if (r->only < f->s->unknown_count)
			find_unknown(f, r->only);
		return;
	}
	for (uint32_t i = f->s->first[r->equation]; i < f->s->first[r->equation + 1]; i++)
		find_unknown(f, f->s->unknown[i]);
}

static void spread_over(search *f)
{
	for (uint32_t i = 0; i < f->found.unknowns.n; i++) {
		uint32_t row = f->s->row_of_unknown[f->found.unknowns.at[i]];
		if (row != UINT32_MAX)
			follow_row(f, row);
	}
}

static bool may_give(const ss_system *s, uint32_t row, uint32_t unknown)
{
	return s->rows[row].only == UINT32_MAX || s->rows[row].only == unknown;
}

static void spread_under(search *f)
{
	holders h = list_holders(f->w, f->s);

	for (uint32_t i = 0; i < f->found.unknowns.n; i++) {
		uint32_t u = f->found.unknowns.at[i];
		for (uint32_t k = h.first[u]; k < h.first[u + 1]; k++) {
			uint32_t e = h.equation[k];
			for (uint32_t r = f->s->first_row[e]; r < f->s->first_row[e + 1]; r++) {
				if (!may_give(f->s, r, u))
					continue;
				find_equation(f, e);
				if (f->s->unknown_of_row[r] != UINT32_MAX)
					find_unknown(f, f->s->unknown_of_row[r]);
			}
		}
	}
}

ss_part ss_overdetermined(ss_work *w, ss_system *s)
{
	search f = begin(w, s);

	for (uint32_t r = 0; r < s->row_count; r++)
		if (s->unknown_of_row[r] == UINT32_MAX)
			follow_row(&f, r);
	spread_over(&f);
	return f.found;
}

ss_part ss_underdetermined(ss_work *w, ss_system *s)
{
	search f = begin(w, s);

	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u])
			find_unknown(&f, u);
	spread_under(&f);
	return f.found;
}

ss_part ss_least_over(ss_work *w, ss_system *s, uint32_t row)
{
	search f = begin(w, s);

	follow_row(&f, row);
	spread_over(&f);
	return f.found;
}

ss_part ss_least_under(ss_work *w, ss_system *s, uint32_t unknown)
{
	search f = begin(w, s);

	find_unknown(&f, unknown);
	spread_under(&f);
	return f.found;
}

bool *ss_members(ss_work *w, const sb_u32s *list, uint32_t count)
{
	bool *in = sb_new_array(w->scratch, bool, count + 1);

	for (uint32_t i = 0; i < list->n; i++)
		in[list->at[i]] = true;
	return in;
}

ss_conflict ss_conflict_of(ss_case *c, uint32_t row)
{
	enum { FOLLOWED = 8, GONE = 8 };
	ss_work *w = c->w;
	ss_conflict f = {.part = ss_least_over(w, c->s, row)};
	ss_equation **list = sb_new_array(w->scratch, ss_equation *, f.part.equations.n + 1);
	ss_gone gone = {0};

	for (uint32_t i = 0; i < f.part.equations.n; i++) {
		list[i] = c->s->equations[f.part.equations.at[i]];
		if (!ss_made_up(w, list[i]))
			sb_push(w->scratch, f.equations, (const ss_equation *)list[i]);
	}
	ss_find_gone(w, list, f.part.equations.n < FOLLOWED ? f.part.equations.n : FOLLOWED, GONE, &gone);
	for (uint32_t i = 0; i < gone.n; i++)
		sb_push(w->scratch, f.equations, gone.at[i]);
	ss_written_keys(w, (ss_equation *const *)f.equations.at,
					f.equations.n < 2 * FOLLOWED ? f.equations.n : 2 * FOLLOWED, &f.keys);
	ss_sort_numbers(&f.keys);
	return f;
}
