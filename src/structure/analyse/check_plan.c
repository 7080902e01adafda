/* The validator of plans: each place is computed once, nothing is read before it is computed, each phase computes
 * what it needs, states are states, and patterns are patterns. It is the border between the analysis and the code
 * (base/check.h).
 *
 * It knows nothing of how the plan was found: no matching, no components, no keys of the analysis. It reads the steps
 * as the generated code will execute them, place by place, so a fault of the matching, of the order, of an alias or
 * of the phases is seen here whatever made it. A place stands for its cell. */
#include "base/check.h"
#include "structure/ground/ground.h"

#include <string.h>

enum { NOBODY = 0, DONE_BEFORE = UINT32_MAX };

typedef struct checker {
	const ss_plan *plan;
	sb_text *why;
	sb_arena *scratch;
	uint32_t places;
	/* by place: the step that computes it + 1; NOBODY; DONE_BEFORE: with the parameters */
	uint32_t *producer;
	/* of one that a loop computes in instants: the step that does so between them + 1 */
	uint32_t *between;
	uint32_t *stamp, now;            /* by expression: the step that has seen it */
	sb_u32s stack;
	const ss_steps *steps;
	uint32_t step;                   /* at hand; UINT32_MAX: something that is evaluated after all of them */
	uint8_t phases;                  /* of what is read: 0, any */
	bool run;                        /* the steps are those of the run, not of the initial system */
	const char *what;                /* that is looked at */
} checker;

static const char *name_of_place(checker *c, uint32_t key)
{
	sb_text text = {0};
	const char *name = "a place without a name";

	for (uint32_t s = 0; s < c->plan->model->scalars; s++) {
		ss_place place = ss_cell_place_of(c->plan, s);
		bool rate = place.store == SS_STATE && key == ss_place_key(c->plan, (ss_place){.store = SS_RATE,
			.index = place.index});
		if (place.store == SS_NOWHERE || (!rate && ss_place_key(c->plan, place) != key))
			continue;
		sb_add(&text, rate ? "der(" : "");
		sm_scalar_name(c->plan->model, s, &text);
		sb_add(&text, rate ? ")" : "");
		name = sb_strdup(c->scratch, text.at);
		break;
	}
	sb_text_free(&text);
	return name;
}

/* ------------------------------------------------------------ what is read */

/* The phases in which something of this phase may have been computed. */
static uint8_t may_read(uint8_t phases)
{
	uint8_t most = phases & SS_RATES ? SS_RATES : phases & SS_WATCH ? SS_RATES | SS_WATCH
		: SS_RATES | SS_WATCH | SS_OUTPUT;

	return most | SS_DISCRETE;
}

static void read_place(void *context, ss_place place, const ss_section *section)
{
	checker *c = context;
	(void)section;
	if (place.store == SS_NOWHERE || c->why->n)
		return;
	uint32_t key = ss_place_key(c->plan, place), by = c->producer[key];
	if (c->between[key] && c->between[key] - 1 <= c->step)
		by = c->between[key];
	if (by == NOBODY || by == DONE_BEFORE)
		return;
	if (by - 1 > c->step)
		sb_fault(c->why, "%s of step %u reads %s, which step %u computes", c->what, c->step, name_of_place(c, key),
			by - 1);
	else if (c->phases && by - 1 != c->step && !(c->steps->at[by - 1].phases & may_read(c->phases)))
		sb_fault(c->why, "%s of step %u (phases %u) reads %s, which step %u computes in phases %u", c->what, c->step,
				 c->phases, name_of_place(c, key), by - 1, c->steps->at[by - 1].phases);
}

static void read_rate(void *context, ss_place place, const ss_section *section)
{
	if (place.store == SS_STATE)
		place.store = SS_RATE;
	read_place(context, place, section);
}

