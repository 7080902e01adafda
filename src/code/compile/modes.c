/* The table of modes of one model: which have been asked for, and the program of each. The table of a program that was
 * read from a file is as it was written, and nothing is added to it. */
#include "base/door.h"
#include "code/compile/modes_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { LIKE_MOST = 64 };       /* modes that a new one is compared with */

static double given_value(const sx_givens *given, uint32_t scalar)
{
	double value;
	return ss_find_given(given, scalar, &value) ? value : NAN;
}

/* counted: as many parameters are given as then. */
static bool holds(const sc_supposed *then, const sx_givens *given, bool counted)
{
	for (uint32_t i = 0; i < then->assumed.n; i++) {
		double now = given_value(given, then->assumed.at[i].scalar), was = then->assumed.at[i].value;
		if (now != was && !(isnan(now) && isnan(was)))
			return false;
	}
	if (counted && given->n != then->given.n)
		return false;
	for (uint32_t i = 0; i < then->given.n; i++) {
		double now = given_value(given, then->given.at[i].scalar);
		if (isnan(now) || (now == 0) != (then->given.at[i].value == 0))
			return false;
	}
	return true;
}

/* The parameters that its structure depends on; of what cannot be analysed, all that were given. Of the others it
 * matters whether they are zero, by the text or because they were given so. */
static void suppose(const sc_modes *modes, sc_supposed *out, const ss_plan *plan, const sx_givens *given)
{
	for (uint32_t i = 0; plan && i < plan->zeros.n; i++) {
		const sm_variable *v = sm_var(modes->source, plan->zeros.at[i]);
		for (uint32_t s = v->first; s < v->first + v->count; s++)
			sb_push(modes->arena, out->assumed, ((sx_given){ s, given_value(given, s) }));
	}
	for (uint32_t i = 0; i < given->n; i++) {
		if (!plan)
			sb_push(modes->arena, out->assumed, given->at[i]);
		sb_push(modes->arena, out->given, given->at[i]);
	}
}

/* A mode that was made to be entered later has no initial system, and a run that begins in it needs another one of the
 * same branches. */
static bool find(const sc_modes *modes, const uint16_t *branch, const sx_givens *given, bool initial, uint64_t *slot,
				 uint32_t *number)
{
	uint64_t at;
	for (*slot = sb_hash(branch, sc_mode_key_size(modes), 0); sb_map_get(&modes->by_key, *slot, &at); ++*slot) {
		const sc_mode_entry *e = modes->list.at[modes->of_key.at[at]];
		if (memcmp(modes->keys.at[at], branch, sc_mode_key_size(modes)) == 0 && (e->begins || !initial) &&
			holds(&e->supposed, given, e->mode.number > 0)) {
			*number = modes->of_key.at[at];
			return true;
		}
	}
	return false;
}

static void remember(sc_modes *modes, const uint16_t *branch, const sx_givens *given, bool initial, uint32_t number)
{
	uint64_t slot;
	uint32_t known;
	if (find(modes, branch, given, initial, &slot, &known))
		return;
	uint16_t *key = memcpy(sb_new_array(modes->arena, uint16_t, modes->switches + 1), branch, sc_mode_key_size(modes));
	sb_map_put(&modes->by_key, slot, modes->keys.n);
	sb_push(modes->arena, modes->keys, key);
	sb_push(modes->arena, modes->of_key, number);
}

static const uint16_t *branches_of(sc_modes *modes, const ss_plan *plan)
{
	uint16_t *branch = sb_new_array(modes->arena, uint16_t, modes->switches + 1);
	for (uint32_t k = 0; k < modes->switches; k++)
		branch[k] = plan->switches.at[k].branch;
	return branch;
}

static sc_mode_entry *add(sc_modes *modes, sb_arena *arena, const ss_plan *plan, sc_program *program,
						  const uint16_t *branch, const sx_givens *given, bool initial)
{
	sc_mode_entry *e = sb_new(modes->arena, sc_mode_entry);
	e->arena = arena;
	e->begins = initial;
	e->mode = (sc_mode){ .number = modes->list.n, .branch = branch, .program = program };
	suppose(modes, &e->supposed, plan, given);
	sb_push(modes->arena, modes->list, e);
	remember(modes, branch, given, initial, e->mode.number);
	if (program) {
		sc_build_of(program)->modes = modes;
		sc_build_of(program)->mode = &e->mode;
	}
	return e;
}

