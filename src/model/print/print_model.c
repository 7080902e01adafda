/* The whole model as flat Modelica: functions first, then one class with all variables, equations and algorithms. The
 * text can be read again and means the same: hierarchical names are quoted, with all their subscripts behind them;
 * enumerations are Integers, with their literals in a comment; what the translator itself made is marked by a comment.
 * Only actions of events have no Modelica for them and are comments. */
#include "model/print/print_inside.h"

#include <math.h>
#include <string.h>

/* A statement that is in Modelica the value of a declaration: it makes an external object, or stands before an external
 * call. */
static bool is_declared_value(const sm_printing *p, const sm_statement *s)
{
	const sx_node *target = s->kind == SM_ASSIGN ? sx_at(p->model->pool, s->target) : NULL;

	return target && target->op == SX_LOCAL && target->count == 0 &&
		   (p->function->external || p->function->locals.at[target->payload].destructor);
}

static sx_ref value_of(const sm_printing *p, const sm_local *l)
{
	const sm_statements *body = &p->function->body;

	for (uint32_t i = 0; (l->destructor || p->function->external) && i < body->n; i++)
		if (is_declared_value(p, body->at[i]) &&
			&p->function->locals.at[sx_at(p->model->pool, body->at[i]->target)->payload] == l)
			return body->at[i]->value;
	return l->binding;
}

static void write_local(const sm_printing *p, const sm_local *l, sb_text *out)
{
	sx_ref value = value_of(p, l);
	static const char *const roles[] = {"input ", "output ", ""};

	sb_addf(out, "  %s", roles[l->role]);
	sm_write_type(p, l->type, l->object, out);
	sm_write_identifier(p, l->name, out);
	for (uint32_t d = 0; d < l->rank; d++) {
		sb_add(out, d ? ", " : "[");
		if (l->flexible || (p->function->destructor && l->role == SM_ARG))
			sb_addc(out, ':');           /* one constructor for all sizes */
		else
			sm_write(p, l->dims[d], out);
	}
	if (l->rank)
		sb_addc(out, ']');
	if (value) {
		sb_add(out, " := ");
		sm_write(p, value, out);
	}
	sb_add(out, ";\n");
}

static void write_texts(const char *name, const sb_strings *texts, bool *first, sb_text *out)
{
	if (!texts->n)
		return;
	sb_addf(out, "%s%s = %s", *first ? " annotation(" : ", ", name, texts->n > 1 ? "{" : "");
	*first = false;
	for (uint32_t i = 0; i < texts->n; i++) {
		sb_add(out, i ? ", " : "");
		sm_write_string(texts->at[i], out);
	}
	sb_add(out, texts->n > 1 ? "}" : "");
}

static void write_argument(const sm_printing *p, const sm_external_arg *arg, sb_text *out)
{
	if (arg->size) {
		sb_add(out, "size(");
		sm_write_identifier(p, p->function->locals.at[arg->of].name, out);
		sb_addf(out, ", %u)", arg->dimension);
		return;
	}
	if (!arg->record) {
		sm_write(p, arg->value, out);
		return;
	}
	sb_add(out, "{");
	for (uint32_t i = 0; i < arg->fields.n; i++) {
		sb_add(out, i ? ", " : "");
		write_argument(p, &arg->fields.at[i], out);
	}
	sb_add(out, "}");
}

static void write_external(const sm_printing *p, const sm_external *x, sb_text *out)
{
	bool first = true;

	sb_addf(out, "external \"%s\" ", x->fortran ? "FORTRAN 77" : "C");
	if (x->result != UINT32_MAX) {
		sm_write_identifier(p, p->function->locals.at[x->result].name, out);
		sb_add(out, " = ");
	}
	sb_addf(out, "%.*s(", (int)strlen(x->symbol) - x->fortran, x->symbol); /* FORTRAN compilers add an underscore */
	for (uint32_t i = 0; i < x->args.n; i++) {
		if (i)
			sb_add(out, ", ");
		write_argument(p, &x->args.at[i], out);
	}
	sb_addc(out, ')');
	write_texts("Include", &x->includes, &first, out);
	write_texts("IncludeDirectory", &x->include_folders, &first, out);
	write_texts("Library", &x->libraries, &first, out);
	write_texts("LibraryDirectory", &x->library_folders, &first, out);
	sb_add(out, first ? ";\n" : ");\n");
}

