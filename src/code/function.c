/* Functions of the model as C functions, and calls of external C. */
#include "code/emit.h"

#include <string.h>

static void put_signature(sc_emitter *em, uint32_t number, sb_text *out)
{
	const sm_function *f = em->model->functions.at[number];
	bool returned = sc_result_returned(f);
	sb_addf(out, "static %s f%u(sc_data *d", returned ? sc_ctype(sc_result(f, 0)->type) : "void", number);
	for (uint32_t k = 0; k < f->args; k++) {
		const sm_local *local = &f->locals.at[k];
		bool string = local->type == SX_STRING;
		sb_addf(out, local->rank ? (string ? ", %s const *v%u" : ", const %s *v%u") : ", %s v%u", sc_ctype(local->type),
				k);
	}
	for (uint32_t k = 0; k < f->results && !returned; k++) {
		const sm_local *local = sc_result(f, k);
		sb_addf(out, local->rank ? ", %s *v%u" : ", %s *o%u", sc_ctype(local->type), f->args + k);
	}
	sb_addc(out, ')');
}

static char *scalar_text(sc_emitter *em, sx_ref e)
{
	sc_unit(em);
	sc_analyse(em, e, true);
	return sc_text_of(em, e);
}

/* Sizes of temporaries that are not constants are evaluated once at entry. */
static void declare_array(sc_emitter *em, uint32_t k, const sm_local *local)
{
	sb_text count = {0};
	for (uint32_t j = 0; j < local->rank && !em->failed; j++) {
		if (!local->dims[j]) {
			sc_trouble(em, "the size of '%s' is not known", local->name);
			break;
		}
		const char *n = scalar_text(em, local->dims[j]);
		sb_add(&count, j ? "*" : "");
		if (sx_is_const(em->pool, local->dims[j])) {
			sb_addf(&count, "%sLL", n);
			continue;
		}
		sc_line(em, "const long long v%u_n%u = sc_count(d, %d, %s);", k, j, sc_site_here(em), n);
		sb_addf(&count, "v%u_n%u", k, j);
	}
	sc_line(em, "%s *v%u = d->services->scratch(d, 8ULL*(%s) + 8);", sc_ctype(local->type), k, count.at ? count.at : "0");
	if (local->type == SX_STRING)
		sc_line(em, "for (long long q = 0; q < %s; q++) v%u[q] = \"\";", count.at ? count.at : "0", k);
	em->scratch = true;
	sb_text_free(&count);
}

/* Arguments and results whose sizes are arguments too. */
static void declare_sizes(sc_emitter *em, const sm_function *f)
{
	for (uint32_t k = 0; k < f->args + f->results && !em->failed; k++)
		for (uint32_t j = 0; j < f->locals.at[k].rank; j++)
			if (!sx_is_const(em->pool, f->locals.at[k].dims[j])) {
				const char *n = scalar_text(em, f->locals.at[k].dims[j]);
				sc_line(em, "const long long v%u_n%u = sc_count(d, %d, %s);", k, j, sc_site_here(em), n);
			}
}

static const char *count_text(sc_emitter *em, uint32_t k)
{
	const sm_local *local = &em->function->locals.at[k];
	sb_text text = {0};
	for (uint32_t j = 0; j < local->rank; j++) {
		sb_add(&text, j ? "*" : "");
		if (sx_is_const(em->pool, local->dims[j]))
			sb_addf(&text, "%lldLL", (long long)sx_int_value(em->pool, local->dims[j]));
		else
			sb_addf(&text, "v%u_n%u", k, j);
	}
	const char *out = sb_strdup(em->arena, text.at ? text.at : "1");
	sb_text_free(&text);
	return out;
}

static void declare_flexible(sc_emitter *em, uint32_t k, const sm_local *local)
{
	for (uint32_t j = 0; j < local->rank; j++)
		sc_line(em, "long long v%u_n%u = 0;", k, j);
	sc_line(em, "%s *v%u = 0;", sc_ctype(local->type), k);
}

static void declare_locals(sc_emitter *em, const sm_function *f)
{
	declare_sizes(em, f);
	for (uint32_t k = f->args; k < f->locals.n && !em->failed; k++) {
		const sm_local *local = &f->locals.at[k];
		bool result = k < f->args + f->results;
		if (local->span.source)
			em->span = local->span;
		if (local->rank == 0) {
			const char *value = local->binding ? scalar_text(em, local->binding) : local->type == SX_STRING ? "\"\"" : "0";
			sc_line(em, em->comments ? "%s v%u = %s;  /* %s */" : "%s v%u = %s;", sc_ctype(local->type), k, value,
				strstr(local->name, "*/") ? "" : local->name);
		} else if (local->flexible) {
			declare_flexible(em, k, local);
		} else if (!result) {
			declare_array(em, k, local);
		} else {
			sc_line(em, "for (long long q = 0; q < %s; q++) v%u[q] = %s;", count_text(em, k), k,
				local->type == SX_STRING ? "\"\"" : "0");
		}
	}
	em->span = f->span;
}

