/* Systems and their matchings.
 *
 * Unknowns are matched one after another, the most wanted first, by augmenting paths: an unknown that is matched stays
 * matched (perhaps to another equation), so those left over in the end are the least wanted ones that could be (the
 * sets of unknowns that can be matched are a matroid). The initial system uses this to choose which start values must
 * hold.
 *
 * First come the choices without alternative: an equation with one unknown left, an unknown with one equation left.
 * They settle almost all of a real model. What a search that failed has seen can never be part of a path again and is
 * not entered twice, so unknowns that cannot be matched cost linear time all together. */
#include "base/check.h"
#include "structure/system/system.h"

/* A family gives a cell that one of its references runs through, a single equation one of a single element. */
bool ss_may_give(ss_work *w, const ss_equation *q, bool initial, uint32_t key)
{
	uint32_t scalar = key % w->n;

	if (w->clock_of.n && !initial && q->clock != (scalar < w->clock_of.n ? w->clock_of.at[scalar] : 0))
		return false;
	if (q->sums) {
		sx_ref leaf = ss_leaf(w, key);
		return sx_contains(w->pool, ss_left(q, initial), leaf) || sx_contains(w->pool, ss_right(q, initial), leaf);
	}
	if (!w->cells)
		return true;
	if (!q->domain.n)
		return !ss_is_whole(w, key % w->n);
	return ss_reference_to(w, q, initial, key) != 0;
}

/* Index reduction goes by the pattern alone and does not ask for the factors: what is differentiated holds the
 * derivatives of all of it. */
static bool gives(ss_work *w, const ss_equation *q, bool initial, uint32_t key)
{
	/* An equation between Reals says nothing about a Boolean in it: what is held from a clock does not tell whether the
	 * clock has ticked. At the beginning its Real may be given by another, and the Boolean by its left limit. In the
	 * run its Real may be a state, as where a capacitor hangs on a source that steps: such an equation is
	 * differentiated. */
	if (q->form == SS_FORM_EQUAL && sx_type_of(w->pool, ss_left(q, initial)) == SX_REAL &&
		sx_type_of(w->pool, ss_leaf(w, key)) != SX_REAL)
		return false;
	return ss_may_give(w, q, initial, key) && !ss_vanishes(w, q, initial, key);
}

static void build_incidence(ss_work *w, ss_system *s)
{
	sb_u32s keys = {0}, all = {0};

	s->first = sb_new_array(w->scratch, uint32_t, s->equation_count + 1);
	s->gives = sb_new_array(w->scratch, uint32_t, s->equation_count + 1);
	s->first_row = sb_new_array(w->scratch, uint32_t, s->equation_count + 1);
	for (uint32_t e = 0; e < s->equation_count; e++) {
		keys.n = 0;
		s->first[e] = all.n;
		s->first_row[e] = s->row_count;
		const ss_equation *q = s->equations[e];
		/* x = x, what is left of an equality that was given twice, determines nothing */
		if (q->form != SS_FORM_EQUAL || ss_left(q, s->initial) != ss_right(q, s->initial))
			ss_depends_equation(w, q, s->initial, &keys);
		for (uint32_t i = 0; i < keys.n; i++)
			if (s->unknown_of[keys.at[i]] != UINT32_MAX && gives(w, q, s->initial, keys.at[i]))
				sb_push(w->scratch, all, s->unknown_of[keys.at[i]]);
		s->gives[e] = all.n - s->first[e];
		for (uint32_t i = 0; i < keys.n && all.n - s->first[e] < keys.n; i++)
			if (s->unknown_of[keys.at[i]] != UINT32_MAX && !gives(w, q, s->initial, keys.at[i]))
				sb_push(w->scratch, all, s->unknown_of[keys.at[i]]);
		s->row_count += q->form == SS_FORM_EQUAL ? 1 : q->targets.n - (s->initial ? q->kept : 0);
	}
	s->first[s->equation_count] = all.n;
	s->first_row[s->equation_count] = s->row_count;
	s->unknown = all.at;
}