/* How often the arguments are followed by their derivatives: 1 for the first derivative. */
static uint32_t order_of(const sm_function *f, const sm_derivative *d)
{
	uint32_t order = 1;

	for (uint32_t i = 0; d->rate && i < f->args; i++) {
		uint32_t length = 1;
		for (uint32_t at = d->rate[i]; at < f->args && length <= f->args; at = d->rate[at])
			length++;
		order = length > order ? length : order;
	}
	return order;
}

static void write_derivative(const sm_printing *p, const sm_derivative *d, sb_text *out)
{
	const sm_function *f = p->function;
	uint32_t order = order_of(f, d);
	const char *between = "(";

	sb_add(out, "derivative");
	if (order > 1) {
		sb_addf(out, "(order = %u", order);
		between = ", ";
	}
	for (uint32_t i = 0; i < f->args; i++) {
		if (f->locals.at[i].type != SX_REAL || d->moving[i] || (d->rate && d->rate[i] < f->args))
			continue;
		sb_addf(out, "%s%s = ", between, d->still && d->still[i] ? "zeroDerivative" : "noDerivative");
		sm_write_identifier(p, f->locals.at[i].name, out);
		between = ", ";
	}
	sb_add(out, *between == ',' ? ") = " : " = ");
	sm_write_function_name(p, d->function, 0, out);
}

static void write_inverse(const sm_printing *p, const sm_inverse *v, sb_text *out)
{
	const sm_function *f = p->function;

	sb_add(out, "inverse(");
	sm_write_identifier(p, f->locals.at[v->argument].name, out);
	sb_add(out, " = ");
	sm_write_function_name(p, v->function, 0, out);
	for (uint32_t i = 0; i < v->count; i++) {
		sb_add(out, i ? ", " : "(");
		sm_write_identifier(p, f->locals.at[v->from[i] == UINT32_MAX ? f->args : v->from[i]].name, out);
	}
	sb_add(out, "))");
}

static void write_annotation(const sm_printing *p, sb_text *out)
{
	const sm_function *f = p->function;

	for (uint32_t i = 0; i < f->given.n; i++) {
		sb_add(out, i ? ", " : "  annotation(");
		write_derivative(p, f->given.at[i], out);
	}
	for (uint32_t i = 0; i < f->inverses.n; i++) {
		sb_add(out, i || f->given.n ? ", " : "  annotation(");
		write_inverse(p, &f->inverses.at[i], out);
	}
	if (f->given.n || f->inverses.n)
		sb_add(out, ");\n");
}

static bool write_locals(const sm_printing *p, sb_text *out)
{
	const sm_function *f = p->function;
	bool is_protected = false;

	for (uint32_t i = 0; i < f->locals.n; i++) {
		if (f->locals.at[i].role == SM_TEMPORARY && !is_protected)
			sb_add(out, "protected\n");
		is_protected |= f->locals.at[i].role == SM_TEMPORARY;
		write_local(p, &f->locals.at[i], out);
	}
	return is_protected;
}

/* A function sees the constants of the model, but by itself it would not: it gets them, and those that their values
 * need. */
static void write_constants(const sm_model *m, sm_met *met, bool is_protected, sb_text *out)
{
	sm_printing p = {.model = m, .valid = true, .met = met};

	if (met->variables.n && !is_protected)
		sb_add(out, "protected\n");
	for (uint32_t i = 0; i < met->variables.n; i++)
		sm_write_variable(&p, sm_var(m, met->variables.at[i]), out);
}

/* `called`: its name inside of a class of external objects; NULL: that of the function. */
static void write_function(const sm_model *m, uint32_t number, bool valid, const char *called, sb_text *out)
{
	const sm_function *f = m->functions.at[number];
	sm_met met = {.arena = sb_arena_new()};
	sm_printing p = {.model = m, .function = f, .depth = 1, .valid = valid, .met = valid ? &met : NULL};
	sb_text body = {0};

	sb_addf(out, "%sfunction ", f->impure ? "impure " : "");
	if (called)
		sb_add(out, called);
	else
		sm_write_function_name(&p, number, 0, out);
	sb_addc(out, '\n');
	bool is_protected = write_locals(&p, out);
	if (f->block) {
		sb_add(&body, "  /* an operation of a component, which has no text */\n");
	} else if (f->external) {
		write_external(&p, f->external, &body);
	} else {
		sb_add(&body, "algorithm\n");
		for (uint32_t i = 0; i < f->body.n; i++)
			if (!is_declared_value(&p, f->body.at[i]))
				sm_write_statement(&p, f->body.at[i], &body);
		for (uint32_t i = 0; i < f->last.n; i++)
			sm_write_statement(&p, f->last.at[i], &body);
	}
	write_constants(m, &met, is_protected, out);
	sb_add(out, body.at);
	sb_text_free(&body);
	sb_arena_free(met.arena);
	p.met = NULL;
	write_annotation(&p, out);
	sb_add(out, "end ");
	if (called)
		sb_add(out, called);
	else
		sm_write_function_name(&p, number, 0, out);
	sb_add(out, ";\n\n");
}

