/* External functions (3.6, 12.9): which C or FORTRAN function is called, what is passed to it and in which order, and
 * where it is found. */
#include "front/modelica/function/function_inside.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "external/external.h"
#include "external/segments.h"

/* The folder that an annotation names: an address modelica://..., file://... or a path. */
static const char *folder_named(mo_context *c, const char *address)
{
	sb_text path = {0};
	const char *out = address;

	if (strncmp(address, "file://", 7) == 0)
		return address + 7;
	mo_list_folders(c->library, c->model);
	if (sb_package_file(&c->model->folders, address, &path))
		out = sb_strdup(c->arena, path.at);
	sb_text_free(&path);
	return out;
}

static void name_folders(mo_context *c, sb_strings *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		list->at[i] = folder_named(c, list->at[i]);
}

/* 12.9.4: without an annotation Resources/Include and Resources/Library of the package; libraries of this machine come
 * first. */
static void add_usual(mo_context *c, const mo_class *k, const char *place, sb_strings *list)
{
	const mo_class *top = k;
	const char *folder;

	while (top->enclosing)
		top = top->enclosing;
	folder = list->n ? NULL : mo_package_folder(c->library, c->arena, top);
	if (folder && sb_is_folder(folder = sb_path_join(c->arena, folder, place)))
		sb_push(c->arena, *list, folder);
}

static void add_platforms(mo_context *c, sb_strings *list)
{
	sb_strings all = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		const char *platform = sb_path_join(c->arena, list->at[i], "linux64");

		if (sb_is_folder(platform))
			sb_push(c->arena, all, platform);
		sb_push(c->arena, all, list->at[i]);
	}
	*list = all;
}

/* ------------------------------------------------------------------------------------- annotations */

static void add_strings(mo_context *c, const mo_env *env, const mo_modifications *list, const char *name,
						sb_strings *out)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const mo_modification *m = list->at[i];
		const char *text;

		if (m->name_n != 1 || strcmp(m->name[0], name) != 0 || !m->value)
			continue;
		if (m->value->kind != MO_E_ARRAY) {
			if (mo_evaluate_string(c, env, m->value, name, &text))
				sb_push(c->arena, *out, text);
			continue;
		}
		for (uint32_t k = 0; k < m->value->a.n; k++)
			if (mo_evaluate_string(c, env, m->value->a.at[k], name, &text))
				sb_push(c->arena, *out, text);
	}
}

static bool language_is_supported(mo_context *c, const mo_class *k)
{
	static const char *const known[] = {"C", "builtin", "FORTRAN 77", SL_SEGMENTS_LANGUAGE};
	sb_message *m;

	if (!k->language || !*k->language)
		return true;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(k->language, known[i]) == 0)
			return true;
	m = sb_report(c->diag, SB_ERROR, "M0941", k->external_span, "external functions cannot be written in '%s'",
				  k->language);
	if (strncasecmp(k->language, "fm", 2) == 0)
		sb_help(m, "an FMU is a block with external \"FMI\" and annotation(__Saltus(fmu = \"FILE.fmu\"))");
	else
		sb_help(m, "use \"C\" or \"FORTRAN 77\", for a block also \"Python\" or \"FMI\"; for others write a C function "
				   "that calls it");
	return false;
}

/* ------------------------------------------------------------------------------------- arguments */

static bool add_argument(mo_context *c, mo_value *v, sb_span span, uint32_t depth, sm_external_args *out);

/* 12.9.1.3: a record goes as a pointer to a structure, whose members are those of the record in their order. */
static bool add_record(mo_context *c, mo_value *v, sb_span span, uint32_t depth, sm_external_args *out)
{
	sm_external_arg arg = {.record = true};

	if (v->type.rank > 0 || v->field_count == 0 || depth > 50) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0942", span, "%s cannot be passed to an external function",
						  v->type.rank > 0 ? "an array of records" : "this record"),
				"give its fields one by one");
		return false;
	}
	for (uint32_t i = 0; i < v->field_count; i++) {
		if (v->fields[i]->type.rank > 0) {
			sb_help(sb_report(c->diag, SB_ERROR, "M0942", span,
							  "a record with an array ('%s') cannot be passed to an external function",
							  v->field_names[i]),
					"give its fields one by one");
			return false;
		}
		if (!add_argument(c, v->fields[i], span, depth + 1, &arg.fields))
			return false;
	}
	sb_push(c->arena, *out, arg);
	return true;
}

static bool add_argument(mo_context *c, mo_value *v, sb_span span, uint32_t depth, sm_external_args *out)
{
	sm_external_arg arg = {0};

	if (v->type.base == MO_B_CLASS)
		return add_record(c, v, span, depth, out);
	arg.value = mo_whole(c, v);
	if (!arg.value)
		return false;
	if (v->type.rank > 0 && sx_op_of(c->pool, arg.value) != SX_LOCAL) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0943", span,
						  "an array that is computed cannot be passed to an external function"),
				"declare a protected variable with this value, and pass that");
		return false;
	}
	sb_push(c->arena, *out, arg);
	return true;
}

