/* Pausing leaves no trace: pauses [--solver S] [--stop T] [--seed N] FILE... simulates each model at one go and with pauses at times by chance and after
 * every few events, at each of which all values are looked at, and compares the rows to the last bit. Models that cannot be run, or that take longer than a minute,
 * are passed over. Ends with 1 if one differs. */
#include <math.h>
#include <stdlib.h>

#include "tiers.h"

typedef struct options { const char *solver; double stop; uint64_t seed; } options;

static double chance(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(*seed >> 11) / 9007199254740992.0;
}

static void look(se_run *run, uint32_t scalars)
{
	volatile double sum = 0;
	se_show(run);
	for (uint32_t s = 0; s < scalars; s++)
		sum += se_value(run, s);
}

static se_status with_pauses(se_run *run, const se_settings *settings, uint32_t scalars, uint64_t seed, uint32_t *pauses)
{
	double at, span = isfinite(settings->stop) ? settings->stop - settings->start : 1;
	se_status status = se_begin(run, settings);
	for (int i = 0; i < 10; i++)     /* seeds that are close to each other begin alike */
		chance(&seed);
	look(run, scalars);
	while (status == SE_PAUSED) {
		bool event = chance(&seed) < 0.2;
		at = se_time(run) + span * pow(chance(&seed), 6) / (event ? 0.5 : 3);
		status = se_advance(run, at, event);
		if (status == SE_PAUSED && !event && !(se_time(run) == at))
			printf("it has paused at %.17g, not %.17g\n", se_time(run), at);
		look(run, scalars);
		++*pauses;
	}
	return se_end(run);
}

static bool compare(const char *path, const options *o, uint32_t *compared, uint32_t *pauses)
{
	st_model *m = st_load(path, NULL, &(st_options){ .depth = ST_CODE, .code = { .optimise = 0 } });
	bool same = true;
	if (m->program && !sb_errors(m->diag) && !m->flat->trials.n) {
		se_settings settings = se_defaults(&m->flat->experiment);
		settings.timeout = 60;
		settings.solver = o->solver ? o->solver : settings.solver;
		settings.stop = isfinite(o->stop) ? o->stop : settings.stop;
		se_run *run = st_run(m, m->diag);
		se_status plain = se_simulate(run, &settings);
		sr_record *first = se_take_record(run);
		se_run_free(run);
		run = plain == SE_TIMEOUT ? NULL : st_run(m, m->diag);
		if (run) {
			se_status paused = with_pauses(run, &settings, m->flat->scalars, o->seed, pauses);
			sr_record *second = se_take_record(run);
			same = paused == plain && (!first == !second) && (!first || equal_rows(path, first, second));
			if (paused != plain)
				printf("%s: it ends with status %d, not %d\n", path, paused, plain);
			++*compared;
			sr_record_free(second);
			se_run_free(run);
		}
		sr_record_free(first);
	}
	st_free(m);
	return same;
}

int main(int argc, char **argv)
{
	options o = {NULL, NAN, 1};
	uint32_t compared = 0, different = 0, pauses = 0;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--solver") == 0 && i + 1 < argc)
			o.solver = argv[++i];
		else if (strcmp(argv[i], "--stop") == 0 && i + 1 < argc)
			o.stop = strtod(argv[++i], NULL);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			o.seed = strtoull(argv[++i], NULL, 10);
		else
			different += !compare(argv[i], &o, &compared, &pauses);
	}
	printf("%u models with %u pauses compared, %u are different\n", compared, pauses, different);
	return different || !compared;
}