static void build_rows(ss_work *w, ss_system *s)
{
	s->rows = sb_new_array(w->scratch, ss_row, s->row_count + 1);
	for (uint32_t e = 0; e < s->equation_count; e++) {
		const ss_equation *q = s->equations[e];
		for (uint32_t r = s->first_row[e]; r < s->first_row[e + 1]; r++) {
			s->rows[r] = (ss_row){ e, UINT32_MAX };
			if (q->form == SS_FORM_EQUAL)
				continue;
			uint32_t key = ss_key(w, q->targets.at[r - s->first_row[e] + (s->initial ? q->kept : 0)]);
			/* a target that is no unknown here (a state, a parameter) can be given by nobody: the row stays without a
			 * match */
			s->rows[r].only = key == UINT32_MAX ? UINT32_MAX - 1 : s->unknown_of[key];
			if (s->rows[r].only == UINT32_MAX)
				s->rows[r].only = UINT32_MAX - 1;
		}
	}
}

static ss_system *make_system(ss_work *w, ss_equations *list, ss_equations *more, const sb_u32s *unknowns,
							  const uint8_t *wanted, bool initial, bool merged)
{
	ss_system *s = sb_new(w->scratch, ss_system);
	uint32_t total = list->n + (more ? more->n : 0), keys = 3 * w->n;

	s->initial = initial;
	s->merged = merged;
	s->equations = sb_new_array(w->scratch, ss_equation *, total + 1);
	for (uint32_t i = 0; i < total; i++) {
		ss_equation *q = i < list->n ? &list->at[i] : &more->at[i - list->n];
		if (!q->gone && !(initial ? q->checked : q->invariant))
			s->equations[s->equation_count++] = q;
	}
	s->unknowns = unknowns->at;
	s->unknown_count = unknowns->n;
	s->wanted = sb_new_array(w->scratch, uint8_t, unknowns->n + 1);
	s->unknown_of = w->spare_unknown_of;
	w->spare_unknown_of = NULL;
	if (!s->unknown_of) {
		s->unknown_of = sb_new_array(w->scratch, uint32_t, keys + 1);
		for (uint32_t k = 0; k < keys; k++)
			s->unknown_of[k] = UINT32_MAX;
	}
	for (uint32_t u = 0; u < unknowns->n; u++) {
		s->unknown_of[unknowns->at[u]] = u;
		if (merged && unknowns->at[u] < w->n)
			s->unknown_of[w->n + unknowns->at[u]] = u;
		s->wanted[u] = wanted[u];
	}
	build_incidence(w, s);
	build_rows(w, s);
	s->row_of_unknown = sb_new_array(w->scratch, uint32_t, s->unknown_count + 1);
	s->unknown_of_row = sb_new_array(w->scratch, uint32_t, s->row_count + 1);
	for (uint32_t u = 0; u < s->unknown_count; u++)
		s->row_of_unknown[u] = UINT32_MAX;
	for (uint32_t r = 0; r < s->row_count; r++)
		s->unknown_of_row[r] = UINT32_MAX;
	return s;
}

ss_system *ss_system_new(ss_work *w, ss_equations *list, ss_equations *more, const sb_u32s *unknowns,
						 const uint8_t *wanted, bool initial)
{
	return make_system(w, list, more, unknowns, wanted, initial, false);
}

ss_system *ss_system_without_orders(ss_work *w, ss_equations *list, const sb_u32s *unknowns, const uint8_t *wanted)
{
	return make_system(w, list, NULL, unknowns, wanted, false, true);
}

/* The table by key is as large as the model, and systems may be many and small. */
void ss_system_done(ss_work *w, ss_system *s)
{
	for (uint32_t u = 0; u < s->unknown_count; u++) {
		s->unknown_of[s->unknowns[u]] = UINT32_MAX;
		if (s->merged && s->unknowns[u] < w->n)
			s->unknown_of[w->n + s->unknowns[u]] = UINT32_MAX;
	}
	w->spare_unknown_of = s->unknown_of;
	s->unknown_of = NULL;
}

