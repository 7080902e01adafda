/* Where did the NaN come from? The plan is gone through in order with the values that the code has computed at the
 * present time and states; the first step whose value is not finite although everything it reads is finite holds the
 * fault, and inside of it the smallest subexpression of which the same is true. Branches that are not taken are not
 * looked at. */
#include "code/runtime/runtime.h"
#include "model/interpret/known.h"
#include "model/print/print.h"

#include <math.h>
#include <string.h>

typedef struct search {
	sc_run *run;
	const sx_pool *pool;
	const sm_model *model;
	sx_ref found;                  /* the operation at fault */
	uint32_t iterators[SS_RANK_MOST], count; int64_t at[SS_RANK_MOST];     /* the point of a family that is looked at */
	uint32_t depth;
	bool deep;                     /* also inside of what is finite */
} search;

static bool value_of(search *s, sx_ref e, sx_value *out)
{
	return sc_evaluate(s->run, e, s->iterators, s->at, s->count, out);
}

static bool is_finite(const sx_value *v)
{
	return v->type != SX_REAL || isfinite(v->real);
}

/* Goes down to the smallest operation that is not finite of finite operands. False: it is all finite, or not known. */
static bool look(search *s, sx_ref e)
{
	const sx_node *node = sx_at(s->pool, e);
	sx_value value;
	bool known = value_of(s, e, &value), good = known && is_finite(&value);
	if (good && !s->deep)
		return false;
	if (s->depth > 2000)
		return false;
	s->depth++;
	uint32_t count = node->count;
	bool inside = false;
	if (node->op == SX_IF) {
		sx_value condition;
		bool chosen = value_of(s, sx_arg(s->pool, e, 0), &condition);
		inside = s->deep && look(s, sx_arg(s->pool, e, 0));
		inside = inside || (chosen && look(s, sx_arg(s->pool, e, condition.integer ? 1 : 2)));
	} else if (node->op != SX_VAR && node->op != SX_DER && node->op != SX_PRE && node->op != SX_LOCAL) {
		for (uint32_t k = 0; k < count && !inside; k++)
			inside = sx_arg(s->pool, e, k) && look(s, sx_arg(s->pool, e, k));
		if (!inside && count > 0 && known && !good) {
			s->found = e;
			inside = true;
		}
	}
	s->depth--;
	return inside;
}

/* With its subscripts as they are at this point of a family. */
static void print_leaf(search *s, sx_ref e, sb_text *out)
{
	sx_op op = sx_op_of(s->pool, e);
	sx_ref var = op == SX_DER ? sx_arg(s->pool, e, 0) : e;
	sx_env env = { .iterators = s->iterators, .iterator_values = s->at, .iterator_count = s->count };
	uint32_t scalar = s->count && sx_op_of(s->pool, var) == SX_VAR ? sc_scalar_at(s->model, var, &env) : UINT32_MAX;
	if (scalar == UINT32_MAX) {
		sm_print_expr(s->model, e, out);
		return;
	}
	sb_add(out, op == SX_DER ? "der(" : "");
	sm_scalar_name(s->model, scalar, out);
	sb_add(out, op == SX_DER ? ")" : "");
}

static const char *point_text(search *s, sb_arena *arena)
{
	const char *text = "";
	for (uint32_t k = 0; k < s->count; k++)
		text = sb_printf(arena, "%s%s %s = %lld", text, k ? "," : " for", sx_iter_name(s->pool, s->iterators[k]),
						 (long long)s->at[k]);
	return text;
}

typedef struct leaves { search *s; bool all_finite; sb_text text; uint32_t shown; } leaves;

static bool see_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	leaves *l = context;
	sx_op op = sx_op_of(pool, e);
	sx_value value;
	if ((op != SX_VAR && op != SX_DER && op != SX_PRE && op != SX_TIME) || !value_of(l->s, e, &value))
		return true;
	l->all_finite &= is_finite(&value);
	if (value.type == SX_STRING || l->shown >= 8)
		return true;
	sb_text name = {0};
	char number[32];
	print_leaf(l->s, e, &name);
	sb_real_text(number, value.type == SX_REAL ? value.real : (double)value.integer);
	sb_addf(&l->text, "%s%s = %s", l->shown++ ? ", " : "", name.at ? name.at : "?", number);
	sb_text_free(&name);
	return true;
}

static leaves leaves_of(search *s, sx_ref e)
{
	leaves l = { .s = s, .all_finite = true };
	sx_visit(s->pool, e, see_leaf, &l);
	return l;
}

static const char *text_of(search *s, sb_arena *arena, sx_ref e)
{
	sb_text text = {0};
	sm_print_expr(s->model, e, &text);
	if (text.n > 160)
		memcpy(text.at + 157, "...", 4);
	char *kept = sb_strdup(arena, text.at ? text.at : "?");
	sb_text_free(&text);
	return kept;
}