static bool number_fits(checker *c, const sx_node *n)
{
	const ss_plan *p = c->plan;
	uint32_t most = UINT32_MAX;

	switch (n->op) {
	case SX_VAR: most = p->model->variables.n; break;
	case SX_CALL: most = p->model->functions.n; break;
	case SX_LATCH: most = p->watches.n; break;
	case SX_SAMPLE: most = p->clocks.n; break;
	case SX_DELAY: most = p->delays.n; break;
	case SX_TRANSPORTED: most = 8 * p->transports.n; break;
	default: break;
	}

	return n->payload < most || sb_fault(c->why, "%s of step %u: '%s' number %u of %u", c->what, c->step,
		sx_op_name(n->op), n->payload, most);
}

/* Left away: the left limit of a variable, what goes into a delay, and the times of a clock are known before. */
static void read_expr(checker *c, sx_ref e, const sm_domain *domain)
{
	const sx_pool *p = c->plan->model->pool;

	c->stack.n = 0;
	if (e >= sx_count(p))
		sb_fault(c->why, "%s of step %u: expression %u of %u", c->what, c->step, e, sx_count(p));
	else if (e)
		sb_push(c->scratch, c->stack, e);
	while (c->stack.n && !c->why->n) {
		sx_ref at = c->stack.at[--c->stack.n];
		const sx_node *n = sx_at(p, at);
		if (c->stamp[at] == c->now || !number_fits(c, n))
			continue;
		c->stamp[at] = c->now;
		sx_ref first = sx_arg(p, at, 0);
		if (n->op == SX_PRE)
			continue;
		if (n->op == SX_VAR)
			ss_places_met(c->plan, at, domain, read_place, c);
		if (n->op == SX_DER && sx_op_of(p, first) == SX_VAR)
			ss_places_met(c->plan, first, domain, read_rate, c);
		else
			for (uint32_t i = n->op == SX_DELAY ? 1 : n->op == SX_SAMPLE ? 2 : 0; i < n->count; i++)
				sb_push(c->scratch, c->stack, sx_arg(p, at, i));
	}
}

static void read_of_step(void *context, sx_ref e, bool target)
{
	checker *c = context;

	if (!target)
		read_expr(c, e, &c->steps->at[c->step].domain);
}

/* --------------------------------------------------------- what is computed */

/* A loop that holds what changes at events only is solved in instants; between them its other members are computed
 * one by one. */
static bool is_of_a_sampled_loop(const checker *c, uint32_t by)
{
	const ss_step *loop = &c->steps->at[by - 1];

	return c->run && by != DONE_BEFORE && loop->phases == SS_DISCRETE && loop->kind == SS_LOOP &&
		!(c->steps->at[c->step].phases & SS_DISCRETE);
}

static void compute_place(void *context, ss_place place, const ss_section *section)
{
	checker *c = context;
	(void)section;
	if (place.store == SS_NOWHERE || c->why->n)
		return;
	uint32_t key = ss_place_key(c->plan, place), by = key < c->places ? c->producer[key] : NOBODY;
	if (by != NOBODY && is_of_a_sampled_loop(c, by) && !c->between[key])
		c->between[key] = c->step + 1;
	else if (key >= c->places)
		sb_fault(c->why, "step %u computes place %u of %u", c->step, key, c->places);
	else if (by != NOBODY && by != c->step + 1)
		sb_fault(c->why, "%s is computed by step %u, and before it %s", name_of_place(c, key), c->step,
			by == DONE_BEFORE ? "with the parameters" : "by another");
	else if (c->run && place.store == SS_STATE)
		sb_fault(c->why, "the state %s is computed by step %u", name_of_place(c, key), c->step);
	else
		c->producer[key] = c->step + 1;
}

static void compute_rate(void *context, ss_place place, const ss_section *section)
{
	if (place.store == SS_STATE)
		place.store = SS_RATE;
	compute_place(context, place, section);
}

static void compute(checker *c, sx_ref target, const sm_domain *domain)
{
	const sx_pool *p = c->plan->model->pool;
	sx_op op = sx_op_of(p, target);

	if (op == SX_VAR)
		ss_places_met(c->plan, target, domain, compute_place, c);
	else if (op == SX_DER)
		ss_places_met(c->plan, sx_arg(p, target, 0), domain, compute_rate, c);
	else if (op != SX_PRE && target)
		sb_fault(c->why, "step %u computes what is no variable", c->step);
}

