/* A sealed model as the inside of a class of Modelica, and as tables for people. */
#include <string.h>

#include "model/print/print.h"
#include "model/seal/seal.h"

static const char *type_name(sx_type type)
{
	return type == SX_INTEGER ? "Integer" : type == SX_BOOLEAN ? "Boolean" : type == SX_STRING ? "String" : "Real";
}

/* ------------------------------------------------------------------------------------------------------ variables */

typedef struct finding { bool *found; } finding;

static bool see_state(void *context, const sx_pool *pool, sx_ref e)
{
	if (sx_op_of(pool, e) == SX_DER && sx_op_of(pool, sx_arg(pool, e, 0)) == SX_VAR)
		((finding *)context)->found[sx_at(pool, sx_arg(pool, e, 0))->payload] = true;
	return true;
}

static void find_states(const sm_model *m, const sm_equations *all, finding *f)
{
	for (uint32_t i = 0; i < all->n; i++) {
		const sm_equation *q = all->at[i];
		if (q->lhs)
			sx_visit(m->pool, q->lhs, see_state, f);
		if (q->rhs)
			sx_visit(m->pool, q->rhs, see_state, f);
		for (uint32_t b = 0; b < q->branches.n; b++)
			find_states(m, &q->branches.at[b].body, f);
	}
}

typedef enum part { INPUTS, OUTPUTS, PARAMETERS, STATES, DISCRETE, OTHERS, PARTS } part;
static const char *const part_names[] = {"inputs", "outputs", "parameters", "states", "discrete variables", ""};

static part part_of(const sm_variable *v, bool state)
{
	if (v->causality == SM_INPUT)
		return INPUTS;
	if (v->causality == SM_OUTPUT)
		return OUTPUTS;
	if (v->variability == SM_PARAMETER && !v->is_protected && !v->final)
		return PARAMETERS;
	if (v->hidden || v->variability >= SM_PARAMETER)
		return OTHERS;
	return state ? STATES : v->variability == SM_DISCRETE ? DISCRETE : OTHERS;
}

/* Ports are connectors, so that they can be connected as well as set by equations. */
static void put_port(const sm_model *m, uint32_t variable, sb_text *out)
{
	const sm_variable *v = sm_var(m, variable);
	const char *word = v->causality == SM_INPUT ? "  input " : "  output ";
	sb_text line = {0};

	sm_print_variable(m, variable, &line);
	const char *at = strstr(line.at, word);
	size_t type = strlen(type_name(v->type));
	if (at && v->type != SX_STRING && strncmp(at + strlen(word), type_name(v->type), type) == 0)
		sb_addf(out, "  %s%s%s", type_name(v->type), v->causality == SM_INPUT ? "Input" : "Output",
				at + strlen(word) + type);
	else
		sb_add(out, line.at);
	sb_text_free(&line);
}

static void put_connectors(const sm_sealed *x, sb_text *out)
{
	static const sx_type types[] = {SX_REAL, SX_INTEGER, SX_BOOLEAN};

	for (int k = 0; k < 3; k++)
		for (int output = 0; output < 2; output++) {
			bool used = false;
			for (uint32_t i = 0; i < x->model->variables.n; i++) {
				const sm_variable *v = sm_var(x->model, i);
				used = used || (v->type == types[k] && v->causality == (output ? SM_OUTPUT : SM_INPUT));
			}
			if (used)
				sb_addf(out, "  connector %s%s = %s %s;\n", type_name(types[k]), output ? "Output" : "Input",
						output ? "output" : "input", type_name(types[k]));
		}
}

static void put_variables(const sm_sealed *x, const bool *states, sb_text *out)
{
	const sm_model *m = x->model;

	for (int p = 0; p < PARTS; p++) {
		if (p == OTHERS)
			sb_add(out, "protected\n");
		for (uint32_t i = 0; i < m->variables.n; i++) {
			if (!x->stays[i] || (int)part_of(sm_var(m, i), states[i]) != p)
				continue;
			if (p <= OUTPUTS)
				put_port(m, i, out);
			else
				sm_print_variable(m, i, out);
		}
	}
}

/* ------------------------------------------------------------------------------------------------------- segments */

typedef struct naming { const sm_sealed *x; const char *id, *library; bool narrow; } naming;

