/* The accounts of a whole image: how each step computes what it gives, and what loops are made of. */
#include "code/make/make.h"

/* Formulas into `numbers`: a formula puts numbers there itself, so the list is made first. */
static si_range make_list(si_maker *m, const sx_ref *list, uint32_t n)
{
	uint32_t *made = sb_new_array(m->lasting, uint32_t, (size_t)n + 1);

	for (uint32_t k = 0; k < n; k++)
		made[k] = si_make_formula(m, list[k]);
	return si_make_numbers(m, made, n);
}

static si_account account_of(si_maker *m, const ss_step *step)
{
	const sm_equation *q = step->origin;
	si_account row = { .phases = step->phases,
		.span = step->span.source || !q ? step->span : q->span,
		.component = si_make_text(m, q ? q->component : NULL) };

	if (step->kind == SS_LOOP) {
		row.loop = step->loop + 1;
	} else if (step->domain.n || step->kind == SS_ASSIGN) {
		row.target = si_make_formula(m, step->target);
		row.value = si_make_formula(m, step->value);
	} else {
		row.several = true;
		row.targets = make_list(m, step->targets.at, step->targets.n);
	}
	row.domain = (si_range){ m->image->domains.n, step->kind == SS_LOOP ? 0 : step->domain.n };
	for (uint32_t k = 0; k < row.domain.n; k++) {
		const sm_range *r = &step->domain.at[k];
		si_text name = si_make_text(m, sx_iter_name(m->pool, r->iterator));
		SI_ADD(domains, (si_domain){ r->from, r->to, r->iterator, name });
	}
	return row;
}

static si_range make_steps(si_maker *m, const ss_steps *steps)
{
	si_range range = { m->image->accounts.n, steps->n };

	for (uint32_t k = 0; k < steps->n; k++)
		SI_ADD(accounts, account_of(m, &steps->at[k]));
	return range;
}

/* Only those that nothing else tells of. */
static si_range make_guards(si_maker *m, const ss_guard *guards, uint32_t n)
{
	si_range range = { m->image->accounts.n, 0 };

	for (uint32_t k = 0; k < n; k++) {
		if (guards[k].kind != SS_GUARD_VALUE)
			continue;
		SI_ADD(accounts, (si_account){ .value = si_make_formula(m, guards[k].function), .span = guards[k].span,
									.component = si_make_text(m, guards[k].component) });
		range.n++;
	}
	return range;
}

/* ---- loops */

static si_range make_equations(si_maker *m, const ss_loop *b, sm_owners *owners, uint32_t *number)
{
	si_range range = { m->image->equations.n, b->equations.n };

	for (uint32_t k = 0; k < b->equations.n; k++, ++*number) {
		const sm_equation *q = b->equations.at[k];
		si_equation row = {0};
		if (q)
			row = (si_equation){ q->span, sm_user_position(owners, q->component, q->span),
								 si_make_equation_phrase(m, *number) };
		SI_ADD(equations, row);
	}
	return range;
}

static si_range make_members(si_maker *m, const ss_loop *b)
{
	const sx_ref *list = b->members.n ? b->members.at : b->unknowns;
	si_range range = { m->image->members.n, b->members.n ? b->members.n : b->n };

	for (uint32_t k = 0; k < range.n; k++) {
		si_unknown u = si_make_unknown(m, list[k]);
		bool counts = b->members.n && (u.op == SX_VAR || u.op == SX_DER);
		SI_ADD(members, (si_member){ si_make_phrase(m, list[k]), counts ? u.number : UINT32_MAX });
	}
	return range;
}

static void make_loop(si_maker *m, const ss_loop *b, const sb_map *starts, si_loop_account row)
{
	sx_ref *entries = sb_new_array(m->lasting, sx_ref, (size_t)b->matrix.n + 1);
	sb_text way = {0};

	if (ss_loop_way(m->plan, b, true, &way))
		row.way = si_make_text(m, sb_strdup(m->arena, way.at));
	sb_text_free(&way);
	for (uint32_t k = 0; k < b->matrix.n; k++)
		entries[k] = b->matrix.at[k].value;
	row.members = make_members(m, b);
	if (b->linear) {
		row.matrix = make_list(m, entries, b->matrix.n);
		row.rhs = make_list(m, b->rhs, b->n);
	} else {
		row.residuals = make_list(m, b->residuals, b->n);
	}
	row.inner = make_steps(m, &b->inner);
	for (uint32_t k = 0; k < b->n; k++) {
		uint64_t value = 0;
		sb_map_get(starts, b->unknowns[k], &value);
		SI_ADD(unknown_accounts, (si_unknown_account){ si_make_phrase(m, b->unknowns[k]),
													si_make_formula(m, (sx_ref)value) });
	}
	SI_ADD(loop_accounts, row);
}