static void compute_step(checker *c, const ss_step *s)
{
	const sm_exprs *list = s->kind == SS_LOOP ? &c->plan->loops.at[s->loop]->members : &s->targets;

	if (s->kind == SS_ASSIGN)
		compute(c, s->target, &s->domain);
	for (uint32_t i = 0; s->kind != SS_ASSIGN && i < list->n && !c->why->n; i++)
		compute(c, list->at[i], NULL);
}

/* ------------------------------------------------------------------- loops */

static bool check_loop(checker *c, uint32_t k)
{
	const ss_loop *b = c->plan->loops.at[k];

	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t j = 0; j < i && b->n < 1000; j++)
			if (b->unknowns[i] == b->unknowns[j])
				return sb_fault(c->why, "loop %u has the unknown of place %u twice", k, i);
	for (uint32_t i = 0; i < b->matrix.n; i++)
		if (b->matrix.at[i].row >= b->n || b->matrix.at[i].col >= b->n || !b->matrix.at[i].value)
			return sb_fault(c->why, "loop %u of %u unknowns has an entry at row %u, column %u", k, b->n,
				b->matrix.at[i].row, b->matrix.at[i].col);
	for (uint32_t i = 0; i < b->n; i++)
		if (!b->unknowns[i] || !(b->linear ? b->rhs : b->residuals)[i])
			return sb_fault(c->why, "loop %u has no equation or no unknown number %u of %u", k, i, b->n);
	if (b->members.n != b->n + b->inner.n)
		return sb_fault(c->why, "loop %u has %u members, %u unknowns and %u that follow from them", k, b->members.n,
			b->n, b->inner.n);
	return true;
}

/* Each loop belongs to one step, of one of the lists. */
static bool check_loops(checker *c)
{
	const ss_steps *lists[] = {&c->plan->parameter_steps, &c->plan->start_steps, &c->plan->initial_steps,
		&c->plan->steps};
	uint8_t *used = sb_new_array(c->scratch, uint8_t, c->plan->loops.n + 1);

	for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
		for (uint32_t i = 0; i < lists[l]->n; i++) {
			const ss_step *s = &lists[l]->at[i];
			if (s->kind == SS_LOOP && (s->loop >= c->plan->loops.n || used[s->loop]++))
				return sb_fault(c->why, "step %u is loop %u of %u, or another step is that too", i, s->loop,
					c->plan->loops.n);
		}
	for (uint32_t k = 0; k < c->plan->loops.n; k++)
		if (used[k] && !check_loop(c, k))
			return false;
	return true;
}

/* ------------------------------------------------------------------- lists */

static bool check_list(checker *c, const ss_steps *steps, const char *what)
{
	c->steps = steps;
	c->what = what;
	for (c->step = 0; c->step < steps->n && !c->why->n; c->step++)
		compute_step(c, &steps->at[c->step]);
	for (c->step = 0; c->step < steps->n && !c->why->n; c->step++) {
		const ss_step *s = &steps->at[c->step];
		c->now++;
		c->phases = c->run ? s->phases & (SS_RATES | SS_WATCH | SS_OUTPUT) : 0;
		if (c->run && !(s->phases & (SS_RATES | SS_WATCH | SS_OUTPUT | SS_DISCRETE)))
			return sb_fault(c->why, "step %u of the run has no phase", c->step);
		if (s->phases & SS_DISCRETE)
			c->phases = 0;           /* all steps run in an instant */
		ss_step_exprs(c->plan, s, read_of_step, c);
	}
	return !c->why->n;
}

static bool check_watches(checker *c)
{
	c->step = UINT32_MAX - 1;
	c->phases = SS_WATCH;
	for (uint32_t i = 0; i < c->plan->watches.n && !c->why->n; i++) {
		const ss_watch *w = &c->plan->watches.at[i];
		if (w->kind == SS_RELATION && !sx_is_order(w->op))
			return sb_fault(c->why, "condition %u has the operator '%s'", i, sx_op_name(w->op));
		c->now++;
		c->what = "a condition";
		if (!w->initial_only && !w->time_only)
			read_expr(c, w->function, NULL);
	}
	return !c->why->n;
}

