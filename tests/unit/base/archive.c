/* Archives: what is written is read again, and bytes that are not what was written are found, whatever is wrong with
 * them: a tag, a length, an end that comes too early, a byte of what is sealed. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/archive.h"

typedef struct thing { uint32_t whole; double real; const char *text, *none; sb_vec(uint32_t) list; sb_map map; } thing;

static void archive_thing(thing *t, sb_archive *a, sb_arena *arena, const char *first, const char *second)
{
	sb_archive_tag(a, first);
	sb_archive_one(a, t->whole);
	sb_archive_one(a, t->real);
	sb_archive_tag(a, second);
	t->text = sb_archive_text(a, arena, t->text);
	t->none = sb_archive_text(a, arena, t->none);
	sb_archive_vec(a, arena, t->list);
	sb_archive_map(a, &t->map);
}

static thing make(sb_arena *arena)
{
	thing t = {.whole = 4711, .real = 0.1, .text = "a text", .map = sb_map_new(arena)};
	for (uint32_t i = 0; i < 5; i++) {
		sb_push(arena, t.list, i * i);
		sb_map_put(&t.map, 1000 + i, i + 7);
	}
	return t;
}

static sb_archive written(sb_arena *arena)
{
	sb_archive a = {0};
	thing t = make(arena);
	archive_thing(&t, &a, arena, "first", "a second tag");
	return a;
}

static void what_is_written_is_read(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_archive a = written(arena), in = sb_archive_read(a.at, a.n);
	thing t = {.map = sb_map_new(arena)};
	uint64_t value = 0;
	archive_thing(&t, &in, arena, "first", "a second tag");
	assert_false(in.bad);
	assert_true(in.next == in.n);
	assert_int_equal(t.whole, 4711);
	assert_true(t.real == 0.1);
	assert_string_equal(t.text, "a text");
	assert_null(t.none);
	assert_int_equal(t.list.n, 5);
	assert_int_equal(t.map.n, 5);
	for (uint32_t i = 0; i < 5; i++) {
		assert_int_equal(t.list.at[i], i * i);
		assert_true(sb_map_get(&t.map, 1000 + i, &value));
		assert_int_equal(value, i + 7);
	}
	sb_archive_free(&a);
	sb_arena_free(arena);
}

/* Two tags that differ in any of their characters, up to eight, are not taken for each other. */
static void another_tag_is_bad(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	const char *others[][2] = {{"First", "a second tag"}, {"firs", "a second tag"}, {"firsts", "a second tag"},
							   {"", "a second tag"}, {"first", "a sec"}, {"first", "b second"}, {"first", "a seconD"}};
	for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
		sb_archive a = written(arena), in = sb_archive_read(a.at, a.n);
		thing t = {.map = sb_map_new(arena)};
		archive_thing(&t, &in, arena, others[k][0], others[k][1]);
		assert_true(in.bad);
		sb_archive_free(&a);
	}
	sb_arena_free(arena);
}

static void an_end_that_comes_too_early_is_bad(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_archive a = written(arena);
	for (size_t n = 0; n < a.n; n++) {
		char *part = malloc(n + 1);         /* so that the sanitizers see what is read beyond it */
		memcpy(part, a.at, n);
		sb_archive in = sb_archive_read(part, n);
		thing t = {.map = sb_map_new(arena)};
		archive_thing(&t, &in, arena, "first", "a second tag");
		assert_true(in.bad);
		free(part);
	}
	sb_archive_free(&a);
	sb_arena_free(arena);
}

/* A count is believed if so many things can follow, and not if there would be one more. */
static void a_count_is_as_large_as_what_follows(void **state)
{
	(void)state;
	for (uint32_t told = 3; told <= 5; told++) {
		sb_archive a = {0};
		uint64_t four[4] = {1, 2, 3, 4};
		sb_archive_count(&a, told, sizeof *four);
		sb_archive_bytes(&a, four, sizeof four);
		sb_archive in = sb_archive_read(a.at, a.n);
		uint32_t n = sb_archive_count(&in, 0, sizeof *four);
		assert_int_equal(n, told <= 4 ? told : 0);
		assert_int_equal(in.bad, told > 4);
		sb_archive_free(&a);
	}
}

/* Each byte of what is sealed is turned: it is never taken for whole. */
static void a_seal_tells_every_damage(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_archive a = written(arena), sealed = {0}, body;
	sb_archive_seal(&sealed, "kind", 12, &a);
	assert_int_equal(sb_archive_open(sealed.at, sealed.n, "kind", 12, &body), SB_SEALED);
	assert_int_equal(body.n, a.n);
	assert_memory_equal(body.at, a.at, a.n);
	assert_int_equal(sb_archive_open(sealed.at, sealed.n, "Kind", 12, &body), SB_OTHER);
	assert_int_equal(sb_archive_open(sealed.at, sealed.n, "kind", 13, &body), SB_OTHER);
	for (size_t n = 0; n < sealed.n; n++) {
		assert_int_not_equal(sb_archive_open(sealed.at, n, "kind", 12, &body), SB_SEALED);
		sealed.at[n] ^= 4;
		assert_int_not_equal(sb_archive_open(sealed.at, sealed.n, "kind", 12, &body), SB_SEALED);
		sealed.at[n] ^= 4;
	}
	sb_archive_free(&sealed);
	sb_archive_free(&a);
	sb_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),       cmocka_unit_test(another_tag_is_bad),
		cmocka_unit_test(an_end_that_comes_too_early_is_bad), cmocka_unit_test(a_count_is_as_large_as_what_follows),
		cmocka_unit_test(a_seal_tells_every_damage),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
