/* MONITOR and OUTPUT. An experiment is a routine that stands outside of time; its INITCONDs are done at the start of
 * each of its runs, before INITIAL, those that were reached before the run. */
#include "base/check.h"
#include "front/cosy/program/cosy_program.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---- initial conditions */

/* What is done at the start of a run if the experiment has reached this. */
static sm_statement_branch *branch_for(co_scope *s, const co_node *item, sm_statements *out)
{
	co_context *c = s->c;
	sx_ref none = sx_int(c->pool, 0);
	co_initcond one = {item, co_hidden_variable(c, "initcond", SX_INTEGER, SM_DISCRETE, none, item->span)};
	sm_statement *choice = sm_statement_new(c->m, SM_IF_DO, item->span);
	sm_statement_branch branch = {.span = item->span};

	sm_edit(c->m, one.holds)->kept = true;
	branch.condition = sx_binary(c->pool, SX_EQ, sm_ref(c->m, one.holds), sx_int(c->pool, 1));
	sb_push(c->arena, choice->branches, branch);
	sb_push(c->arena, *out, choice);
	sb_push(c->arena, c->conditions, one);
	return &choice->branches.at[0];
}

/* `always`: they hold for all runs of the experiment. */
static void collect_conditions(const co_node *n, co_scope *s, bool always, sm_statements *out, int depth)
{
	if (!n || depth > 300)
		return;
	for (uint32_t i = 0; n->kind == CO_INITCOND && i < co_count(co_child(n, 0)); i++) {
		const co_node *q = co_child(n, 0)->of.at[i], *left = co_child(q, 0);
		sx_ref value = co_expr(s, co_child(q, 1));
		if (!value)
			continue;
		sb_must(left && left->kind == CO_NAME, "an initial condition of the parser has no name on its left");
		co_assign_to(s, left, value, q->span, always ? out : &branch_for(s, q, out)->body);
	}
	for (uint32_t i = 0; n->kind != CO_INITCOND && i < n->of.n; i++)
		collect_conditions(n->of.at[i], s, always, out, depth + 1);
}

static bool has_conditions(const co_node *n, int depth)
{
	if (!n || depth > 300)
		return false;
	if (n->kind == CO_INITCOND)
		return true;
	for (uint32_t i = 0; i < n->of.n; i++)
		if (has_conditions(n->of.at[i], depth + 1))
			return true;
	return false;
}

static const co_node *first_simulate(const co_node *n, int depth);

static bool sets_states(const co_context *c, const co_node *n, int depth)
{
	const co_node *target = n && n->kind == CO_ASSIGN ? co_child(n, 0) : NULL;
	const co_symbol *symbol = target && target->name ? co_global(c, target->name) : NULL;

	if (!n || depth > 300)
		return false;
	if (n->kind == CO_CALL || (symbol && symbol->type == CO_T_STATE)) /* a PROCEDURE may set anything */
		return true;
	for (uint32_t i = 0; i < n->of.n; i++)
		if (sets_states(c, n->of.at[i], depth + 1))
			return true;
	return false;
}

/* Do all INITCONDs stand one after the other before the first run, so that none depends on what was reached? */
static bool stand_before(const co_context *c, const co_node *statements)
{
	bool simulated = sets_states(c, statements, 0);

	for (uint32_t i = 0; i < co_count(statements); i++) {
		const co_node *n = statements->of.at[i];
		if (n->kind == CO_INITCOND ? simulated : has_conditions(n, 0))
			return false;
		simulated = simulated || first_simulate(n, 0);
	}
	return true;
}

static void lower_conditions(co_context *c, const co_node *experiment, uint32_t which)
{
	sb_map locals = sb_map_new(c->arena);
	uint32_t routine;

	c->conditions.n = 0;
	if (!has_conditions(experiment, 0))
		return;
	routine = co_add_routine(c, "INITCOND", SM_ONCE, experiment->span);
	sm_routine r = c->m->routines.at[routine];
	co_scope scope = {.c = c, .place = CO_IN_INITIAL, .component = "", .routine = &r, .locals = &locals};
	sm_statement_branch branch = {.span = experiment->span};
	collect_conditions(experiment, &scope, stand_before(c, co_child(experiment, 0)), &branch.body, 0);
	if (c->which_experiment == CO_NOWHERE) {
		r.body = branch.body;
	} else {
		sm_statement *choice = sm_statement_new(c->m, SM_IF_DO, experiment->span);
		branch.condition = sx_binary(c->pool, SX_EQ, sm_ref(c->m, c->which_experiment), sx_int(c->pool, which + 1));
		sb_push(c->arena, choice->branches, branch);
		sb_push(c->arena, r.body, choice);
	}
	c->m->routines.at[routine] = r;
	sb_push(c->arena, c->m->begin, routine);
}

