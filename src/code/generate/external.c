/* Calls of external functions.
 *
 * An external function may end with an error from which there is no return, so it is called by a service that can be
 * left that way (sl_call). The service calls a C function c<n> with one structure, which carries arguments in and
 * results out:
 *
 *     struct a7 { sc_data *d; double v0; double v1; };
 *     static void c7(void *context) { struct a7 *a = context; ... a->v1 = (the C function)(a->v0); }
 *     static double f7(sc_data *d, double v0) { struct a7 a; ... d->services->external(d, site, c7, &a); return a.v1; }
 *
 * The functions of external/ are called through the table X, others by their names.
 *
 * In code that stands alone there is nothing to leave by: the call is the end of f<n> itself, and the functions of
 * external/ are sc_own_NAME, which get the run and the site of the call before their arguments. */
#include "code/generate/generate.h"

#include <string.h>

#include "external/external.h"

static const char *external_type(sx_type type)
{
	return type == SX_REAL ? "double" : type == SX_STRING ? "const char *" : "int";
}

static bool is_whole(sx_type type)
{
	return type != SX_REAL && type != SX_STRING;
}

/* ------------------------------------------------------------------------------------------- prototypes */

static uint32_t local_of(const sc_emitter *em, const sm_function *f, sx_ref arg)
{
	const sx_node *node = sx_at(em->pool, arg);
	return node->op == SX_LOCAL && node->count == 0 && node->payload < f->locals.n ? node->payload : UINT32_MAX;
}

static void put_type(sc_emitter *em, const sm_function *f, const sm_external_arg *arg, sb_text *out)
{
	if (arg->record) {
		sb_add(out, "void *");
		return;
	}
	uint32_t k = local_of(em, f, arg->value);
	if (f->external->fortran) {
		sx_type type = k == UINT32_MAX ? sx_type_of(em->pool, arg->value) : f->locals.at[k].type;
		sb_add(out, type == SX_STRING ? "const char *" : type == SX_REAL ? "double *" : "int *");
		return;
	}
	if (arg->size || sx_op_of(em->pool, arg->value) == SX_SIZE) {
		sb_add(out, "unsigned long");
		return;
	}
	if (k == UINT32_MAX) {
		sb_add(out, external_type(sx_type_of(em->pool, arg->value)));
		return;
	}
	const sm_local *local = &f->locals.at[k];
	bool in = local->role == SM_ARG;
	if (local->object)
		sb_add(out, in ? "void *" : "void **");
	else
		sb_addf(out, "%s%s%s", in && local->rank && local->type != SX_STRING ? "const " : "",
				external_type(local->type), local->rank || !in ? "*" : "");
}

static const char *result_type(const sm_function *f)
{
	const sm_external *x = f->external;
	return x->result >= f->locals.n         ? "void"
		   : f->locals.at[x->result].object ? "void *"
											: external_type(f->locals.at[x->result].type);
}

static bool is_text(const sc_emitter *em, const sm_function *f, const sm_external_arg *arg)
{
	uint32_t k = arg->record ? UINT32_MAX : local_of(em, f, arg->value);
	return !arg->record && (k == UINT32_MAX ? sx_type_of(em->pool, arg->value) : f->locals.at[k].type) == SX_STRING;
}

/* Of Saltus' own functions the types are known; the front end has seen to it that the arguments suit them. */
static void put_parameters(sc_emitter *em, const sm_function *f, sb_text *out)
{
	const sm_external *x = f->external;
	const char *own = x->own ? sl_signature(x->symbol) : "";
	for (uint32_t k = 0; k < x->args.n; k++) {
		sb_add(out, k ? ", " : "(");
		if (*own && strlen(own) == x->args.n + 1)
			sb_add(out, sl_type(own[k + 1]));
		else
			put_type(em, f, &x->args.at[k], out);
	}
	for (uint32_t k = 0; x->fortran && k < x->args.n; k++)
		if (is_text(em, f, &x->args.at[k]))
			sb_add(out, ", unsigned long");
	sb_add(out, x->args.n ? ")" : "(void)");
}

static bool is_declared(const sm_function *f)
{
	return f->external && !f->external->own && !f->external->compiled && f->external->includes.n == 0;
}

