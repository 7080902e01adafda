/* Functions of the model as C functions; those in external C are in external.c. */
#include "code/generate/generate.h"
#include "model/block.h"

#include <string.h>

/* Arguments and pointers to results, each with `before` and `behind` it. */
void sc_put_parameters(const sm_function *f, const char *before, const char *behind, sb_text *out)
{
	for (uint32_t k = 0; k < f->args; k++) {
		const sm_local *local = &f->locals.at[k];
		bool string = local->type == SX_STRING;
		sb_add(out, before);
		sb_addf(out, local->rank ? (string ? "%s const *v%u" : "const %s *v%u") : "%s v%u", sc_ctype(local->type), k);
		sb_add(out, behind);
	}
	for (uint32_t k = 0; k < f->results && !sc_result_returned(f); k++) {
		const sm_local *local = sc_result(f, k);
		sb_add(out, before);
		sb_addf(out, local->rank ? "%s *v%u" : "%s *o%u", sc_ctype(local->type), f->args + k);
		sb_add(out, behind);
	}
}

static void put_signature(sc_emitter *em, uint32_t number, sb_text *out)
{
	const sm_function *f = em->model->functions.at[number];
	sb_addf(out, "%s%s f%u(sc_data *d", em->segments && em->segments[number] ? "" : "static ",
			sc_result_returned(f) ? sc_ctype(sc_result(f, 0)->type) : "void", number);
	if (sc_is_packed(f))
		sb_addf(out, ", const struct p%u *pack", number);
	else
		sc_put_parameters(f, ", ", "", out);
	sb_addc(out, ')');
}

static void put_pack(sc_emitter *em, uint32_t number, sb_text *out)
{
	if (!sc_is_packed(em->model->functions.at[number]))
		return;
	sb_addf(out, "struct p%u {", number);
	sc_put_parameters(em->model->functions.at[number], " ", ";", out);
	sb_add(out, " };\n");
}

/* What comes in a struct gets the names that the others have. */
static void unpack(const sm_function *f, sb_text *out)
{
	for (uint32_t k = 0; k < f->args + f->results && sc_is_packed(f); k++) {
		const sm_local *local = &f->locals.at[k];
		bool result = k >= f->args, string = local->type == SX_STRING;
		if (result && sc_result_returned(f))
			continue;
		const char *form = result ? local->rank ? "\t%s *const v%u = pack->v%u;\n" : "\t%s *const o%u = pack->o%u;\n"
						   : !local->rank ? "\t%s v%u = pack->v%u;\n"
						   : string       ? "\t%s const *v%u = pack->v%u;\n"
										  : "\tconst %s *v%u = pack->v%u;\n";
		sb_addf(out, form, sc_ctype(local->type), k, k);
	}
}

char *sc_scalar_text(sc_emitter *em, sx_ref e)
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
		const char *n = sc_scalar_text(em, local->dims[j]);
		sb_add(&count, j ? "*" : "");
		if (sx_is_const(em->pool, local->dims[j])) {
			sb_addf(&count, "%sLL", n);
			continue;
		}
		sc_line(em, "const long long v%u_n%u = sc_count(d, %d, %s);", k, j, sc_site_here(em), n);
		sb_addf(&count, "v%u_n%u", k, j);
	}
	sc_line(em, "%s *v%u = d->services->scratch(d, 8ULL*(%s) + 8);", sc_ctype(local->type), k,
			count.at ? count.at : "0");
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
				const char *n = sc_scalar_text(em, f->locals.at[k].dims[j]);
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

