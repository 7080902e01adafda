/* Any bytes at all as a CSV file of results: a record, or one error. What was read has times in order, and is read
 * again from what is written of it. */
#include "result/result.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_again(const sr_record *r)
{
	char *bytes;
	size_t size;
	sb_diag *diag = sb_diag_new();
	FILE *f = open_memstream(&bytes, &size);
	require(f && sr_write_csv(r, f));
	fclose(f);
	sr_record *back = sr_read_csv(bytes, size, "again.csv", NULL, diag);
	if (sr_find(r, "time") == UINT32_MAX && sr_find(r, "t") == UINT32_MAX && sr_columns(r)) {
		require(back && sr_rows(back) == sr_rows(r));
		for (uint32_t c = 0; c < sr_columns(back); c++)
			for (uint32_t row = 0; row < sr_rows(r); row++) {
				double a = sr_value(r, row, c), b = sr_value(back, row, c);
				require(a == b || (isnan(a) && isnan(b)));
			}
	}
	sr_record_free(back);
	free(bytes);
	sb_diag_free(diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_diag *diag = sb_diag_new();
	sr_record *r = sr_read_csv((const char *)data, size, "fuzz.csv", NULL, diag);
	sb_text text = {0};
	sb_render(diag, 0, false, &text);
	require(r ? sb_errors(diag) == 0 : sb_errors(diag) == 1);
	for (uint32_t row = 1; r && row < sr_rows(r); row++)
		require(sr_time(r, row) >= sr_time(r, row - 1));
	if (r)
		check_again(r);
	sr_record_free(r);
	sb_text_free(&text);
	sb_diag_free(diag);
	return 0;
}