void sc_modes_open(sc_program *first, const sc_options *options)
{
	sc_modes *modes = sc_modes_new(first);
	modes->source = sc_plan(first)->source;
	if (options)
		modes->options = *options;
	static const sx_givens none = {0};       /* what its structure depends on belongs to the structure of the model */
	sc_mode_entry *e = add(modes, NULL, sc_plan(first), first, branches_of(modes, sc_plan(first)), &none, true);
	const ss_profile *p = ss_times(sc_plan(first));
	e->mode.analysis = p->expand + p->alias + p->match + p->solve + p->initial + p->jacobian;
}

void sc_modes_close(sc_program *program)
{
	sc_modes *modes = sc_build_of(program)->modes;
	if (!modes || modes->first != program)
		return;
	for (uint32_t k = 0; k < modes->list.n; k++) {
		sc_mode_entry *e = modes->list.at[k];
		if (e->mode.program != program)
			sc_program_free(e->mode.program);
		sb_arena_free(e->arena);
		sb_diag_free(e->why);
		for (uint32_t i = 0; i < e->impulses.n; i++) {
			sc_program_free(e->impulses.at[i].program);
			sb_arena_free(e->impulses.at[i].arena);
		}
	}
	for (uint32_t i = 0; i < modes->bases.n; i++)
		ss_shared_free(modes->bases.at[i].shared);
	pthread_mutex_destroy(&modes->lock);
	sb_arena_free(modes->arena);
}

/* What is open in it? As in the one most like it, of the last ones: wrong in one of five in a drive of 24 switches, and
 * then it is analysed twice. */
static ss_open guess_open(const sc_modes *modes, const uint16_t *branch)
{
	uint32_t least = UINT32_MAX;
	ss_open open = SS_OPEN_LOOK;
	for (uint32_t i = modes->list.n; i-- > 0 && i + LIKE_MOST >= modes->list.n;) {
		const sc_mode *other = &modes->list.at[i]->mode;
		uint32_t differ = 0;
		for (uint32_t k = 0; k < modes->switches && other->program; k++)
			differ += other->branch[k] != branch[k];
		if (!other->program || differ >= least)
			continue;
		least = differ;
		open = sc_plan(other->program)->open;
	}
	return open;
}

static bool same_given(const sx_givens *a, const sx_givens *b)
{
	bool same = a->n == b->n;
	for (uint32_t i = 0; same && i < a->n; i++)
		same = a->at[i].scalar == b->at[i].scalar && a->at[i].value == b->at[i].value;
	return same;
}

static const ss_shared *shared_for(sc_modes *modes, const ss_mode *wanted)
{
	for (uint32_t i = 0; i < modes->bases.n; i++)
		if (same_given(&modes->bases.at[i].given, wanted->given))
			return modes->bases.at[i].shared;
	sc_mode_basis b = { .shared = ss_shared_new(modes->source, wanted) };
	for (uint32_t i = 0; i < wanted->given->n; i++)
		sb_push(modes->arena, b.given, wanted->given->at[i]);
	sb_push(modes->arena, modes->bases, b);
	return b.shared;
}

/* A run has computed its parameters in the mode that it began in, and brings them with it. Not where functions compute
 * them: those may be external. */
static void carry_parameters(const sc_modes *modes, ss_plan *plan)
{
	plan->carries_parameters = true;
	for (uint32_t k = 0; k < plan->parameters.n && plan->carries_parameters; k++) {
		const ss_parameter *p = &plan->parameters.at[k];
		for (uint32_t i = 0; i < p->count && plan->carries_parameters; i++)
			plan->carries_parameters =
				p->scalar + i < plan->common && ss_parameter_number(sc_plan(modes->first), p->scalar + i) != UINT32_MAX;
	}
	for (uint32_t i = 0; i < plan->parameter_steps.n && plan->carries_parameters; i++) {
		const ss_step *step = &plan->parameter_steps.at[i];
		plan->carries_parameters =
			!step->guard || (step->kind == SS_ASSIGN && !(sx_flags(plan->model->pool, step->value) & SX_HAS_CALL));
	}
}

