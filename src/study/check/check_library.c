/* The classes of a library, one after another: the front end says what a class is, the structure layer whether it can
 * be simulated. */
#include "front/notation.h"
#include "study/check/study_check.h"

typedef struct checking { sb_diag *diag; void (*seen)(void *context, const st_checked *one); void *context; } checking;

static void analyse(void *context, const sf_checked *one)
{
	const checking *k = context;
	st_checked out = {
		.name = one->name, .kind = one->kind, .partial = one->partial, .waits = one->waits, .errors = one->errors};
	if (one->closed && !one->errors) {
		uint32_t errors = sb_errors(k->diag);
		ss_analyse(one->arena, one->closed);
		out.errors = sb_errors(k->diag) - errors;
		out.simulated = !out.errors;
	}
	k->seen(k->context, &out);
}

static const sf_notation *notation_of(const char *path, const char *text)
{
	return text ? sf_notation_of_text(path, text) : sf_notation_of(path);
}

bool st_check_classes(sb_diag *diag, const char *path, const char *text, const char *class_name, st_external external,
					  void (*seen)(void *context, const st_checked *one), void *context)
{
	const sf_notation *n = notation_of(path, text);
	if (!n->check)
		return false;
	sb_arena *arena = sb_arena_new();
	sf_request request = {.arena = arena, .names = sb_names_new(arena), .diag = diag, .path = path, .text = text,
		.part = class_name, .run = st_runner_of(external)};
	bool any = n->check(&request, analyse, &(checking){diag, seen, context});
	sb_arena_free(arena);
	return any;
}

bool st_names_library(const char *path, const char *text, const char *class_name)
{
	const sf_notation *n = notation_of(path, text);
	if (!n->names_library)
		return false;
	sb_arena *arena = sb_arena_new();
	sb_diag *quiet = sb_diag_new();
	bool is = n->names_library(&(sf_request){.arena = arena, .names = sb_names_new(arena), .diag = quiet, .path = path,
		.text = text, .part = class_name});
	sb_diag_free(quiet);
	sb_arena_free(arena);
	return is;
}