static const char *operand(search *s, sb_arena *arena, sx_ref e)
{
	sx_value value;
	char number[32] = "?";
	if (value_of(s, e, &value))
		sb_real_text(number, value.type == SX_REAL ? value.real : (double)value.integer);
	if (sx_is_const(s->pool, e))
		return sb_strdup(arena, number);
	return sb_printf(arena, "%s = %s", text_of(s, arena, e), number);
}

typedef struct verdict { const char *code, *what, *help; } verdict;

/* About the operation at fault. */
static verdict judge(search *s, sb_arena *arena)
{
	sx_ref e = s->found, a = sx_arg(s->pool, e, 0), b = sx_at(s->pool, e)->count > 1 ? sx_arg(s->pool, e, 1) : 0;
	sx_op op = sx_op_of(s->pool, e);
	const char *whole = text_of(s, arena, e);
	sx_value divisor, result;
	if ((op == SX_DIV || op == SX_QUOT || op == SX_MOD || op == SX_REM) && value_of(s, b, &divisor)
		&& (divisor.type == SX_REAL ? divisor.real : (double)divisor.integer) == 0)
		return (verdict){ "R0301", sb_printf(arena, "division by zero in '%s': %s", whole, operand(s, arena, b)),
			sm_help_division(s->model) };
	const char *with = operand(s, arena, a);
	if (b)
		with = sb_printf(arena, "%s and %s", with, operand(s, arena, b));
	if (op == SX_SQRT || op == SX_LOG || op == SX_LOG10 || op == SX_ASIN || op == SX_ACOS || op == SX_POW) {
		const char *how = value_of(s, e, &result) && isnan(result.real) ? "not defined" : "infinite";
		return (verdict){ "R0302", sb_printf(arena, "'%s' is %s for %s", whole, how, with),
			sm_help_range(s->model) };
	}
	return (verdict){ "R0303", sb_printf(arena, "'%s' is not a finite number for %s", whole, with),
		"the values have grown beyond all bounds: check signs, units and the step size" };
}

static void report(search *s, sb_span span, const char *component, sx_ref whole, const char *doing)
{
	sb_arena *arena = sb_arena_new();
	verdict v = { "R0304", NULL, "check what the function gives for these arguments" };
	if (s->found)
		v = judge(s, arena);
	else
		v.what = sb_printf(arena, "'%s' is not a finite number", text_of(s, arena, whole));
	const char *in = component && *component ? sb_printf(arena, " (component %s)", component) : "";
	sb_message *message = sb_report(s->run->diag, SB_ERROR, v.code, span, "%s at time %.9g%s%s", v.what, s->run->d.time,
		point_text(s, arena), in);
	leaves l = leaves_of(s, s->found ? s->found : whole);
	if (doing && *doing)
		sb_note(message, l.text.at ? "while %s, with %s" : "while %s", doing, l.text.at ? l.text.at : "");
	else if (l.text.at)
		sb_note(message, "with %s", l.text.at);
	sb_help(message, "%s", v.help);
	sb_text_free(&l.text);
	sb_arena_free(arena);
}

/* An expression that is not finite of finite values, or (`stored` not finite) whose call gave something that is not. */
static bool check(search *s, sx_ref e, double stored, sb_span span, const char *component, const char *doing)
{
	sx_value value;
	if (!e)
		return false;
	bool known = value_of(s, e, &value);
	if (known ? is_finite(&value) : isfinite(stored))
		return false;
	leaves l = leaves_of(s, e);
	sb_text_free(&l.text);
	if (!l.all_finite)
		return false;
	s->found = 0;
	if (known)
		look(s, e);
	report(s, span, component, e, doing);
	return true;
}

bool sc_report_undefined(sc_data *d, si_formula formula, sb_span span, const char *doing)
{
	sc_run *run = sc_run_of(d);
	sx_ref e = run->program->image->formulas.at[formula].origin;
	const sm_model *m = run->program->plan->model;
	search s = { .run = run, .pool = m->pool, .model = m, .deep = true };
	if (!look(&s, e))
		return false;
	report(&s, span, NULL, e, doing);
	return true;
}

const char *sc_undefined_in(sc_data *d, sb_arena *arena, si_formula formula)
{
	sc_run *run = sc_run_of(d);
	sx_ref e = run->program->image->formulas.at[formula].origin;
	const sm_model *m = run->program->plan->model;
	search s = { .run = run, .pool = m->pool, .model = m, .deep = true };
	return look(&s, e) ? judge(&s, arena).what : NULL;
}

static double stored_value(search *s, sx_ref target)
{
	sx_value value;
	sx_env env = { .iterators = s->iterators, .iterator_values = s->at, .iterator_count = s->count };
	if (!target || !sc_read_leaf(s->run, target, &env, &value) || value.type != SX_REAL)
		return 0;
	return value.real;
}

static bool check_step(search *s, const ss_step *step, const char *doing);

