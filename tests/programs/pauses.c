/* Pausing leaves no trace, and what is saved goes on with the same bits.
 *
 *     pauses [--save] [--solver S] [--stop T] [--seed N] [--limit SECONDS] FILE[:CLASS]...
 *
 * Each model is simulated at one go, and with pauses at times by chance and after every few events, at each of which
 * all values are looked at. The rows are the same to the last bit. With --save another run goes on from each pause with
 * what was saved there; where a save makes the solver begin anew, it is compared with a run that is saved at the same
 * times and goes on itself, and both tell the same messages. Models that cannot be run, or whose first run takes longer
 * than the limit, are passed over. Without --save the run at one go is made twice by the same object, and nothing of
 * the first may be seen in the second. Ends with 1 if one differs. */
#include <math.h>
#include <stdlib.h>

#include "tiers.h"

typedef struct options { const char *solver; double stop, limit; uint64_t seed; bool save; } options;
enum { NO_LIMIT = 1200 };

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

/* Rows of one part of a run after those of the parts before. */
typedef struct rows { sr_record **parts; uint32_t n; } rows;

static void add_part(rows *r, sr_record *part)
{
	r->parts = sb_resize(r->parts, (r->n + 1) * sizeof *r->parts);
	r->parts[r->n++] = part;
}

static void free_rows(rows *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		sr_record_free(r->parts[i]);
	free(r->parts);
}

/* The saved bytes in a run that was just made. */
static se_run *another(st_model *m, sb_diag *diag, se_run *run, const se_settings *settings, sb_archive *saved,
					   rows *all)
{
	sb_archive in = sb_archive_read(saved->at, saved->n);
	se_run *next = st_run(m, diag);
	if (se_restore(next, settings, &in) != SE_PAUSED || in.next != in.n)
		printf("what was saved could not be read\n");
	add_part(all, se_take_record(run));
	se_run_free(run);
	return next;
}

enum { ONLY_PAUSES, SAVES, GOES_ON_FROM_SAVED };
static se_status with_pauses(st_model *m, sb_diag *diag, const se_settings *settings, uint64_t seed, int how, rows *all,
							 uint32_t *pauses)
{
	double at, span = isfinite(settings->stop) ? settings->stop - settings->start : 1;
	se_run *run = st_run(m, diag);
	se_status status = se_begin(run, settings);
	for (int i = 0; i < 10; i++)     /* seeds that are close to each other begin alike */
		chance(&seed);
	look(run, m->flat->scalars);
	while (status == SE_PAUSED) {
		bool event = chance(&seed) < 0.2;
		at = se_time(run) + span * pow(chance(&seed), 6) / (event ? 0.5 : 3);
		status = se_advance(run, at, event);
		if (status == SE_PAUSED && !event && !(se_time(run) == at))
			printf("it has paused at %.17g, not %.17g\n", se_time(run), at);
		look(run, m->flat->scalars);
		sb_archive saved = {0};
		if (how != ONLY_PAUSES && status == SE_PAUSED && chance(&seed) < 0.3 && se_save(run, &saved) &&
			how == GOES_ON_FROM_SAVED)
			run = another(m, diag, run, settings, &saved, all);
		sb_archive_free(&saved);
		++*pauses;
	}
	status = se_end(run);
	add_part(all, se_take_record(run));
	se_run_free(run);
	return status;
}

static bool same_parts(const char *path, const sr_record *whole, const rows *r)
{
	uint32_t row = 0;
	for (uint32_t i = 0; i < r->n; i++)
		for (uint32_t k = 0; r->parts[i] && k < sr_rows(r->parts[i]); k++, row++) {
			if (row >= sr_rows(whole) || !equal_bits(sr_time(whole, row), sr_time(r->parts[i], k))) {
				printf("%s: row %u is of time %.17g, not %.17g\n", path, row, sr_time(r->parts[i], k),
					   row < sr_rows(whole) ? sr_time(whole, row) : NAN);
				return false;
			}
			for (uint32_t c = 0; c < sr_columns(whole); c++)
				if (!equal_bits(sr_value(whole, row, c), sr_value(r->parts[i], k, c))) {
					printf("%s: %s is %.17g, not %.17g at time %.17g\n", path, sr_column_at(whole, c)->name,
						   sr_value(r->parts[i], k, c), sr_value(whole, row, c), sr_time(whole, row));
					return false;
				}
		}
	if (row != sr_rows(whole))
		printf("%s: %u rows, not %u\n", path, row, sr_rows(whole));
	return row == sr_rows(whole);
}