/* ----------------------------------------------------------- states, patterns */

static bool check_states(checker *c)
{
	const ss_plan *p = c->plan;
	uint8_t *seen = sb_new_array(c->scratch, uint8_t, p->model->scalars + 1);

	for (uint32_t k = 0; k < p->states; k++) {
		uint32_t s = ss_state_scalar(p, k);
		if (s >= p->model->scalars || seen[s]++)
			return sb_fault(c->why, "state %u is scalar %u of %u, or another state is that too", k, s,
				p->model->scalars);
		ss_place place = ss_place_of(p, s);
		if (place.store != SS_STATE || place.index != k || place.negated)
			return sb_fault(c->why, "the place of state %u is number %u of store %u", k, place.index, place.store);
		uint32_t key = ss_place_key(p, (ss_place){.store = SS_RATE, .index = ss_cell_place_of(p, s).index});
		if (c->producer[key] == NOBODY)
			return sb_fault(c->why, "nothing computes %s", name_of_place(c, key));
	}
	for (uint32_t i = 0; i < p->dependents.n; i++)
		if (p->dependents.at[i].scalar >= p->model->scalars || ss_place_of(p,
			p->dependents.at[i].scalar).store == SS_STATE)
			return sb_fault(c->why, "scalar %u is computed from a constraint, and is a state",
				p->dependents.at[i].scalar);
	return true;
}

static bool check_pattern(checker *c, const ss_pattern *pattern, uint32_t rows, const char *of)
{
	for (uint32_t j = 0; pattern->column && j < pattern->n; j++) {
		if (pattern->column[j] > pattern->column[j + 1])
			return sb_fault(c->why, "column %u of %s ends before it begins", j, of);
		for (uint32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++)
			if (pattern->row[k] >= rows || (k > pattern->column[j] && pattern->row[k] <= pattern->row[k - 1]))
				return sb_fault(c->why, "row %u in column %u of %s is beyond %u, or not in rising order",
					pattern->row[k], j, of, rows);
	}
	return true;
}

/* Columns of one colour have no row in common. */
static bool check_colors(checker *c, const ss_jacobian *j)
{
	uint32_t *last = sb_new_array(c->scratch, uint32_t, j->pattern.n + 1);

	for (uint32_t color = 0; color < j->colors; color++)
		for (uint32_t k = 0; k < j->pattern.n; k++)
			for (uint32_t i = j->pattern.column[k]; j->color[k] == color && i < j->pattern.column[k + 1]; i++) {
				if (last[j->pattern.row[i]] == color + 1)
					return sb_fault(c->why, "state %u shares row %u of the Jacobian with another of its colour", k,
						j->pattern.row[i]);
				last[j->pattern.row[i]] = color + 1;
			}
	return true;
}

static bool check_patterns(checker *c)
{
	const ss_jacobian *j = &c->plan->jacobian;

	if (!check_pattern(c, &j->pattern, c->plan->states, "the Jacobian") ||
		!check_pattern(c, &c->plan->invariant_jacobian.pattern, c->plan->invariants.n,
			"the Jacobian of the constraints"))
		return false;
	bool coloured = j->pattern.column && j->color && (uint64_t)j->colors * j->pattern.n < 10000000;
	for (uint32_t k = 0; coloured && k < j->pattern.n; k++)
		if (j->color[k] >= j->colors)
			return sb_fault(c->why, "state %u has colour %u of %u", k, j->color[k], j->colors);
	return !coloured || check_colors(c, j);
}

/* What a branch names may keep its value while another branch holds. */
static bool see_named(void *context, const sx_pool *pool, sx_ref e)
{
	if (sx_op_of(pool, e) == SX_VAR)
		((bool *)context)[sx_at(pool, e)->payload] = true;
	return true;
}