/* Without a written call (12.9.1): all inputs and outputs in order, arrays followed by their sizes; a single output
 * that is no array is what the C function returns. */
static bool usual_call(mo_context *c, struct mo_procedure *f, sm_external *x)
{
	const mo_items *all = mo_members(c, f->of->scope);
	bool returns = f->of->outputs.n == 1 && f->of->outputs.at[0]->rank == 0 && f->of->outputs.at[0]->base != MO_B_CLASS;

	if (returns)
		x->result = f->function->args;
	for (uint32_t i = 0; i < all->n; i++) {
		const mo_item *item = all->at[i];
		mo_value *v;

		if (!item->input && (!item->output || returns))
			continue;
		v = mo_procedure_local(f, item->name);
		if (!v || !add_argument(c, v, item->ast->span, 0, &x->args))
			return false;
		for (uint32_t d = 0; d < v->type.rank; d++)
			sb_push(c->arena, x->args, ((sm_external_arg){.value = v->type.dims[d], .size = true,
									   .of = sx_at(c->pool, mo_whole(c, v))->payload, .dimension = d + 1}));
	}
	return true;
}

/* size(a, 1) of an array that is a local: in C it is of type size_t. */
static bool is_size(mo_context *c, const mo_env *env, const mo_expr *e, sm_external_arg *out)
{
	mo_value *v;
	sx_ref array, dimension;

	if (e->kind != MO_E_CALL || e->parts.n != 1 || strcmp(e->parts.at[0].name, "size") != 0 || e->a.n != 2)
		return false;
	v = mo_lower(c, env, e->a.at[0]);
	array = v && v->type.base != MO_B_CLASS ? mo_stored(c, v) : 0;
	dimension = mo_lower_scalar(c, env, e->a.at[1], MO_B_INTEGER);
	if (!array || sx_op_of(c->pool, array) != SX_LOCAL || sx_at(c->pool, array)->count || !dimension ||
		!sx_is_const(c->pool, dimension) || sx_int_value(c->pool, dimension) < 1 ||
		sx_int_value(c->pool, dimension) > v->type.rank)
		return false;
	out->size = true;
	out->of = sx_at(c->pool, array)->payload;
	out->dimension = (uint32_t)sx_int_value(c->pool, dimension);
	out->value = v->type.dims[out->dimension - 1];
	return true;
}

static bool written_call(mo_context *c, struct mo_procedure *f, const mo_env *env, const mo_class *k, sm_external *x)
{
	for (uint32_t i = 0; i < k->external_args.n; i++) {
		sm_external_arg size = {0};
		mo_value *v;

		if (is_size(c, env, k->external_args.at[i], &size)) {
			sb_push(c->arena, x->args, size);
			continue;
		}
		v = mo_lower(c, env, k->external_args.at[i]);
		if (!v || !add_argument(c, v, k->external_args.at[i]->span, 0, &x->args))
			return false;
	}
	if (k->external_result) {
		mo_value *v = mo_lower_target(c, env, k->external_result);
		sx_ref e = v ? mo_stored(c, v) : 0;

		if (v && (!e || sx_op_of(c->pool, e) != SX_LOCAL || v->type.rank > 0 ||
				  f->function->locals.at[sx_at(c->pool, e)->payload].role != SM_RESULT)) {
			sb_help(sb_report(c->diag, SB_ERROR, "M0558", k->external_result->span,
					"what the external function returns must be a scalar output"),
					"give arrays and records as arguments of the external call instead");
			return false;
		}
		if (!v)
			return false;
		x->result = sx_at(c->pool, e)->payload;
	}
	return true;
}

/* The letter of what is passed, as in external/functions.h. */
static char letter_of(mo_context *c, const sm_function *f, const sm_external *x, const sm_external_arg *arg)
{
	const sx_node *node = arg->record ? NULL : sx_at(c->pool, arg->value);
	const sm_local *l = node && node->op == SX_LOCAL && node->count == 0 ? &f->locals.at[node->payload] : NULL;
	sx_type type = l ? l->type : node ? (sx_type)node->type : SX_NOTYPE;
	bool pointer = x->fortran || (l && (l->rank > 0 || l->role != SM_ARG));

	if (!node)
		return 'r';
	if (arg->size && !x->fortran)
		return 'n';
	if (l && l->object)
		return l->role == SM_ARG && l->rank == 0 ? 'o' : '?';
	if (type == SX_STRING)
		return pointer && !x->fortran ? 'S' : 's';
	return type == SX_REAL ? pointer ? 'D' : 'd' : pointer ? 'I' : 'i';
}

static bool suits(char given, char wanted)
{
	return given == wanted || (wanted == 'd' && (given == 'i' || given == 'n')) || (wanted == 'n' && given == 'i') ||
		   (wanted == 'i' && given == 'n');
}