void sc_external_prototype(sc_emitter *em, uint32_t number, sb_text *out)
{
	const sm_function *f = em->model->functions.at[number];
	if (!is_declared(f))
		return;
	for (uint32_t k = 0; k < number; k++)
		if (is_declared(em->model->functions.at[k]) &&
			strcmp(em->model->functions.at[k]->external->symbol, f->external->symbol) == 0)
			return;
	sb_addf(out, "extern %s %s", f->block ? "void" : result_type(f), f->external->symbol);
	if (f->block)
		sb_add(out, "()");               /* it is only handed on (opaque_text.c) */
	else
		put_parameters(em, f, out);
	sb_add(out, ";\n");
}

uint32_t sc_own_number(sc_emitter *em, const char *symbol)
{
	for (uint32_t k = 0; k < em->externals.n; k++)
		if (strcmp(em->externals.at[k], symbol) == 0)
			return k;
	sb_push(em->kept, em->externals, sb_strdup(em->kept, symbol));
	return em->externals.n - 1;
}

static void put_function(sc_emitter *em, const sm_function *f, sb_text *out)
{
	if (!f->external->own) {
		sb_add(out, f->external->symbol);
		return;
	}
	if (em->alone) {
		sb_addf(out, "sc_own_%s", f->external->symbol);
		return;
	}
	const char *own = sl_signature(f->external->symbol);
	sb_addf(out, "((%s (*)", *own ? sl_type(*own) : result_type(f));
	put_parameters(em, f, out);
	sb_addf(out, ")X[%u])", sc_own_number(em, f->external->symbol));
}

/* ------------------------------------------------------------------------------------------- arguments */

/* `seen`: locals that were passed before already, and have their copies. */
typedef struct passing {
	sc_emitter *em;
	const sm_function *f;
	sb_text call, after;
	uint32_t made;
	bool *seen;
} passing;

static unsigned long long dimension(const sc_emitter *em, const sm_local *local, uint32_t d)
{
	int64_t n = local->dims[d] && sx_is_const(em->pool, local->dims[d]) ? sx_int_value(em->pool, local->dims[d]) : 0;
	return n < 0 ? 0 : (unsigned long long)n;
}

/* How many elements a local has, as text: locals may have sizes that are computed at entry. */
static const char *count_text(sc_emitter *em, const sm_local *local, uint32_t k)
{
	bool known = true;
	unsigned long long n = sc_local_count(em, local, &known);
	if (known)
		return sb_printf(em->arena, "%lluLL", n);
	sb_text text = {0};
	for (uint32_t d = 0; d < local->rank; d++) {
		bool constant = local->dims[d] && sx_is_const(em->pool, local->dims[d]);
		sb_add(&text, d ? "*" : "");
		if (constant)
			sb_addf(&text, "%lluLL", dimension(em, local, d));
		else
			sb_addf(&text, "v%u_n%u", k, d);
	}
	const char *kept = sb_strdup(em->arena, text.at ? text.at : "0");
	sb_text_free(&text);
	return kept;
}

/* FORTRAN has the first subscript go fastest. Only matrices (and beyond) have to be turned; `back` after the call. */
static void put_turned(passing *p, uint32_t k, const char *type, const char *count)
{
	const sm_local *local = &p->f->locals.at[k];
	sb_text index = {0};
	sc_line(p->em, "%s *e%u = d->services->scratch(d, 8ULL*(%s) + 8);", type, k, count);
	/* row-major position q of subscripts (s0, s1, ...) goes to s0 + n0*(s1 + n1*(...)) */
	sb_add(&index, "0");
	for (uint32_t d = local->rank; d-- > 0;) {
		const char *n = local->dims[d] && sx_is_const(p->em->pool, local->dims[d])
			? sb_printf(p->em->arena, "%lluLL", dimension(p->em, local, d)) : sb_printf(p->em->arena, "v%u_n%u", k, d);
		const char *below = "1";
		for (uint32_t b = d + 1; b < local->rank; b++)
			below = sb_printf(p->em->arena, "%s*%s", below,
							  local->dims[b] && sx_is_const(p->em->pool, local->dims[b])
								  ? sb_printf(p->em->arena, "%lluLL", dimension(p->em, local, b))
								  : sb_printf(p->em->arena, "v%u_n%u", k, b));
		const char *inner = sb_strdup(p->em->arena, index.at);
		index.n = 0;
		sb_addf(&index, "(q/(%s)%%%s + %s*%s)", below, n, n, inner);
	}
	sc_line(p->em, "for (long long q = 0; q < %s; q++) e%u[%s] = v%u[q];", count, k, index.at, k);
	sb_addf(&p->call, "e%u", k);
	if (local->role != SM_ARG)
		sb_addf(&p->after, "\tfor (long long q = 0; q < %s; q++) v%u[q] = e%u[%s];\n", count, k, k, index.at);
	sb_text_free(&index);
}

