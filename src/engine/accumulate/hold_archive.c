/* Motion that is held, as bytes (base/archive.h). It belongs to a frame, and is saved with it: the solver of the frame
 * solves other equations meanwhile, so it can be made only when the motion is known. */
#include "engine/accumulate/hold.h"

static void archive_array(sb_archive *a, sb_arena *arena, double **array, uint32_t n)
{
	bool there = *array != NULL;
	sb_archive_one(a, there);
	if (a->reads)
		*array = there ? sb_new_array(arena, double, n + 1) : NULL;
	if (there)
		sb_archive_bytes(a, *array, n * sizeof(double));
}

static void archive_constraint(se_run *run, se_hold *h, se_constraint *c, sb_archive *a)
{
	double *const numbers[] = {&c->side,       &c->clock_span, &c->clock_error, &c->clock_at, &c->clock_rate,
							   &c->clock_bend, &c->speed,      &c->lambda,      &c->press};
	sb_archive_one(a, c->watch);
	sb_archive_one(a, c->affine);
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		sb_archive_one(a, *numbers[k]);
	archive_array(a, h->arena, &c->d, run->image->states);
	archive_array(a, h->arena, &c->slope, run->image->states);
	a->bad = a->bad || c->watch >= run->image->watches.n;
}

static void archive_side(se_run *run, se_hold *h, int which, sb_archive *a)
{
	const si_image *image = run->image;
	se_held_side *s = &h->sides[which];
	sb_archive_one(a, h->seen[which]);
	if (!h->seen[which])
		return;
	if (a->reads)
		*s = se_new_side(run, h);
	sb_archive_bytes(a, s->latch, image->watches.n * sizeof *s->latch);
	sb_archive_bytes(a, s->i, image->ints * sizeof *s->i);
	sb_archive_bytes(a, s->pre_i, image->pres.n * sizeof *s->pre_i);
	sb_archive_bytes(a, s->r, h->discrete.n * sizeof *s->r);
	sb_archive_bytes(a, s->pre_r, image->pres.n * sizeof *s->pre_r);
}

static void archive_hold(se_run *run, se_hold *h, sb_archive *a)
{
	sb_archive_one(a, h->n);
	if (h->n > SE_HELD_MOST) {
		a->bad = true;
		return;
	}
	for (uint32_t k = 0; k < h->n; k++)
		archive_constraint(run, h, &h->at[k], a);
	sb_archive_one(a, h->part);
	sb_archive_one(a, h->noise);
	sb_archive_one(a, h->patience);
	sb_archive_vec(a, h->arena, h->frozen);
	sb_archive_vec(a, h->arena, h->discrete);
	for (int which = 0; which < 2; which++)
		archive_side(run, h, which, a);
	sb_archive_one(a, h->sighting);
	h->sighting.image = run->image;
	sb_archive_bytes(a, h->rates, run->image->states * sizeof *h->rates);
	sb_archive_bytes(a, h->reals, run->image->reals * sizeof *h->reals);
}

static void archive_one(se_run *run, se_hold **h, sb_archive *a)
{
	bool here = *h && (*h)->frame == run->in, slides = here && (*h)->slides;
	sb_archive_one(a, here);
	sb_archive_one(a, slides);
	if (a->reads && here)
		*h = se_hold_make(run, slides);
	if (here)
		archive_hold(run, *h, a);
}

void se_hold_archive(se_run *run, sb_archive *a)
{
	sb_archive_tag(a, "hold");
	archive_one(run, &run->hold, a);
	archive_one(run, &run->gathering->coming, a);
}
