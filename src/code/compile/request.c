/* Builds of texts that are made on request: the first tier only. What is wrong with such a text is not the user's
 * matter, so messages go nowhere. */
#include "base/door.h"
#include "code/apart.h"
#include "code/compile/compile.h"
#include "code/derive.h"
#include "structure/incidence.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ derivatives */

typedef void derivatives_at(sc_data *d, double *values);
struct sc_derivatives {
	sb_arena *arena; sb_diag *diag;
	ss_derivatives *plan;
	sc_pattern pattern;
	sc_build *build;
	derivatives_at *at;
};

_Static_assert((int)SC_ROW_SCALAR == (int)SS_ROW_SCALAR && (int)SC_COLUMN_LEFT == (int)SS_COLUMN_LEFT,
			   "rows and columns are the same");

static sb_diag *quiet_diag(const sc_program *program)
{
	sb_diag *diag = sb_diag_new();
	sb_diag_share(diag, sc_build_of(program)->diag);
	return diag;
}

static bool *zeros(uint32_t n)
{
	bool *list = sb_resize(NULL, (size_t)n + 1);
	memset(list, 0, (size_t)n + 1);
	return list;
}

/* What such a text computes is at the places of the program, and its loops are those of the program. */
static sc_build *build_beside(const sc_program *program, const ss_plan *plan)
{
	sc_build *build = sc_build_new(plan);
	build->program.image = program->image;
	build->program.components = program->components;
	return build;
}

static bool take_derivatives(sc_build *build, sc_lookup lookup, void *context)
{
	sc_derivatives *q = build->taken;
	*(void **)&q->at = lookup(context, "sc_derivatives");
	return q->at && sc_bind_text(build->own, lookup, context);
}

bool sc_column_of(const sc_program *program, uint32_t scalar, sc_asked_column *out, const char **why)
{
	ss_asked_column column = {0};
	bool good = ss_column_of(sc_plan(program), scalar, &column, why);
	*out = (sc_asked_column){ (sc_column_kind)column.kind, column.scalar };
	return good;
}

/* As the analysis reads it. */
static ss_request request_of(sb_arena *arena, const sc_request *q)
{
	ss_asked_row *rows = sb_new_array(arena, ss_asked_row, (size_t)q->row_count + 1);
	ss_asked_column *columns = sb_new_array(arena, ss_asked_column, (size_t)q->column_count + 1);
	for (uint32_t k = 0; k < q->row_count; k++)
		rows[k] = (ss_asked_row){ (ss_row_kind)q->rows[k].kind, q->rows[k].number };
	for (uint32_t k = 0; k < q->column_count; k++)
		columns[k] = (ss_asked_column){ (ss_column_kind)q->columns[k].kind, q->columns[k].scalar };
	return (ss_request){ rows, q->row_count, columns, q->column_count, q->of_pass, q->given,
						 q->context };
}

/* Runs on several threads ask about the same plan, of which a copy is made for each. */
static pthread_mutex_t derive_lock = PTHREAD_MUTEX_INITIALIZER;

static sc_derivatives *derive(const sc_program *program, const sc_request *request)
{
	sb_arena *arena = sb_arena_new();
	sc_derivatives *q = sb_new(arena, sc_derivatives);
	q->arena = arena;
	q->diag = quiet_diag(program);
	ss_request asked = request_of(arena, request);
	q->plan = ss_derive(arena, sc_plan(program), &asked, q->diag);
	q->pattern = (sc_pattern){ q->plan->pattern.n, q->plan->pattern.column, q->plan->pattern.row, q->plan->symbolic,
							   q->plan->of_instant, q->plan->why_not };
	if (!q->plan->symbolic)
		return q;
	q->build = build_beside(program, q->plan->plan);
	q->build->take = take_derivatives;
	q->build->taken = q;
	q->build->text = sc_derivatives_text(q->plan, q->build->arena);
	q->pattern.symbolic = sc_build_make(q->build, &(sc_options){ .optimise = 0 });
	return q;
}

