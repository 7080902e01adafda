/* The public interface to sensitivities. */
#include "study/public/public.h"
#include "study/sensitivity/sensitivity.h"
#include <math.h>
#include <string.h>

typedef struct asked {
	const char *const *of, *const *by; size_t rows, columns, count; const double *times; double *out, *values;
} asked;

static bool refuse(saltus_run *r, const char *text)
{
	sb_report(r->diag, SB_ERROR, "R0701", (sb_span){0}, "%s", text);
	return false;
}

static bool are_good_times(saltus_run *r, const asked *q)
{
	double last = r->settings.start;
	for (size_t k = 0; k < q->count; k++) {
		if (!(q->times[k] >= last && isfinite(q->times[k])))
			return refuse(r, "the times of sensitivities must rise from the start of the run on");
		last = q->times[k];
	}
	return true;
}

static bool find(saltus_run *r, const asked *q, sb_arena *arena, se_asked *of, uint32_t *by)
{
	st_model *m = r->program->model;
	bool good = true;
	for (size_t i = 0; i < q->rows && good; i++)
		good = st_find_asked(m->flat, arena, r->diag, q->of[i], &of[i]);
	for (size_t i = 0; i < q->columns && good; i++)
		good = st_find_parameter(m, r->diag, q->by[i], &by[i]);
	return good;
}

static bool follow(saltus_run *r, const asked *q)
{
	sb_arena *arena = sb_arena_new();
	se_asked *of = sb_new_array(arena, se_asked, q->rows + 1);
	uint32_t *by = sb_new_array(arena, uint32_t, q->columns + 1);
	double *p = sb_new_array(arena, double, q->columns + 1);
	st_sensitivities s;
	bool good = st_is_one_run(r->program->model, r->diag) && are_good_times(r, q) && find(r, q, arena, of, by);
	if (good) {
		st_tangent *t =
			st_tangent_new(r->program->model, by, (uint32_t)q->columns, of, (uint32_t)q->rows, r->diag);
		st_way way = {.settings = r->settings, .times = q->times, .count = (uint32_t)q->count};
		st_tangent_give(t, r->run);
		good = st_tangent_own(t, &r->settings, p) && st_tangent_run(t, p, &way, &s);
		if (good) {
			st_tangent_tell(&s, r->diag);
			memcpy(q->out, s.matrix, q->count * q->rows * q->columns * sizeof *q->out);
			if (q->values)
				memcpy(q->values, s.value, q->count * q->rows * sizeof *q->values);
		}
		st_tangent_free(t);
	}
	sb_arena_free(arena);
	return good;
}

bool saltus_sensitivities(saltus_run *r, const char *const *of, size_t rows, const char *const *by, size_t columns,
						  const double *times, size_t count, double *out, double *values)
{
	volatile bool good = false;
	sb_door door;
	if (!r || r->broken[0])
		return false;
	if (SB_ENTER(&door)) {
		sb_take_back(r->diag, 0, NULL);
		good = se_is_paused(r->run) ? refuse(r, "the run is under way: end it before its sensitivities are asked for")
									: follow(r, &(asked){of, by, rows, columns, count, times, out, values});
		st_public_render(r);
	} else {
		st_public_break(r, &door);
	}
	sb_leave(&door);
	return good;
}
