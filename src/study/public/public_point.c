/* The public interface to linear systems and equilibrium. */
#include "study/point/point.h"
#include "study/public/public.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What it holds is a copy: it outlives the run. */
struct saltus_linear {
	sb_arena *arena; sb_diag *diag;
	st_linear l;
	const char *model;
	double *matrices[4];             /* row by row */
	sb_text text, messages;
};

static double *by_rows(sb_arena *arena, const st_dense *m)
{
	double *out = sb_new_array(arena, double, (size_t)m->rows * m->columns + 1);
	for (uint32_t i = 0; i < m->rows; i++)
		for (uint32_t k = 0; k < m->columns; k++)
			out[(size_t)i * m->columns + k] = *st_element(m, i, k);
	return out;
}

static void put_matrices(saltus_linear *l)
{
	const st_dense *m[] = {&l->l.s.a, &l->l.s.b, &l->l.s.c, &l->l.s.d};
	for (int i = 0; i < 4; i++)
		l->matrices[i] = by_rows(l->arena, m[i]);
}

/* A run that is not paused is refused in the words of st_linearise. */
static bool find_system(saltus_run *r, const st_linear_request *q, bool clocked, sb_arena *arena, st_linear *out)
{
	se_settings settings = r->settings;
	if (!clocked || !se_is_paused(r->run))
		return st_linearise(r->program->model, r->run, q, arena, r->diag, out);
	settings.sink = (sr_sink){0};
	if (!q->component)
		return st_linearise_clocked(r->program->model, r->run, &settings, q, arena, r->diag, out);
	sb_report(r->diag, SB_ERROR, "U0644", (sb_span){0},
			  "the sampled system of a loop with clocks is of the whole model, and not of a component");
	return false;
}

static saltus_linear *do_linearise(saltus_run *r, const st_linear_request *q, bool clocked)
{
	sb_arena *arena = sb_arena_new();
	saltus_linear *l = sb_new(arena, saltus_linear);
	const st_model *m = r->program->model;
	l->arena = arena;
	bool good = find_system(r, q, clocked, arena, &l->l);
	st_public_render(r);
	if (!good) {
		sb_arena_free(arena);
		return NULL;
	}
	l->diag = sb_diag_new();
	l->model = q->component ? sb_printf(arena, "%s of %s", q->component, m->flat->name)
							: sb_strdup(arena, m->flat->name);
	sb_add(&l->messages, "");
	put_matrices(l);
	return l;
}

static saltus_linear *linearise(saltus_run *r, const char *const *inputs, size_t input_count,
								const char *const *outputs, size_t output_count, bool clocked)
{
	saltus_linear *volatile result = NULL;
	sb_door door;
	if (!r || r->broken[0])
		return NULL;
	if (SB_ENTER(&door))
		result = do_linearise(r, &(st_linear_request){r->program->component, inputs, (uint32_t)input_count, outputs,
													  (uint32_t)output_count, false}, clocked);
	else
		st_public_break(r, &door);
	sb_leave(&door);
	return result;
}

saltus_linear *saltus_linearise(saltus_run *r, const char *const *inputs, size_t input_count,
								const char *const *outputs, size_t output_count)
{
	return linearise(r, inputs, input_count, outputs, output_count, false);
}

saltus_linear *saltus_linearise_clocked(saltus_run *r, const char *const *inputs, size_t input_count,
										const char *const *outputs, size_t output_count)
{
	return linearise(r, inputs, input_count, outputs, output_count, true);
}

double saltus_linear_period(const saltus_linear *l)
{
	return l ? l->l.s.period : 0;
}

void saltus_free_linear(saltus_linear *l)
{
	if (!l)
		return;
	sb_text_free(&l->text);
	sb_text_free(&l->messages);
	sb_diag_free(l->diag);
	sb_arena_free(l->arena);
}

size_t saltus_linear_count(const saltus_linear *l, char of)
{
	return !l ? 0 : of == 'x' ? l->l.s.a.rows : of == 'u' ? l->l.s.b.columns : of == 'y' ? l->l.s.c.rows : 0;
}

const char *saltus_linear_name(const saltus_linear *l, char of, size_t i)
{
	if (i >= saltus_linear_count(l, of))
		return NULL;
	const st_system *s = &l->l.s;
	return (of == 'x' ? s->states : of == 'u' ? s->inputs : s->outputs)[i];
}

const double *saltus_linear_at(const saltus_linear *l, char what)
{
	if (!l)
		return NULL;
	if (what >= 'A' && what <= 'D')
		return l->matrices[what - 'A'];
	return what == 'x' ? l->l.x : what == 'r' ? l->l.rate : what == 'u' ? l->l.u : what == 'y' ? l->l.y : NULL;
}

static void put_complex(const double complex *from, uint32_t n, double *real, double *imaginary)
{
	for (uint32_t i = 0; i < n; i++) {
		real[i] = creal(from[i]);
		imaginary[i] = cimag(from[i]);
	}
}

typedef bool finder(sb_arena *arena, const st_system *s, double complex *out, uint32_t *count);

static bool find_poles(sb_arena *arena, const st_system *s, double complex *out, uint32_t *count)
{
	st_pole *poles = sb_new_array(arena, st_pole, s->a.rows + 1);
	if (!st_poles(arena, s, poles))
		return false;
	for (*count = 0; *count < s->a.rows; (*count)++)
		out[*count] = poles[*count].value;
	return true;
}

