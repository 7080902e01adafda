/* Stocks: what was put back is drawn again, in its size, and nobody else's. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/sanitized.h"
#include "base/stock.h"

/* A block of every size up to 5000 bytes can be written, keeps what it has when it grows, and comes again. */
static void test_sizes(void **state)
{
	(void)state;
	sb_stock *stock = sb_stock_new(), *around = sb_stock_use(stock);
	for (size_t size = 0; size < 5000; size += 1 + size / 16) {
		unsigned char *a = memset(sb_draw(NULL, size), 7, size);
		unsigned char *b = sb_draw(a, 3 * size + 1);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(b[i], 7);
		memset(b, 9, 3 * size + 1);
		sb_put_back(b);
		unsigned char *c = sb_draw_zeros(3 * size + 1);
		if (!SB_SANITIZED)
			assert_ptr_equal(b, c);
		for (size_t i = 0; i <= 3 * size; i++)
			assert_int_equal(c[i], 0);
		sb_put_back(c);
	}
	assert_ptr_equal(sb_stock_use(around), stock);
	sb_stock_free(stock);
}

/* A block may be put back where another stock is in use, or none, and an arena draws from what is in use. */
static void test_borders(void **state)
{
	(void)state;
	sb_stock *one = sb_stock_new(), *two = sb_stock_new();
	sb_stock_use(one);
	void *a = sb_draw(NULL, 1000), *b = sb_draw(NULL, 1000);
	sb_stock_use(two);
	sb_put_back(a);
	void *c = sb_draw(NULL, 1000);
	if (!SB_SANITIZED)
		assert_ptr_equal(a, c);
	sb_arena *arena = sb_arena_new();
	char *text = sb_strdup(arena, "kept");
	sb_stock_use(NULL);
	sb_stock_free(one);
	sb_stock_free(two);
	assert_string_equal(text, "kept");
	sb_arena_free(arena);
	sb_put_back(b);
	sb_put_back(c);
	sb_put_back(NULL);
}

static void free_drawn(void) { free(sb_draw(NULL, 100)); }
static void resize_drawn(void) { free(sb_resize(sb_draw(NULL, 100), 1000)); }
static void put_back_resized(void) { sb_put_back(sb_resize(NULL, 100)); }
static void draw_resized(void) { sb_put_back(sb_draw(sb_resize(NULL, 100), 1000)); }
static void put_back_twice(void)
{
	void *block = sb_draw(NULL, 100);
	sb_put_back(block);
	sb_put_back(block);
}

static void draw_zeros_freed(void) { free(sb_draw_zeros(100)); }

/* Whether a child that does this, with a stock in use or without, comes to its end. */
static bool comes_to_its_end(void (*act)(void), bool with)
{
	pid_t child = fork();
	if (!child) {
		int quiet = open("/dev/null", O_WRONLY);
		dup2(quiet, 2);
		signal(SIGABRT, SIG_DFL);
		sb_stock_use(with ? sb_stock_new() : NULL);
		sb_put_back(sb_draw(NULL, 100));         /* one waits, so that it is drawn again */
		act();
		_exit(0);
	}
	int status;
	waitpid(child, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void nothing_wrong(void) { sb_put_back(sb_draw(sb_draw(NULL, 100), 1000)); }

/* Memory of the heap and memory of a stock are not mixed: whoever does it does not go on. */
static void test_mixed(void **state)
{
	(void)state;
	void (*const wrong[])(void) = {free_drawn, resize_drawn, put_back_resized, draw_resized, put_back_twice,
								   draw_zeros_freed};
	for (int with = 0; with < 2; with++) {
		assert_true(comes_to_its_end(nothing_wrong, with));
		for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
			assert_false(comes_to_its_end(wrong[i], with));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes), cmocka_unit_test(test_borders),
									   cmocka_unit_test(test_mixed)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
