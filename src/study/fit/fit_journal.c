/* The points of a fit in its journal (study/many/study_journal.h): all that is computed from runs there. A fit that is
 * resumed asks for the same points in the same order, and finds them. Points without values are tried again. */
#include "study/fit/fit_inside.h"
#include "base/map.h"
#include "model/print/print.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 1, SLOPES = 2 };         /* the state of an entry: with derivatives, or without */
typedef struct known { const double *at; const char *why; } known;
struct st_fit_kept { sb_map points[2]; st_journal *journal; };

/* z, the round of estimates of sigmas, whether differences were taken and how uncertain they are, fitted values, and
 * derivatives: zeros where there are none. */
static size_t numbers_of(const st_fit_problem *p)
{
	return p->n + 3 + (size_t)p->points.n * (1 + p->n);
}

/* Derivatives are divided by the sigmas of their round. */
static uint64_t key_of(const st_fit_problem *p, const double *z, double round)
{
	return sb_hash(z, p->n * sizeof *z, 77 + (uint64_t)round);
}

static bool take(void *context, uint64_t number, uint32_t state, const char *bytes, const char *message)
{
	st_fit_problem *p = context;
	if (number != 0 || (state != VALUES && state != SLOPES))
		return false;
	double *at = sb_new_array(p->arena, double, numbers_of(p));
	known *k = sb_new(p->arena, known);
	memcpy(at, bytes, numbers_of(p) * sizeof *at);
	*k = (known){at, sb_strdup(p->arena, message ? message : "")};
	if (!(at[p->n] >= 0 && at[p->n] < UINT32_MAX))
		return false;
	sb_map_put(&p->kept->points[state == SLOPES], key_of(p, at, at[p->n]), (uint64_t)(uintptr_t)k);
	return true;
}

/* All that values of a point depend on: models with what is given, settings, data. */
static uint64_t fingerprint(const st_fit_problem *p)
{
	uint64_t hash = sb_hash(SALTUS_VERSION, strlen(SALTUS_VERSION), 19 + p->q->differences);
	for (uint32_t i = 0; i < p->experiment_count; i++) {
		const st_fit_experiment *e = &p->experiments[i];
		const se_settings *s = &e->settings;
		sb_text all = {0};
		sm_print(e->model->flat, false, &all);
		sb_addf(&all, "\n%.17g %.17g %.17g %s %llu", s->start, s->stop, s->tolerance, s->solver,
				(unsigned long long)s->seed);
		for (uint32_t k = 0; k < e->model->values.n; k++)
			sb_addf(&all, "\n%u %.17g %s", e->model->values.at[k].scalar, e->model->values.at[k].number,
					e->model->values.at[k].string ? e->model->values.at[k].string : "");
		for (uint32_t k = 0; k < e->curves.n; k++)
			sb_addf(&all, "\n%s %s", e->curves.at[k].name, e->curves.at[k].written);
		hash = st_inputs_hash(&e->model->inputs, sb_hash(all.at, all.n, hash));
		sb_text_free(&all);
	}
	for (uint32_t i = 0; i < p->n; i++) {
		hash = sb_hash(p->q->vary[i], strlen(p->q->vary[i]), hash);
		hash = sb_hash(&p->size[i], sizeof p->size[i], hash);
	}
	for (uint32_t i = 0; i < p->points.n; i++) {
		const double numbers[] = {p->points.at[i].at, p->points.at[i].measured, p->points.at[i].sigma};
		hash = sb_hash(numbers, sizeof numbers, hash + p->points.at[i].column);
	}
	return hash;
}

static st_journal_kind kind_of(st_fit_problem *p)
{
	return (st_journal_kind){.study = "fit", .fingerprint = fingerprint(p),
		.shape = {p->n, p->points.n, p->experiment_count}, .size = numbers_of(p) * sizeof(double), .take = take,
		.context = p};
}

st_journal_found st_fit_journal_read(st_fit_problem *p, const char *path)
{
	p->kept = sb_new(p->arena, struct st_fit_kept);
	for (int i = 0; i < 2; i++)
		p->kept->points[i] = sb_map_new(p->arena);
	st_journal_kind kind = kind_of(p);
	return path ? st_journal_load(&kind, path) : (st_journal_found){.state = ST_JOURNAL_NONE};
}

bool st_fit_journal_open(st_fit_problem *p, const char *path, off_t end)
{
	st_journal_kind kind = kind_of(p);
	p->kept->journal = st_journal_open(&kind, path, end, p->diag);
	return p->kept->journal != NULL;
}

bool st_fit_recall(st_fit_problem *p, const double *z, double *matrix)
{
	uint64_t found;
	if (!p->kept || !sb_map_get(&p->kept->points[matrix != NULL], key_of(p, z, p->round), &found))
		return false;
	const known *k = (const known *)(uintptr_t)found;
	const double *at = k->at + p->n + 1, *fitted = at + 2;
	if (memcmp(k->at, z, p->n * sizeof *z) != 0 || k->at[p->n] != p->round)
		return false;
	if (at[0] != 0) {
		p->why_differences = k->why;
		p->uncertain = fmax(p->uncertain, at[1]);
	}
	for (uint32_t i = 0; i < p->points.n; i++) {
		st_fit_point *point = &p->points.at[i];
		point->fitted = fitted[i];
		p->plain[i] = (point->fitted - point->measured) / point->sigma;
	}
	if (matrix)
		memcpy(matrix, fitted + p->points.n, (size_t)p->points.n * p->n * sizeof *matrix);
	p->runs += p->experiment_count;
	return true;
}

void st_fit_keep(st_fit_problem *p, const double *z, const double *matrix)
{
	size_t n = numbers_of(p);
	if (!p->kept || !p->kept->journal || p->stopped)
		return;
	double *room = memset(sb_resize(NULL, n * sizeof *room), 0, n * sizeof *room);
	memcpy(room, z, p->n * sizeof *z);
	room[p->n] = p->round;
	room[p->n + 1] = p->why_differences != NULL;
	room[p->n + 2] = p->uncertain;
	for (uint32_t i = 0; i < p->points.n; i++)
		room[p->n + 3 + i] = p->points.at[i].fitted;
	if (matrix)
		memcpy(room + p->n + 3 + p->points.n, matrix, (size_t)p->points.n * p->n * sizeof *matrix);
	st_journal_put(p->kept->journal, 0, matrix ? SLOPES : VALUES, &(st_journal_part){room, n * sizeof *room}, 1,
				   p->why_differences);
	p->trouble = st_journal_errno(p->kept->journal);
	p->stopped = p->trouble != 0;
	free(room);
}

void st_fit_journal_close(st_fit_problem *p)
{
	if (p->kept)
		st_journal_end(p->kept->journal, false);
	if (p->kept)
		p->kept->journal = NULL;
}
