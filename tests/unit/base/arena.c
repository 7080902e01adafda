/* Arenas: what is handed out is zeroed, aligned, apart from everything else, and stays as it was written. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sanitized.h"

static void pieces_are_zeroed_aligned_and_apart(void **state)
{
	(void)state;
	enum { N = 3000 };
	sb_arena *arena = sb_arena_new();
	static unsigned char *pieces[N];
	static size_t sizes[N];
	srand(7);
	size_t total = 0;
	for (int i = 0; i < N; i++) {
		sizes[i] = (size_t)(rand() % (i % 100 == 0 ? 100000 : 200));
		pieces[i] = sb_alloc(arena, sizes[i]);
		assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < sizes[i]; k++)
			assert_int_equal(pieces[i][k], 0);
		memset(pieces[i], i % 255 + 1, sizes[i]);
		total += sizes[i];
	}
	for (int i = 0; i < N; i++)
		for (size_t k = 0; k < sizes[i]; k++)
			assert_int_equal(pieces[i][k], i % 255 + 1);
	assert_int_equal(sb_arena_used(arena), total);
	sb_arena_free(arena);
	sb_arena_free(NULL);
}

/* After the rewind the same pieces are handed out again, zeroed, and what was there before the mark is as it was. */
static void a_rewind_gives_back_what_came_after_the_mark(void **state)
{
	(void)state;
	static const size_t sizes[] = {10, 3000, 100, 200000, 7, 40000, 5000};
	sb_arena *arena = sb_arena_new();
	char *kept = sb_strdup(arena, "kept");
	sb_mark mark = sb_arena_mark(arena);
	size_t used = sb_arena_used(arena);
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			unsigned char *piece = sb_alloc(arena, sizes[i]);
			for (size_t k = 0; k < sizes[i]; k++)
				assert_int_equal(piece[k], 0);
			memset(piece, 255, sizes[i]);
		}
		assert_true(sb_arena_used(arena) > used + 200000);
		sb_arena_rewind(arena, mark);
		assert_int_equal(sb_arena_used(arena), used);
		assert_string_equal(kept, "kept");
	}
	sb_arena_free(arena);
}

static void pieces_of_no_size_are_valid_and_distinct(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	char *a = sb_alloc(arena, 0), *b = sb_alloc(arena, 0);
	assert_non_null(a);
	assert_ptr_not_equal(a, b);
	sb_arena_free(arena);
}

static void text_is_copied_and_formatted_at_any_length(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	char source[] = "hello";
	char *copy = sb_strdup(arena, source);
	source[0] = 'x';
	assert_string_equal(copy, "hello");
	assert_string_equal(sb_strndup(arena, "hello", 2), "he");
	assert_string_equal(sb_printf(arena, "%d-%s", 12, "ab"), "12-ab");
	for (int n = 250; n < 262; n++) {        /* around the size up to which no second formatting is needed */
		char *text = sb_printf(arena, "%*s|", n - 1, "a");
		assert_int_equal(strlen(text), n);
		assert_int_equal(text[n - 1], '|');
	}
	sb_arena_free(arena);
}

static void vectors_keep_their_items_while_others_grow_between(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_u32s a = {0};
	sb_vec(double) b = {0};
	for (uint32_t i = 0; i < 100000; i++) {
		sb_push(arena, a, i * 3);
		if (i % 7 == 0)
			sb_push(arena, b, i * 0.5);
		if (i % 1000 == 0)
			*(int *)sb_alloc(arena, sizeof(int)) = -1;
	}
	assert_int_equal(a.n, 100000);
	for (uint32_t i = 0; i < a.n; i++)
		assert_int_equal(a.at[i], i * 3);
	for (uint32_t i = 0; i < b.n; i++)
		assert_true(b.at[i] == i * 7 * 0.5);
	sb_arena_free(arena);
}

static void a_vector_that_grows_alone_costs_little_more_than_itself(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_u32s v = {0};
	/* with the sanitizers a vector of up to 64 entries moves with each of them */
	size_t moved = SB_SANITIZED ? 64 * 64 / 2 * sizeof *v.at + 64 * 64 : 0;
	for (uint32_t i = 0; i < 1 << 20; i++)
		sb_push(arena, v, i);
	assert_in_range(sb_arena_used(arena), 4 << 20, (8 << 20) + moved);
	sb_arena_free(arena);
}

static void resize_gives_a_block_for_size_0(void **state)
{
	(void)state;
	char *block = sb_resize(NULL, 0);
	assert_non_null(block);
	block = sb_resize(block, 10);
	strcpy(block, "123456789");
	block = sb_resize(block, 100000);
	assert_string_equal(block, "123456789");
	block = sb_resize(block, 0);
	assert_non_null(block);
	free(block);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_zeroed_aligned_and_apart),
		cmocka_unit_test(a_rewind_gives_back_what_came_after_the_mark),
		cmocka_unit_test(pieces_of_no_size_are_valid_and_distinct),
		cmocka_unit_test(text_is_copied_and_formatted_at_any_length),
		cmocka_unit_test(vectors_keep_their_items_while_others_grow_between),
		cmocka_unit_test(a_vector_that_grows_alone_costs_little_more_than_itself),
		cmocka_unit_test(resize_gives_a_block_for_size_0),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
