/* Stocks: what was put back is drawn again, in its size, and nobody else's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes), cmocka_unit_test(test_borders)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
