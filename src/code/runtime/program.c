/* A program that is loaded: its functions, found by name, and what is called of them piece by piece. */
#include "code/runtime/runtime.h"

#include <math.h>

static const sc_math libm = {sin, cos,   tan,  asin, acos,  atan, atan2, sinh, cosh,     tanh, exp,
						 log, log10, sqrt, fabs, floor, ceil, trunc, pow,  INFINITY, NAN};

const sc_math *sc_libm(void)
{
	return &libm;
}

bool sc_bind_text(void *const *own, sc_lookup lookup, void *context)
{
	void (*bind)(const sc_math *, void *const *) = (void (*)(const sc_math *, void *const *))lookup(context, "sc_bind");
	if (bind)
		bind(&libm, own);
	return bind;
}

#define FIND(name) all &= (*(void **)&out->name = lookup(context, "sc_" #name)) != NULL
#define FIND_IF(condition, name) \
	do { \
		out->name = NULL; \
		if (condition) \
			FIND(name); \
	} while (0)

/* What every program has. */
static bool find_common(sc_functions *out, sc_lookup lookup, void *context)
{
	bool all = true;
	FIND(parameters);
	FIND(starts);
	FIND(initial);
	FIND(rates);
	FIND(watch);
	FIND(outputs);
	FIND(all);
	FIND(functions);
	FIND(times);
	FIND(actions);
	FIND(asserts);
	FIND(guards);
	FIND(event);
	FIND(event_when);
	FIND(clocks);
	FIND(delays);
	FIND(transports);
	FIND(profiles);
	FIND(modes);
	return all;
}

bool sc_functions_find(sc_functions *out, const sc_program *program, void *const *own, sc_lookup lookup, void *context)
{
	const si_image *image = program->image;
	bool all = find_common(out, lookup, context), breaks = false;
	for (uint32_t k = 0; k < image->breaks.n; k++)
		breaks = breaks || image->breaks.at[k].calls;
	out->break_ = NULL;
	if (breaks)
		all &= (*(void **)&out->break_ = lookup(context, "sc_break")) != NULL;
	FIND_IF(image->centres.n, centres);
	FIND_IF(image->angles.n, angles);
	FIND_IF(image->moments.n, moment);
	FIND_IF(image->angles.n || image->moments.n, moment_inputs);
	FIND_IF(image->jacobian.symbolic, jacobian);
	FIND_IF(image->search_apart, search);
	FIND_IF(image->invariants.n, invariants);
	FIND_IF(image->invariants.n && image->invariants_symbolic, invariant_jacobian);
	FIND_IF(program->graph, step_pieces);
	FIND_IF(program->graph, watch_pieces);
	FIND_IF(program->graph, time_pieces);
	FIND_IF(program->graph, action_pieces);
	FIND_IF(image->straight, sources);
	FIND_IF(image->straight, source_limits);
	FIND_IF(image->routines.n, routines);
	FIND_IF(image->routines.n, wait);
	FIND_IF(image->routines.n, wait_turns);
	return all && sc_bind_text(own, lookup, context);
}
#undef FIND
#undef FIND_IF

const sc_functions *sc_functions_of(sc_program *program)
{
	return atomic_load_explicit(&program->current, memory_order_acquire);
}

const sc_graph *sc_graph_of(const sc_program *program)
{
	return program->graph;
}

const si_image *sc_image(const sc_program *program)
{
	return program->image;
}

/* The whole image and the arena that it lives in. */
struct sc_wholeness { sb_arena *arena; const si_image *image; };

const si_image *sc_whole(const sc_run *run)
{
	sc_program *program = run->program;
	const si_image *image = program->image;
	struct sc_wholeness *known = atomic_load_explicit(&program->whole, memory_order_acquire);
	if (image->whole)
		return image;
	if (known)
		return known->image;
	sb_arena *arena = sb_arena_new();
	struct sc_wholeness *made = sb_new(arena, struct sc_wholeness);
	*made = (struct sc_wholeness){ arena, image->asks->complete(image, arena) };
	if (atomic_compare_exchange_strong(&program->whole, &known, made))
		return made->image;
	sb_arena_free(arena);            /* another run was faster */
	return known->image;
}

void sc_whole_free(sc_program *program)
{
	struct sc_wholeness *whole = atomic_load(&program->whole);
	if (whole)
		sb_arena_free(whole->arena);
}

void sc_call_piece(const sc_functions *f, sc_data *d, const sc_piece *piece, double *a, double *b)
{
	unsigned long long mark = d->services->mark(d);
	switch ((sc_piece_kind)piece->kind) {
	case SC_STEPS: f->step_pieces[piece->function](d, piece->from, piece->to); break;
	case SC_WATCHES: f->watch_pieces[piece->function](d, a, piece->from, piece->to); break;
	case SC_TIMES: f->time_pieces[piece->function](d, a, b, piece->from, piece->to); break;
	default: f->action_pieces[piece->function](d, piece->from, piece->to); break;
	}
	d->services->release(d, mark);
}

/* A look aside: a failure in it is none of the run. */
bool sc_break_value(sc_data *d, uint32_t number, double *value)
{
	sc_run *run = sc_run_of(d);
	const si_break *b = &run->program->image->breaks.at[number];
	if (!b->calls)
		return sc_formula(d, b->value, SC_EVERYTHING, NULL, value);
	if (d->failed)
		return false;
	bool held = run->held_warning, holds = run->holds_warnings;
	int caller = d->caller;
	sc_notice noticed = run->noticed;
	run->holds_warnings = true;
	sc_functions_of(run->program)->break_(d, (int)number, value);
	bool good = !d->failed;
	if (!good)
		sc_forgive(d);
	run->holds_warnings = holds;
	run->held_warning = held;
	run->noticed = noticed;
	d->caller = caller;
	return good;
}

static long long whole(double x)
{
	return x >= -9.2e18 && x <= 9.2e18 ? (long long)x : 0;
}

/* A step function of time alone at the time of its step: rounding may have put f on either side of the whole number. */
static bool at_step(const sc_data *d, double f, double slope)
{
	double scale = fmax(fabs(slope * d->time), fabs(f));
	return slope != 0 && !d->initial && fabs(f - floor(f + 0.5)) <= 2e-15 * scale;
}

bool sc_turns_late(const si_watch *w, double slope)
{
	bool above = w->op == SI_GT || w->op == SI_GE, or_equal = w->op == SI_GE || w->op == SI_LE;
	return w->guards && w->kind == SI_RELATION && ((slope > 0) == above) != or_equal;
}

long long sc_truth(const sc_data *d, const si_watch *w, double f, double when, double slope)
{
	bool above = w->op == SI_GT || w->op == SI_GE;
	if (w->kind == SI_RELATION) {
		if (w->time_only && !d->initial && slope != 0)
			return (sc_turns_late(w, slope) ? d->time > when : d->time >= when) == (above ? slope > 0 : slope < 0);
		return w->op == SI_LT ? f < 0 : w->op == SI_LE ? f <= 0 : w->op == SI_GT ? f > 0 : f >= 0;
	}
	if (w->time_only && at_step(d, f, slope))
		return whole(floor(f + 0.5)) + (w->kind == SI_FLOOR ? -(slope < 0) : slope > 0);
	return whole(w->kind == SI_FLOOR ? floor(f) : ceil(f));
}
