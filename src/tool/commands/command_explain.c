/* saltus explain [CODE ...]: what a message means and what to do, with a model that gets it. */
#include "tool/commands/commands.h"
#include "tool/commands/explanations.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

static const tool_explanation *find(const char *code)
{
	for (uint32_t i = 0; i < tool_explanation_count; i++)
		if (strcasecmp(tool_explanations[i].code, code) == 0)
			return &tool_explanations[i];
	return NULL;
}

static bool begins(const char *code, const char *word)
{
	return strncasecmp(code, word, strlen(word)) == 0;
}

static void list_groups(void)
{
	uint32_t width = tool_page_width();
	tool_fill(stdout,
			  "Each message has a code, as in error[R0202]. Its letter tells who speaks, its first digits what it is "
			  "about. saltus explain R0202 tells what a message means, saltus explain R02 lists those that begin "
			  "so.", 0, false, width);
	for (const tool_code_group *g = tool_code_groups; g->letter; g++) {
		uint32_t n = 0;
		for (uint32_t i = 0; i < tool_explanation_count; i++)
			n += *tool_explanations[i].code == *g->letter;
		printf("\n%s (%u messages)\n", g->title, n);
		tool_fill(stdout, g->text, 2, false, width);
	}
}

/* The first sentence of each. */
static bool list_range(const char *word)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < tool_explanation_count; i++) {
		const tool_explanation *e = &tool_explanations[i];
		if (!begins(e->code, word))
			continue;
		const char *end = strstr(e->text, ". ");
		sb_text first = {0};
		sb_addn(&first, e->text, end ? (size_t)(end - e->text) + 1 : strlen(e->text));
		printf("%s  %-8s ", e->code, e->severity);
		tool_fill(stdout, first.at, 16, true, tool_page_width());
		sb_text_free(&first);
		n++;
	}
	return n > 0;
}

static void explain(const tool_explanation *e, bool example)
{
	if (example) {
		if (e->example)
			fputs(e->example, stdout);
		return;
	}
	printf("%s (%s)\n", e->code, e->severity);
	tool_fill(stdout, e->text, 2, false, tool_page_width());
	if (!e->example)
		return;
	printf("\nA model that gets it (saltus explain %s --example | saltus run -):\n\n", e->code);
	for (const char *line = e->example; *line; line += strcspn(line, "\n") + 1)
		printf("  %.*s\n", (int)strcspn(line, "\n"), line);
}

/* The codes of the same letter before and behind one that does not exist, both or one of them. */
static bool add_near(const char *word, sb_text *out)
{
	const char *before = NULL, *behind = NULL;
	bool code = isalpha((unsigned char)*word) && strspn(word + 1, "0123456789") == 4 && !word[5];
	for (uint32_t i = 0; code && i < tool_explanation_count && !behind; i++) {
		const char *c = tool_explanations[i].code;
		if (*c != toupper((unsigned char)*word))
			continue;
		*(strcmp(c + 1, word + 1) < 0 ? &before : &behind) = c;
	}
	sb_addf(out, "%s%s%s", before ? before : "", before && behind ? " and " : "", behind ? behind : "");
	return before || behind;
}

static bool refuse(sb_diag *diag, const char *word)
{
	sb_text near = {0};
	sb_message *m = sb_report(diag, SB_ERROR, "U0973", (sb_span){0}, "there is no message '%s'", word);
	if (add_near(word, &near))
		sb_help(m, "near it there is %s; saltus explain %c lists all of that letter", near.at, *near.at);
	else
		sb_help(m, "a code is a letter and four digits, as in error[R0202]; saltus explain lists the letters");
	sb_text_free(&near);
	return false;
}

static bool explain_word(sb_diag *diag, const char *word, bool example, bool first)
{
	const tool_explanation *e = find(word);
	if (!first && !example)
		fputc('\n', stdout);
	if (!e)              /* whoever writes fewer than five characters asks for a range */
		return (*word && strlen(word) < 5 && !example && list_range(word)) || refuse(diag, word);
	if (example && !e->example) {
		sb_help(sb_report(diag, SB_ERROR, "U0974", (sb_span){0}, "there is no short example of %s", e->code),
				"saltus explain %s tells what it means", e->code);
		return false;
	}
	explain(e, example);
	return true;
}

int tool_explain(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	bool good = tool_parse(arena, diag, argc, argv, TOOL_EXPLAIN, "explain", &o);
	int status = TOOL_DONE;
	if (!good) {
		status = tool_usage(diag, "explain");
	} else if (!o.files.n) {
		list_groups();
	} else {
		for (uint32_t i = 0; i < o.files.n; i++)
			good = explain_word(diag, o.files.at[i], o.explain.example, i == 0) && good;
		tool_print_messages(diag, false);
		status = good ? TOOL_DONE : TOOL_USAGE;
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
