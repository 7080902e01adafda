/* The parts of Dulmage and Mendelsohn on random systems, checked by matching again: a least overdetermined set cannot
 * be solved, and without any one of its equations it can; a least underdetermined set likewise with its unknowns. */
#include "structure/explain/explain.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 24 };

/* A system with nothing in it but who may give whom. */
typedef struct trial {
	ss_work w;
	ss_system s;
	bool holds[MOST][MOST];
	uint32_t rows, unknowns;
} trial;

static trial *begin(uint32_t rows, uint32_t unknowns, uint32_t seed)
{
	trial *t = calloc(1, sizeof *t);
	sb_arena *arena = sb_arena_new();
	ss_system *s = &t->s;

	srand(seed);
	t->w.scratch = t->w.arena = arena;
	t->rows = s->row_count = s->equation_count = rows;
	t->unknowns = s->unknown_count = unknowns;
	s->first = sb_new_array(arena, uint32_t, rows + 1);
	s->gives = sb_new_array(arena, uint32_t, rows + 1);
	s->first_row = sb_new_array(arena, uint32_t, rows + 1);
	s->unknown = sb_new_array(arena, uint32_t, rows * unknowns + 1);
	s->rows = sb_new_array(arena, ss_row, rows + 1);
	s->wanted = sb_new_array(arena, uint8_t, unknowns + 1);
	s->row_of_unknown = sb_new_array(arena, uint32_t, unknowns + 1);
	s->unknown_of_row = sb_new_array(arena, uint32_t, rows + 1);
	memset(s->row_of_unknown, 0xff, unknowns * sizeof *s->row_of_unknown);
	memset(s->unknown_of_row, 0xff, rows * sizeof *s->unknown_of_row);
	uint32_t n = 0;
	for (uint32_t r = 0; r < rows; r++) {
		s->first[r] = n;
		s->first_row[r] = r;
		s->rows[r] = (ss_row){r, UINT32_MAX};
		for (uint32_t u = 0; u < unknowns; u++)
			if (rand() % unknowns < 2) {
				s->unknown[n++] = u;
				t->holds[r][u] = true;
			}
		s->gives[r] = n - s->first[r];
	}
	s->first[rows] = n;
	s->first_row[rows] = rows;
	ss_match(&t->w, s);
	return t;
}

static void end(trial *t)
{
	sb_arena_free(t->w.scratch);
	free(t);
}

static bool place(const trial *t, uint32_t row, bool *seen, int *given_by)
{
	for (uint32_t u = 0; u < t->unknowns; u++) {
		if (!t->holds[row][u] || seen[u])
			continue;
		seen[u] = true;
		if (given_by[u] < 0 || place(t, (uint32_t)given_by[u], seen, given_by)) {
			given_by[u] = (int)row;
			return true;
		}
	}
	return false;
}

/* How many of these rows can each have an unknown of these: an independent, plain matching. */
static uint32_t matched(const trial *t, const bool *rows, const bool *unknowns)
{
	int given_by[MOST];
	uint32_t n = 0;

	for (uint32_t u = 0; u < MOST; u++)
		given_by[u] = -1;
	for (uint32_t r = 0; r < t->rows; r++) {
		bool seen[MOST] = {0};
		for (uint32_t u = 0; u < t->unknowns; u++)
			seen[u] = !unknowns[u];
		n += rows[r] && place(t, r, seen, given_by);
	}
	return n;
}

static void list(const sb_u32s *from, bool out[MOST])
{
	memset(out, 0, MOST * sizeof *out);
	for (uint32_t i = 0; i < from->n; i++)
		out[from->at[i]] = true;
}

static void without_any_equation_the_rest_can_be_solved(void **state)
{
	uint32_t conflicts = 0;

	(void)state;
	for (uint32_t seed = 1; seed <= 300; seed++) {
		trial *t = begin(12 + seed % 8, 14, seed);
		bool all[MOST], rows[MOST];
		memset(all, 1, sizeof all);
		for (uint32_t r = 0; r < t->rows; r++) {
			if (t->s.unknown_of_row[r] != UINT32_MAX)
				continue;
			ss_part p = ss_least_over(&t->w, &t->s, r);
			list(&p.equations, rows);
			assert_int_equal(p.equations.n, p.unknowns.n + 1);
			assert_int_equal(matched(t, rows, all), p.equations.n - 1);
			for (uint32_t i = 0; i < p.equations.n; i++) {
				rows[p.equations.at[i]] = false;
				assert_int_equal(matched(t, rows, all), p.equations.n - 1);
				rows[p.equations.at[i]] = true;
			}
			conflicts += p.equations.n > 1;
		}
		end(t);
	}
	assert_true(conflicts > 100);
}

static void without_any_unknown_the_rest_is_determined(void **state)
{
	uint32_t found = 0;

	(void)state;
	for (uint32_t seed = 1; seed <= 300; seed++) {
		trial *t = begin(14, 12 + seed % 8, seed);
		bool rows[MOST], unknowns[MOST];
		for (uint32_t u = 0; u < t->unknowns; u++) {
			if (t->s.row_of_unknown[u] != UINT32_MAX)
				continue;
			ss_part p = ss_least_under(&t->w, &t->s, u);
			list(&p.equations, rows);
			list(&p.unknowns, unknowns);
			assert_int_equal(p.unknowns.n, p.equations.n + 1);
			for (uint32_t i = 0; i < p.unknowns.n; i++) {
				unknowns[p.unknowns.at[i]] = false;
				assert_int_equal(matched(t, rows, unknowns), p.unknowns.n - 1);
				unknowns[p.unknowns.at[i]] = true;
			}
			found += p.unknowns.n > 1;
		}
		end(t);
	}
	assert_true(found > 100);
}

/* The coarse parts are the unions of the least ones, and share nothing. */
static void coarse_parts_are_apart(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 200; seed++) {
		trial *t = begin(16, 16, seed);
		ss_part over = ss_overdetermined(&t->w, &t->s), under = ss_underdetermined(&t->w, &t->s);
		bool in_over[MOST], in_under[MOST];
		list(&over.equations, in_over);
		list(&under.equations, in_under);
		for (uint32_t r = 0; r < t->rows; r++)
			assert_false(in_over[r] && in_under[r]);
		list(&over.unknowns, in_over);
		list(&under.unknowns, in_under);
		for (uint32_t u = 0; u < t->unknowns; u++)
			assert_false(in_over[u] && in_under[u]);
		assert_true(over.equations.n >= over.unknowns.n && under.unknowns.n >= under.equations.n);
		end(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(without_any_equation_the_rest_can_be_solved),
									   cmocka_unit_test(without_any_unknown_the_rest_is_determined),
									   cmocka_unit_test(coarse_parts_are_apart)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