static void put_array(passing *p, uint32_t k)
{
	sc_emitter *em = p->em;
	const sm_local *local = &p->f->locals.at[k];
	const char *count = count_text(em, local, k);
	if (p->f->external->fortran && local->rank > 1 && local->type != SX_STRING) {
		put_turned(p, k, external_type(local->type), count);
	} else if (is_whole(local->type)) {
		sc_line(em, "int *e%u = d->services->scratch(d, 4ULL*(%s) + 8);", k, count);
		sc_line(em, "for (long long q = 0; q < %s; q++) e%u[q] = (int)v%u[q];", count, k, k);
		sb_addf(&p->call, "e%u", k);
		if (local->role != SM_ARG)
			sb_addf(&p->after, "\tfor (long long q = 0; q < %s; q++) v%u[q] = e%u[q];\n", count, k, k);
	} else if (p->f->external->fortran && local->role == SM_ARG) {
		/* it may write there: what others see of an input must not change */
		sc_line(em, "double *e%u = d->services->scratch(d, 8ULL*(%s) + 8);", k, count);
		sc_line(em, "for (long long q = 0; q < %s; q++) e%u[q] = v%u[q];", count, k, k);
		sb_addf(&p->call, "e%u", k);
	} else if (local->type == SX_STRING) {
		sb_addf(&p->call, "(const char **)v%u", k);
		if (local->role != SM_ARG) {
			em->strings = true;
			sb_addf(&p->after, "\tfor (long long q = 0; q < %s; q++) v%u[q] = d->services->concat(d, v%u[q], \"\");\n",
					count, k, k);
		}
	} else {
		sb_addf(&p->call, "v%u", k);
	}
}

/* Integer in C is int: results go through copies. */
static void put_result(passing *p, uint32_t k)
{
	const sm_local *local = &p->f->locals.at[k];
	bool string = local->type == SX_STRING;
	if (local->object)
		sc_line(p->em, "void *e%u = 0;", k);
	else
		sc_line(p->em, "%s e%u = v%u;", external_type(local->type), k, k);
	sb_addf(&p->call, string && p->f->external->fortran ? "e%u" : "&e%u", k);
	p->em->strings |= string;
	if (string)
		sb_addf(&p->after, "\tv%u = d->services->concat(d, e%u ? e%u : \"\", \"\");\n", k, k, k);
	else
		sb_addf(&p->after, "\tv%u = (%s)e%u;\n", k, sc_ctype(local->type), k);
}

/* A value that is no local, or a scalar input. */
static void put_value(passing *p, const sm_external_arg *arg, const char *text, sx_type type)
{
	if (!p->f->external->fortran) {
		sb_addf(&p->call, arg->size ? "(unsigned long)(%s)" : is_whole(type) ? "(int)(%s)" : "%s", text);
		return;
	}
	if (type == SX_STRING) {
		sb_add(&p->call, text);
		return;
	}
	sc_line(p->em, "%s t%u = (%s)(%s);", external_type(type), p->made, external_type(type), text);
	sb_addf(&p->call, "&t%u", p->made++);
}

static void put_struct_type(passing *p, const sm_external_args *fields, const char *name)
{
	sc_line(p->em, "struct {");
	for (uint32_t k = 0; k < fields->n; k++) {
		const char *field = sb_printf(p->em->arena, "m%u", k);
		if (fields->at[k].record)
			put_struct_type(p, &fields->at[k].fields, field);
		else
			sc_line(p->em, "%s %s;", external_type(sx_type_of(p->em->pool, fields->at[k].value)), field);
	}
	sc_line(p->em, "} %s;", name);
}

