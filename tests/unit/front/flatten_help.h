/* What the tests of the flattening share: a text is translated and compared with what a reader of Modelica would write
 * by hand. */
#ifndef SALTUS_TESTS_FLATTEN_HELP_H
#define SALTUS_TESTS_FLATTEN_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "front/modelica/modelica.h"
#include "model/print/print.h"

typedef struct flat {
	sb_arena *arena;
	sb_diag *diag;
	sm_model *model;
	sb_text text;
} flat;

/* Whole numbers without their ".0": how a Real is told from an Integer is the printer's business, not that of these
 * tests. */
static inline void plain_numbers(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		bool whole = from > text && from[0] == '.' && from[1] == '0' && from[-1] >= '0' && from[-1] <= '9' &&
					 !(from[2] >= '0' && from[2] <= '9');

		if (whole)
			from++;
		else
			*to++ = *from;
	}
	*to = 0;
}

static inline flat flatten(const char *text)
{
	flat f = {.arena = sb_arena_new(), .diag = sb_diag_new()};

	f.model = mo_translate(&(sf_request){
		.arena = f.arena, .names = sb_names_new(f.arena), .diag = f.diag, .path = "test.mo", .text = text});
	if (f.model) {
		sm_print(f.model, false, &f.text);
		plain_numbers(f.text.at);
	}
	return f;
}

static inline void flat_free(flat *f)
{
	sb_text_free(&f->text);
	sb_diag_free(f->diag);
	sb_arena_free(f->arena);
}

static inline void show(const flat *f)
{
	sb_text out = {0};

	sb_render(f->diag, 0, false, &out);
	print_message("%s%s", out.at ? out.at : "", f->text.at ? f->text.at : "");
	sb_text_free(&out);
}

/* As many equations as unknowns: true of every balanced model, whatever its equations are. */
static inline void assert_balanced(const flat *f)
{
	uint32_t equations = 0, unknowns = 0;

	for (uint32_t i = 0; i < f->model->equations.n; i++)
		equations += sm_equation_count(f->model, f->model->equations.at[i]);
	for (uint32_t i = 0; i < f->model->variables.n; i++)
		if (sm_var(f->model, i)->variability < SM_PARAMETER && !sm_var(f->model, i)->held)
			unknowns += sm_var(f->model, i)->count;
	if (equations != unknowns)
		show(f);
	assert_int_equal(equations, unknowns);
}

static inline bool has_line(const flat *f, const char *line)
{
	size_t length = strlen(line);

	for (const char *at = f->text.at; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
		const char *from = at + strspn(at, " ");

		if (strncmp(from, line, length) == 0 && from[length] == '\n')
			return true;
	}
	return false;
}

/* Translates, and looks for each of the lines (which end with NULL), wherever and however deep they stand. */
static inline void assert_flat(const char *text, const char *const *lines, bool balanced)
{
	flat f = flatten(text);

	if (!f.model)
		show(&f);
	assert_non_null(f.model);
	for (; *lines; lines++) {
		if (!has_line(&f, *lines)) {
			show(&f);
			fail_msg("there is no line '%s'", *lines);
		}
	}
	if (balanced)
		assert_balanced(&f);
	flat_free(&f);
}

#define EXPECT(text, ...) assert_flat(text, (const char *const[]){__VA_ARGS__, NULL}, true)
#define EXPECT_UNBALANCED(text, ...) assert_flat(text, (const char *const[]){__VA_ARGS__, NULL}, false)

/* The translation fails, and the first error has this code. */
static inline void assert_error(const char *text, const char *code)
{
	flat f = flatten(text);
	const char *first = "none";

	for (uint32_t i = 0; i < sb_messages(f.diag); i++) {
		sb_message_view m = sb_message_at(f.diag, i);

		if (m.severity == SB_ERROR) {
			first = m.code;
			assert_true(m.line > 0);
			break;
		}
	}
	if (f.model || strcmp(first, code) != 0)
		show(&f);
	assert_null(f.model);
	assert_string_equal(first, code);
	flat_free(&f);
}

#endif