static bool is_destructor(const sm_model *m, uint32_t number)
{
	for (uint32_t i = 0; i < m->functions.n; i++) {
		const sm_function *f = m->functions.at[i];
		if (f->destructor == number + 1)
			return true;
		for (uint32_t k = 0; k < f->locals.n; k++)
			if (f->locals.at[k].destructor == number + 1)
				return true;
	}
	return false;
}

static const char *made_by(const sm_function *f)
{
	return f->destructor ? f->locals.at[f->args].object : NULL;
}

/* The classes of external objects, each by the first of its constructors. What numbers the objects of a run is an input
 * like the others. */
static void write_objects(const sm_model *m, bool valid, sb_text *out)
{
	sm_printing p = {.model = m, .valid = valid};

	for (uint32_t i = 0; i < m->functions.n; i++) {
		const char *name = made_by(m->functions.at[i]);
		bool old = !name;

		for (uint32_t k = 0; k < i && !old; k++)
			old = made_by(m->functions.at[k]) && strcmp(made_by(m->functions.at[k]), name) == 0;
		if (old)
			continue;
		sb_add(out, "class ");
		sm_write_identifier(&p, name, out);
		sb_add(out, "\n  extends ExternalObject;\n");
		write_function(m, i, valid, "constructor", out);
		write_function(m, m->functions.at[i]->destructor - 1, valid, "destructor", out);
		sb_add(out, "end ");
		sm_write_identifier(&p, name, out);
		sb_add(out, ";\n\n");
	}
}

/* A function that gives one of the results of another one. */
static void write_pick(const sm_model *m, uint32_t number, uint32_t result, sb_text *out)
{
	const sm_function *f = m->functions.at[number];
	sm_printing p = {.model = m, .function = f, .depth = 1, .valid = true};

	sb_addf(out, "%sfunction ", f->impure ? "impure " : "");
	sm_write_function_name(&p, number, result, out);
	sb_add(out, "\n");
	for (uint32_t i = 0; i < f->args; i++)
		write_local(&p, &f->locals.at[i], out);
	write_local(&p, &f->locals.at[f->args + result], out);
	sb_add(out, "algorithm\n  (");
	for (uint32_t i = 0; i < result; i++)
		sb_add(out, ", ");
	sm_write_identifier(&p, f->locals.at[f->args + result].name, out);
	sb_add(out, ") := ");
	sm_write_function_name(&p, number, 0, out);
	for (uint32_t i = 0; i < f->args; i++) {
		sb_add(out, i ? ", " : "(");
		sm_write_identifier(&p, f->locals.at[i].name, out);
	}
	sb_add(out, f->args ? ");\nend " : "();\nend ");
	sm_write_function_name(&p, number, result, out);
	sb_add(out, ";\n\n");
}

/* Those that expressions need: results of functions but their first. */
static void write_picks(const sm_model *m, sb_text *out)
{
	sb_arena *arena = sb_arena_new();
	sb_map written = sb_map_new(arena);
	uint64_t known;

	for (sx_ref e = 1; e < sx_count(m->pool); e++) {
		if (sx_op_of(m->pool, e) != SX_OUT || !sx_at(m->pool, e)->payload)
			continue;
		uint32_t function = sx_at(m->pool, sx_arg(m->pool, e, 0))->payload, result = sx_at(m->pool, e)->payload;
		uint64_t key = sb_pair(function, result);
		if (function >= m->functions.n || result >= m->functions.at[function]->results ||
			sb_map_get(&written, key, &known))
			continue;
		sb_map_put(&written, key, 1);
		write_pick(m, function, result, out);
	}
	sb_arena_free(arena);
}

/* Equations and algorithms in their order; a heading wherever the kind changes. */
static void write_sections(const sm_printing *p, const sm_equations *equations, const char *before, sb_text *out)
{
	for (uint32_t i = 0; i < equations->n;) {
		bool algorithm = equations->at[i]->kind == SM_ALGORITHM;

		if (algorithm || i == 0 || equations->at[i - 1]->kind == SM_ALGORITHM)
			sb_addf(out, "%s%s\n", before, algorithm ? "algorithm" : "equation");
		i += sm_write_family(p, equations->at + i, equations->n - i, out);
	}
}