static void put_fields(passing *p, const sm_external_args *fields, const char *at)
{
	for (uint32_t k = 0; k < fields->n; k++) {
		const char *place = sb_printf(p->em->arena, "%s.m%u", at, k);
		if (fields->at[k].record) {
			put_fields(p, &fields->at[k].fields, place);
			continue;
		}
		uint32_t local = local_of(p->em, p->f, fields->at[k].value);
		sc_line(p->em, "%s = %s;", place, sc_scalar_text(p->em, fields->at[k].value));
		if (local == UINT32_MAX || p->f->locals.at[local].role == SM_ARG)
			continue;
		bool string = p->f->locals.at[local].type == SX_STRING;
		p->em->strings |= string;
		if (string)
			sb_addf(&p->after, "\tv%u = d->services->concat(d, %s ? %s : \"\", \"\");\n", local, place, place);
		else
			sb_addf(&p->after, "\tv%u = %s;\n", local, place);
	}
}

/* The copy of a local that is passed a second time; arrays that have none are passed themselves. */
static const char *again(passing *p, uint32_t k)
{
	const sm_local *local = &p->f->locals.at[k];
	bool fortran = p->f->external->fortran, string = local->type == SX_STRING;
	bool copied = local->rank
					  ? is_whole(local->type) || (fortran && !string && (local->rank > 1 || local->role == SM_ARG))
					  : true;
	return sb_printf(p->em->arena, !copied ? "v%u" : local->rank || (string && fortran) ? "e%u" : "&e%u", k);
}

static void put_argument(passing *p, const sm_external_arg *arg)
{
	if (arg->record) {
		const char *name = sb_printf(p->em->arena, "t%u", p->made++);
		put_struct_type(p, &arg->fields, name);
		put_fields(p, &arg->fields, name);
		sb_addf(&p->call, "(void *)&%s", name);
		return;
	}
	uint32_t k = local_of(p->em, p->f, arg->value);
	if (k == UINT32_MAX) {
		put_value(p, arg, sc_scalar_text(p->em, arg->value), sx_type_of(p->em->pool, arg->value));
		return;
	}
	const sm_local *local = &p->f->locals.at[k];
	if (p->seen[k] && (local->rank || local->role != SM_ARG)) {
		sb_add(&p->call, again(p, k));
		return;
	}
	p->seen[k] = true;
	if (local->rank)
		put_array(p, k);
	else if (local->role != SM_ARG)
		put_result(p, k);
	else if (local->object)
		sb_addf(&p->call, p->em->alone ? "v%u" : "(void *)v%u", k);
	else
		put_value(p, arg, sb_printf(p->em->arena, "v%u", k), local->type);
}

static void write_call(sc_emitter *em, const sm_function *f)
{
	passing p = {.em = em, .f = f, .seen = sb_new_array(em->arena, bool, f->locals.n + 1)};
	const sm_external *x = f->external;
	const sm_local *result = x->result < f->locals.n ? &f->locals.at[x->result] : NULL;
	bool hosted = em->alone && x->own;
	put_function(em, f, &p.call);
	if (hosted)
		sb_addf(&p.call, "(d, %d", sc_site_here(em));
	for (uint32_t k = 0; k < x->args.n; k++) {
		sb_add(&p.call, k || hosted ? ", " : "(");
		put_argument(&p, &x->args.at[k]);
	}
	/* texts of FORTRAN are followed by their lengths, behind everything else; flags, which are what C passes, have one
	 * letter */
	for (uint32_t k = 0; x->fortran && k < x->args.n; k++)
		if (is_text(em, f, &x->args.at[k]))
			sb_add(&p.call, ", 1UL");
	sb_add(&p.call, x->args.n || hosted ? ")" : "()");
	if (!result) {
		sc_line(em, "%s;", p.call.at);
	} else if (result->type == SX_STRING) {
		em->strings = true;
		sc_line(em, "const char *y = %s;", p.call.at);
		sc_line(em, "v%u = d->services->concat(d, y ? y : \"\", \"\");", x->result);
	} else {
		sc_line(em, "v%u = (%s)%s;", x->result, sc_ctype(result->type), p.call.at);
	}
	sb_add(em->at, p.after.at ? p.after.at : "");
	sb_text_free(&p.call);
	sb_text_free(&p.after);
}