static void put_function(const naming *n, uint32_t number, const char *name, const char *derivative, sb_text *out)
{
	const sm_model *m = n->x->model;
	const sm_function *f = m->functions.at[number];

	sb_addf(out, "  function %s\n", name);
	for (uint32_t i = 0; i < f->args + f->results; i++) {
		const sm_local *l = &f->locals.at[i];
		sb_addf(out, "    %s %s %s%u", i < f->args ? "input" : "output", type_name(l->type), i < f->args ? "u" : "y",
				i < f->args ? i + 1 : i - f->args + 1);
		for (uint32_t d = 0; d < l->rank; d++)
			sb_addf(out, "%s%lld", d ? ", " : "[", (long long)sx_int_value(m->pool, l->dims[d]));
		sb_add(out, l->rank ? "];\n" : ";\n");
	}
	sb_addf(out, "    external \"Saltus\" %s_%u() annotation(Library = \"%s\"%s);\n", n->id, number, n->library,
			n->narrow ? ", Narrow = \"yes\"" : "");
	if (derivative)
		sb_addf(out, "    annotation(derivative = %s);\n", derivative);
	sb_addf(out, "  end %s;\n", name);
}

static void put_segments(const naming *n, sb_text *out)
{
	sb_arena *arena = sb_arena_new();
	const sm_sealed *x = n->x;

	for (uint32_t i = 0; i < x->segments.n; i++) {
		const sm_segment *s = &x->segments.at[i];
		const char *name = x->model->functions.at[s->function]->name;
		const char *moved = s->derivative == UINT32_MAX ? NULL : sb_printf(arena, "%s_moved", name);
		put_function(n, s->function, name, moved, out);
		if (moved)
			put_function(n, s->derivative, moved, NULL, out);
	}
	sb_arena_free(arena);
}

static bool *states_of(const sm_sealed *x, sb_arena *arena)
{
	finding f = {sb_new_array(arena, bool, x->model->variables.n + 1)};

	find_states(x->model, &x->model->equations, &f);
	return f.found;
}

void sm_sealed_text(const sm_sealed *x, const char *id, const char *library, bool narrow, sb_text *out)
{
	sb_arena *arena = sb_arena_new();

	put_connectors(x, out);
	put_variables(x, states_of(x, arena), out);
	put_segments(&(naming){x, id, library, narrow}, out);
	sm_print_equations(x->model, &x->model->initial_equations, "initial ", out);
	sm_print_equations(x->model, &x->model->equations, "", out);
	sb_arena_free(arena);
}

/* --------------------------------------------------------------------------------------------------------- tables */

static void put_row(const sm_model *m, uint32_t variable, sb_text *out)
{
	const sm_variable *v = sm_var(m, variable);

	sb_addf(out, "    %-8s %s", type_name(v->type), v->name);
	for (uint32_t d = 0; d < v->rank; d++)
		sb_addf(out, "%s%u", d ? ", " : "[", v->shape[d]);
	sb_add(out, v->rank ? "]" : "");
	if (v->variability == SM_PARAMETER && v->binding && !v->rank) {
		sb_add(out, " = ");
		sm_print_read(m, v->binding, out);
	}
	if (v->unit && *v->unit)
		sb_addf(out, " [%s]", v->unit);
	if (v->description && *v->description)
		sb_addf(out, "  %s", v->description);
	sb_addc(out, '\n');
}

static void put_equation(const sm_model *m, const sm_equation *q, sb_text *out)
{
	sb_text line = {0};
	sm_equations one = {0};
	sb_arena *arena = sb_arena_new();

	sb_push(arena, one, (sm_equation *)q);
	sm_print_equations(m, &one, "", &line);
	const char *at = strchr(line.at, '\n');
	for (at = at ? at + 1 : ""; *at; at++) {
		sb_add(out, "  ");
		size_t n = strcspn(at, "\n");
		sb_addn(out, at, n);
		sb_addc(out, '\n');
		at += n;
		if (!*at)
			break;
	}
	sb_text_free(&line);
	sb_arena_free(arena);
}

void sm_sealed_tables(const sm_sealed *x, sb_text *out)
{
	sb_arena *arena = sb_arena_new();
	const sm_model *m = x->model;
	const bool *states = states_of(x, arena);

	for (int p = 0; p < OTHERS; p++) {
		bool any = false;
		for (uint32_t i = 0; i < m->variables.n; i++) {
			if (!x->stays[i] || (int)part_of(sm_var(m, i), states[i]) != p)
				continue;
			if (!any)
				sb_addf(out, "  %s\n", part_names[p]);
			any = true;
			put_row(m, i, out);
		}
	}
	sb_addf(out, "  %u segments, called as\n", x->segments.n);
	for (uint32_t i = 0; i < m->equations.n; i++)
		put_equation(m, m->equations.at[i], out);
	sb_arena_free(arena);
}