static const char *word_of(char letter)
{
	switch (letter) {
	case 'd': return "a Real";
	case 'i': case 'n': return "an Integer";
	case 's': return "a String";
	case 'o': return "an external object";
	case 'D': return "an array or result of type Real";
	case 'I': return "an array or result of type Integer or Boolean";
	case 'S': return "an array or result of type String";
	case 'r': return "a record";
	case 'v': return "nothing";
	default: return "something else";
	}
}

/* C does not ask what it is given: a wrong type would be memory that is read or written where it is not. */
static bool check_own(mo_context *c, const sm_function *f, const sm_external *x, const mo_class *k)
{
	const char *signature = sl_signature(x->symbol);
	const sm_local *result = x->result < f->locals.n ? &f->locals.at[x->result] : NULL;
	char given = !result                     ? 'v'
				 : result->object            ? 'o'
				 : result->type == SX_REAL   ? 'd'
				 : result->type == SX_STRING ? 's'
											 : 'i';
	sb_message *m;

	if (strlen(signature) != x->args.n + 1) {
		m = sb_report(c->diag, SB_ERROR, "M0595", k->external_span,
					  "the C function '%s' takes %d argument%s, but %u %s given", x->symbol,
					  (int)strlen(signature) - 1, strlen(signature) == 2 ? "" : "s", x->args.n,
					  x->args.n == 1 ? "is" : "are");
		sb_help(m, "declare it as its library does");
		return false;
	}
	for (uint32_t i = 0; i < x->args.n; i++) {
		char one = letter_of(c, f, x, &x->args.at[i]);

		if (suits(one, signature[i + 1]))
			continue;
		m = sb_report(c->diag, SB_ERROR, "M0595", k->external_span,
					  "argument %u of the C function '%s' is %s, but %s is given", i + 1, x->symbol,
					  word_of(signature[i + 1]), word_of(one));
		sb_help(m, "declare it as its library does");
		return false;
	}
	if (given == 'v' || given == signature[0] || (given == 'd' && signature[0] == 'i'))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0595", k->external_span, "the C function '%s' gives %s, but %s is declared",
				  x->symbol, word_of(signature[0]), word_of(given));
	sb_help(m, "declare it as its library does");
	return false;
}

/* Functions of the libraries that Saltus has itself are not looked for. FORTRAN compilers add an underscore to
 * names. */
static void find_function(mo_context *c, const mo_class *k, sm_external *x)
{
	bool ours = true;

	for (uint32_t i = 0; i < x->libraries.n; i++)
		ours = ours && sl_has_library(x->libraries.at[i]);
	if (x->fortran)
		x->symbol = sb_intern(c->names, sb_printf(c->arena, "%s_", x->symbol));
	x->own = ours && *sl_signature(x->symbol);
	if (x->own)
		return;
	name_folders(c, &x->library_folders);
	name_folders(c, &x->include_folders);
	add_usual(c, k, "Resources/Include", &x->include_folders);
	add_usual(c, k, "Resources/Library", &x->library_folders);
	add_platforms(c, &x->library_folders);
}

void mo_external_texts(mo_context *c, mo_scope *scope, const mo_class *k, sb_strings *out)
{
	mo_env plain = {.scope = scope, .parameter_only = true};

	add_strings(c, &plain, &k->external_annotation, "Include", out);
}

sm_external *mo_external_of(mo_context *c, mo_scope *scope, const mo_class *k)
{
	mo_env plain = {.scope = scope, .parameter_only = true};
	sm_external *x = sb_new(c->arena, sm_external);
	const mo_modifications *from = &k->external_annotation;

	if (!language_is_supported(c, k))
		return NULL;
	x->symbol = k->external_call && k->external_name ? k->external_name : k->name;
	x->fortran = k->language && strcmp(k->language, "FORTRAN 77") == 0;
	x->compiled = k->language && strcmp(k->language, SL_SEGMENTS_LANGUAGE) == 0;
	x->result = UINT32_MAX;
	add_strings(c, &plain, from, "Library", &x->libraries);
	if (x->compiled) {
		sb_strings narrow = {0};
		add_strings(c, &plain, from, "Narrow", &narrow);
		x->even = !narrow.n;
		return x;
	}
	add_strings(c, &plain, from, "LibraryDirectory", &x->library_folders);
	add_strings(c, &plain, from, "Include", &x->includes);
	add_strings(c, &plain, from, "IncludeDirectory", &x->include_folders);
	find_function(c, k, x);
	return x;
}

bool mo_flatten_external(mo_context *c, struct mo_procedure *f, mo_scope *scope, sm_function *to)
{
	const mo_class *k = f->of->external;
	mo_env env = {.scope = scope, .procedure = f, .locals = &f->values, .in_function = true, .in_algorithm = true};
	sm_external *x = mo_external_of(c, scope, k);

	if (!x || !mo_make_start_values(f))
		return false;
	if (x->compiled) {               /* it takes its arguments as generated code passes them */
		to->external = x;
		return true;
	}
	if (k->external_call ? !written_call(c, f, &env, k, x) : !usual_call(c, f, x))
		return false;
	to->external = x;
	return !x->own || check_own(c, to, x, k);
}