/* ------------------------------------------------------------------------------------------- both functions */

/* Arguments, and results: those that are arrays by pointer. Results that are scalars come back in the structure. */
static void put_member(const sm_local *local, uint32_t k, sb_text *out)
{
	const char *type = sc_ctype(local->type);
	if (local->rank && local->role == SM_ARG)
		sb_addf(out, local->type == SX_STRING ? "%s const *v%u;" : "const %s *v%u;", type, k);
	else
		sb_addf(out, local->rank ? "%s *v%u;" : "%s v%u;", type, k);
}

static bool comes_back(const sm_function *f, uint32_t k)
{
	return k >= f->args && f->locals.at[k].rank == 0;
}

static void write_inner(sc_emitter *em, uint32_t number)
{
	const sm_function *f = em->model->functions.at[number];
	uint32_t members = f->args + f->results;
	sb_text body = {0};
	em->at = &body;
	sc_declare_locals(em, f);
	sc_statements(em, &f->body);
	sb_add(em->at, "out:\n");
	sc_line(em, "if (d->failed) return;");
	sc_line(em, "{");
	write_call(em, f);
	sc_line(em, "}");
	for (uint32_t k = f->args; k < members; k++)
		if (comes_back(f, k))
			sc_line(em, "a->v%u = v%u;", k, k);
	sb_addf(&em->out, "struct a%u { sc_data *d;", number);
	for (uint32_t k = 0; k < members; k++) {
		sb_addc(&em->out, ' ');
		put_member(&f->locals.at[k], k, &em->out);
	}
	sb_addf(&em->out, " };\nstatic void c%u(void *context)\n{\n\tstruct a%u *a = context;\n\tsc_data *d = a->d;\n",
			number, number);
	sc_declare_used(em, &em->out);
	for (uint32_t k = 0; k < members; k++) {
		if (comes_back(f, k))
			continue;
		sb_addc(&em->out, '\t');
		put_member(&f->locals.at[k], k, &em->out);
		sb_addf(&em->out, " v%u = a->v%u;\n", k, k);
	}
	sb_add(&em->out, body.at ? body.at : "");
	sb_add(&em->out, "}\n");
	sb_text_free(&body);
}

void sc_external_alone(sc_emitter *em, const sm_function *f)
{
	size_t before = em->at->n;
	sc_line(em, "if (!d->failed) {");
	write_call(em, f);
	sc_line(em, "}");
	em->scratch = em->scratch || (em->at->n > before && strstr(em->at->at + before, "services->scratch("));
}

void sc_external_text(sc_emitter *em, uint32_t number, sb_text *to)
{
	const sm_function *f = em->model->functions.at[number];
	int site = sc_site_here(em);
	write_inner(em, number);
	em->at = to;
	em->used = 0;
	em->scratch = true;
	sc_line(em, "struct a%u a;", number);
	sc_line(em, "a.d = d;");
	for (uint32_t k = 0; k < f->args + f->results; k++)
		sc_line(em,
				comes_back(f, k) ? f->locals.at[k].type == SX_STRING ? "a.v%u = \"\";" : "a.v%u = 0;" : "a.v%u = v%u;",
				k, k);
	if (f->destructor) {
		uint32_t y = f->args;
		sc_line(em, "a.v%u = d->services->object(d, v0);", y);
		sc_line(em, "if (!a.v%u) {", y);
		sc_line(em, "\td->services->external(d, %d, c%u, &a);", site, number);
		sc_line(em, "\td->services->made(d, %d, v0, a.v%u, f%u);", site, y, f->destructor - 1);
		sc_line(em, "}");
	} else {
		sc_line(em, "d->services->external(d, %d, c%u, &a);", site, number);
	}
	sc_line(em, "d->services->release(d, mark);");
	if (sc_result_returned(f))
		sc_line(em, "return a.v%u;", f->args);
	for (uint32_t k = f->args; k < f->args + f->results && !sc_result_returned(f); k++)
		if (comes_back(f, k))
			sc_line(em, "*o%u = a.v%u;", k, k);
}
