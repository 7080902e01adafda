/* WHY: the equation of a variable in the present mode, its line, and what goes into it, with values. */
#include "shell/act/shell_act.h"

#include "model/print/print.h"

#include <stdio.h>
#include <string.h>

typedef struct asking {
	sh_world *w; sh_process *p; const ss_plan *plan; sb_u32s seen, waiting;
	sb_vec(sh_item) inputs; bool time;
} asking;

static bool is_same_place(const ss_plan *plan, sx_ref leaf, uint32_t scalar)
{
	if (!leaf || sx_op_of(plan->model->pool, leaf) != SX_VAR)
		return false;
	uint32_t first, n = sm_scalars_of(plan->model, leaf, &first);
	if (n == 1) {
		ss_place a = ss_place_of(plan, first), b = ss_place_of(plan, scalar);
		return a.store == b.store && a.index == b.index && a.store != SS_NOWHERE;
	}
	return scalar >= first && scalar < first + n;
}

/* The unknown of a step: the variable, or the derivative of it. */
static bool gives(const ss_plan *plan, sx_ref target, uint32_t scalar, bool rate)
{
	const sx_pool *pool = plan->model->pool;
	bool der = target && sx_op_of(pool, target) == SX_DER;
	return der == rate && is_same_place(plan, der ? sx_arg(pool, target, 0) : target, scalar);
}

static bool step_gives(const ss_plan *plan, const ss_step *s, uint32_t scalar, bool rate)
{
	if (s->kind == SS_ASSIGN)
		return gives(plan, s->target, scalar, rate);
	const sm_exprs *targets = s->kind == SS_LOOP ? &plan->loops.at[s->loop]->members : &s->targets;
	for (uint32_t i = 0; i < targets->n; i++)
		if (gives(plan, targets->at[i], scalar, rate))
			return true;
	return false;
}

static const ss_step *step_of(const ss_plan *plan, const ss_steps *steps, uint32_t scalar, bool rate)
{
	for (uint32_t i = 0; i < steps->n; i++)
		if (step_gives(plan, &steps->at[i], scalar, rate))
			return &steps->at[i];
	return NULL;
}

/* What is visited next: expressions of conditions, and of hidden variables. */
static void wait_for(asking *a, sx_ref e)
{
	if (e)
		sb_push(a->w->now, a->waiting, e);
}

static void collect_step(asking *a, const ss_step *s)
{
	wait_for(a, s->value);
	wait_for(a, s->when);
	if (s->kind != SS_LOOP)
		return;
	const ss_loop *l = a->plan->loops.at[s->loop];
	for (uint32_t i = 0; i < l->equations.n && l->sides; i++) {
		wait_for(a, l->sides[i].left);
		wait_for(a, l->sides[i].right);
	}
}

static void take_variable(asking *a, uint32_t scalar)
{
	for (uint32_t i = 0; i < a->seen.n; i++)
		if (a->seen.at[i] == scalar)
			return;
	sb_push(a->w->now, a->seen, scalar);
	const sm_model *m = a->plan->model;
	if (!sm_var(m, sm_variable_of_scalar(m, scalar, NULL))->hidden) {
		sb_push(a->w->now, a->inputs, ((sh_item){a->p, st_scalar_name(m, a->w->now, scalar), scalar, false}));
		return;
	}
	const ss_step *s = a->seen.n < 200 ? step_of(a->plan, &a->plan->steps, scalar, false) : NULL;
	if (s)
		collect_step(a, s);          /* what it is made of */
}

/* Arguments come before their node, so the variable of a derivative is there. */
static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	asking *a = context;
	sx_op op = sx_op_of(pool, e);
	sx_ref var = op == SX_DER ? sx_arg(pool, e, 0) : e;
	uint32_t scalar = sx_op_of(pool, var) == SX_VAR ? sm_scalar_of(a->plan->model, var) : UINT32_MAX;
	a->time |= op == SX_TIME;
	if (op == SX_LATCH)
		wait_for(a, a->plan->watches.at[sx_at(pool, e)->payload].function);
	else if (op == SX_VAR && scalar != UINT32_MAX)
		take_variable(a, scalar);
	for (uint32_t i = 0; i < a->inputs.n && op == SX_DER; i++)
		a->inputs.at[i].rate |= a->inputs.at[i].scalar == scalar;
	return true;
}