sc_derivatives *sc_derive(const sc_program *program, const sc_request *request)
{
	sb_lock(&derive_lock);
	sc_derivatives *q = derive(program, request);
	sb_unlock(&derive_lock);
	return q;
}

void sc_derivatives_free(sc_derivatives *q)
{
	if (!q)
		return;
	if (q->build)
		sc_program_free(&q->build->program);
	sb_diag_free(q->diag);
	sb_arena_free(q->arena);
}

const sc_pattern *sc_derivatives_pattern(const sc_derivatives *q)
{
	return &q->pattern;
}

bool sc_derivatives_at(const sc_derivatives *q, sc_data *d, double *values)
{
	if (!q->pattern.symbolic)
		return false;
	bool *warned = zeros(q->build->program.sites.n);
	sc_beside before = sc_beside_enter(d, &q->build->program, warned);
	q->at(d, values);
	bool good = sc_beside_leave(d, &before);
	free(warned);
	return good;
}

/* ------------------------------------------------------------------------------------------------------- one by one */

typedef void portion(sc_data *d);
typedef void watch_function(sc_data *d, double *function);
struct sc_apart {
	sb_arena *arena; sb_diag *diag;
	ss_apart *plan;
	sc_incidence incidence;
	sc_build *build;
	portion *const *portions;
	watch_function *const *watches;
};
struct sc_parts {
	const sc_apart *of;
	sc_data *d;
	uint64_t *fresh_at, point;       /* by portion: the point at which it was computed last; the present one */
	bool *warned;                    /* by site */
	sc_beside before;                /* between sc_parts_enter and sc_parts_leave */
	uint64_t computed;
};

static bool take_parts(sc_build *build, sc_lookup lookup, void *context)
{
	sc_apart *a = build->taken;
	*(void **)&a->portions = lookup(context, "sc_portions");
	*(void **)&a->watches = lookup(context, "sc_watch_functions");
	return a->portions && a->watches && sc_bind_text(build->own, lookup, context);
}

_Static_assert((int)SC_FROM_STATE == (int)SS_FROM_STATE && (int)SC_FROM_TIME == (int)SS_FROM_TIME,
			   "causes are the same");

static sc_lists as_lists(const ss_lists *l)
{
	return (sc_lists){ l->n, l->first, l->at };
}

static sc_incidence incidence_of(const ss_apart *q)
{
	return (sc_incidence){ .rates = q->rates, .watches = q->watches, .cause_count = q->cause_count,
		.portion_count = q->portion_count, .rate_causes = as_lists(&q->rate_causes),
		.watch_causes = as_lists(&q->watch_causes), .cause_rates = as_lists(&q->cause_rates),
		.cause_watches = as_lists(&q->cause_watches), .rate_bends = q->rate_bends, .watch_bends = q->watch_bends };
}

static sc_apart *take_apart(const sc_program *program)
{
	sb_arena *arena = sb_arena_new();
	sc_apart *a = sb_new(arena, sc_apart);
	a->arena = arena;
	a->diag = quiet_diag(program);
	a->plan = ss_take_apart(arena, sc_plan(program), a->diag);
	bool good = a->plan != NULL;
	if (good) {
		a->incidence = incidence_of(a->plan);
		a->build = build_beside(program, a->plan->plan);
		a->build->take = take_parts;
		a->build->taken = a;
		a->build->text = sc_apart_text(a->plan, a->build->arena);
		good = sc_build_make(a->build, &(sc_options){ .optimise = 0 });
	}
	if (good)
		return a;
	sc_apart_free(a);
	return NULL;
}

/* Runs on several threads ask, as they do for derivatives. */
sc_apart *sc_take_apart(const sc_program *program)
{
	sb_lock(&derive_lock);
	sc_apart *a = take_apart(program);
	sb_unlock(&derive_lock);
	return a;
}

void sc_apart_free(sc_apart *a)
{
	if (!a)
		return;
	if (a->build)
		sc_program_free(&a->build->program);
	sb_diag_free(a->diag);
	sb_arena_free(a->arena);
}

