/* The values of a run as bytes (base/archive.h): all that decides how evaluations go on. Workspaces for looks aside are
 * not among it, and factors are made anew from the entries they were made of. */
#include "code/runtime/runtime.h"

#include <stdlib.h>

static void archive_texts(sc_run *run, sb_archive *a, const char **texts, uint32_t n)
{
	sb_arena *scratch = sb_arena_new();
	for (uint32_t k = 0; k < n; k++) {
		const char *text = sb_archive_text(a, scratch, texts[k]);
		if (a->reads)
			texts[k] = sc_strings_keep(&run->strings, text, NULL);
	}
	sb_arena_free(scratch);
}

static void archive_past(sc_past *p, size_t n, sb_archive *a)
{
	bool any = p->z != NULL;
	sb_archive_one(a, any);
	sb_archive_one(a, p->time);
	sb_archive_one(a, p->n);
	sb_archive_one(a, p->aside);
	if (any && !p->z)
		p->z = sb_draw(NULL, ((SC_PAST + SC_ASIDE) * n + 1) * sizeof(double));
	if (any)
		sb_archive_bytes(a, p->z, (SC_PAST + SC_ASIDE) * n * sizeof(double));
}

static void archive_path(sc_path *p, size_t n, sb_archive *a)
{
	sb_archive_one(a, p->n);
	sb_archive_one(a, p->sign);
	sb_archive_one(a, p->first_sign);
	sb_archive_one(a, p->doubtful);
	sb_archive_one(a, p->strays);
	sb_archive_one(a, p->told);
	sb_archive_one(a, p->told_met);
	if (p->n > p->room) {
		p->room = p->n;
		p->time = sb_draw(p->time, p->room * sizeof(double));
		p->z = sb_draw(p->z, (p->room * n + 1) * sizeof(double));
	}
	if (p->n) {
		sb_archive_bytes(a, p->time, p->n * sizeof(double));
		sb_archive_bytes(a, p->z, p->n * n * sizeof(double));
	}
}

static void archive_course(sc_loop *loop, sb_archive *a)
{
	sc_course *c = &loop->course;
	bool any = c->slope != NULL;
	sb_archive_one(a, any);
	if (!any)
		return;
	sb_archive_bytes(a, sc_course_room(loop), SC_COURSE_VECTORS * loop->of->n * sizeof(double));
	sb_archive_one(a, c->span);
	sb_archive_one(a, c->gap);
	sb_archive_one(a, c->reach);
	sb_archive_one(a, c->miss);
	sb_archive_one(a, c->begun_span);
	sb_archive_one(a, c->begun_miss);
	sb_archive_one(a, c->begun_known);
	sb_archive_one(a, c->known);
	sb_archive_one(a, c->measured);
	sb_archive_one(a, c->placed);
	sb_archive_one(a, c->forward);
	sb_archive_one(a, c->wary);
	sb_archive_one(a, c->paired);
	sb_archive_one(a, c->rest);
	sb_archive_one(a, c->pause);
}

static void archive_loop(sc_loop *loop, sb_archive *a)
{
	size_t n = loop->of->n;
	bool any = loop->good != NULL;
	sb_archive_one(a, any);
	if (any)
		sc_loop_room(loop);
	if (any)
		sb_archive_bytes(a, loop->good, SC_LOOP_VECTORS * n * sizeof(double));
	sb_archive_one(a, loop->has_good);
	sb_archive_one(a, loop->loose);
	sb_archive_one(a, loop->stale);
	sb_archive_one(a, loop->told_open);
	sb_archive_one(a, loop->size);
	sb_archive_one(a, loop->lost);
	archive_past(&loop->past, n, a);
	archive_path(&loop->path, n, a);
	archive_course(loop, a);
	sc_factors_archive(loop, &loop->factors, a);
}

typedef struct object_place { uint32_t at; long long object; } object_place;

/* External objects are those of the run that reads. */
static void archive_wholes(sc_run *run, sb_archive *a)
{
	const si_image *image = run->program->image;
	sc_data *d = &run->d;
	sb_vec(object_place) objects = {0};
	sb_arena *scratch = sb_arena_new();
	for (uint32_t i = 0; i < image->variables.n; i++) {
		const si_variable *v = &image->variables.at[i];
		for (uint32_t s = v->first; v->object && s < v->first + v->count; s++) {
			si_place p = si_place_of(image, s);
			if (p.store == SI_INT)
				sb_push(scratch, objects, ((object_place){p.index, d->i[p.index]}));
		}
	}
	sb_archive_bytes(a, d->i, image->ints * sizeof(long long));
	for (uint32_t k = 0; k < objects.n; k++)
		d->i[objects.at[k].at] = objects.at[k].object;
	sb_arena_free(scratch);
}

void sc_archive(sc_data *d, sb_archive *a)
{
	sc_run *run = sc_run_of(d);
	const si_image *image = run->program->image;
	sb_archive_tag(a, "values");
	sb_archive_one(a, d->time);
	sb_archive_one(a, d->initial);
	sb_archive_one(a, d->terminal);
	sb_archive_one(a, d->event);
	sb_archive_one(a, d->lambda);
	sb_archive_one(a, d->caller);
	sb_archive_one(a, run->accepted);
	sb_archive_one(a, run->holds_warnings);
	sb_archive_one(a, run->held_warning);
	sb_archive_bytes(a, run->x, image->states * sizeof(double));
	sb_archive_bytes(a, run->xd, image->states * sizeof(double));
	sb_archive_bytes(a, d->r, image->reals * sizeof(double));
	archive_wholes(run, a);
	archive_texts(run, a, d->s, image->strings);
	sb_archive_bytes(a, d->pre_r, image->pres.n * sizeof(double));
	sb_archive_bytes(a, d->pre_i, image->pres.n * sizeof(long long));
	archive_texts(run, a, d->pre_s, image->pres.n);
	sb_archive_bytes(a, d->latch, image->watches.n * sizeof(long long));
	sb_archive_bytes(a, d->clock, image->clocks.n * sizeof(long long));
	sb_archive_bytes(a, run->given, image->parameter_count);
	sb_archive_bytes(a, run->warned, run->program->sites.n * sizeof *run->warned);
	if (!a->reads)
		sc_forget_looks(run);        /* rows to come begin with the same workspaces in all runs that go on from here */
	for (uint32_t k = 0; k < image->loops.n; k++)
		archive_loop(&run->loops[SC_HERE][k], a);
}