static void visit_all(asking *a, const sx_pool *pool)
{
	for (uint32_t i = 0; i < a->waiting.n && i < 1000; i++)
		sx_visit(pool, a->waiting.at[i], see, a);
}

/* The line of the source, without the blanks before it; NULL: there is none. */
static const char *line_of(const sh_process *p, sb_span span, int *length)
{
	size_t whole;
	if (!span.source)
		return NULL;
	const char *text = sb_source_text(p->model->diag, span.source, &whole);
	uint32_t from = span.start, to = span.start;
	while (from && text[from - 1] != '\n')
		from--;
	while (to < whole && text[to] != '\n')
		to++;
	while (from < to && (text[from] == ' ' || text[from] == '\t'))
		from++;
	*length = (int)(to - from);
	return text + from;
}

static void tell_line(const sh_process *p, sb_span span)
{
	int length, line, column;
	const char *text = line_of(p, span, &length);
	if (!text)
		return;
	sb_position(p->model->diag, span, &line, &column);
	printf("  %s:%d: %.*s\n", sb_source_path(p->model->diag, span.source), line, length, text);
}

/* Does the line of the source say this, word by word? Then it is not said again. */
static bool line_says(const sh_process *p, sb_span span, const char *said)
{
	int length;
	const char *text = line_of(p, span, &length);
	return text && memmem(text, (size_t)length, said, strlen(said)) != NULL;
}

static void tell_equation(const asking *a, const sm_equation *q)
{
	sb_text text = {0};
	if (!q)
		return;
	sm_print_equation(a->plan->model, q, &text);
	while (text.n && (text.at[text.n - 1] == '\n' || text.at[text.n - 1] == ' '))
		text.at[--text.n] = 0;
	if (text.n && !line_says(a->p, q->span, text.at))
		printf("  %s\n", text.at);
	sb_text_free(&text);
	tell_line(a->p, q->span);
}

static void tell_inputs(sh_world *w, const asking *a, const sh_item *of)
{
	int width = 0;
	uint32_t n = 0;
	for (uint32_t i = 0; i < a->inputs.n; i++)
		if ((int)strlen(a->inputs.at[i].name) > width && a->inputs.at[i].scalar != of->scalar)
			width = (int)strlen(a->inputs.at[i].name);
	for (uint32_t i = 0; i < a->inputs.n; i++)
		n += a->inputs.at[i].scalar != of->scalar || a->inputs.at[i].rate != of->rate;
	if (n || a->time)
		printf("  from\n");
	for (uint32_t i = 0; i < a->inputs.n; i++)
		if (a->inputs.at[i].scalar != of->scalar || a->inputs.at[i].rate != of->rate) {
			printf("  ");
			sh_tell_value(w, &a->inputs.at[i], width < 40 ? width : 40);
		}
	if (a->time)
		printf("    time = %s\n", sh_number(w, se_time(a->p->run)));
}

static void tell_step(sh_world *w, asking *a, const ss_step *s, const sh_item *of)
{
	sb_text text = {0};
	collect_step(a, s);
	visit_all(a, a->plan->model->pool);
	if (s->kind == SS_LOOP) {
		const ss_loop *l = a->plan->loops.at[s->loop];
		printf("  one of %u unknowns that %u equations give together:\n", l->members.n, l->equations.n);
		for (uint32_t i = 0; i < l->equations.n && i < 6; i++)
			tell_equation(a, l->equations.at[i]);
	} else if (s->origin) {
		tell_equation(a, s->origin);
	} else {
		tell_line(a->p, s->span);
	}
	if (s->kind == SS_ASSIGN && s->value) {
		sb_addf(&text, "%s%s%s = ", of->rate ? "der(" : "", of->name, of->rate ? ")" : "");
		sm_print_expr(a->plan->model, s->value, &text);
		if (text.n < 300 && !line_says(a->p, s->origin ? s->origin->span : s->span, text.at))
			printf("  solved: %s\n", text.at);
		sb_text_free(&text);
	}
	tell_inputs(w, a, of);
}