/* What the function gives back; `mark` is of scratch memory that it has taken. */
static void write_end(sc_emitter *em, const sm_function *f)
{
	if (em->scratch)
		sc_line(em, "d->services->release(d, mark);");
	if (sc_result_returned(f))
		sc_line(em, "return v%u;", f->args);
	else
		for (uint32_t k = 0; k < f->results; k++)
			if (sc_result(f, k)->rank == 0)
				sc_line(em, "*o%u = v%u;", f->args + k, f->args + k);
}

static void write_body(sc_emitter *em, uint32_t number)
{
	const sm_function *f = em->model->functions.at[number];
	sb_span where;
	bool recursive = sc_can_call_itself(em, number, &where);
	declare_locals(em, f);
	if (recursive) {
		em->span = where;
		sc_line(em, "char here;");
		sc_line(em, "if (sc_too_deep(d, &here)) {");
		sc_line(em, "\td->services->fail(d, %d, \"functions call each other without end\");", sc_site_here(em));
		sc_line(em, "\tgoto out;");
		sc_line(em, "}");
		em->span = f->span;
	}
	sc_statements(em, &f->body);
	sb_add(em->at, "out:\n");
	sc_line(em, recursive ? "d->depth--;" : ";");
	sc_statements(em, &f->last);
	for (uint32_t k = 0; k < f->locals.n; k++)
		if (f->locals.at[k].flexible)
			sc_line(em, "d->services->resize(d, v%u, 0);", k);
	write_end(em, f);
}

/* ------------------------------------------------------------------------------------ external C */

static const char *external_type(sx_type type)
{
	return type == SX_REAL ? "double" : type == SX_STRING ? "const char *" : "int";
}

static uint32_t external_local(const sc_emitter *em, const sm_function *f, sx_ref arg)
{
	const sx_node *node = sx_at(em->pool, arg);
	return node->op == SX_LOCAL && node->count == 0 && node->payload < f->locals.n ? node->payload : UINT32_MAX;
}

static void put_external_type(sc_emitter *em, const sm_function *f, sx_ref arg, sb_text *out)
{
	uint32_t k = external_local(em, f, arg);
	if (sx_op_of(em->pool, arg) == SX_SIZE) {
		sb_add(out, "unsigned long");
		return;
	}
	if (k == UINT32_MAX) {
		sb_add(out, external_type(sx_type_of(em->pool, arg)));
		return;
	}
	const sm_local *local = &f->locals.at[k];
	bool in = local->role == SM_ARG;
	sb_addf(out, "%s%s%s", in && local->rank && local->type != SX_STRING ? "const " : "", external_type(local->type),
		local->rank || !in ? "*" : "");
}

static void put_prototype(sc_emitter *em, const sm_function *f, sb_text *out)
{
	const sm_external *x = f->external;
	sb_addf(out, "extern %s %s(", x->result < f->locals.n ? external_type(f->locals.at[x->result].type) : "void",
			x->symbol);
	for (uint32_t k = 0; k < x->args.n; k++) {
		if (k)
			sb_add(out, ", ");
		put_external_type(em, f, x->args.at[k], out);
	}
	sb_add(out, x->args.n ? ");\n" : "void);\n");
}

/* Integer in C is int: results and arrays go through copies. Writes what must be before the call and the argument. */
static void put_external_argument(sc_emitter *em, const sm_function *f, sx_ref arg, sb_text *call, sb_text *after)
{
	uint32_t k = external_local(em, f, arg);
	if (k == UINT32_MAX) {
		sb_add(call, scalar_text(em, arg));
		return;
	}
	const sm_local *local = &f->locals.at[k];
	bool integer = local->type != SX_REAL && local->type != SX_STRING, in = local->role == SM_ARG;
	if (local->rank == 0 && in) {
		sb_addf(call, integer ? "(int)v%u" : "v%u", k);
	} else if (local->rank == 0) {
		sc_line(em, "%s e%u = %s;", external_type(local->type), k, local->type == SX_STRING ? "\"\"" : "0");
		sb_addf(call, "&e%u", k);
		em->strings |= local->type == SX_STRING;
		sb_addf(after, local->type == SX_STRING ? "\tv%u = d->services->concat(d, e%u, \"\");\n" : "\tv%u = e%u;\n", k, k);
	} else if (integer) {
		bool known = true;
		unsigned long long n = sc_local_count(em, local, &known);
		sc_line(em, "int *e%u = d->services->scratch(d, %lluULL);", k, n * 4 + 8);
		em->scratch = true;
		sc_line(em, "for (long long q = 0; q < %llu; q++) e%u[q] = (int)v%u[q];", n, k, k);
		sb_addf(call, "e%u", k);
		if (!in)
			sb_addf(after, "\tfor (long long q = 0; q < %llu; q++) v%u[q] = e%u[q];\n", n, k, k);
	} else {
		sb_addf(call, local->type == SX_STRING ? "(const char **)v%u" : "v%u", k);
	}
}

