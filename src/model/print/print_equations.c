/* Expressions, equations and statements of the model as Modelica text, for `saltus flat` and for messages. */
#include "base/dotted.h"
#include "model/print/print_inside.h"

#include <string.h>

/* Expressions count from 1. In messages a subscript is as the user knows it, where the first one is `lower`. */
static void write_one_subscript(const sm_printing *p, sx_ref e, int64_t lower, sb_text *out)
{
	const sx_pool *pool = p->model->pool;
	sx_op op = sx_op_of(pool, e);
	int64_t before = p->valid ? 0 : lower - 1;
	sx_ref b = op == SX_SUB || op == SX_ADD ? sx_arg(pool, e, 1) : 0;

	if (before && sx_is_const(pool, e)) {
		sb_addf(out, "%lld", (long long)(sx_int_value(pool, e) + before));
	} else if (before && b && sx_is_const(pool, b) && sx_int_value(pool, b) == (op == SX_SUB ? before : -before)) {
		sm_write(p, sx_arg(pool, e, 0), out);
	} else {
		sm_write(p, e, out);
		if (before)
			sb_addf(out, " %c %lld", before < 0 ? '-' : '+', (long long)(before < 0 ? -before : before));
	}
}

static void write_subscripts(const sm_printing *p, sx_ref e, const int64_t *lower, sb_text *out)
{
	uint32_t count = sx_at(p->model->pool, e)->count;

	for (uint32_t i = 0; i < count; i++) {
		sb_add(out, i ? ", " : "[");
		write_one_subscript(p, sx_arg(p->model->pool, e, i), lower ? lower[i] : 1, out);
	}
	if (count)
		sb_addc(out, ']');
}

typedef struct reference {
	const sm_printing *p;
	sx_ref e;
	const int64_t *lower;
} reference;

static void write_subscript(void *context, uint32_t d, sb_text *out)
{
	const reference *r = context;

	write_one_subscript(r->p, sx_arg(r->p->model->pool, r->e, d), r->lower ? r->lower[d] : 1, out);
}

static void meet(sm_met *met, uint32_t variable)
{
	for (uint32_t i = 0; i < met->variables.n; i++)
		if (met->variables.at[i] == variable)
			return;
	sb_push(met->arena, met->variables, variable);
}

static void write_variable(const sm_printing *p, sx_ref e, sb_text *out)
{
	const sx_node *node = sx_at(p->model->pool, e);
	const sm_variable *v = node->payload < p->model->variables.n ? sm_var(p->model, node->payload) : NULL;

	if (v && p->met)
		meet(p->met, node->payload);
	if (v && p->valid) {
		sm_write_identifier(p, v->name, out);
		write_subscripts(p, e, NULL, out);
	} else if (v && v->stands_for)
		sm_write(p, v->stands_for, out);
	else if (v)
		sb_write_name(v->name + (v->hidden && *v->name == '$'), v->parts, node->count, ", ", write_subscript,
					  &(reference){p, e, v->lower}, out);
	else
		sb_addc(out, '?');
}

/* Variables and locals with their subscripts; of calls the name only. */
static void write_leaf(sx_printer *self, const sx_pool *pool, sx_ref leaf, sb_text *out)
{
	const sm_printing *p = self->context;
	const sx_node *node = sx_at(pool, leaf);

	switch (node->op) {
	case SX_VAR:
		write_variable(p, leaf, out);
		break;
	case SX_LOCAL:
		if (p->function && node->payload < p->function->locals.n)
			sm_write_identifier(p, p->function->locals.at[node->payload].name, out);
		else
			sb_addf(out, "local%u", node->payload);
		write_subscripts(p, leaf, p->function && node->payload < p->function->locals.n
						 ? p->function->locals.at[node->payload].lower : NULL, out);
		break;
	case SX_CALL:
		if (node->payload < p->model->functions.n && p->model->functions.at[node->payload]->destructor)
			sm_write_identifier(
				p, p->model->functions.at[node->payload]->locals.at[p->model->functions.at[node->payload]->args].object,
				out);
		else if (node->payload < p->model->functions.n)
			sm_write_function_name(p, node->payload, 0, out);
		else
			sb_addf(out, "function%u", node->payload);
		break;
	case SX_OUT:
		sm_write_function_name(p, sx_at(pool, sx_arg(pool, leaf, 0))->payload, node->payload, out);
		break;
	case SX_ITER:
		sm_write_iterator(p, node->payload, out);
		break;
	case SX_ASK:
		sm_write_question(p, leaf, out);
		break;
	default:
		sb_addf(out, "latch%u", node->payload);
	}
}