void sc_declare_locals(sc_emitter *em, const sm_function *f)
{
	declare_sizes(em, f);
	for (uint32_t k = f->args; k < f->locals.n && !em->failed; k++) {
		const sm_local *local = &f->locals.at[k];
		bool result = k < f->args + f->results;
		if (local->span.source)
			em->span = local->span;
		if (local->rank == 0) {
			const char *value = local->binding             ? sc_scalar_text(em, local->binding)
								: local->type == SX_STRING ? "\"\""
														   : "0";
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

/* External objects that the function has made for itself end with it, also after a failure. */
static void end_objects(sc_emitter *em, const sm_function *f)
{
	for (uint32_t k = f->locals.n; k-- > f->args;)
		if (f->locals.at[k].destructor)
			sc_line(em, "if (v%u) d->services->destroy(d, %d, f%u, v%u);", k, sc_site_here(em),
					f->locals.at[k].destructor - 1, k);
}

/* What the function gives back; `mark` is of scratch memory that it has taken. */
static void write_end(sc_emitter *em, const sm_function *f)
{
	end_objects(em, f);
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
	sc_declare_locals(em, f);
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
	if (f->external)
		sc_external_alone(em, f);
	for (uint32_t k = 0; k < f->locals.n; k++)
		if (f->locals.at[k].flexible)
			sc_line(em, "d->services->resize(d, v%u, 0);", k);
	write_end(em, f);
}

/* Include annotations (text of C, each once) come before everything else of the text; with them come the
 * declarations. */
void sc_functions_headers(sc_emitter *em, sb_text *out)
{
	sb_strings seen = {0};
	for (uint32_t k = 0; k < em->model->functions.n; k++) {
		const sm_external *x = em->model->functions.at[k]->external;
		for (uint32_t j = 0; x && !x->own && j < x->includes.n; j++) {
			bool old = false;
			for (uint32_t q = 0; q < seen.n; q++)
				old |= strcmp(seen.at[q], x->includes.at[j]) == 0;
			if (old)
				continue;
			if (!seen.n)
				sb_add(out, "#include <stddef.h>\n"); /* size_t is in the types of external functions themselves */
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
		sb_addf(&em->out, "%s %s v%u",
				k == 0         ? ":"
				: k == f->args ? "; gives"
							   : ",",
				harmless(f->locals.at[k].name), k);
	sb_add(&em->out, " */\n");
}

/* Constants of packages are variables of the model, and a function may use them. */
void sc_declare_used(const sc_emitter *em, sb_text *out)
{
	if (em->used & SC_USE_TIME)
		sb_add(out, "\tconst double time = d->time;\n");
	if (em->used & SC_USE_R)
		sb_add(out, "\tdouble *const r = d->r;\n");
	if (em->used & SC_USE_I)
		sb_add(out, "\tlong long *const i = d->i;\n");
	if (em->used & SC_USE_S)
		sb_add(out, "\tconst char **const s = d->s;\n");
}

/* Elsewhere what has no value makes the result no number, which is seen in the end. */
static bool is_plain(void *context, const sx_pool *pool, sx_ref e)
{
	bool *hides = context;
	switch (sx_op_of(pool, e)) {
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE: case SX_MIN: case SX_MAX:
		*hides = *hides || sx_type_of(pool, sx_arg(pool, e, 0)) == SX_REAL;
		break;
	case SX_SIGN:
	case SX_FLOOR:
	case SX_CEIL:
	case SX_INTEGER_OF:
	case SX_MINIMUM:
	case SX_MAXIMUM:
		*hides = true;
		break;
	default: break;
	}
	return !*hides;
}

static bool hides_something(const sx_pool *pool, const sm_statements *list)
{
	bool hides = false;
	for (uint32_t i = 0; i < list->n && !hides; i++) {
		const sm_statement *s = list->at[i];
		if (s->value)
			sx_visit(pool, s->value, is_plain, &hides);
		if (s->condition && !hides)
			sx_visit(pool, s->condition, is_plain, &hides);
		for (uint32_t k = 0; k < s->branches.n && !hides; k++) {
			if (s->branches.at[k].condition)
				sx_visit(pool, s->branches.at[k].condition, is_plain, &hides);
			hides = hides || hides_something(pool, &s->branches.at[k].body);
		}
	}
	return hides;
}

static void write_function(sc_emitter *em, uint32_t number)
{
	const sm_function *f = em->model->functions.at[number];
	sb_text body = {0};
	em->function = f;
	em->span = f->span;
	em->what = f->block ? em->model->blocks.at[f->block->block]->name : f->name;
	em->at = &body;
	em->level = 0;
	em->used = 0;
	em->scratch = false;
	em->definite = f->definite ? 1 : hides_something(em->pool, &f->body) ? SC_NOTICED : 0;
	if (em->comments)
		say_names(em, f);
	if (f->block)
		sc_opaque_text(em, f);
	else if (f->external && !em->alone)
		sc_external_text(em, number, &body);
	else
		write_body(em, number);
	put_signature(em, number, &em->out);
	sb_add(&em->out, "\n{\n");
	unpack(f, &em->out);
	sc_declare_used(em, &em->out);
	if (em->scratch)
		sb_add(&em->out, "\tconst unsigned long long mark = d->services->mark(d);\n");
	sb_add(&em->out, body.at ? body.at : "");
	sb_add(&em->out, "}\n\n");
	sb_text_free(&body);
	em->function = NULL;
	em->definite = 0;
}

static bool is_compiled(const sc_emitter *em, uint32_t number)
{
	const sm_external *x = em->model->functions.at[number]->external;
	return x && x->compiled && !em->alone;
}

void sc_functions_text(sc_emitter *em)
{
	uint32_t n = em->model->functions.n;
	for (uint32_t k = 0; k < n; k++) {
		sc_external_prototype(em, k, &em->out);
		put_pack(em, k, &em->out);
		if (is_compiled(em, k)) {
			sc_segment_prototype(em, k, &em->out);
			continue;
		}
		put_signature(em, k, &em->out);
		sb_add(&em->out, ";\n");
	}
	sb_add(&em->out, n ? "\n" : "");
	for (uint32_t k = 0; k < n && !em->failed; k++)
		if (!is_compiled(em, k))
			write_function(em, k);
}
