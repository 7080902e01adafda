/* saltus fmt: Modelica files in one layout. Each file is formatted by itself; what cannot be is told and left as it
 * is. */
#include "base/file.h"
#include "front/notation.h"
#include "tool/text/tool_text.h"
#include <string.h>

enum { DEEPEST = 64 };               /* folders in folders */

typedef struct work { const tool_options *o; uint32_t files, changed; bool failed; } work;

static bool write_file(sb_diag *diag, const char *path, const sb_text *text)
{
	sb_output out;
	if (!sb_output_open(&out, diag, path))
		return false;
	fwrite(text->at, 1, text->n, out.stream);
	return sb_output_commit(&out, diag);
}

static bool put(work *w, sb_diag *diag, const char *path, const char *before, size_t length, const sb_text *after)
{
	bool same = after->n == length && memcmp(after->at, before, length) == 0;
	w->changed += !same;
	if (w->o->format.print || strcmp(path, "-") == 0)
		return fwrite(after->at, 1, after->n, stdout) == after->n;
	if (same)
		return true;
	if (w->o->format.only_check) {
		printf("%s\n", path);
		return true;
	}
	return write_file(diag, path, after);
}

static void refuse(work *w, const char *path, const sf_notation *notation)
{
	fprintf(stderr, "saltus fmt: '%s' is %s; only ", path, notation->of_text);
	for (uint32_t i = 0, n = 0; sf_notations[i]; i++)
		if (sf_notations[i]->format)
			fprintf(stderr, "%s%s", n++ ? " and " : "", sf_notations[i]->name);
	fputs(" files are laid out\n", stderr);
	w->failed = true;
}

static void format_file(work *w, const char *path)
{
	bool input = strcmp(path, "-") == 0;
	const sf_notation *notation = input ? sf_notation_of_text(path, w->o->text) : sf_notation_of(path);
	if (!notation->format) {
		refuse(w, path, notation);
		return;
	}
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	sb_text after = {0};
	size_t length = 0;
	const char *text = input ? w->o->text : sb_file_read(arena, diag, (sb_span){0}, path, &length);
	length = input ? strlen(text) : length;
	w->files++;
	bool good = text && notation->format(arena, sb_names_new(arena), diag,
										 sb_source_add(diag, input ? SB_STDIN : path, text, length), &after)
		&& put(w, diag, path, text, length, &after);
	if (!good)
		w->failed = true;
	tool_print_messages(diag, true);
	sb_text_free(&after);
	sb_diag_free(diag);
	sb_arena_free(arena);
}

static void format_folder(work *w, const char *path, int depth)
{
	sb_arena *arena = sb_arena_new();
	sb_strings names = {0};
	if (!sb_folder_list(arena, path, &names)) {
		fprintf(stderr, "saltus fmt: the folder '%s' cannot be read\n", path);
		w->failed = true;
	}
	for (uint32_t i = 0; i < names.n; i++) {
		const char *inner = sb_path_join(arena, path, names.at[i]);
		const sf_notation *notation = sf_notation_named(inner);
		if (sb_is_folder(inner)) {
			if (names.at[i][0] != '.' && depth < DEEPEST)
				format_folder(w, inner, depth + 1);
		} else if (notation && notation->format) {
			format_file(w, inner);
		}
	}
	sb_arena_free(arena);
}

int tool_fmt(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status;
	if (!tool_parse(arena, diag, argc, argv, TOOL_FORMAT, "fmt", &o)) {
		status = tool_usage(diag, "fmt");
	} else {
		tool_guard(&o);
		work w = {.o = &o};
		for (uint32_t i = 0; i < o.files.n; i++)
			if (sb_is_folder(o.files.at[i]))
				format_folder(&w, o.files.at[i], 0);
			else
				format_file(&w, o.files.at[i]);
		bool good = fflush(stdout) == 0 && !ferror(stdout) && !w.failed;
		status = good && !(o.format.only_check && w.changed) ? TOOL_DONE : TOOL_FAILED;
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	tool_guard_phase(TOOL_FINISHING);        /* what is whole is whole, whoever has asked for the end meanwhile */
	return status;
}
