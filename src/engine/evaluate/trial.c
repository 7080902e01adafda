/* Evaluations on trial; see trial.h. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include <string.h>

static void *copy(sb_arena *arena, const void *from, size_t count, size_t size)
{
	void *to = sb_alloc(arena, (count + 1) * size);
	if (count)
		memcpy(to, from, count * size);
	return to;
}

void *se_copy_once(se_run *run, const void *from, size_t count, size_t size)
{
	return copy(run->once, from, count, size);
}

/* The texts themselves: a run forgets those that nothing of it refers to any more. */
static const char **copy_texts(sb_arena *arena, const char *const *from, uint32_t count)
{
	const char **to = sb_new_array(arena, const char *, count + 1);
	for (uint32_t k = 0; k < count; k++)
		to[k] = from[k] ? sb_strdup(arena, from[k]) : NULL;
	return to;
}

static void put_texts_back(se_run *run, const char **to, const char *const *from, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		if (!from[k] || !to[k] || strcmp(from[k], to[k]) != 0)
			to[k] = from[k] ? run->d->services->concat(run->d, from[k], "") : NULL;
}

/* Of models without Strings there are none. */
static uint32_t texts_before(const si_image *image)
{
	return image->strings ? image->pres.n : 0;
}

se_trial se_begin_trial_in(se_run *run, sb_arena *arena)
{
	const si_image *image = run->image;
	const sc_data *d = run->d;
	return (se_trial){copy(arena, d->r, image->reals, sizeof *d->r),
					  copy(arena, d->pre_r, image->pres.n, sizeof *d->pre_r),
					  copy(arena, d->i, image->ints, sizeof *d->i),
					  copy(arena, d->pre_i, image->pres.n, sizeof *d->pre_i),
					  copy(arena, d->latch, image->watches.n, sizeof *d->latch),
					  copy_texts(arena, d->s, image->strings), copy_texts(arena, d->pre_s, texts_before(image))};
}

se_trial se_begin_trial(se_run *run)
{
	return se_begin_trial_in(run, run->once);
}

void se_end_trial(se_run *run, const se_trial *t)
{
	const si_image *image = run->image;
	memcpy(run->d->r, t->r, image->reals * sizeof *t->r);
	memcpy(run->d->i, t->i, image->ints * sizeof *t->i);
	memcpy(run->d->latch, t->latch, image->watches.n * sizeof *t->latch);
	memcpy(run->d->pre_r, t->pre_r, image->pres.n * sizeof *t->pre_r);
	memcpy(run->d->pre_i, t->pre_i, image->pres.n * sizeof *t->pre_i);
	put_texts_back(run, run->d->s, t->s, image->strings);
	put_texts_back(run, run->d->pre_s, t->pre_s, texts_before(image));
}