static void make_loops(si_maker *m)
{
	const ss_plan *plan = m->plan;
	sm_owners owners = sm_owners_new(m->model, m->lasting);
	sb_map starts = sb_map_new(m->lasting);
	uint32_t number = 0;

	for (uint32_t k = 0; k < plan->start_steps.n; k++)
		sb_map_put(&starts, plan->start_steps.at[k].target, plan->start_steps.at[k].value);
	for (uint32_t i = 0; i < plan->loops.n; i++) {
		const ss_loop *b = plan->loops.at[i];
		make_loop(m, b, &starts, (si_loop_account){ .equations = make_equations(m, b, &owners, &number) });
	}
}

/* ---- what operations are called */

typedef struct naming { si_image *image; uint32_t at, end; } naming;

static bool name_node(void *context, const sx_pool *pool, sx_ref e)
{
	naming *n = context;

	(void)pool;
	if (n->at < n->end)
		n->image->said.at[n->at++].origin = e;
	return true;
}

/* The operations of a formula are the nodes of its expression, in the order in which they are visited. */
static void make_said(si_maker *m)
{
	si_image *image = m->image;

	image->said.at = sb_new_array(m->arena, si_phrase_row, (size_t)image->operations.n + 1);
	image->said.n = image->said.cap = image->operations.n;
	for (uint32_t i = 0; i < image->formulas.n; i++) {
		const si_formula_row *f = &image->formulas.at[i];
		naming n = { image, f->first, f->first + f->n };
		if (f->origin && !f->sizes)
			sx_visit(m->pool, f->origin, name_node, &n);
	}
}

void si_declare(const si_image *image, const char *const *components, sb_span *places, uint32_t n)
{
	const ss_plan *plan = image->maker;
	sb_arena *scratch = sb_arena_new();
	sm_owners owners = sm_owners_new(plan->model, scratch);

	for (uint32_t i = 0; i < n; i++)
		places[i] = sm_user_position(&owners, components[i], places[i]);
	sb_arena_free(scratch);
}

/* ---- whole */

/* What is borrowed may not be added to in place. */
static si_image *copy_of(const si_image *image, sb_arena *arena)
{
	si_image *copy = sb_new(arena, si_image);

	*copy = *image;
	copy->texts.cap = copy->texts.n;
#define T(type, name) copy->name.cap = copy->name.n;
	SI_TABLES(T)
#undef T
	copy->whole = true;
	return copy;
}

const si_image *si_make_whole(const si_image *image, sb_arena *arena)
{
	const ss_plan *plan = image->maker;
	si_maker maker = { .plan = plan, .model = plan->model, .pool = plan->model->pool, .arena = arena,
		.scratch = sb_arena_new(), .lasting = sb_arena_new(), .image = copy_of(image, arena) }, *m = &maker;

	m->formulas = sb_map_new(m->lasting);
	m->words = sb_map_new(m->lasting);
	m->units = sb_map_new(m->lasting);
	for (uint32_t i = 1; i < image->formulas.n; i++)
		if (!image->formulas.at[i].sizes)
			sb_map_put(&m->formulas, image->formulas.at[i].origin, i);
	SI_ADD(account_lists, make_steps(m, &plan->parameter_steps));           /* in the order of si_account_list */
	SI_ADD(account_lists, make_steps(m, &plan->initial_steps));
	SI_ADD(account_lists, make_steps(m, &plan->steps));
	SI_ADD(account_lists, make_guards(m, plan->initial_guards.at, plan->initial_guards.n));
	SI_ADD(account_lists, make_guards(m, plan->guards.at, plan->guards.n));
	make_loops(m);
	make_said(m);
	sb_arena_free(m->scratch);
	sb_arena_free(m->lasting);
	return m->image;
}
