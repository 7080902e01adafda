/* One model with the code of either compiler, and whether both have the same rows to the last bit. */
#ifndef SALTUS_TESTS_TIERS_H
#define SALTUS_TESTS_TIERS_H

#include <stdio.h>
#include <string.h>

#include "study/study.h"

/* A run of at most a minute. */
typedef struct tier_outcome { bool ran; int tier; se_status status; sr_record *record; } tier_outcome;

__attribute__((unused)) static tier_outcome simulate_tier(const char *path, const char *class_name, int optimise)
{
	tier_outcome o = {0};
	st_model *m = st_load(path, class_name, &(st_options){ .depth = ST_CODE, .code = { .optimise = optimise } });
	if (m->program && !sb_errors(m->diag)) {
		se_run *run = st_run(m, m->diag);
		se_settings settings = se_defaults(sc_image(m->program));
		settings.timeout = 60;
		o.tier = sc_tier(m->program);
		o.status = se_simulate(run, &settings);
		o.record = se_take_record(run);
		o.ran = o.status != SE_TIMEOUT;
		se_run_free(run);
	}
	st_free(m);
	return o;
}

/* The bits, so that a NaN equals itself and -0 is not 0. */
static bool equal_bits(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

__attribute__((unused)) static bool equal_rows(const char *what, const sr_record *a, const sr_record *b)
{
	if (sr_rows(a) != sr_rows(b) || sr_columns(a) != sr_columns(b)) {
		printf("%s: %u rows and %u columns, not %u and %u\n", what, sr_rows(b), sr_columns(b), sr_rows(a),
			   sr_columns(a));
		return false;
	}
	for (uint32_t row = 0; row < sr_rows(a); row++) {
		if (!equal_bits(sr_time(a, row), sr_time(b, row)) || sr_mark_at(a, row) != sr_mark_at(b, row)) {
			printf("%s: row %u is of time %.17g, not %.17g\n", what, row, sr_time(b, row), sr_time(a, row));
			return false;
		}
		for (uint32_t k = 0; k < sr_columns(a); k++)
			if (!equal_bits(sr_value(a, row, k), sr_value(b, row, k))) {
				printf("%s: %s is %.17g, not %.17g at time %.17g\n", what, sr_column_at(a, k)->name,
					   sr_value(b, row, k), sr_value(a, row, k), sr_time(a, row));
				return false;
			}
	}
	return true;
}

#endif