static void tell_parameter(sh_world *w, asking *a, const sh_item *item)
{
	const sm_variable *v = sh_variable_of(item);
	sb_text text = {0};
	for (uint32_t i = 0; i < a->p->given.n; i++)
		if (strcmp(a->p->given.at[i].name, item->name) == 0) {
			printf("  a parameter, set to %s by a command\n", a->p->given.at[i].text);
			tell_line(a->p, v->span);
			return;
		}
	printf("  a %s\n", v->variability == SM_CONSTANT ? "constant" : "parameter");
	tell_line(a->p, v->binding_span.source ? v->binding_span : v->span);
	if (v->binding) {
		sm_print_expr(a->p->model->flat, v->binding, &text);
		printf("  %s = %s\n", item->name, text.at);
		wait_for(a, v->binding);
		visit_all(a, a->p->model->flat->pool);
		tell_inputs(w, a, item);
	}
	sb_text_free(&text);
}

/* What a variable has another name for: the one whose equation it is. */
static void tell_alias(sh_world *w, const asking *a, const sh_item *item)
{
	if (a->plan->cells)
		return;
	uint32_t root = a->plan->root[item->scalar];
	const sm_model *m = a->plan->model;
	if (root != item->scalar && root < m->scalars && !sm_var(m, sm_variable_of_scalar(m, root, NULL))->hidden)
		printf("  the same as %s\n", st_scalar_name(m, w->now, root));
}

/* A variable may be another name for the derivative of a state: then the equation is that of the derivative. */
static bool become_rate(sh_world *w, const asking *a, sh_item *item)
{
	const ss_place place = ss_place_of(a->plan, item->scalar);
	if (item->rate || place.store != SS_RATE)
		return false;
	item->scalar = ss_state_scalar(a->plan, place.index);
	item->name = st_scalar_name(a->plan->model, w->now, item->scalar);
	item->rate = true;
	printf("  the same as %sder(%s)\n", place.negated ? "-" : "", item->name);
	return true;
}

static void tell_no_step(const asking *a, const sh_item *item)
{
	bool moves = sh_variable_of(item)->variability == SM_CONTINUOUS && sh_variable_of(item)->type == SX_REAL;
	if (moves && ss_place_of(a->plan, item->scalar).store != SS_NOWHERE)
		printf("  it is computed by equations that were solved for other unknowns\n");
	else
		printf("  no equation computes it: it keeps the value that it was given at the start, or at an event\n");
	tell_line(a->p, sh_variable_of(item)->span);
}

bool sh_act_why(sh_world *w, const sh_command *c)
{
	sh_item item;
	if (!sh_one_item(w, &c->elements.at[0], &item))
		return false;
	if (!sh_look(w, item.process))
		return false;
	asking a = {.w = w, .p = item.process, .plan = sh_present_plan(item.process)};
	unsigned kind = sh_kind_of(item.process, item.scalar);
	printf("%s, time %s\n", sh_process_name(w, item.process), sh_number(w, se_time(item.process->run)));
	sh_tell_value(w, &item, 0);
	if (kind == SH_KIND_PARAMETER || kind == SH_KIND_CONSTANT) {
		tell_parameter(w, &a, &item);
		return true;
	}
	if (!become_rate(w, &a, &item))
		tell_alias(w, &a, &item);
	const ss_step *s = step_of(a.plan, &a.plan->steps, item.scalar, item.rate);
	if (kind == SH_KIND_STATE && !s) {
		const sh_item rate = {item.process, item.name, item.scalar, true};
		printf("  a state: it moves by its derivative, der(%s) = %s\n", item.name, sh_number(w, sh_value_of(&rate)));
		s = step_of(a.plan, &a.plan->steps, item.scalar, true);
		item.rate = true;
	}
	if (s)
		tell_step(w, &a, s, &item);
	else if (!(s = step_of(a.plan, &a.plan->parameter_steps, item.scalar, false)))
		tell_no_step(&a, &item);
	else
		tell_step(w, &a, s, &item);
	return true;
}