/* Analysed and compiled, with its messages in `diag`; the program is NULL if that failed. */
static sc_mode_entry *make(sc_modes *modes, const uint16_t *branch, const sx_givens *given, bool initial, sb_diag *diag)
{
	ss_mode wanted = { modes->switches, branch, given, guess_open(modes, branch), NULL };
	wanted.shared = shared_for(modes, &wanted);
	sb_arena *arena = sb_arena_new();
	double begin = sb_clock();
	ss_plan *plan = ss_analyse_mode(arena, modes->source, &wanted, initial, diag);
	double analysed = sb_clock();
	uint32_t known;
	uint64_t slot;
	if (!plan && initial) {                          /* it may still be one that can be entered later */
		sb_arena_free(arena);
		arena = sb_arena_new();
		plan = ss_analyse_mode(arena, modes->source, &wanted, false, diag);
	}
	if (!plan) {
		sb_arena_free(arena);
		uint16_t *wanted_branch = sb_new_array(modes->arena, uint16_t, modes->switches + 1);
		memcpy(wanted_branch, branch, sc_mode_key_size(modes));
		return add(modes, NULL, NULL, NULL, wanted_branch, given, initial);
	}
	const uint16_t *real = branches_of(modes, plan);
	if (find(modes, real, given, initial, &slot, &known)) {   /* only switches that are idle differ */
		sb_arena_free(arena);
		remember(modes, branch, given, initial, known);
		return modes->list.at[known];
	}
	if (!initial)
		carry_parameters(modes, plan);
	sc_program *program = sc_compile_alone(plan, &modes->options);
	if (program)                                     /* `diag` may end before the mode does */
		sc_build_of(program)->diag = modes->source->diag;
	sc_mode_entry *e = add(modes, arena, plan, program, real, given, initial);
	remember(modes, branch, given, initial, e->mode.number);
	e->mode.analysis = analysed - begin;
	e->mode.compilation = sb_clock() - analysed;
	return e;
}

/* Analyses a mode that nobody has asked for before; its messages go to `diag`, or nowhere. */
static const sc_mode *enter_new(sc_modes *modes, const uint16_t *branch, const sx_givens *given, bool initial,
								sb_diag *diag)
{
	if (!modes->source)
		return NULL;
	sb_diag *own = diag ? NULL : sb_diag_new();
	if (own)
		sb_diag_share(own, modes->source->diag);
	const sc_mode *mode = &make(modes, branch, given, initial, diag ? diag : own)->mode;
	modes->analyses++;
	sb_diag_free(own);
	return sc_mode_usable(mode, initial);
}

/* A mode that failed before is analysed again only where somebody wants to read why. */
static const sc_mode *enter_known(sc_modes *modes, uint32_t number, const ss_mode *wanted, bool initial, sb_diag *diag)
{
	const sc_mode *mode = sc_mode_usable(&modes->list.at[number]->mode, initial);
	if (!mode && diag && modes->list.at[number]->why)
		sb_pass_on(diag, modes->list.at[number]->why);
	if (!mode && diag && modes->source) {
		sb_arena *arena = sb_arena_new();
		ss_analyse_mode(arena, modes->source, wanted, initial, diag);
		modes->analyses++;
		sb_arena_free(arena);
	}
	return mode;
}

static const sc_mode *enter(sc_modes *modes, const uint16_t *branch, const sx_givens *given, bool initial,
							sb_diag *diag)
{
	uint64_t slot;
	uint32_t number;
	sb_lock(&modes->lock);
	const ss_mode wanted = { modes->switches, branch, given, SS_OPEN_LOOK, NULL };
	const sc_mode *mode = find(modes, branch, given, initial, &slot, &number)
							  ? enter_known(modes, number, &wanted, initial, diag)
	                                                                 : enter_new(modes, branch, given, initial, diag);
	sb_unlock(&modes->lock);
	return mode;
}

const sc_mode *sc_enter(sc_program *program, const uint16_t *branch, const sx_givens *given, bool initial,
						sb_diag *diag)
{
	sc_modes *modes = sc_build_of(program)->modes;
	if (!modes)
		return NULL;
	sb_stock *around = sb_stock_use(NULL);           /* a mode is the program's */
	const sc_mode *mode = enter(modes, branch, given, initial, diag);
	sb_stock_use(around);
	return mode;
}

bool sc_knows_mode(sc_program *program, const uint16_t *branch, const sx_givens *given, bool initial)
{
	sc_modes *modes = sc_build_of(program)->modes;
	uint64_t slot;
	uint32_t number;
	if (!modes)
		return true;
	sb_lock(&modes->lock);
	bool known = find(modes, branch, given, initial, &slot, &number);
	sb_unlock(&modes->lock);
	return known;
}

