/* External functions that leave: those that the runtime has itself, those of the C library, and C that an annotation
 * Include brings with it, which is copied. */
#include "export/make/export_make.h"
#include "base/file.h"
#include <ctype.h>
#include <string.h>
#include <unistd.h>

/* Functions of src/external that the runtime has, as rt_NAME without the prefix. */
static const char *const runtime[] = {
	"ModelicaStandardTables_CombiTable1D_getValue", "ModelicaStandardTables_CombiTable1D_getDerValue",
	"ModelicaStandardTables_CombiTable1D_getDer2Value", "ModelicaStandardTables_CombiTable1D_minimumAbscissa",
	"ModelicaStandardTables_CombiTable1D_maximumAbscissa", "ModelicaStandardTables_CombiTable1D_read",
	"ModelicaStandardTables_CombiTable2D_getValue", "ModelicaStandardTables_CombiTable2D_getDerValue",
	"ModelicaStandardTables_CombiTable2D_getDer2Value", "ModelicaStandardTables_CombiTable2D_minimumAbscissa",
	"ModelicaStandardTables_CombiTable2D_maximumAbscissa", "ModelicaStandardTables_CombiTable2D_read",
	"ModelicaStandardTables_CombiTimeTable_getValue", "ModelicaStandardTables_CombiTimeTable_getDerValue",
	"ModelicaStandardTables_CombiTimeTable_getDer2Value", "ModelicaStandardTables_CombiTimeTable_nextTimeEvent",
	"ModelicaStandardTables_CombiTimeTable_place", "ModelicaStandardTables_CombiTimeTable_minimumTime",
	"ModelicaStandardTables_CombiTimeTable_maximumTime", "ModelicaStandardTables_CombiTimeTable_read",
	"ModelicaRandom_xorshift64star", "ModelicaRandom_xorshift128plus", "ModelicaRandom_xorshift1024star"};

/* Functions of numbers of the C library. */
static const char *const library[] = {"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil",
	"copysign", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin",
	"fmod", "hypot", "ldexp", "lgamma", "log", "log10", "log1p", "log2", "nearbyint", "pow", "remainder", "rint",
	"round", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc", "abs"};

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (strcmp(list[k], name) == 0)
			return true;
	return false;
}
#define IS_ONE_OF(name, list) is_one_of(name, list, sizeof list / sizeof *list)

const char *so_runtime_name(const so_job *j, const char *symbol)
{
	if (!IS_ONE_OF(symbol, runtime))
		return NULL;
	return sb_printf(j->arena, "rt_%s", strchr(symbol, '_') + 1);
}

static bool takes_objects(const sm_function *f)
{
	for (uint32_t k = 0; k < f->locals.n; k++)
		if (f->locals.at[k].object)
			return true;
	return false;
}

static bool makes_objects(const sm_function *f)
{
	for (uint32_t k = 0; k < f->locals.n; k++)
		if (f->locals.at[k].destructor)
			return true;
	return f->destructor != 0;
}