/* ---- experiments */

/* Where nobody runs the experiment as a routine, the first SIMULATE says how the model is simulated. */
static const co_node *first_simulate(const co_node *n, int depth)
{
	if (!n || depth > 300 || n->kind == CO_SIMULATE)
		return n && n->kind == CO_SIMULATE ? n : NULL;
	for (uint32_t i = 0; i < n->of.n; i++) {
		const co_node *found = first_simulate(n->of.at[i], depth + 1);
		if (found)
			return found;
	}
	return NULL;
}

static bool parameter_leaf(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	co_context *c = env->context;
	uint32_t v = sx_op_of(pool, leaf) == SX_VAR ? sx_at(pool, leaf)->payload : CO_NOWHERE;

	return v != CO_NOWHERE && sm_var(c->m, v)->variability == SM_PARAMETER && sm_var(c->m, v)->binding &&
		   sx_eval(pool, sm_var(c->m, v)->binding, env, out);
}

static double known(co_context *c, sx_ref e)
{
	sx_env env = {.leaf = parameter_leaf, .context = c};
	sx_value v;

	if (!e || !sx_eval(c->pool, e, &env, &v))
		return NAN;
	return v.type == SX_REAL ? v.real : (double)v.integer;
}

static void describe_run(co_context *c, const co_node *experiment)
{
	const co_node *n = first_simulate(experiment, 0);
	uint32_t first = sb_messages(c->diag);
	co_scope scope = {.c = c, .place = CO_IN_MONITOR, .component = ""};
	sm_settings *x = &c->m->settings;

	if (!n)
		return;
	x->start = known(c, co_child(n, 0) ? co_expr(&scope, co_child(n, 0)) : 0);
	x->stop = known(c, co_child(n, 1) ? co_expr(&scope, co_child(n, 1)) : 0);
	x->interval = known(c, co_setting(n, "COMINT") ? co_expr(&scope, co_setting(n, "COMINT")) : 0);
	x->tolerance = known(c, co_setting(n, "TOL") ? co_expr(&scope, co_setting(n, "TOL")) : 0);
	x->solver = co_method_of(c, n);
	sb_take_back(c->diag, first, NULL); /* the routine says what is wrong */
}

/* Before the first run a state has its initial value, after a run the value at its end, and then what is assigned. */
static void show_states(co_scope *s, const co_node *n, sm_statements *out, int depth)
{
	co_context *c = s->c;
	co_symbol *symbol = n && n->name && (n->kind == CO_NAME || n->kind == CO_CALL) ? co_find(s, n->name) : NULL;
	uint64_t known;

	if (!n || depth > 300 || n->kind == CO_INITCOND)
		return;
	if (symbol && symbol->meaning == CO_ROUTINE_NAME && n->kind == CO_CALL)
		show_states(s, co_child(symbol->node, 3), out, depth + 20);
	if (symbol && symbol->meaning == CO_VARIABLE && symbol->type == CO_T_STATE &&
		symbol->variable != CO_NOWHERE && symbol->initial != CO_NOWHERE &&
		!sb_map_get(s->copies, (uint64_t)(uintptr_t)symbol, &known)) {
		co_shown_state one = {symbol, co_local(s, sb_printf(c->arena, "now.%s", symbol->name), SX_REAL, n->span)};
		sm_local *l = &s->routine->locals.at[one.local];
		l->rank = symbol->rank;
		l->dims = co_dims(c, symbol);
		l->lower = co_lower(c, symbol);
		co_show_state(s, &one, symbol->initial, n, out);
		sb_map_put(s->copies, (uint64_t)(uintptr_t)symbol, one.local);
		sb_push(c->arena, c->shown, one);
	}
	for (uint32_t i = 0; i < n->of.n; i++)
		show_states(s, n->of.at[i], out, depth + 1);
}