static sc_mode_impulses make_impulses(sc_modes *modes, const sc_mode_entry *e, const sx_givens *given, ss_order order)
{
	ss_mode wanted = { modes->switches, e->mode.branch, given, sc_plan(e->mode.program)->open, NULL };
	wanted.shared = shared_for(modes, &wanted);
	sc_mode_impulses made = { .order = order, .arena = sb_arena_new() };
	sb_diag *diag = sb_diag_new();
	sb_diag_share(diag, modes->source->diag);
	ss_plan *plan = ss_analyse_impulses(made.arena, modes->source, &wanted, order, diag);
	if (plan) {
		carry_parameters(modes, plan);
		made.program = sc_compile_alone(plan, &modes->options);
	}
	suppose(modes, &made.supposed, plan, given);
	if (made.program)
		sc_build_of(made.program)->diag = modes->source->diag;
	sb_diag_free(diag);
	return made;
}

/* given: NULL: whatever they suppose. */
static uint32_t find_impulses(const sc_mode_entry *e, sc_order order, const sx_givens *given)
{
	uint32_t i = 0;
	while (i < e->impulses.n &&
		   (e->impulses.at[i].order.order != order.order || e->impulses.at[i].order.of != order.of ||
			(given && !holds(&e->impulses.at[i].supposed, given, true))))
		i++;
	return i;
}

bool sc_knows_impulses(sc_program *program, sc_order order)
{
	sc_modes *modes = sc_build_of(program)->modes;
	if (!modes)
		return true;
	sb_lock(&modes->lock);
	const sc_mode_entry *e = modes->list.at[sc_build_of(program)->mode->number];
	bool known = find_impulses(e, order, NULL) < e->impulses.n;
	sb_unlock(&modes->lock);
	return known;
}

sc_program *sc_impulses(sc_program *program, const sx_givens *given, sc_order order)
{
	sc_modes *modes = sc_build_of(program)->modes;
	if (!modes)
		return NULL;
	sb_lock(&modes->lock);
	sc_mode_entry *e = modes->list.at[sc_build_of(program)->mode->number];
	uint32_t i = find_impulses(e, order, modes->source ? given : NULL);      /* a file has no others */
	if (i == e->impulses.n && modes->source) {
		sb_stock *around = sb_stock_use(NULL);
		sb_push(modes->arena, e->impulses, make_impulses(modes, e, given, (ss_order){ order.order, order.of }));
		sb_stock_use(around);
	}
	sc_program *made = i < e->impulses.n ? e->impulses.at[i].program : NULL;
	sb_unlock(&modes->lock);
	return made;
}

uint32_t sc_mode_analyses(sc_program *program)
{
	sc_modes *modes = sc_build_of(program)->modes;
	if (!modes)
		return 0;
	sb_lock(&modes->lock);
	uint32_t count = modes->analyses;
	sb_unlock(&modes->lock);
	return count;
}

bool sc_mode_allows(sc_program *program, uint32_t scalar, double before, double after)
{
	sc_modes *modes = sc_build_of(program)->modes;
	if (!modes)
		return true;
	sb_lock(&modes->lock);
	const sc_mode_entry *e = modes->list.at[sc_build_of(program)->mode->number];
	bool allows = (before == 0) == (after == 0);
	for (uint32_t i = 0; i < e->supposed.assumed.n; i++)
		allows = allows && e->supposed.assumed.at[i].scalar != scalar;
	sb_unlock(&modes->lock);
	return allows;
}

const sc_mode *sc_mode_of(const sc_program *program)
{
	return sc_build_of(program)->mode;
}

uint32_t sc_mode_count(sc_program *program)
{
	sc_modes *modes = sc_build_of(program)->modes;
	if (!modes)
		return 0;
	sb_lock(&modes->lock);
	uint32_t count = modes->list.n;
	sb_unlock(&modes->lock);
	return count;
}

const sc_mode *sc_mode_at(sc_program *program, uint32_t number)
{
	sc_modes *modes = sc_build_of(program)->modes;
	sb_lock(&modes->lock);
	const sc_mode *mode = number < modes->list.n ? &modes->list.at[number]->mode : NULL;
	sb_unlock(&modes->lock);
	return mode;
}