static void write_event(const sm_printing *p, const sm_event *e, sb_text *out)
{
	static const char *const words[] = {"at", "every", "crossing", "edge", "initial", "terminal", "scheduled"};
	sm_printing inner = *p;

	inner.depth++;
	sb_addf(out, "  // event %s: %s", e->name, words[e->trigger]);
	if (e->when) {
		sb_addc(out, ' ');
		sm_write(p, e->when, out);
	}
	if (e->interval) {
		sb_addc(out, ' ');
		sm_write(p, e->interval, out);
	}
	if (e->start) {
		sb_add(out, " from ");
		sm_write(p, e->start, out);
	}
	sb_addc(out, '\n');
	for (uint32_t i = 0; i < e->action.n; i++)
		sm_write_statement(&inner, e->action.at[i], out);
}

static void write_experiment(const sm_printing *p, sb_text *out)
{
	const sm_model *m = p->model;
	const sm_settings *x = &m->settings;
	static const char *const names[] = {"StartTime", "StopTime", "Interval", "Tolerance"};
	const double values[] = {x->start, x->stop, x->interval, x->tolerance};
	bool first = true;

	for (int i = 0; i < 4; i++) {
		if (isnan(values[i]))
			continue;
		sb_addf(out, "%s%s = ", first ? "  annotation(experiment(" : ", ", names[i]);
		sb_add_real(out, values[i]);
		first = false;
	}
	sb_add(out, first ? "" : ")");
	if (m->again) {
		sb_add(out, first ? "  annotation(__Saltus(again = " : ", __Saltus(again = ");
		sm_write(p, sm_ref(m, m->again - 1), out);
		sb_add(out, " > 0.5)");
	}
	sb_add(out, first && !m->again ? "" : ");\n");
}

/* Where the equations of states cannot be written so that they hold always, comments say when they hold. */
static void write_states(const sm_printing *p, sb_text *out)
{
	for (uint32_t i = 0; i < p->model->machine_states.n; i++) {
		const sm_machine_state *s = &p->model->machine_states.at[i];
		sb_addf(out, "  // state %s: its equations hold while %s is true; %s resets it\n", s->name,
				sm_var(p->model, s->active)->name, sm_var(p->model, s->reset)->name);
	}
}

void sm_print(const sm_model *m, bool valid, sb_text *out)
{
	sm_printing p = {.model = m, .depth = 1, .valid = valid};

	write_objects(m, valid, out);
	for (uint32_t i = 0; i < m->functions.n; i++)
		if (!m->functions.at[i]->destructor && !is_destructor(m, i))
			write_function(m, i, valid, NULL, out);
	if (valid)
		write_picks(m, out);
	sb_add(out, "model ");
	sm_write_identifier(&p, m->name, out);
	if (m->description && *m->description) {
		sb_addc(out, ' ');
		sm_write_string(m->description, out);
	}
	sb_addc(out, '\n');
	for (uint32_t i = 0; i < m->variables.n; i++)
		sm_write_variable(&p, &m->variables.at[i], out);
	write_sections(&p, &m->initial_equations, "initial ", out);
	sb_arena *scratch = sb_arena_new();
	sm_equations spread = m->equations;
	bool words = valid && m->machine_states.n && sm_spread_states(m, scratch, &spread);
	write_sections(&p, words ? &spread : &m->equations, "", out);
	sb_arena_free(scratch);
	if (!words)
		write_states(&p, out);
	for (uint32_t i = 0; i < m->events.n; i++)
		write_event(&p, &m->events.at[i], out);
	sm_write_processes(&p, out);
	write_experiment(&p, out);
	sb_add(out, "end ");
	sm_write_identifier(&p, m->name, out);
	sb_add(out, ";\n");
}

void sm_print_variable(const sm_model *m, uint32_t variable, sb_text *out)
{
	sm_write_variable(&(sm_printing){.model = m, .depth = 1, .valid = true}, sm_var(m, variable), out);
}

void sm_print_equations(const sm_model *m, const sm_equations *list, const char *before, sb_text *out)
{
	write_sections(&(sm_printing){.model = m, .depth = 1, .valid = true}, list, before, out);
}

void sm_print_read(const sm_model *m, sx_ref e, sb_text *out)
{
	sm_write(&(sm_printing){.model = m, .valid = true}, e, out);
}
