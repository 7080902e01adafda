/* Any bytes at all as a MAT file of results: a record, or one error. What was read has times in order. */
#include "result/result.h"
#include <stdint.h>
#include <stdlib.h>

static void require(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = {"", "data_2", "a"};
	for (int i = 0; i < 3; i++) {
		sb_diag *diag = sb_diag_new();
		sr_record *r = sr_read_mat(data, size, "fuzz.mat", names[i], NULL, diag);
		volatile double sum = 0;
		require(r ? sb_errors(diag) == 0 : sb_errors(diag) == 1);
		for (uint32_t row = 0; r && row < sr_rows(r); row++) {
			require(row == 0 || sr_time(r, row) >= sr_time(r, row - 1));
			for (uint32_t c = 0; c < sr_columns(r); c++)
				sum += sr_value(r, row, c);
		}
		sr_record_free(r);
		sb_diag_free(diag);
	}
	return 0;
}