static void lower_experiment(co_context *c, const co_node *n, uint32_t which)
{
	sb_map locals = sb_map_new(c->arena), copies = sb_map_new(c->arena);
	const char *name = n->name ? n->name : c->m->name;
	uint32_t routine = co_add_routine(c, name, SM_EXPERIMENT, n->span);
	sm_routine r = c->m->routines.at[routine];
	co_scope scope = {.c = c, .place = CO_IN_MONITOR, .component = "", .routine = &r, .locals = &locals};
	sm_experiment experiment = {.name = name, .routine = routine, .span = n->name ? n->name_span : n->span};

	if (c->which_experiment != CO_NOWHERE) {
		sm_statement *st = co_do(&scope, SM_ASSIGN, n, &r.body);
		st->target = sm_ref(c->m, c->which_experiment);
		st->value = sx_int(c->pool, which + 1);
	}
	c->shown.n = 0;
	scope.copies = &copies;
	show_states(&scope, co_child(n, 0), &r.body, 0);
	co_do_statements(&scope, co_child(n, 0), &r.body);
	c->m->routines.at[routine] = r;
	sb_push(c->arena, c->m->experiments, experiment);
}

static bool is_wanted(const co_context *c, const co_node *experiment)
{
	return !c->experiment || (experiment->name ? strcasecmp(experiment->name, c->experiment) == 0
											   : strcasecmp(c->m->name, c->experiment) == 0);
}

static void not_found(co_context *c, const co_node *list)
{
	sb_text names = {0};
	sb_strings known = {0};
	char *wanted = sb_strdup(c->arena, c->experiment);
	sb_message *m = sb_report(c->diag, SB_ERROR, "K0612", c->program->name_span, "the program has no experiment '%s'",
							  c->experiment);

	for (char *at = wanted; *at; at++)
		*at = (char)toupper((unsigned char)*at);
	sb_add(&names, "");
	for (uint32_t i = 0; i < co_count(list); i++) {
		sb_push(c->arena, known, list->of.at[i]->name ? list->of.at[i]->name : c->m->name);
		sb_addf(&names, "%s%s", i ? ", " : "", known.at[i]);
	}
	const char *near = sb_nearest(wanted, known.at, known.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else if (names.n)
		sb_help(m, "it has %s", names.at);
	else
		sb_help(m, "describe it in MONITOR: EXPERIMENT %s; ... END", c->experiment);
	sb_text_free(&names);
}

void co_lower_monitor(co_context *c)
{
	const co_node *list = co_child(c->monitor, 0);
	uint32_t found = 0;

	c->which_experiment = CO_NOWHERE;
	for (uint32_t i = 0; i < co_count(list); i++) {
		found += is_wanted(c, list->of.at[i]);
		for (uint32_t k = 0; k < i; k++)
			if (list->of.at[k]->name == list->of.at[i]->name) {
				sb_message *m = sb_report(c->diag, SB_ERROR, "K0613", list->of.at[i]->name_span,
										  "there are two experiments of this name");
				sb_also(m, list->of.at[k]->name_span, "this is the other");
			}
	}
	if (!found && (co_count(list) || c->experiment)) {
		not_found(c, list);
		return;
	}
	if (found > 1) {
		c->which_experiment = co_hidden_variable(c, "experiment", SX_INTEGER, SM_DISCRETE, sx_int(c->pool, 1),
												 c->monitor->span);
		sm_edit(c->m, c->which_experiment)->kept = true;
	}
	for (uint32_t i = 0, first = 1; i < co_count(list); i++) {
		const co_node *one = list->of.at[i];
		if (!is_wanted(c, one))
			continue;
		if (first)
			describe_run(c, one);
		first = 0;
		lower_conditions(c, one, i);
		lower_experiment(c, one, i);
	}
}

/* ---- output */

static const char *shown(co_context *c, co_scope *s, const co_node *name)
{
	co_symbol *symbol = co_find(s, name->name);
	const co_node *list = co_child(name, 0);
	sb_text text = {0};

	if (strcmp(name->name, "TIME") == 0)
		return "time";
	if (!symbol) {
		co_unknown(s, name, "variable");
		return NULL;
	}
	symbol->used = true;
	sb_add(&text, name->name);
	for (uint32_t i = 0; i < co_count(list); i++) {
		int64_t k;
		if (!co_integer_constant(s, list->of.at[i], "a subscript", &k))
			break;
		sb_addf(&text, "%s%lld", i ? "," : "[", (long long)k);
	}
	if (co_count(list))
		sb_addc(&text, ']');
	if (co_child(name, 1))
		sb_addf(&text, ".%s", co_child(name, 1)->name);
	return sb_intern_text(c->names, &text);
}

static void lower_out(co_context *c, const co_node *n, sm_output *now)
{
	static const struct {
		const char *name;
		sm_output_kind kind;
	} kinds[] = {{"LIST", SM_OUT_LIST},           {"TABLEPRINT", SM_OUT_LIST}, {"PLOT", SM_OUT_PRINTPLOT},
				 {"PRINTPLOT", SM_OUT_PRINTPLOT}, {"GRAPH", SM_OUT_GRAPH},     {"HISTOGRAM", SM_OUT_HISTOGRAM}};
	const co_node *list = co_child(n, 0), *versus = co_child(n, 1);
	co_scope scope = {.c = c, .place = CO_IN_MONITOR, .component = ""};
	sm_output one = *now;

	if (strcmp(n->name, "TITLE") == 0) {
		now->title = n->text ? n->text : "";
		return;
	}
	if (strcmp(n->name, "FACTOR") == 0) {
		for (uint32_t i = 0; i < co_count(list); i++) {
			double value;
			if (!co_number_constant(&scope, co_child(list->of.at[i], 0), "a factor", &value))
				continue;
			if (value <= 0)
				sb_help(
					sb_report(c->diag, SB_ERROR, "K0614", list->of.at[i]->span, "a factor must be greater than zero"),
					"1.0 is the usual size of a picture");
			else
				*(list->of.at[i]->name[0] == 'X' ? &now->x_factor : &now->y_factor) = value;
		}
		return;
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(n->name, kinds[i].name) == 0)
			one.kind = kinds[i].kind;
	one.cross = n->number == 1;
	one.span = n->span;
	one.versus = versus ? shown(c, &scope, versus) : NULL;
	for (uint32_t i = 0; i < co_count(list); i++) {
		const char *name = shown(c, &scope, list->of.at[i]);
		co_symbol *symbol = co_global(c, list->of.at[i]->name);
		if (!name)
			continue;
		bool histogram = symbol && symbol->type == CO_T_HISTOGRAM, bars = one.kind == SM_OUT_HISTOGRAM;
		if (symbol && bars != histogram && !(histogram && one.kind == SM_OUT_GRAPH)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "K0615", list->of.at[i]->span, "'%s' cannot be shown by %s",
									  name, n->name);
			sb_help(m,
					one.kind == SM_OUT_HISTOGRAM ? "HISTOGRAM shows only what is declared as HISTOGRAM"
												 : "write HISTOGRAM %s",
					name);
			continue;
		}
		sb_push(c->arena, one.names, name);
	}
	if (one.names.n)
		sb_push(c->arena, c->m->outputs, one);
}

