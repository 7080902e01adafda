/* Programs by structure: the first one has all values that are not part of it; where a value is, there is another
 * program for each. They are made when they are needed, and the oldest that nobody uses goes when there are many. */
#include "study/many/many_inside.h"
#include "base/door.h"
#include "base/stop.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROGRAMS = 32 };

static bool in_structure(const st_varied *v, double value)
{
	return v->structural || (v->zero_is_structural && value == 0);
}

static bool has_key(const st_many *x, const st_program_of *p, const double *values)
{
	for (uint32_t i = 0; i < x->count; i++) {
		double wanted = in_structure(&x->varied[i], values[i]) ? values[i] : NAN;
		if (!(p->key[i] == wanted || (isnan(p->key[i]) && isnan(wanted))))
			return false;
	}
	return true;
}

static void free_program(st_many *x, st_program_of *p)
{
	for (uint32_t i = 0; i < ST_THREADS_MOST; i++)
		if (p->runs[i].run) {
			se_run_free(p->runs[i].run);
			sb_diag_free(p->runs[i].diag);
		}
	if (p->model != x->model)
		st_free(p->model);
	free(p->key);
	free(p->scalar);
	free(p);
}

/* With the lock held. */
static void make_room(st_many *x)
{
	st_program_of *oldest = NULL;
	uint32_t at = 0;
	if (x->program_count < MOST_PROGRAMS || sb_was_left())
		return;
	for (uint32_t i = 0; i < x->program_count; i++) {
		st_program_of *p = x->programs[i];
		if (p->model != x->model && p->ready && !p->users && (!oldest || p->used < oldest->used)) {
			oldest = p;
			at = i;
		}
	}
	if (!oldest)
		return;
	x->programs[at] = x->programs[--x->program_count];
	free_program(x, oldest);
}

static st_program_of *add_program(st_many *x, const double *values)
{
	st_program_of *p = memset(sb_resize(NULL, sizeof *p), 0, sizeof *p);
	p->key = sb_resize(NULL, (x->count + 1) * sizeof *p->key);
	p->scalar = sb_resize(NULL, (x->count + 1) * sizeof *p->scalar);
	for (uint32_t i = 0; i < x->count; i++)
		p->key[i] = in_structure(&x->varied[i], values[i]) ? values[i] : NAN;
	make_room(x);
	if (x->program_count == x->program_cap) {
		x->program_cap = x->program_cap ? 2 * x->program_cap : 8;
		x->programs = sb_resize(x->programs, x->program_cap * sizeof *x->programs);
	}
	return x->programs[x->program_count++] = p;
}

static void find_scalars(const st_many *x, st_program_of *p)
{
	for (uint32_t i = 0; i < x->count; i++)
		p->scalar[i] = isnan(p->key[i]) && p->model->flat ? sm_find_scalar(p->model->flat, x->varied[i].name)
			: UINT32_MAX;
}

/* Without the lock: it takes as long as a translation. */
static st_model *translate(st_many *x, const st_program_of *p)
{
	sb_arena *scratch = sb_arena_new();
	st_options o = x->options;
	st_given *given = sb_new_array(scratch, st_given, o.given_count + x->count);
	uint32_t n = 0;
	for (uint32_t i = 0; i < o.given_count; i++)
		given[n++] = o.given[i];
	for (uint32_t i = 0; i < x->count; i++) {
		sb_text text = {0};
		if (isnan(p->key[i]))
			continue;
		st_many_value_text(x, i, p->key[i], &text);
		given[n++] = (st_given){x->varied[i].name, sb_strdup(scratch, text.at)};
		sb_text_free(&text);
	}
	o.given = given;
	o.given_count = n;
	st_model *m = st_load(x->path, x->class_name, &o);
	sb_arena_free(scratch);
	return m;
}

static void open_run(st_many *x, st_program_of *p, uint32_t worker)
{
	st_many_run_of *r = &p->runs[worker];
	(void)x;
	if (r->run || !p->model->program || sb_errors(p->model->diag))
		return;
	r->diag = sb_diag_new();
	sb_diag_share(r->diag, p->model->diag);
	r->run = st_run(p->model, r->diag);
}

st_program_of *st_program_take(st_many *x, const double *values, uint32_t worker)
{
	st_program_of *p = NULL;
	sb_lock(&x->lock);
	for (uint32_t i = 0; i < x->program_count && !p; i++)
		if (has_key(x, x->programs[i], values))
			p = x->programs[i];
	if (p) {
		p->users++;
		while (!p->ready)
			pthread_cond_wait(&x->made, &x->lock);
	} else {
		p = add_program(x, values);
		p->users++;
		bool plain = true;
		for (uint32_t i = 0; i < x->count; i++)
			plain = plain && isnan(p->key[i]);
		if (!plain) {
			sb_unlock(&x->lock);
			st_model *m = translate(x, p);
			sb_lock(&x->lock);
			p->model = m;
			p->number = ++x->translations;
		} else {
			p->model = x->model;
		}
		find_scalars(x, p);
		p->ready = true;
		pthread_cond_broadcast(&x->made);
	}
	p->used = ++x->clock;
	open_run(x, p, worker);
	sb_unlock(&x->lock);
	return p;
}

/* What all runs of a program have taken together tells whether the optimised code pays, as one long run does. */
void st_program_give_back(st_many *x, st_program_of *p, double seconds)
{
	const double pays = 0.05;
	sb_lock(&x->lock);
	p->users--;
	p->seconds += seconds;
	bool optimise = !p->optimised && p->seconds > pays && p->model->program && x->options.code.optimise == 1;
	p->optimised = p->optimised || optimise;
	sb_unlock(&x->lock);
	if (optimise)
		sc_optimise(p->model->program);
}

void st_programs_free(st_many *x)
{
	for (uint32_t i = 0; i < x->program_count; i++)
		free_program(x, x->programs[i]);
	free(x->programs);
}
