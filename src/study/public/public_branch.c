/* The public interface: equilibria along a parameter. */
#include "study/point/point.h"
#include "study/public/public.h"
#include <math.h>

/* What it holds is a copy: it outlives the run. */
struct saltus_branch {
	sb_arena *arena;
	st_branch b;
	double *parameter, *values, *real, *imaginary;
	sb_text text;
};

static void put_points(saltus_branch *out)
{
	const st_branch *b = &out->b;
	size_t n = b->points.n;
	out->parameter = sb_new_array(out->arena, double, n + 1);
	out->real = sb_new_array(out->arena, double, n + 1);
	out->imaginary = sb_new_array(out->arena, double, n + 1);
	out->values = sb_new_array(out->arena, double, n * b->n + 1);
	for (size_t i = 0; i < n; i++) {
		const st_branch_point *p = &b->points.at[i];
		out->parameter[i] = p->parameter;
		out->real[i] = creal(p->leading);
		out->imaginary[i] = cimag(p->leading);
		for (uint32_t k = 0; k < b->n; k++)
			out->values[i * b->n + k] = p->value[k];
	}
}

static void copy_names(saltus_branch *out)
{
	const char **names = sb_new_array(out->arena, const char *, out->b.n + 1);
	for (uint32_t i = 0; i < out->b.n; i++)
		names[i] = sb_strdup(out->arena, out->b.names[i]);
	out->b.names = names;
	out->b.parameter = sb_strdup(out->arena, out->b.parameter);
}

static bool is_good(saltus_run *r, const saltus_along *a)
{
	bool good = a && a->name && isfinite(a->from) && isfinite(a->to) && isfinite(a->step) && a->from != a->to &&
				a->step != 0 && (a->step > 0) == (a->to > a->from);
	if (!se_is_paused(r->run))
		sb_help(sb_report(r->diag, SB_ERROR, "R0281", (sb_span){0}, "a run that is not paused cannot be changed"),
				"begin it, or advance it to where the search is to start");
	else if (!good)
		sb_help(sb_report(r->diag, SB_ERROR, "U0964", (sb_span){0}, "'%s' cannot be followed from %g by %g to %g",
						  a && a->name ? a->name : "", a ? a->from : NAN, a ? a->step : NAN, a ? a->to : NAN),
				"the step is not zero, and leads from one end to the other");
	return good && se_is_paused(r->run);
}

static saltus_branch *follow(saltus_run *r, const saltus_along *a, const st_trim_request *q)
{
	sb_arena *arena = sb_arena_new();
	saltus_branch *out = sb_new(arena, saltus_branch);
	st_trim first;
	out->arena = arena;
	bool good = is_good(r, a) && st_branch_find(r->program->model, r->run, &r->settings, q,
		&(st_along){a->name, a->from, a->step, a->to}, arena, r->diag, &first, &out->b) &&
		st_trim_tell(&first, r->diag);
	st_public_render(r);
	if (!good) {
		sb_arena_free(arena);
		return NULL;
	}
	copy_names(out);
	put_points(out);
	st_branch_text(&out->b, r->program->model->flat->name, false, &out->text);
	return out;
}

saltus_branch *saltus_continue(saltus_run *r, const saltus_along *along, const char *const *free, size_t free_count,
							   const char *const *zero, size_t zero_count, const saltus_bound *bounds,
							   size_t bound_count)
{
	saltus_branch *volatile result = NULL;
	sb_door door;
	if (!r || r->broken[0])
		return NULL;
	if (SB_ENTER(&door)) {
		sb_arena *arena = sb_arena_new();
		st_bound *limits = sb_new_array(arena, st_bound, bound_count + 1);
		for (size_t i = 0; i < bound_count; i++)
			limits[i] = (st_bound){bounds[i].name ? bounds[i].name : "", bounds[i].low, bounds[i].high};
		result = follow(r, along, &(st_trim_request){.free = free, .free_count = (uint32_t)free_count, .zero = zero,
			.zero_count = (uint32_t)zero_count, .bounds = limits, .bound_count = (uint32_t)bound_count});
		sb_arena_free(arena);
	} else {
		st_public_break(r, &door);
	}
	sb_leave(&door);
	return result;
}

size_t saltus_branch_count(const saltus_branch *b, char of)
{
	return !b ? 0 : of == 'p' ? b->b.points.n : of == 'x' ? b->b.n : 0;
}

const char *saltus_branch_name(const saltus_branch *b, size_t i)
{
	return i < saltus_branch_count(b, 'x') ? b->b.names[i] : NULL;
}

const double *saltus_branch_at(const saltus_branch *b, char what)
{
	if (!b)
		return NULL;
	return what == 'p' ? b->parameter : what == 'x' ? b->values : what == 'r' ? b->real
		: what == 'i' ? b->imaginary : NULL;
}

char saltus_branch_kind(const saltus_branch *b, size_t point)
{
	static const char kinds[] = {[ST_PLAIN] = ' ', [ST_FOLD] = 'F', [ST_HOPF] = 'H', [ST_BRANCH] = 'B'};
	return point < saltus_branch_count(b, 'p') ? kinds[b->b.points.at[point].special] : 0;
}

const char *saltus_branch_text(const saltus_branch *b)
{
	return b && b->text.at ? b->text.at : "";
}

void saltus_free_branch(saltus_branch *b)
{
	if (!b)
		return;
	sb_text_free(&b->text);
	sb_arena_free(b->arena);
}