void co_lower_output(co_context *c)
{
	const co_node *list = co_child(c->output, 0);
	sm_output now = {.title = "", .x_factor = 1, .y_factor = 1};

	for (uint32_t i = 0; i < co_count(list); i++)
		lower_out(c, list->of.at[i], &now);
}

static void store_one(co_context *c, const co_node *name)
{
	co_scope scope = {.c = c, .place = CO_IN_MONITOR, .component = "", .simulated = true};
	co_symbol *symbol = co_global(c, name->name);

	if (!symbol) {
		co_unknown(&scope, name, "variable");
		return;
	}
	symbol->used = true;
	if (co_count(co_child(name, 0)) || co_child(name, 1)) {
		sx_ref e = co_expr(&scope, name);
		uint32_t scalar = e && sx_op_of(c->pool, e) == SX_VAR ? sm_scalar_of(c->m, e) : CO_NOWHERE;
		if (scalar != CO_NOWHERE)
			sb_push(c->arena, c->m->stored, scalar);
		return;
	}
	if (symbol->variable == CO_NOWHERE) {
		if (symbol->meaning != CO_VARIABLE)
			sb_help(sb_report(c->diag, SB_ERROR, "K0616", name->span, "'%s' cannot be stored: it is not a variable",
							  name->name),
					"statistics are reported at the end of a run in any case");
		return;
	}
	const sm_variable *v = sm_var(c->m, symbol->variable);
	for (uint32_t k = 0; k < v->count; k++)
		sb_push(c->arena, c->m->stored, v->first + k);
}

void co_lower_store(co_context *c)
{
	const co_node *parts = co_child(c->program, 0);

	for (uint32_t i = 0; i < co_count(parts); i++) {
		const co_node *list = parts->of.at[i]->kind == CO_STORE ? co_child(parts->of.at[i], 0) : NULL;
		for (uint32_t k = 0; k < co_count(list); k++)
			store_one(c, list->of.at[k]);
	}
}