/* C that may fail by not returning needs somebody to return to. */
static bool needs_host(const char *text)
{
	static const char *const words[] = {"ModelicaError", "ModelicaFormatError", "ModelicaVFormatError",
		"ModelicaMessage", "ModelicaFormatMessage", "ModelicaWarning", "ModelicaFormatWarning",
		"ModelicaAllocateString", "ModelicaUtilities.h"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

static bool some_needs_host(const sm_external *x)
{
	for (uint32_t k = 0; k < x->includes.n; k++)
		if (needs_host(x->includes.at[k]))
			return true;
	return false;
}

const char *so_why_function_stays(const so_job *j, const sm_function *f)
{
	const sm_external *x = f->external;
	bool own = x && x->own;
	return makes_objects(f)                            ? "it makes an external object"
		   : f->impure                                 ? "it is impure: it may depend on more than its arguments"
		   : !x                                        ? NULL
		   : own && IS_ONE_OF(x->symbol, runtime)      ? NULL
		   : own                                       ? "it is part of Saltus, and the runtime that leaves has it not"
		   : x->fortran                                ? "it is FORTRAN"
		   : takes_objects(f)                          ? "it takes an external object"
		   : x->libraries.n                            ? "it is in a library, which has no source that could be copied"
		   : j->o->single                              ? "it computes in double precision"
		   : some_needs_host(x)                       ? "it calls functions of ModelicaUtilities"
		   : x->includes.n || IS_ONE_OF(x->symbol, library) ? NULL
															: "its source is not known";
}

/* ---- Include */

/* The name between the quotes of a line #include "name"; NULL: it is no such line. */
static const char *included(const char *line, size_t *length)
{
	const char *at = line + strspn(line, " \t");
	if (*at++ != '#')
		return NULL;
	at += strspn(at, " \t");
	if (strncmp(at, "include", 7) != 0)
		return NULL;
	at += 7;
	at += strspn(at, " \t");
	const char *end = *at == '"' ? strchr(at + 1, '"') : NULL;
	if (!end || memchr(at, '\n', (size_t)(end - at)))
		return NULL;
	*length = (size_t)(end - at) - 1;
	return at + 1;
}

static const char *find_file(const so_job *j, const sb_strings *folders, const char *name)
{
	for (uint32_t k = 0; k < folders->n; k++) {
		const char *path = sb_path_join(j->arena, folders->at[k], name);
		if (access(path, R_OK) == 0 && !sb_is_folder(path))
			return path;
	}
	return NULL;
}

static void add_file(so_job *j, const sb_strings *folders, const char *name, sb_span span);

/* Files that a text includes are copied with it. */
static void follow(so_job *j, const sb_strings *folders, const char *text, sb_span span)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		size_t n;
		line += *line == '\n';
		const char *name = included(line, &n);
		if (name)
			add_file(j, folders, sb_strndup(j->arena, name, n), span);
	}
}

static void add_file(so_job *j, const sb_strings *folders, const char *name, sb_span span)
{
	const char *path = find_file(j, folders, name);
	char *text = NULL;
	size_t length;
	for (uint32_t k = 0; k < j->copies.n; k++)
		if (strcmp(j->copies.at[k].name, name) == 0)
			return;
	if (!path || strchr(name, '/')) {
		sb_message *m = sb_report(j->diag, SB_ERROR, "G0071", span, "the file '%s' of an Include cannot be copied",
				name);
		sb_help(m, "put it into the folder of the Include (IncludeDirectory), and name it without a path");
		return;
	}
	if ((text = sb_file_read(j->arena, j->diag, span, path, &length)) == NULL)
		return;
	if (needs_host(text)) {
		sb_message *m = sb_report(j->diag, SB_ERROR, "G0072", span,
								  "the file '%s' of an Include calls functions of ModelicaUtilities", name);
		sb_help(m, "these are functions of a simulator; let the C function return a number that tells of the failure");
		return;
	}
	sb_push(j->arena, j->copies, ((so_file){name, text}));
	follow(j, folders, text, span);
}

/* The text of an Include, whose files lie in the folder `external` there. */
static void put_include(const char *text, sb_text *out)
{
	for (const char *at = text; *at;) {
		size_t n;
		const char *name = at == text || at[-1] == '\n' ? included(at, &n) : NULL;
		if (name) {
			sb_addn(out, at, (size_t)(name - at));
			sb_add(out, "external/");
			at = name;
			continue;
		}
		sb_addc(out, *at++);
	}
	sb_addc(out, '\n');
}

bool so_take_includes(so_job *j)
{
	uint32_t before = sb_errors(j->diag);
	const sm_model *m = j->m->plan->model;
	sb_strings seen = {0};
	sb_text out = {0};
	for (uint32_t k = 0; k < m->functions.n; k++) {
		const sm_external *x = m->functions.at[k]->external;
		for (uint32_t i = 0; j->called[k] && x && !x->own && i < x->includes.n; i++) {
			bool old = false;
			for (uint32_t q = 0; q < seen.n; q++)
				old = old || strcmp(seen.at[q], x->includes.at[i]) == 0;
			if (old)
				continue;
			sb_push(j->arena, seen, x->includes.at[i]);
			follow(j, &x->include_folders, x->includes.at[i], m->functions.at[k]->span);
			put_include(x->includes.at[i], &out);
		}
	}
	j->includes = out.at ? sb_strdup(j->arena, out.at) : "";
	sb_text_free(&out);
	return sb_errors(j->diag) == before;
}