typedef struct matcher {
	ss_system *s;
	uint32_t *first, *row;           /* by unknown: its rows */
	uint32_t *look, *next; /* by unknown: how far its rows were looked at for a free one; and in this search */
	uint32_t *seen, now;             /* by row */
	bool *dead;                      /* by row: seen by a search that failed */
	sb_u32s path;
	sb_u32s queue;
	uint32_t *unknowns_left, *rows_left;
} matcher;

/* The unknowns that a row may give. */
static const uint32_t *columns(const ss_system *s, uint32_t row, uint32_t *count)
{
	const ss_row *r = &s->rows[row];

	if (r->only != UINT32_MAX) {
		*count = r->only < s->unknown_count;
		return &r->only;
	}
	*count = s->gives[r->equation];
	return *count ? s->unknown + s->first[r->equation] : NULL;
}

static void transpose(ss_work *w, matcher *m)
{
	ss_system *s = m->s;
	uint32_t count, *fill = sb_new_array(w->scratch, uint32_t, s->unknown_count + 1);

	m->first = sb_new_array(w->scratch, uint32_t, s->unknown_count + 2);
	for (uint32_t r = 0; r < s->row_count; r++) {
		const uint32_t *u = columns(s, r, &count);
		for (uint32_t i = 0; i < count; i++)
			m->first[u[i] + 1]++;
	}
	for (uint32_t u = 0; u < s->unknown_count; u++) {
		m->first[u + 1] += m->first[u];
		fill[u] = m->first[u];
	}
	m->row = sb_new_array(w->scratch, uint32_t, m->first[s->unknown_count] + 1);
	for (uint32_t r = 0; r < s->row_count; r++) {
		const uint32_t *u = columns(s, r, &count);
		for (uint32_t i = 0; i < count; i++)
			m->row[fill[u[i]]++] = r;
	}
}

enum { OF_ROW = 0, OF_UNKNOWN = 1 };

static void pair(ss_work *w, matcher *m, uint32_t row, uint32_t u)
{
	ss_system *s = m->s;
	uint32_t count;
	const uint32_t *others = columns(s, row, &count);

	s->row_of_unknown[u] = row;
	s->unknown_of_row[row] = u;
	for (uint32_t i = 0; i < count; i++)
		if (s->row_of_unknown[others[i]] == UINT32_MAX && --m->rows_left[others[i]] == 1 && !s->wanted[others[i]])
			sb_push(w->scratch, m->queue, others[i] << 1 | OF_UNKNOWN);
	for (uint32_t k = m->first[u]; k < m->first[u + 1]; k++) {
		uint32_t r = m->row[k];
		if (s->unknown_of_row[r] == UINT32_MAX && --m->unknowns_left[r] == 1)
			sb_push(w->scratch, m->queue, r << 1 | OF_ROW);
	}
}

static void settle(ss_work *w, matcher *m, uint32_t item)
{
	ss_system *s = m->s;
	uint32_t count;

	if (item & 1) {
		uint32_t u = item >> 1;
		if (s->row_of_unknown[u] != UINT32_MAX)
			return;
		for (uint32_t k = m->first[u]; k < m->first[u + 1]; k++)
			if (s->unknown_of_row[m->row[k]] == UINT32_MAX) {
				pair(w, m, m->row[k], u);
				return;
			}
		return;
	}
	const uint32_t *u = columns(s, item >> 1, &count);
	if (s->unknown_of_row[item >> 1] != UINT32_MAX)
		return;
	for (uint32_t i = 0; i < count; i++)
		if (s->row_of_unknown[u[i]] == UINT32_MAX && !s->wanted[u[i]]) {
			pair(w, m, item >> 1, u[i]);
			return;
		}
}

/* Unknowns that a start value may give take no part in this: they would take equations away from those that must be
 * given. */