const ss_apart *sc_apart_plan(const sc_apart *a)
{
	return a->plan;
}

const sc_incidence *sc_apart_incidence(const sc_apart *a)
{
	return &a->incidence;
}

sc_cause sc_apart_cause(const sc_apart *a, uint32_t cause)
{
	ss_cause c = a->plan->causes[cause];
	return (sc_cause){ (sc_cause_kind)c.kind, c.number };
}

sc_parts *sc_parts_new(const sc_apart *a, sc_data *d)
{
	sc_parts *p = sb_resize(NULL, sizeof *p);
	*p = (sc_parts){ .of = a, .d = d };
	p->fresh_at = sb_resize(NULL, ((size_t)a->plan->portion_count + 1) * sizeof *p->fresh_at);
	memset(p->fresh_at, 0, a->plan->portion_count * sizeof *p->fresh_at);
	p->warned = zeros(a->build->program.sites.n);
	sc_parts_all_changed(p);
	return p;
}

void sc_parts_free(sc_parts *p)
{
	if (!p)
		return;
	free(p->fresh_at);
	free(p->warned);
	free(p);
}

void sc_parts_changed(sc_parts *p, uint32_t cause)
{
	const ss_lists *l = &p->of->plan->cause_portions;
	for (uint32_t k = l->first[cause]; k < l->first[cause + 1]; k++)
		p->fresh_at[l->at[k]] = 0;
}

void sc_parts_all_changed(sc_parts *p)
{
	p->point++;
}

static void bring_up_to_date(sc_parts *p, const ss_lists *l, uint32_t which)
{
	for (uint32_t k = l->first[which]; k < l->first[which + 1] && !p->d->failed; k++) {
		uint32_t u = l->at[k];
		if (p->fresh_at[u] == p->point)
			continue;
		p->of->portions[u](p->d);
		p->fresh_at[u] = p->d->failed ? 0 : p->point;
		p->computed++;
	}
}

bool sc_part_rate(sc_parts *p, uint32_t state, double *rate)
{
	sc_beside before = sc_beside_enter(p->d, &p->of->build->program, p->warned);
	bring_up_to_date(p, &p->of->plan->rate_portions, state);
	*rate = p->d->xd[state];
	return sc_beside_leave(p->d, &before);
}

bool sc_part_watch(sc_parts *p, uint32_t watch, double *function)
{
	sc_beside before = sc_beside_enter(p->d, &p->of->build->program, p->warned);
	bring_up_to_date(p, &p->of->plan->watch_portions, watch);
	if (!p->d->failed)
		p->of->watches[watch](p->d, function);
	return sc_beside_leave(p->d, &before);
}

void sc_parts_of(sc_parts *p, sc_data *d)
{
	p->d = d;
	p->point++;
}

void sc_parts_enter(sc_parts *p)
{
	p->before = sc_beside_enter(p->d, &p->of->build->program, p->warned);
}

void sc_parts_leave(sc_parts *p)
{
	sc_beside_leave(p->d, &p->before);
}

static bool went_well(sc_parts *p)
{
	bool good = !p->d->failed;
	if (!good)
		sc_forgive(p->d);
	return good;
}

bool sc_part_rates(sc_parts *p, const uint32_t *states, uint32_t count, double *rates)
{
	p->point++;
	for (uint32_t k = 0; k < count; k++) {
		bring_up_to_date(p, &p->of->plan->rate_portions, states[k]);
		rates[k] = p->d->xd[states[k]];
	}
	return went_well(p);
}

bool sc_part_watches(sc_parts *p, const uint32_t *watches, uint32_t count, double *functions)
{
	p->point++;
	for (uint32_t k = 0; k < count && !p->d->failed; k++) {
		bring_up_to_date(p, &p->of->plan->watch_portions, watches[k]);
		if (!p->d->failed)
			p->of->watches[watches[k]](p->d, &functions[k]);
	}
	return went_well(p);
}

uint64_t sc_parts_computed(const sc_parts *p)
{
	return p->computed;
}