static void write_external(sc_emitter *em, uint32_t number)
{
	const sm_function *f = em->model->functions.at[number];
	const sm_external *x = f->external;
	sb_text call = {0}, after = {0};
	declare_locals(em, f);
	sb_addf(&call, "%s(", x->symbol);
	for (uint32_t k = 0; k < x->args.n; k++) {
		if (k)
			sb_add(&call, ", ");
		put_external_argument(em, f, x->args.at[k], &call, &after);
	}
	sb_addc(&call, ')');
	em->strings |= x->result < f->locals.n && f->locals.at[x->result].type == SX_STRING;
	if (x->result < f->locals.n && f->locals.at[x->result].type == SX_STRING)
		sc_line(em, "v%u = d->services->concat(d, %s, \"\");", x->result, call.at);
	else if (x->result < f->locals.n)
		sc_line(em, "v%u = %s;", x->result, call.at);
	else
		sc_line(em, "%s;", call.at);
	sb_add(em->at, after.at ? after.at : "");
	write_end(em, f);
	sb_text_free(&call);
	sb_text_free(&after);
}

static bool seen_before(const sc_emitter *em, uint32_t number)
{
	const char *symbol = em->model->functions.at[number]->external->symbol;
	for (uint32_t k = 0; k < number; k++)
		if (em->model->functions.at[k]->external && strcmp(em->model->functions.at[k]->external->symbol, symbol) == 0)
			return true;
	return false;
}

/* Include annotations (text of C, each once) come before everything else of the text; with them come the
 * declarations. */
void sc_functions_headers(sc_emitter *em, sb_text *out)
{
	sb_strings seen = {0};
	for (uint32_t k = 0; k < em->model->functions.n; k++) {
		const sm_external *x = em->model->functions.at[k]->external;
		for (uint32_t j = 0; x && j < x->includes.n; j++) {
			bool old = false;
			for (uint32_t q = 0; q < seen.n; q++)
				old |= strcmp(seen.at[q], x->includes.at[j]) == 0;
			if (old)
				continue;
			sb_push(em->arena, seen, x->includes.at[j]);
			sb_add(out, x->includes.at[j]);
			sb_addc(out, '\n');
		}
	}
}

/* Names may hold anything between quotes. */
static const char *harmless(const char *name)
{
	return strstr(name, "*/") ? "?" : name;
}

static void say_names(sc_emitter *em, const sm_function *f)
{
	sb_addf(&em->out, "/* %s", harmless(f->name));
	for (uint32_t k = 0; k < f->args + f->results && k < f->locals.n; k++)
		sb_addf(&em->out, "%s %s v%u", k == 0 ? ":" : k == f->args ? "; gives" : ",", harmless(f->locals.at[k].name), k);
	sb_add(&em->out, " */\n");
}

/* Constants of packages are variables of the model, and a function may use them. */
static void declare_used(sc_emitter *em)
{
	if (em->used & SC_USE_TIME)
		sb_add(&em->out, "\tconst double time = d->time;\n");
	if (em->used & SC_USE_R)
		sb_add(&em->out, "\tdouble *const r = d->r;\n");
	if (em->used & SC_USE_I)
		sb_add(&em->out, "\tlong long *const i = d->i;\n");
	if (em->used & SC_USE_S)
		sb_add(&em->out, "\tconst char **const s = d->s;\n");
}

static void write_function(sc_emitter *em, uint32_t number)
{
	const sm_function *f = em->model->functions.at[number];
	sb_text body = {0};
	em->function = f;
	em->span = f->span;
	em->what = f->name;
	em->at = &body;
	em->level = 0;
	em->used = 0;
	em->scratch = false;
	if (f->external)
		write_external(em, number);
	else
		write_body(em, number);
	if (em->comments)
		say_names(em, f);
	put_signature(em, number, &em->out);
	sb_add(&em->out, "\n{\n");
	declare_used(em);
	if (em->scratch)
		sb_add(&em->out, "\tconst unsigned long long mark = d->services->mark(d);\n");
	sb_add(&em->out, body.at ? body.at : "");
	sb_add(&em->out, "}\n\n");
	sb_text_free(&body);
	em->function = NULL;
}

void sc_functions_text(sc_emitter *em)
{
	uint32_t n = em->model->functions.n;
	for (uint32_t k = 0; k < n; k++) {
		const sm_function *f = em->model->functions.at[k];
		if (f->external && f->external->includes.n == 0 && !seen_before(em, k))
			put_prototype(em, f, &em->out);
		put_signature(em, k, &em->out);
		sb_add(&em->out, ";\n");
	}
	sb_add(&em->out, n ? "\n" : "");
	for (uint32_t k = 0; k < n && !em->failed; k++)
		write_function(em, k);
}