static void peel(ss_work *w, matcher *m)
{
	ss_system *s = m->s;
	uint32_t count;

	m->unknowns_left = sb_new_array(w->scratch, uint32_t, s->row_count + 1);
	m->rows_left = sb_new_array(w->scratch, uint32_t, s->unknown_count + 1);
	for (uint32_t r = 0; r < s->row_count; r++) {
		const uint32_t *u = columns(s, r, &count);
		for (uint32_t i = 0; i < count; i++) {
			m->unknowns_left[r] += !s->wanted[u[i]];
			m->rows_left[u[i]]++;
		}
	}
	for (uint32_t r = 0; r < s->row_count; r++)
		if (m->unknowns_left[r] == 1)
			sb_push(w->scratch, m->queue, r << 1 | OF_ROW);
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (m->rows_left[u] == 1 && !s->wanted[u])
			sb_push(w->scratch, m->queue, u << 1 | OF_UNKNOWN);
	for (uint32_t i = 0; i < m->queue.n; i++)
		settle(w, m, m->queue.at[i]);
}

static bool find_free(matcher *m, uint32_t u, uint32_t *row)
{
	while (m->look[u] < m->first[u + 1]) {
		*row = m->row[m->look[u]++];
		if (m->s->unknown_of_row[*row] == UINT32_MAX)
			return true;
	}
	return false;
}

/* The path is a stack of unknowns; next[u] - 1 is the row by which the search left u. */
static void turn_over(matcher *m, uint32_t row)
{
	ss_system *s = m->s;

	for (uint32_t i = m->path.n; i-- > 0;) {
		uint32_t u = m->path.at[i];
		s->row_of_unknown[u] = row;
		s->unknown_of_row[row] = u;
		if (i)
			row = m->row[m->next[m->path.at[i - 1]] - 1];
	}
}

static bool augment(ss_work *w, matcher *m, uint32_t start)
{
	uint32_t row;
	sb_u32s seen = {0};

	m->now++;
	m->path.n = 0;
	sb_push(w->scratch, m->path, start);
	m->next[start] = m->first[start];
	while (m->path.n) {
		uint32_t u = m->path.at[m->path.n - 1];
		bool deeper = false;
		if (m->next[u] == m->first[u] && find_free(m, u, &row)) {
			turn_over(m, row);
			return true;
		}
		while (m->next[u] < m->first[u + 1] && !deeper) {
			row = m->row[m->next[u]++];
			if (m->seen[row] == m->now || m->dead[row])
				continue;
			m->seen[row] = m->now;
			sb_push(w->scratch, seen, row);
			uint32_t further = m->s->unknown_of_row[row];
			m->next[further] = m->first[further];
			sb_push(w->scratch, m->path, further);
			deeper = true;
		}
		if (!deeper)
			m->path.n--;
	}
	for (uint32_t i = 0; i < seen.n; i++)
		m->dead[seen.at[i]] = true;
	return false;
}

static int largest_wish(const ss_system *s)
{
	int largest = 0;

	for (uint32_t u = 0; u < s->unknown_count; u++)
		largest = s->wanted[u] > largest ? s->wanted[u] : largest;
	return largest;
}

void ss_match(ss_work *w, ss_system *s)
{
	matcher m = { .s = s };

	transpose(w, &m);
	peel(w, &m);
	m.look = sb_new_array(w->scratch, uint32_t, s->unknown_count + 1);
	m.next = sb_new_array(w->scratch, uint32_t, s->unknown_count + 1);
	m.seen = sb_new_array(w->scratch, uint32_t, s->row_count + 1);
	m.dead = sb_new_array(w->scratch, bool, s->row_count + 1);
	for (uint32_t u = 0; u < s->unknown_count; u++)
		m.look[u] = m.first[u];
	for (int wish = 0, last = largest_wish(s); wish <= last; wish++)
		for (uint32_t u = 0; u < s->unknown_count; u++)
			if (s->wanted[u] == wish && s->row_of_unknown[u] == UINT32_MAX)
				augment(w, &m, u);
	for (uint32_t u = 0; u < s->unknown_count; u++)
		sb_must(s->row_of_unknown[u] == UINT32_MAX || s->unknown_of_row[s->row_of_unknown[u]] == u,
			"unknown %u of %u is matched to a row that is not matched to it",
				u, s->unknown_count);
	for (uint32_t r = 0; r < s->row_count; r++)
		sb_must(s->unknown_of_row[r] == UINT32_MAX || s->row_of_unknown[s->unknown_of_row[r]] == r,
			"row %u of %u is matched to an unknown that is not matched to it",
				r, s->row_count);
}
