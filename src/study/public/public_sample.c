/* The public interface: samples for inputs. */
#include "study/public/public_sample.h"
#include "study/public/public.h"
#include <string.h>

static const double *copied(sb_arena *arena, const double *from, size_t n)
{
	double *to = sb_new_array(arena, double, n + 1);
	if (n)
		memcpy(to, from, n * sizeof *to);
	return to;
}

bool st_public_samples(sb_arena *arena, sb_diag *diag, const saltus_samples *from, st_input *to)
{
	size_t n = from->time && from->value ? from->count : 0;
	*to = (st_input){.name = sb_strdup(arena, from->name ? from->name : ""), .time = copied(arena, from->time, n),
		.value = copied(arena, from->value, n), .n = n};
	return st_input_shape(diag, from->method, from->beyond, to);
}

/* The set that this run has had of the input, which others do not use. */
static struct st_own_samples *own(saltus_run *r, const char *name)
{
	for (uint32_t i = 0; i < r->samples.n; i++)
		if (strcmp(r->samples.at[i].name, name) == 0)
			return &r->samples.at[i];
	sb_push(r->arena, r->samples, ((struct st_own_samples){sb_strdup(r->arena, name), UINT32_MAX}));
	return &r->samples.at[r->samples.n - 1];
}

/* u: u.samples.data; u[2]: u.samples2.data */
static uint32_t selector(saltus_run *r, sb_arena *arena, const char *name)
{
	const sm_model *flat = r->program->model->flat;
	uint32_t scalar = sm_find_scalar(flat, name), element = 0;
	if (scalar == UINT32_MAX)
		return UINT32_MAX;
	const sm_variable *v = sm_var(flat, sm_variable_of_scalar(flat, scalar, &element));
	const char *data = v->rank ? sb_printf(arena, "%s.samples%u.data", v->name, element + 1)
							   : sb_printf(arena, "%s.samples.data", v->name);
	return sm_find_scalar(flat, data);
}

static bool exchange(saltus_run *r, const st_input *in, sb_arena *arena)
{
	saltus_program *p = r->program;
	struct st_own_samples *mine = own(r, in->name);
	sb_lock(&p->lock);
	uint32_t number = st_input_set(p->model->feeds, r->diag, in, r->copied ? UINT32_MAX : mine->number);
	sb_unlock(&p->lock);
	if (number == UINT32_MAX)
		return false;
	mine->number = number;
	return se_set(r->run, selector(r, arena, in->name), number);
}

static bool do_set_samples(saltus_run *r, const saltus_samples *samples)
{
	sb_arena *arena = sb_arena_new();
	st_input in;
	bool good = false;
	if (se_is_paused(r->run))
		sb_help(sb_report(r->diag, SB_ERROR, "U0963", (sb_span){0},
						  "the run has begun: its samples cannot be exchanged before it has ended"),
				"saltus_change changes inputs that no samples give");
	else
		good = st_public_samples(arena, r->diag, samples, &in) && exchange(r, &in, arena);
	if (!good)
		st_public_render(r);
	sb_arena_free(arena);
	return good;
}

THROUGH_DOOR(bool, false, set_samples, (saltus_run *r, const saltus_samples *samples), (r, samples))
