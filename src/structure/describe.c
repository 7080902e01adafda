/* What `saltus check` prints about a plan. */
#include "structure/structure.h"

enum { MEMBERS_MOST = 12 };

static void add_leaf(const ss_plan *plan, sx_ref e, sb_text *out)
{
	sm_print_expr(plan->model, e, out);
}

static const char *plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

static void count_steps(const ss_plan *plan, const ss_steps *steps, uint32_t *equations, uint32_t *linear,
						uint32_t *nonlinear)
{
	for (uint32_t i = 0; i < steps->n; i++) {
		const ss_step *s = &steps->at[i];
		if (s->kind == SS_BLOCK) {
			const ss_block *b = plan->blocks.at[s->block];
			*equations += b->members.n;
			*(b->linear ? linear : nonlinear) += 1;
		} else {
			*equations += s->kind == SS_ASSIGN ? 1 : s->targets.n;
		}
	}
}

static void describe_block(const ss_plan *plan, const ss_block *b, const char *where, sb_text *out)
{
	sb_addf(out, "  %s%s loop of %u equation%s", where, b->linear ? "linear" : "nonlinear", b->members.n,
			plural(b->members.n));
	if (!b->linear && b->n < b->members.n)
		sb_addf(out, ", torn to %u", b->n);
	if (b->linear && b->invariant)
		sb_add(out, ", constant matrix");
	sb_add(out, ": ");
	for (uint32_t i = 0; i < b->members.n && i < MEMBERS_MOST; i++) {
		if (i)
			sb_add(out, ", ");
		add_leaf(plan, b->members.at[i], out);
	}
	if (b->members.n > MEMBERS_MOST)
		sb_addf(out, " and %u more", b->members.n - MEMBERS_MOST);
	sb_addc(out, '\n');
}

static void describe_loops(const ss_plan *plan, const ss_steps *steps, const char *where, sb_text *out)
{
	for (uint32_t i = 0; i < steps->n; i++)
		if (steps->at[i].kind == SS_BLOCK)
			describe_block(plan, plan->blocks.at[steps->at[i].block], where, out);
}

static uint32_t count_aliases(const ss_plan *plan)
{
	uint32_t own = plan->reals + plan->ints + plan->strings + plan->states;
	return plan->model->scalars > own ? plan->model->scalars - own : 0;
}

static void describe_families(const ss_plan *plan, sb_text *out)
{
	uint32_t families = 0, scalars = 0;

	for (uint32_t i = 0; i < plan->model->equations.n; i++)
		if (plan->model->equations.at[i]->domain.n) {
			families++;
			scalars += sm_equation_count(plan->model, plan->model->equations.at[i]);
		}
	if (families)
		sb_addf(out, "  %u famil%s split into %u scalar equations\n", families, families == 1 ? "y" : "ies", scalars);
}

static void describe_names(const ss_plan *plan, const sb_u32s *scalars, const char *what, sb_text *out)
{
	if (!scalars->n)
		return;
	sb_addf(out, "  %s: ", what);
	for (uint32_t i = 0; i < scalars->n && i < MEMBERS_MOST; i++) {
		if (i)
			sb_add(out, ", ");
		sm_scalar_name(plan->model, scalars->at[i], out);
	}
	if (scalars->n > MEMBERS_MOST)
		sb_addf(out, " and %u more", scalars->n - MEMBERS_MOST);
	sb_addc(out, '\n');
}

static void describe_events(const ss_plan *plan, sb_text *out)
{
	uint32_t timed = 0;

	for (uint32_t i = 0; i < plan->watches.n; i++)
		timed += plan->watches.at[i].time_only;
	if (plan->watches.n)
		sb_addf(out, "  %u watched condition%s, %u of time alone\n", plan->watches.n, plural(plan->watches.n), timed);
	if (plan->clocks.n)
		sb_addf(out, "  %u sample clock%s\n", plan->clocks.n, plural(plan->clocks.n));
	if (plan->delays.n)
		sb_addf(out, "  %u delay%s\n", plan->delays.n, plural(plan->delays.n));
	if (plan->actions.n)
		sb_addf(out, "  %u action%s at events\n", plan->actions.n, plural(plan->actions.n));
}

void ss_describe(const ss_plan *plan, sb_text *out)
{
	uint32_t equations = 0, linear = 0, nonlinear = 0, known = 0;
	const ss_jacobian *j = &plan->jacobian;

	count_steps(plan, &plan->steps, &equations, &linear, &nonlinear);
	for (uint32_t i = 0; i < plan->parameter_steps.n; i++)
		known += !plan->parameter_steps.at[i].guard;
	sb_addf(out,
			"%u state%s, %u equation%s, %u alias%s, %u parameter%s, %u value%s that depend%s on parameters alone\n",
			plan->states, plural(plan->states), equations, plural(equations), count_aliases(plan),
			count_aliases(plan) == 1 ? "" : "es", plan->parameters.n, plural(plan->parameters.n), known, plural(known),
			known == 1 ? "s" : "");
	describe_families(plan, out);
	describe_loops(plan, &plan->steps, "", out);
	describe_events(plan, out);
	if (j->symbolic)
		sb_addf(out, "  Jacobian: symbolic, %u of %llu entries\n", plan->states ? j->pattern.column[plan->states] : 0,
			(unsigned long long)plan->states * plan->states);
	else
		sb_addf(out, "  Jacobian: by differences with %u evaluations, because %s\n", j->colors,
				j->why_not ? j->why_not : "of its size");
	equations = linear = nonlinear = 0;
	count_steps(plan, &plan->initial_steps, &equations, &linear, &nonlinear);
	sb_addf(out, "initial system: %u equation%s, %u linear and %u nonlinear loop%s\n", equations, plural(equations),
			linear, nonlinear, plural(linear + nonlinear));
	describe_loops(plan, &plan->initial_steps, "initial: ", out);
	describe_names(plan, &plan->guesses, "start values used as guesses", out);
	describe_names(plan, &plan->assumed, "start values taken as fixed", out);
}
