/* The first tier: libtcc turns the text into machine code in this process. libtcc keeps its state in globals, so one
 * mutex serves all programs; that is the only thing here that all threads share. */
#include "base/door.h"
#include "code/compile/compile.h"

#include <libtcc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct sc_tcc { TCCState *state; };

static pthread_mutex_t tcc_lock = PTHREAD_MUTEX_INITIALIZER;

static void take_error(void *context, const char *message)
{
	sb_text *errors = context;
	if (strstr(message, "warning:"))
		return;
	if (strstr(message, "memory full"))
		sb_out_of_memory(0);
	sb_addf(errors, errors->n ? "; %s" : "%s", message);
}

static void add_headers(TCCState *state)
{
	static const char *const folders[] = {"/usr/lib/x86_64-linux-gnu/tcc/include",
										  "/usr/lib/tcc/include",
										  "/usr/local/lib/tcc/include",
										  "/usr/local/include",
										  "/usr/include/x86_64-linux-gnu",
										  "/usr/include"};
	for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
		if (access(folders[k], R_OK) == 0)
			tcc_add_sysinclude_path(state, folders[k]);
}

/* Symbols of external functions come from the libraries that were opened for them, then from the process. */
static void add_externals(sc_build *build, TCCState *state, const sb_strings *missing)
{
	for (uint32_t k = 0; k < build->externals.n; k++) {
		const sc_external *x = &build->externals.at[k];
		void *at = x->included ? NULL : sc_symbol(build, x->symbol);
		if (at)
			tcc_add_symbol(state, x->symbol, at);
		for (uint32_t j = 0; j < x->include_folders.n; j++)
			tcc_add_include_path(state, x->include_folders.at[j]);
	}
	if (build->headers)
		tcc_add_include_path(state, build->headers);
	for (uint32_t k = 0; k < missing->n; k++) {
		void *at = sc_symbol(build, missing->at[k]);
		if (at)
			tcc_add_symbol(state, missing->at[k], at);
	}
}

/* What the text of an Include calls is known only from the complaints of a first try. */
static void find_missing(sc_build *build, const sb_text *errors, sb_strings *missing)
{
	static const char complaint[] = "undefined symbol '";
	const char *at = errors->at;
	missing->n = 0;
	while (at && (at = strstr(at, complaint)) != NULL) {
		at += sizeof complaint - 1;
		sb_push(build->arena, *missing, sb_strndup(build->arena, at, strcspn(at, "'")));
	}
}

/* What libtcc itself calls for copies of structures. */
static void add_memory(TCCState *state)
{
	tcc_add_symbol(state, "memmove", (const void *)memmove);
	tcc_add_symbol(state, "memcpy", (const void *)memcpy);
	tcc_add_symbol(state, "memset", (const void *)memset);
}

static void *find(void *context, const char *name)
{
	return tcc_get_symbol(context, name);
}

static TCCState *compile(sc_build *build, const sb_strings *missing, sb_text *errors)
{
	TCCState *state = tcc_new();
	if (!state)
		return NULL;
	tcc_set_error_func(state, errors, take_error);
	tcc_set_options(state, build->text.includes ? "-nostdlib" : "-nostdlib -nostdinc");
	tcc_set_output_type(state, TCC_OUTPUT_MEMORY);
	if (build->text.includes)
		add_headers(state);
	add_memory(state);
	add_externals(build, state, missing);
	if (tcc_compile_string(state, build->text.text) == 0 && tcc_relocate(state, TCC_RELOCATE_AUTO) == 0
		&& build->take(build, find, state))
		return state;
	tcc_delete(state);
	return NULL;
}

sc_tcc *sc_tcc_compile(sc_build *build, sb_text *errors, sb_strings *missing)
{
	sc_tcc *tcc = NULL;
	sb_lock(&tcc_lock);
	TCCState *state = compile(build, missing, errors);
	find_missing(build, errors, missing);
	if (!state && missing->n && build->text.includes) {
		errors->n = 0;
		state = compile(build, missing, errors);
		find_missing(build, errors, missing);
	}
	if (state) {
		tcc = sb_new(build->arena, sc_tcc);
		tcc->state = state;
	}
	sb_unlock(&tcc_lock);
	return tcc;
}

void *sc_tcc_find(const sc_tcc *tcc, const char *name)
{
	return tcc_get_symbol(tcc->state, name);
}

void sc_tcc_free(sc_tcc *tcc)
{
	if (!tcc)
		return;
	sb_lock(&tcc_lock);
	tcc_delete(tcc->state);
	sb_unlock(&tcc_lock);
}
