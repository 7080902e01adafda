/* saltus help [COMMAND]: an overview, what a command takes, manual pages, completion of the shells. */
#include "tool/commands/commands.h"
#include <string.h>

enum { LEFT = 24 };

static void overview(FILE *out)
{
	uint32_t width = tool_page_width();
	const char *section = "";
	fputs("saltus simulates models that flow and jump: equations, events, processes.\n\n"
		  "A first curve:   saltus run examples/bouncing_ball.mo --plot\n"
		  "How to go on:    saltus help COMMAND, and docs/guide.md\n"
		  "After a message: saltus explain CODE\n",
		  out);
	for (uint32_t i = 0; i < tool_command_count; i++) {
		const tool_command *c = &tool_commands[i];
		char left[64];
		if (strcmp(section, c->section) != 0)
			fprintf(out, "\n%s\n", section = c->section);
		const char *dash = strstr(c->operands, " -");        /* those of a sweep are told by its own page */
		snprintf(left, sizeof left, "%s %.*s", c->name, dash ? (int)(dash - c->operands) : (int)strlen(c->operands),
				 c->operands);
		fprintf(out, "  %-*s ", LEFT, left);
		tool_fill(out, c->line, LEFT + 3, true, width);
	}
	fputs("\nsaltus --version tells the version.\n\n", out);
	tool_fill(out, tool_about_files, 0, false, width);
}

static void print_options(unsigned groups, FILE *out)
{
	uint32_t width = tool_page_width();
	tool_option o;
	fputs("\nOptions:\n", out);
	for (uint32_t i = 0; tool_option_at(groups, i, &o); i++) {
		char left[64];
		snprintf(left, sizeof left, "%s%s%.*s", o.name, o.value_length && !tool_value_is_optional(&o) ? " " : "",
				 o.value_length, o.value);
		fprintf(out, "  %-*s ", LEFT, left);
		tool_fill(out, o.help, LEFT + 3, true, width);
	}
}

static void print_examples(const tool_command *c, FILE *out)
{
	fputs("\nFor example:\n", out);
	for (uint32_t i = 0; i < TOOL_EXAMPLES && c->examples[i].line; i++) {
		const tool_example *e = &c->examples[i];
		bool beside = e->shows && strlen(e->line) < 56;
		fprintf(out, "  %-*s%s%s\n", beside ? 56 : 0, e->line, beside ? "  " : "", beside ? e->shows : "");
		if (e->shows && !beside)
			fprintf(out, "      %s\n", e->shows);
	}
}

static void print_status(const tool_command *c, FILE *out)
{
	sb_text text = {0};
	for (const char *line = c->status; *line; line += strcspn(line, "\n") + 1)
		sb_addf(&text, "%s%.*s", line == c->status ? "Exit status: " : "; ", (int)strcspn(line, "\n"), line);
	sb_add(&text, ".");
	if (c->page)
		sb_addf(&text, " %s tells more.", c->page);
	fputc('\n', out);
	tool_fill(out, text.at, 0, false, tool_page_width());
	sb_text_free(&text);
}

static void describe(const tool_command *c, FILE *out)
{
	fprintf(out, "saltus %s %s [OPTIONS]\n\n", c->name, c->operands);
	tool_fill(out, c->about, 0, false, tool_page_width());
	print_options(c->options, out);
	if (*c->after) {
		fputc('\n', out);
		tool_fill(out, c->after, 0, false, tool_page_width());
	}
	print_examples(c, out);
	print_status(c, out);
}

static int print(const tool_options *o)
{
	const char *word = o->files.n ? o->files.at[0] : NULL;
	const tool_command *c = word ? tool_find_command(word) : NULL;
	if (word && !c)
		return tool_unknown_word((int)o->files.n, (char **)o->files.at);
	if (o->help.shell)
		tool_completion(stdout, o->help.shell);
	else if (o->help.manual)
		tool_manual(stdout, c);
	else if (c)
		describe(c, stdout);
	else
		overview(stdout);
	return TOOL_DONE;
}

int tool_help(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	bool good = tool_parse(arena, diag, argc, argv, TOOL_HELP, "help", &o);
	int status = good ? print(&o) : tool_usage(diag, "help");
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