static bool find_zeros(sb_arena *arena, const st_system *s, double complex *out, uint32_t *count)
{
	bool degenerate;
	return st_zeros(arena, s, out, count, &degenerate);
}

static size_t find(const saltus_linear *l, finder *how, double *real, double *imaginary)
{
	volatile uint32_t result = 0;
	sb_door door;
	if (!l)
		return 0;
	if (SB_ENTER(&door)) {
		sb_arena *arena = sb_arena_new();
		double complex *values = sb_new_array(arena, double complex, l->l.s.a.rows + 1);
		uint32_t count = 0;
		if (how(arena, &l->l.s, values, &count))
			result = count;
		put_complex(values, result, real, imaginary);
		sb_arena_free(arena);
	}
	sb_leave(&door);
	return result;
}

size_t saltus_linear_poles(const saltus_linear *l, double *real, double *imaginary)
{
	return find(l, find_poles, real, imaginary);
}

size_t saltus_linear_zeros(const saltus_linear *l, double *real, double *imaginary)
{
	return find(l, find_zeros, real, imaginary);
}

bool saltus_linear_response(const saltus_linear *l, size_t output, size_t input, double w, double *real,
							double *imaginary)
{
	volatile bool good = false;
	sb_door door;
	if (output >= saltus_linear_count(l, 'y') || input >= saltus_linear_count(l, 'u'))
		return false;
	if (SB_ENTER(&door)) {
		sb_arena *arena = sb_arena_new();
		st_system channel = st_system_channel(arena, &l->l.s, (uint32_t)output, (uint32_t)input);
		st_response r;
		if (st_response_open(arena, &channel, &r)) {
			double complex value = st_channel_at(&r, w);
			put_complex(&value, 1, real, imaginary);
			good = isfinite(*real) && isfinite(*imaginary);
		}
		sb_arena_free(arena);
	}
	sb_leave(&door);
	return good;
}

const char *saltus_linear_text(saltus_linear *l)
{
	sb_door door;
	if (!l)
		return "";
	if (SB_ENTER(&door) && !l->text.n)
		st_linear_text(&l->l, l->model, false, &l->text);
	sb_leave(&door);
	return l->text.at ? l->text.at : "";
}

bool saltus_linear_sample(saltus_linear *l, double period, bool hold)
{
	volatile bool good = false;
	sb_door door;
	if (!l)
		return false;
	if (SB_ENTER(&door)) {
		good = st_linear_sample(&l->l, period, hold ? ST_HOLD : ST_TUSTIN, l->arena);
		if (good) {
			l->text.n = 0;
			put_matrices(l);
		}
	}
	sb_leave(&door);
	return good;
}

static bool through_door(saltus_linear *l, const char *what, bool draw)
{
	volatile bool good = false;
	sb_door door;
	if (!l || !what)
		return false;
	if (SB_ENTER(&door)) {
		uint32_t before = sb_messages(l->diag);
		good = draw ? st_linear_draw(&l->l, l->model, what, l->diag) : st_linear_write(&l->l, l->model, what, l->diag);
		l->messages.n = 0;
		sb_render(l->diag, before, false, &l->messages);
		sb_add(&l->messages, "");
	}
	sb_leave(&door);
	return good;
}

bool saltus_linear_write(saltus_linear *l, const char *path)
{
	return through_door(l, path, false);
}

bool saltus_linear_draw(saltus_linear *l, const char *what)
{
	return through_door(l, what, true);
}

const char *saltus_linear_messages(const saltus_linear *l)
{
	return l ? l->messages.at : "";
}

/* ------------------------------------------------------------------------------------------------------ equilibrium */

static saltus_status do_trim(saltus_run *r, const st_trim_request *q)
{
	sb_arena *arena = sb_arena_new();
	st_trim t;
	bool good = false;
	if (!se_is_paused(r->run))
		sb_help(sb_report(r->diag, SB_ERROR, "R0281", (sb_span){0}, "a run that is not paused cannot be changed"),
				"begin it, or advance it to where the search is to start");
	else
		good = st_trim_find(r->program->model, r->run, &r->settings, q, arena, r->diag, &t) &&
			   st_trim_tell(&t, r->diag) && st_trim_apply(&t, r->run);
	sb_arena_free(arena);
	st_public_render(r);
	return good ? SALTUS_DONE : SALTUS_FAILED;
}

saltus_status saltus_trim(saltus_run *r, const char *const *free, size_t free_count, const char *const *zero,
						  size_t zero_count, const saltus_bound *bounds, size_t bound_count)
{
	volatile saltus_status result = SALTUS_FAILED;
	sb_door door;
	if (!r || r->broken[0])
		return SALTUS_FAILED;
	if (SB_ENTER(&door)) {
		sb_arena *arena = sb_arena_new();
		st_bound *limits = sb_new_array(arena, st_bound, bound_count + 1);
		for (size_t i = 0; i < bound_count; i++)
			limits[i] = (st_bound){bounds[i].name ? bounds[i].name : "", bounds[i].low, bounds[i].high};
		result = do_trim(r, &(st_trim_request){.free = free, .free_count = (uint32_t)free_count, .zero = zero,
											   .zero_count = (uint32_t)zero_count, .bounds = limits,
											   .bound_count = (uint32_t)bound_count});
		sb_arena_free(arena);
	} else {
		st_public_break(r, &door);
	}
	sb_leave(&door);
	return result;
}