/* The codes, in order. C of a model that is called when a run begins says what it has to say to each run. So do the
 * files that it reads (R0344), and its objects, which are made again (R0284). */
static void add_codes(const sb_diag *diag, sb_text *out)
{
	for (uint32_t i = 0; i < sb_messages(diag); i++) {
		const char *code = sb_message_at(diag, i).code;
		if (strcmp(code, "R0323") && strcmp(code, "R0324") && strcmp(code, "R0344") && strcmp(code, "R0284"))
			sb_addf(out, " %s", code);
	}
	sb_addf(out, ";");
}

/* What a run has told is told once, by whichever run it goes on in. */
static bool same_messages(const char *path, const sb_diag *once, const sb_diag *saved)
{
	sb_text a = {0}, b = {0};
	add_codes(once, &a);
	add_codes(saved, &b);
	bool same = strcmp(a.at, b.at) == 0;
	if (!same)
		printf("%s: from what was saved it goes on with the messages%s not%s\n", path, b.at, a.at);
	sb_text_free(&a);
	sb_text_free(&b);
	return same;
}

/* The same run object simulates once more. */
static bool same_again(const char *path, se_run *run, const se_settings *settings, se_status plain,
					   const sr_record *first)
{
	se_status status = se_simulate(run, settings);
	rows again = {0};
	add_part(&again, se_take_record(run));
	bool same = status == plain && (!first || same_parts(path, first, &again));
	if (!same)
		printf("%s: made again by the same object it is another run, of status %d and %d\n", path, plain, status);
	free_rows(&again);
	return same;
}

/* FILE or FILE:CLASS, with code of the first tier. */
static st_model *load(const char *named)
{
	char *path = strdup(named), *colon = strrchr(path, ':');
	if (colon)
		*colon = 0;
	st_model *m = st_load(path, colon ? colon + 1 : NULL,
						  &(st_options){ .depth = ST_CODE, .code = { .optimise = 0 } });
	free(path);
	return m;
}

static bool compare(const char *path, const options *o, uint32_t *compared, uint32_t *pauses)
{
	st_model *m = load(path);
	bool same = true;
	sb_diag *once = sb_diag_new(), *more = sb_diag_new();
	sb_diag_share(once, m->diag);
	sb_diag_share(more, m->diag);
	if (m->program && !sb_errors(m->diag) && !m->flat->experiments.n) {
		se_settings settings = se_defaults(sc_image(m->program));
		settings.timeout = o->limit;
		settings.solver = o->solver ? o->solver : settings.solver;
		settings.stop = isfinite(o->stop) ? o->stop : settings.stop;
		se_run *run = st_run(m, m->diag);
		se_status plain = se_simulate(run, &settings);
		sr_record *first = se_take_record(run);
		settings.timeout = NO_LIMIT;                /* a machine may be slower from here on */
		bool again = plain == SE_TIMEOUT || o->save || same_again(path, run, &settings, plain, first);
		se_run_free(run);
		if (plain != SE_TIMEOUT && o->save) {
			rows saved = {0};
			sr_record_free(first);
			plain = with_pauses(m, once, &settings, o->seed, SAVES, &saved, pauses);
			first = saved.parts[0];
			free(saved.parts);
		}
		if (plain != SE_TIMEOUT && first) {
			rows second = {0};
			se_status paused =
				with_pauses(m, more, &settings, o->seed, o->save ? GOES_ON_FROM_SAVED : ONLY_PAUSES, &second, pauses);
			same = again && paused == plain && same_parts(path, first, &second) &&
				(!o->save || same_messages(path, once, more));
			if (paused != plain)
				printf("%s: it ends with status %d, not %d\n", path, paused, plain);
			++*compared;
			free_rows(&second);
		}
		sr_record_free(first);
	}
	sb_diag_free(once);
	sb_diag_free(more);
	st_free(m);
	return same;
}

int main(int argc, char **argv)
{
	options o = {NULL, NAN, NO_LIMIT, 1, false};
	uint32_t compared = 0, different = 0, pauses = 0;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--save") == 0)
			o.save = true;
		else if (strcmp(argv[i], "--solver") == 0 && i + 1 < argc)
			o.solver = argv[++i];
		else if (strcmp(argv[i], "--stop") == 0 && i + 1 < argc)
			o.stop = strtod(argv[++i], NULL);
		else if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc)
			o.limit = strtod(argv[++i], NULL);
		else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
			o.seed = strtoull(argv[++i], NULL, 10);
		else
			different += !compare(argv[i], &o, &compared, &pauses);
	}
	printf("%u models with %u pauses compared, %u are different\n", compared, pauses, different);
	return different || !compared;
}