static bool check_loop(search *s, const ss_loop *b, sb_span span, const char *component, const char *doing)
{
	for (uint32_t k = 0; b->linear && k < b->matrix.n; k++)
		if (check(s, b->matrix.at[k].value, 0, span, component, doing))
			return true;
	for (uint32_t k = 0; b->linear && k < b->n; k++)
		if (check(s, b->rhs[k], 0, span, component, doing))
			return true;
	for (uint32_t k = 0; k < b->inner.n; k++)
		if (check_step(s, &b->inner.at[k], doing))
			return true;
	for (uint32_t k = 0; !b->linear && k < b->n; k++)
		if (check(s, b->residuals[k], 0, span, component, doing))
			return true;
	return false;
}

/* The first point of a family at which something is wrong. */
static bool check_family(search *s, const ss_step *step, sb_span span, const char *component, const char *doing)
{
	bool found = false;
	s->count = step->domain.n;
	for (uint32_t k = 0; k < s->count; k++) {
		s->iterators[k] = step->domain.at[k].iterator;
		s->at[k] = step->domain.at[k].from;
	}
	for (uint32_t d = 0; d != UINT32_MAX && !found;) {
		found = check(s, step->value, stored_value(s, step->target), span, component, doing);
		for (d = s->count; d-- > 0;) {
			if (++s->at[d] <= step->domain.at[d].to)
				break;
			s->at[d] = step->domain.at[d].from;
		}
	}
	s->count = 0;
	return found;
}

static bool check_step(search *s, const ss_step *step, const char *doing)
{
	sb_span span = step->span.source || !step->origin ? step->span : step->origin->span;
	const char *component = step->origin ? step->origin->component : NULL;
	if (step->kind == SS_LOOP)
		return check_loop(s, s->run->program->plan->loops.at[step->loop], span, component, doing);
	if (step->domain.n)
		return check_family(s, step, span, component, doing);
	if (step->kind == SS_ASSIGN)
		return check(s, step->value, stored_value(s, step->target), span, component, doing);
	for (uint32_t k = 0; k < step->targets.n; k++) {
		sx_ref target = step->targets.at[k];
		if (target && !isfinite(stored_value(s, target))) {
			s->found = 0;
			report(s, span, component, target, doing);
			return true;
		}
	}
	return false;
}

static bool check_steps(search *s, const ss_steps *steps, uint8_t phases, const char *doing)
{
	for (uint32_t k = 0; k < steps->n; k++)
		if ((phases == 0 || (steps->at[k].phases & phases)) && check_step(s, &steps->at[k], doing))
			return true;
	return false;
}

/* Operations whose fault nothing shows that is computed from them. */
static bool check_guards(search *s, const ss_guard *guards, uint32_t count, const char *doing)
{
	for (uint32_t k = 0; k < count; k++) {
		const ss_guard *g = &guards[k];
		if (g->kind == SS_GUARD_VALUE && check(s, g->function, 0, g->span, g->component, doing))
			return true;
	}
	return false;
}

bool sc_report_initial_guards(sc_data *d, const char *doing)
{
	sc_run *run = sc_run_of(d);
	const ss_plan *plan = run->program->plan;
	search s = { .run = run, .pool = plan->model->pool, .model = plan->model };
	return check_guards(&s, plan->initial_guards.at, plan->initial_guards.n, doing);
}

bool sc_report_not_finite(sc_data *d, const char *doing)
{
	sc_run *run = sc_run_of(d);
	const ss_plan *plan = run->program->plan;
	search s = { .run = run, .pool = plan->model->pool, .model = plan->model };
	const sc_functions *f = sc_functions_of(run->program);
	if (check_steps(&s, &plan->parameter_steps, 0, doing))
		return true;
	if (d->initial && check_steps(&s, &plan->initial_steps, 0, doing))
		return true;
	for (uint32_t k = 0; k < plan->states; k++)
		if (!isfinite(d->x[k]))
			return false;        /* the states themselves: nothing computed here is at fault */
	if (!d->initial && !d->failed) {
		f->rates(d);
		d->failed = 0;
	}
	return check_steps(&s, &plan->steps, SS_RATES, doing) || check_steps(&s, &plan->steps, SS_WATCH, doing)
		|| check_steps(&s, &plan->steps, 0, doing) || check_guards(&s, plan->guards.at, plan->guards.n, doing);
}

static bool read_variable(void *context, sx_ref var, sx_value *out)
{
	return sc_evaluate(context, var, NULL, NULL, 0, out);
}

bool sc_known(const sc_data *d, si_formula formula, double *value)
{
	sc_run *run = sc_run_of(d);
	sb_arena *arena = sb_arena_new();
	sm_knower k = sm_knower_new(run->program->plan->model, arena, read_variable, run);
	sx_value v;
	k.steps = 20000;
	bool known = sm_known(&k, run->program->image->formulas.at[formula].origin, &v);
	sb_arena_free(arena);
	*value = !known ? NAN : v.type == SX_REAL ? v.real : (double)v.integer;
	return known;
}
