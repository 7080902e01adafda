/* The runs of all points of a sweep, and what was measured of each. */
#include "study/sweep/sweep.h"
#include "study/many/reading.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

bool st_sweep_open(st_sweep *s, sb_diag *diag)
{
	uint64_t points = s->design.points;
	uint32_t measures = st_measures_count(s->measures);
	s->arena = sb_arena_new();
	s->columns = measures;
	for (uint32_t i = 0; i < measures; i++)
		s->columns += st_measure_is_constraint(s->measures, i);
	double bytes = (double)points * (8.0 * s->columns + 9 + 4.0 * s->curves * s->time_count);
	if (bytes > 16e9) {
		sb_help(sb_report(diag, SB_ERROR, "U0738", (sb_span){0}, "the results of %llu points would take %.3g gigabytes",
						  (unsigned long long)points, bytes / 1e9),
				s->curves ? "leave the curves out, or give them a larger --step" : "take fewer points");
		return false;
	}
	s->state = memset(sb_resize(NULL, points + 1), 0, points + 1);
	s->values = sb_resize(NULL, (points * s->columns + 1) * sizeof *s->values);
	s->message = memset(sb_resize(NULL, (points + 1) * sizeof *s->message), 0, (points + 1) * sizeof *s->message);
	s->curve = sb_resize(NULL, (points * s->curves * s->time_count + 1) * sizeof *s->curve);
	return true;
}

void st_sweep_close(st_sweep *s)
{
	free(s->state);
	free(s->values);
	free(s->message);
	free(s->curve);
	sb_arena_free(s->arena);
}

uint64_t st_sweep_count(const st_sweep *s, st_point_state state)
{
	uint64_t n = 0;
	for (uint64_t i = 0; i < s->design.points; i++)
		n += s->state[i] == state;
	return n;
}

bool st_sweep_is_complete(const st_sweep *s)
{
	return st_sweep_count(s, ST_POINT_OPEN) == 0;
}

void st_sweep_column_name(const st_sweep *s, uint32_t column, sb_text *out)
{
	for (uint32_t i = 0, c = 0; i < st_measures_count(s->measures); i++, c++) {
		bool constraint = st_measure_is_constraint(s->measures, i);
		if (c == column || (constraint && c + 1 == column)) {
			sb_addf(out, "%s%s", st_measure_name(s->measures, i), c == column ? "" : ".margin");
			return;
		}
		c += constraint;
	}
}

/* ------------------------------------------------------------------------------------------------- running */

typedef struct sweeping {
	st_sweep *s;
	uint64_t *todo, count, before;           /* before: points that were done when it began */
	uint64_t done;
	pthread_mutex_t lock;
	st_reading reading[ST_THREADS_MOST];
} sweeping;

static void point(void *context, uint64_t number, double *values)
{
	const sweeping *w = context;
	st_design_point(&w->s->design, w->todo[number], values);
}

/* A point that fails says why; one that has ended says which measure has no value. */
static void put_message(sweeping *w, uint64_t point, const char *text)
{
	if (*text)
		w->s->message[point] = sb_strdup(w->s->arena, text);
}

static void take_measures(st_sweep *s, const st_measured *m, double *row, sb_text *notes)
{
	for (uint32_t i = 0, c = 0; i < st_measures_count(s->measures); i++) {
		row[c++] = m[i].value;
		if (st_measure_is_constraint(s->measures, i))
			row[c++] = m[i].margin;
		if (*m[i].note)
			sb_addf(notes, "%s%s: %s", notes->n ? "; " : "", st_measure_name(s->measures, i), m[i].note);
	}
}

static void ended(void *context, const st_worker *worker, uint64_t number, se_status status)
{
	sweeping *w = context;
	st_sweep *s = w->s;
	uint64_t at = w->todo[number];
	double *row = s->values + at * s->columns;
	float *curves = s->curve + at * s->curves * s->time_count;
	sb_text notes = {0};
	st_reading *r = &w->reading[worker->number];
	const char *why = st_reading_take(r, s->measures, worker, status);
	bool good = !why;
	if (good) {
		take_measures(s, r->measured, row, &notes);
		for (uint32_t c = 0; c < s->curves; c++)
			st_curve_values(r->gauge, c, s->times, s->time_count, curves + (size_t)c * s->time_count);
	}
	for (uint32_t c = 0; c < s->columns && !good; c++)
		row[c] = NAN;
	for (uint32_t c = 0; c < s->curves * s->time_count && !good; c++)
		curves[c] = NAN;
	pthread_mutex_lock(&w->lock);
	put_message(w, at, why ? why : notes.at ? notes.at : "");
	s->state[at] = good ? ST_POINT_DONE : ST_POINT_FAILED;
	if (s->journal && !s->broken)
		st_sweep_journal_put(s, at);
	pthread_mutex_unlock(&w->lock);
	sb_text_free(&notes);
}

static bool progress(void *context, uint64_t done)
{
	sweeping *w = context;
	if (done != UINT64_MAX)
		w->done = done;
	st_journal_touch(w->s->journal);     /* for whoever waits for this shard */
	if (w->s->broken)
		return false;
	return !w->s->progress || w->s->progress(w->s->context, w->done + w->before, w->count + w->before);
}

static bool goes_on(void *context, uint64_t number)
{
	const sweeping *w = context;
	(void)number;
	return !w->s->broken;
}

void st_sweep_run(st_sweep *s)
{
	sweeping w = {.s = s};
	uint32_t shards = s->shards ? s->shards : 1;
	w.todo = sb_resize(NULL, (s->design.points + 1) * sizeof *w.todo);
	for (uint64_t i = s->shards ? s->shard : 0; i < s->design.points; i += shards) {
		if (s->state[i] == ST_POINT_OPEN)
			w.todo[w.count++] = i;
		else
			w.before++;
	}
	pthread_mutex_init(&w.lock, NULL);
	st_many_run(s->many, &(st_batch){.count = w.count, .threads = s->threads, .settings = s->settings, .point = point,
		.numbers = w.todo, .ended = ended, .in_order = goes_on, .progress = progress, .context = &w});
	for (uint32_t i = 0; i < ST_THREADS_MOST; i++)
		st_reading_close(&w.reading[i]);
	pthread_mutex_destroy(&w.lock);
	free(w.todo);
}