/* Letters, digits and _, not beginning with a digit; or quoted already, as one part. */
static bool is_identifier(const char *name)
{
	if (*name == '\'')
		return sb_name_parts(name) == 1 && name[strlen(name) - 1] == '\'';
	if (*name >= '0' && *name <= '9')
		return false;
	for (const char *c = name; *c; c++)
		if (!((*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_'))
			return false;
	return *name != 0;
}

void sm_write_identifier(const sm_printing *p, const char *name, sb_text *out)
{
	if (!p->valid || is_identifier(name)) {
		sb_add(out, name);
		return;
	}
	sb_addc(out, '\'');
	for (const char *c = name; *c; c++) {
		if (*c == '\'' || *c == '\\')
			sb_addc(out, '\\');
		sb_addc(out, *c);
	}
	sb_addc(out, '\'');
}

/* An iterator that is called like a variable or a local would hide it. */
void sm_write_iterator(const sm_printing *p, uint32_t iterator, sb_text *out)
{
	const char *name = sx_iter_name(p->model->pool, iterator);
	bool taken = p->valid && !p->function && sm_find(p->model, name) != UINT32_MAX;

	for (uint32_t i = 0; p->valid && p->function && i < p->function->locals.n; i++)
		taken |= strcmp(p->function->locals.at[i].name, name) == 0;
	if (p->valid && (taken || !is_identifier(name)))
		sb_addf(out, "'%s:%u'", name, iterator);
	else
		sb_add(out, name);
}

void sm_write_function_name(const sm_printing *p, uint32_t function, uint32_t result, sb_text *out)
{
	const sm_model *m = p->model;
	const char *name = m->functions.at[function]->name;
	uint32_t same = 0;
	sb_text whole = {0};

	for (uint32_t i = 0; i < function; i++)
		same += m->functions.at[i]->name == name;
	sb_add(&whole, name);
	if (same)
		sb_addf(&whole, "_%u", same + 1);
	if (result)
		sb_addf(&whole, ":%u", result + 1);
	sm_write_identifier(p, whole.at, out);
	sb_text_free(&whole);
}


void sm_write(const sm_printing *p, sx_ref e, sb_text *out)
{
	sx_printer printer = {
		.leaf = write_leaf, .context = (void *)p, .valid = p->valid, .capitals = p->model->capitals && !p->valid};

	sx_print(p->model->pool, e, &printer, out);
}

void sm_print_expr(const sm_model *m, sx_ref e, sb_text *out)
{
	sm_write(&(sm_printing){.model = m}, e, out);
}

void sm_print_expr_in(const sm_model *m, const sm_function *f, sx_ref e, sb_text *out)
{
	sm_write(&(sm_printing){.model = m, .function = f}, e, out);
}

void sm_write_string(const char *text, sb_text *out)
{
	sb_addc(out, '"');
	for (; *text; text++) {
		if (*text == '\n') {
			sb_add(out, "\\n");
			continue;
		}
		if (*text == '"' || *text == '\\')
			sb_addc(out, '\\');
		sb_addc(out, *text);
	}
	sb_addc(out, '"');
}

static void indent(const sm_printing *p, uint32_t more, sb_text *out)
{
	for (uint32_t i = 0; i < p->depth + more; i++)
		sb_add(out, "  ");
}

static sm_printing deeper(const sm_printing *p)
{
	sm_printing inner = *p;

	inner.depth++;
	return inner;
}

static void write_targets(const sm_printing *p, const sm_exprs *targets, sb_text *out)
{
	sb_addc(out, '(');
	for (uint32_t i = 0; i < targets->n; i++) {
		if (i)
			sb_add(out, ", ");
		if (targets->at[i])
			sm_write(p, targets->at[i], out);
	}
	sb_addc(out, ')');
}

static void write_condition(const sm_printing *p, sx_ref condition, const sm_exprs *any, sb_text *out)
{
	if (any->n == 0) {
		sm_write(p, condition, out);
		return;
	}
	sb_addc(out, '{');
	for (uint32_t i = 0; i < any->n; i++) {
		sb_add(out, i ? ", " : "");
		sm_write(p, any->at[i], out);
	}
	sb_addc(out, '}');
}

/* "if c then", "elsewhen {a, b} then", "else": the line that opens branch number `which`. */
static void write_opening(const sm_printing *p, const char *word, uint32_t which, sx_ref condition, const sm_exprs *any,
						  sb_text *out)
{
	indent(p, 0, out);
	if (which > 0)
		sb_add(out, "else");
	if (condition || any->n > 0 || which == 0) {
		sb_addf(out, "%s ", word);
		write_condition(p, condition, any, out);
		sb_add(out, " then");
	}
	sb_addc(out, '\n');
}

static void write_assert(const sm_printing *p, sx_ref condition, sx_ref text, int level, sb_text *out)
{
	sb_add(out, "assert(");
	sm_write(p, condition, out);
	sb_add(out, ", ");
	sm_write(p, text, out);
	sb_add(out, level ? ", AssertionLevel.warning)" : ")");
}

static void write_reinit(const sm_printing *p, sx_ref state, sx_ref value, sb_text *out)
{
	sb_add(out, "reinit(");
	sm_write(p, state, out);
	sb_add(out, ", ");
	sm_write(p, value, out);
	sb_addc(out, ')');
}

static void write_terminate(const sm_printing *p, sx_ref text, sb_text *out)
{
	sb_add(out, "terminate(");
	sm_write(p, text, out);
	sb_addc(out, ')');
}

static void write_equation(const sm_printing *p, const sm_equation *q, sb_text *out);

/* annotation(__Saltus(hold = true)): other branches leave what this one gives as it is. {{a, b}, {c}}: and all of these
 * variables of the first branch, the second, ...; `false` where there are none. */
static void write_hold(const sm_printing *p, const sm_equation *q, sb_text *out)
{
	uint32_t owned = 0;

	for (uint32_t b = 0; b < q->branches.n; b++)
		owned += q->branches.at[b].owns.n;
	if (!q->holds)
		return;
	sb_add(out, owned ? " annotation(__Saltus(hold = {" : " annotation(__Saltus(hold = true");
	for (uint32_t b = 0; owned && b < q->branches.n; b++) {
		const sb_u32s *owns = &q->branches.at[b].owns;
		sb_add(out, b ? ", " : "");
		for (uint32_t i = 0; i < owns->n; i++) {
			sb_add(out, i ? ", " : "{");
			sm_write_identifier(p, sm_var(p->model, owns->at[i])->name, out);
		}
		sb_add(out, owns->n ? "}" : "false");
	}
	sb_add(out, owned ? "}))" : "))");
}

static void write_branches(const sm_printing *p, const sm_equation *q, const char *word, sb_text *out)
{
	sm_printing inner = deeper(p);

	for (uint32_t b = 0; b < q->branches.n; b++) {
		const sm_branch *branch = &q->branches.at[b];

		write_opening(p, word, b, branch->condition, &branch->any, out);
		for (uint32_t i = 0; i < branch->body.n; i++)
			write_equation(&inner, branch->body.at[i], out);
	}
	indent(p, 0, out);
	sb_addf(out, "end %s", word);
	write_hold(p, q, out);
	sb_add(out, ";\n");
}

/* y, or (, y) where it is the second of two results. */
static void write_target(const sm_printing *p, sx_ref target, sx_ref value, sb_text *out)
{
	const sx_node *node = sx_at(p->model->pool, value);
	bool second = node->op == SX_TRANSPORTED && node->count == 1 && node->payload == SX_END_1;

	sb_add(out, second ? "(, " : "");
	sm_write(p, target, out);
	sb_add(out, second ? ")" : "");
}

static void write_simple(const sm_printing *p, const sm_equation *q, sb_text *out)
{
	indent(p, 0, out);
	switch (q->kind) {
	case SM_EQUAL:
		write_target(p, q->lhs, q->rhs, out);
		sb_add(out, " = ");
		sm_write(p, q->rhs, out);
		break;
	case SM_CALL:
		write_targets(p, &q->targets, out);
		sb_add(out, " = ");
		sm_write(p, q->rhs, out);
		break;
	case SM_REINIT:
		write_reinit(p, q->lhs, q->rhs, out);
		break;
	case SM_ASSERT:
		write_assert(p, q->lhs, q->rhs, q->level, out);
		break;
	case SM_PROGRAM:
		sb_add(out, "schedule(");
		sm_write(p, q->lhs, out);
		sb_add(out, ", ");
		sm_write(p, q->rhs, out);
		sb_addc(out, ')');
		break;
	default:
		write_terminate(p, q->rhs, out);
	}
	sb_add(out, ";\n");
}

static void write_one(const sm_printing *p, const sm_equation *q, sb_text *out)
{
	switch (q->kind) {
	case SM_IF:
		write_branches(p, q, "if", out);
		break;
	case SM_WHEN:
		write_branches(p, q, "when", out);
		break;
	case SM_ALGORITHM:
		for (uint32_t i = 0; i < q->statements.n; i++)
			sm_write_statement(p, q->statements.at[i], out);
		break;
	default:
		write_simple(p, q, out);
	}
}

static bool same_domain(const sm_equation *a, const sm_equation *b)
{
	if (a->domain.n != b->domain.n || (a->kind == SM_ALGORITHM) != (b->kind == SM_ALGORITHM))
		return false;
	for (uint32_t i = 0; i < a->domain.n; i++) {
		const sm_range *x = &a->domain.at[i], *y = &b->domain.at[i];

		if (x->iterator != y->iterator || x->from != y->from || x->to != y->to)
			return false;
	}
	return true;
}

uint32_t sm_write_family(const sm_printing *p, sm_equation *const *all, uint32_t n, sb_text *out)
{
	sm_printing inner = deeper(p);
	const sm_equation *q = all[0];
	uint32_t count = 1;

	if (q->domain.n == 0) {
		write_one(p, q, out);
		return 1;
	}
	indent(p, 0, out);
	sb_add(out, "for ");
	for (uint32_t i = 0; i < q->domain.n; i++) {
		const sm_range *r = &q->domain.at[i];

		sb_add(out, i ? ", " : "");
		sm_write_iterator(p, r->iterator, out);
		sb_addf(out, " in %lld:%lld", (long long)r->from, (long long)r->to);
	}
	sb_add(out, " loop\n");
	write_one(&inner, q, out);
	for (; count < n && q->kind != SM_ALGORITHM && same_domain(q, all[count]); count++)
		write_one(&inner, all[count], out);
	indent(p, 0, out);
	sb_add(out, "end for;\n");
	return count;
}

static void write_equation(const sm_printing *p, const sm_equation *q, sb_text *out)
{
	sm_equation *one = (sm_equation *)q;

	sm_write_family(p, &one, 1, out);
}

void sm_print_equation(const sm_model *m, const sm_equation *q, sb_text *out)
{
	write_equation(&(sm_printing){.model = m}, q, out);
}

static void write_statements(const sm_printing *p, const sm_statements *body, sb_text *out)
{
	sm_printing inner = deeper(p);

	for (uint32_t i = 0; i < body->n; i++)
		sm_write_statement(&inner, body->at[i], out);
}

static void write_statement_branches(const sm_printing *p, const sm_statement *s, const char *word, sb_text *out)
{
	for (uint32_t b = 0; b < s->branches.n; b++) {
		write_opening(p, word, b, s->branches.at[b].condition, &s->branches.at[b].any, out);
		write_statements(p, &s->branches.at[b].body, out);
	}
	indent(p, 0, out);
	sb_addf(out, "end %s;\n", word);
}

static void write_loop(const sm_printing *p, const sm_statement *s, sb_text *out)
{
	bool is_for = s->kind == SM_FOR;

	indent(p, 0, out);
	if (is_for) {
		sb_add(out, "for ");
		sm_write_iterator(p, s->iterator, out);
		sb_add(out, " in ");
		sm_write(p, s->from, out);
		if (s->step) {
			sb_addc(out, ':');
			sm_write(p, s->step, out);
		}
		sb_addc(out, ':');
		sm_write(p, s->to, out);
	} else {
		sb_add(out, "while ");
		sm_write(p, s->branches.at[0].condition, out);
	}
	sb_add(out, " loop\n");
	write_statements(p, &s->branches.at[0].body, out);
	indent(p, 0, out);
	sb_add(out, is_for ? "end for;\n" : "end while;\n");
}

static void write_event_name(const sm_printing *p, uint32_t event, sb_text *out)
{
	sb_add(out, event < p->model->events.n ? p->model->events.at[event].name : "?");
}

static void write_resize(const sm_printing *p, const sm_statement *s, sb_text *out)
{
	sx_type type = sx_type_of(p->model->pool, s->target);
	sm_write(p, s->target, out);
	sb_add(out, type == SX_STRING ? " := fill(\"\"" : type == SX_BOOLEAN ? " := fill(false" : " := fill(0");
	for (uint32_t i = 0; i < s->targets.n; i++) {
		sb_add(out, ", ");
		sm_write(p, s->targets.at[i], out);
	}
	sb_addc(out, ')');
}

static void write_simple_statement(const sm_printing *p, const sm_statement *s, sb_text *out)
{
	indent(p, 0, out);
	switch (s->kind) {
	case SM_ASSIGN:
		write_target(p, s->target, s->value, out);
		sb_add(out, " := ");
		sm_write(p, s->value, out);
		break;
	case SM_ASSIGN_CALL:
		write_targets(p, &s->targets, out);
		sb_add(out, " := ");
		sm_write(p, s->value, out);
		break;
	case SM_RESIZE:
		write_resize(p, s, out);
		break;
	case SM_BREAK:
		sb_add(out, "break");
		break;
	case SM_RETURN:
		sb_add(out, "return");
		break;
	case SM_ASSERT_DO:
		write_assert(p, s->condition, s->value, s->level, out);
		break;
	case SM_TERMINATE_DO:
		write_terminate(p, s->value, out);
		break;
	case SM_REINIT_DO:
		write_reinit(p, s->target, s->value, out);
		break;
	case SM_PROGRAM_DO:
		sb_add(out, "schedule(");
		sm_write(p, s->target, out);
		sb_add(out, ", ");
		sm_write(p, s->value, out);
		sb_addc(out, ')');
		break;
	case SM_SCHEDULE:
		sb_add(out, "schedule(");
		write_event_name(p, s->event, out);
		sb_add(out, ", ");
		sm_write(p, s->value, out);
		sb_addc(out, ')');
		break;
	case SM_CANCEL:
		sb_add(out, "cancel(");
		write_event_name(p, s->event, out);
		sb_addc(out, ')');
		break;
	default:
		if (!sm_write_process_statement(p, s, out))
			sm_write(p, s->value, out);
	}
	sb_add(out, ";\n");
}

void sm_write_statement(const sm_printing *p, const sm_statement *s, sb_text *out)
{
	/* what is done at the end is done before the function is left */
	for (uint32_t i = 0; s->kind == SM_RETURN && p->function && i < p->function->last.n; i++)
		sm_write_statement(p, p->function->last.at[i], out);
	switch (s->kind) {
	case SM_IF_DO:
		write_statement_branches(p, s, "if", out);
		break;
	case SM_WHEN_DO:
		write_statement_branches(p, s, "when", out);
		break;
	case SM_FOR:
	case SM_WHILE:
		write_loop(p, s, out);
		break;
	default:
		write_simple_statement(p, s, out);
	}
}