static void name_all(const sm_model *m, const sm_equations *list, bool inside, bool *named)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		for (uint32_t k = 0; inside && k < q->targets.n; k++)
			sx_visit(m->pool, q->targets.at[k], see_named, named);
		if (inside) {
			sx_visit(m->pool, q->lhs, see_named, named);
			sx_visit(m->pool, q->rhs, see_named, named);
		}
		for (uint32_t b = 0; b < q->branches.n; b++)
			name_all(m, &q->branches.at[b].body, inside || q->kind == SM_IF, named);
	}
}

/* Places that nothing need compute: what keeps its value in this mode, while an instance is away, or because the
 * equations leave it open. */
static bool *free_places(checker *c)
{
	const sm_model *m = c->plan->model;
	bool *named = sb_new_array(c->scratch, bool, m->variables.n + 1), *free = sb_new_array(c->scratch, bool,
		c->places + 1);

	if (c->plan->switches.n)
		name_all(c->plan->source, &c->plan->source->equations, false, named);
	for (uint32_t i = 0; i < m->instances.n; i++)
		for (uint32_t k = 0; k < m->instances.at[i].variables.n; k++)
			named[m->instances.at[i].variables.at[k]] = true;
	for (uint32_t i = 0; i < c->plan->floating.n; i++)
		named[sm_variable_of_scalar(m, c->plan->floating.at[i], &(uint32_t){0})] = true;
	for (uint32_t v = 0; v < m->variables.n; v++)
		for (uint32_t k = 0; named[v] && k < sm_var(m, v)->count; k++) {
			ss_place place = ss_cell_place_of(c->plan, sm_var(m, v)->first + k);
			if (place.store != SS_NOWHERE)
				free[ss_place_key(c->plan, place)] = true;
		}
	return free;
}

/* What has no value unless something computes it: a continuous variable of the model that is not a state. */
static bool check_determined(checker *c)
{
	const sm_model *m = c->plan->model;
	const bool *free = free_places(c);

	for (uint32_t v = 0; v < m->variables.n; v++) {
		const sm_variable *x = sm_var(m, v);
		if (x->variability != SM_CONTINUOUS || x->type != SX_REAL || x->causality == SM_INPUT || x->set_by_routines ||
			x->hidden)
			continue;
		for (uint32_t k = 0; k < x->count; k++) {
			ss_place place = ss_cell_place_of(c->plan, x->first + k);
			uint32_t key = place.store == SS_REAL ? ss_place_key(c->plan, place) : c->places;
			if (key < c->places && c->producer[key] == NOBODY && !free[key])
				return sb_fault(c->why, "nothing computes %s", name_of_place(c, key));
		}
	}
	return true;
}

static void begin_list(checker *c, bool run)
{
	memset(c->producer, 0, (c->places + 1) * sizeof *c->producer);
	memset(c->between, 0, (c->places + 1) * sizeof *c->between);
	c->run = run;
	c->steps = &c->plan->parameter_steps;
	for (c->step = 0; c->step < c->steps->n && !c->why->n; c->step++)
		compute_step(c, &c->steps->at[c->step]);
	for (uint32_t k = 0; k < c->places; k++)
		if (c->producer[k])
			c->producer[k] = DONE_BEFORE;
}

bool ss_check_plan(const ss_plan *plan, sb_text *why)
{
	checker c = {.plan = plan, .why = why, .scratch = sb_arena_new()};

	c.places = plan->reals + plan->ints + plan->strings + 2 * plan->states;
	c.producer = sb_new_array(c.scratch, uint32_t, c.places + 1);
	c.between = sb_new_array(c.scratch, uint32_t, c.places + 1);
	c.stamp = sb_new_array(c.scratch, uint32_t, sx_count(plan->model->pool) + 1);
	bool good = check_loops(&c);
	if (good && !plan->no_initial) {
		begin_list(&c, false);
		good = check_list(&c, &plan->initial_steps, "the initial system");
	}
	if (good) {
		begin_list(&c, true);
		good = check_list(&c, &plan->steps, "an equation") && check_watches(&c) && check_states(&c) &&
			check_patterns(&c) &&
			(plan->of_impulses || check_determined(&c));
	}
	sb_arena_free(c.scratch);
	return good;
}
