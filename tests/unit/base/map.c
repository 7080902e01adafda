/* Maps and interned names, against the plainest way to do the same. */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/text.h"

static void behaves_as_an_array_indexed_by_key(void **state)
{
	(void)state;
	enum { KEYS = 500 };
	sb_arena *arena = sb_arena_new();
	sb_map map = sb_map_new(arena);
	uint64_t values[KEYS] = {0};
	bool present[KEYS] = {0};
	uint32_t count = 0;
	srand(3);
	for (int step = 0; step < 200000; step++) {
		int k = rand() % KEYS;
		/* Keys that differ only in high bits, with 0 and all ones among them. */
		uint64_t key = k == KEYS - 1 ? UINT64_MAX : (uint64_t)k << (k % 3 * 20);
		uint64_t value = 12345, expected = present[k] ? values[k] : 12345;
		switch (rand() % 3) {
		case 0:
			count += !present[k];
			present[k] = true;
			values[k] = (uint64_t)rand();
			sb_map_put(&map, key, values[k]);
			break;
		case 1:
			assert_int_equal(sb_map_remove(&map, key), present[k]);
			count -= present[k];
			present[k] = false;
			break;
		default:
			assert_int_equal(sb_map_get(&map, key, &value), present[k]);
			assert_int_equal(value, expected);
		}
		assert_int_equal(map.n, count);
	}
	sb_arena_free(arena);
}

static void holds_many_pointers(void **state)
{
	(void)state;
	enum { N = 100000 };
	sb_arena *arena = sb_arena_new();
	sb_map map = sb_map_new(arena);
	char *base = sb_alloc(arena, N * 16);
	assert_null(sb_map_find(&map, base));
	for (int i = 0; i < N; i++)
		sb_map_set(&map, base + i * 16, base + (N - 1 - i));
	for (int i = 0; i < N; i++)
		assert_ptr_equal(sb_map_find(&map, base + i * 16), base + (N - 1 - i));
	assert_null(sb_map_find(&map, base + 1));
	assert_null(sb_map_find(&map, NULL));
	sb_arena_free(arena);
}

static void a_map_that_is_filled_and_emptied_does_not_grow(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_map map = sb_map_new(arena);
	for (uint64_t i = 0; i < 100000; i++) {
		sb_map_put(&map, i, i);
		if (i >= 8)
			assert_true(sb_map_remove(&map, i - 8));
	}
	assert_in_range(map.cap, 1, 16);
	sb_arena_free(arena);
}

static void equal_names_are_one_pointer(void **state)
{
	(void)state;
	enum { N = 20000 };
	sb_arena *arena = sb_arena_new();
	sb_names *names = sb_names_new(arena);
	static const char *first[N];
	char text[32];
	for (int i = 0; i < N; i++) {
		snprintf(text, sizeof text, "name%d", i);
		first[i] = sb_intern(names, text);
		assert_string_equal(first[i], text);
	}
	for (int i = 0; i < N; i++) {
		snprintf(text, sizeof text, "name%d.x", i);
		assert_ptr_equal(sb_internn(names, text, strlen(text) - 2), first[i]);
		assert_ptr_not_equal(sb_intern(names, text), first[i]);
	}
	assert_string_equal(sb_intern(names, ""), "");
	assert_ptr_equal(sb_intern(names, ""), sb_internn(names, "x", 0));
	sb_arena_free(arena);
}

static void hashes_depend_on_every_byte_and_the_seed(void **state)
{
	(void)state;
	char text[40] = "the quick brown fox jumps over it";
	uint64_t hash = sb_hash(text, 33, 0);
	assert_int_equal(hash, sb_hash(text, 33, 0));
	assert_int_not_equal(hash, sb_hash(text, 33, 1));
	assert_int_not_equal(hash, sb_hash(text, 32, 0));
	assert_int_not_equal(sb_hash("\0", 1, 0), sb_hash("\0\0", 2, 0));
	for (int i = 0; i < 33; i++) {
		text[i] ^= 1;
		assert_int_not_equal(hash, sb_hash(text, 33, 0));
		text[i] ^= 1;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(behaves_as_an_array_indexed_by_key),
		cmocka_unit_test(holds_many_pointers),
		cmocka_unit_test(a_map_that_is_filled_and_emptied_does_not_grow),
		cmocka_unit_test(equal_names_are_one_pointer),
		cmocka_unit_test(hashes_depend_on_every_byte_and_the_seed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
