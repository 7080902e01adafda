/* Manual pages in roff, from the table of commands: `saltus help --man COMMAND`. */
#include "saltus.h"
#include "tool/commands/commands.h"
#include <ctype.h>
#include <string.h>

/* Text in which nothing is a request: backslashes, and dots and quotes at the beginning of a line. A hyphen of roff
 * becomes another character in print, so that an option could not be copied. */
static void put(FILE *out, const char *text, size_t n, bool begins)
{
	if (begins && n && (*text == '.' || *text == '\''))
		fputs("\\&", out);
	for (size_t i = 0; i < n; i++)
		switch (text[i]) {
		case '\\': fputs("\\e", out); break;
		case '-': fputs("\\-", out); break;
		case '\'': fputs("\\(aq", out); break;
		case '`': fputs("\\(ga", out); break;
		case '^': fputs("\\(ha", out); break;
		case '~': fputs("\\(ti", out); break;
		default: fputc(text[i], out);
		}
}

static void put_all(FILE *out, const char *text)
{
	put(out, text, strlen(text), false);
}

/* Options are bold wherever they stand. */
static bool is_option(const char *word, size_t n)
{
	return n > 1 && *word == '-' && (isalpha((unsigned char)word[1]) || (n > 3 && word[1] == '-'));
}

static void put_prose(FILE *out, const char *text, size_t n)
{
	bool begins = true;
	for (size_t i = 0; i < n;) {
		size_t word = 0, name = 0;
		while (i + word < n && text[i + word] != ' ' && text[i + word] != '\n')
			word++;
		while (name < word && (isalnum((unsigned char)text[i + name]) || text[i + name] == '-'))
			name++;
		if (is_option(text + i, name)) {
			fputs("\\fB", out);
			put(out, text + i, name, false);
			fputs("\\fR", out);
			put(out, text + i + name, word - name, false);
		} else {
			put(out, text + i, word, begins);
		}
		for (i += word; i < n && (text[i] == ' ' || text[i] == '\n'); i++)
			;
		fputc(i < n ? ' ' : '\n', out);
		begins = false;
	}
}

static void put_literal(FILE *out, const char *text, size_t n)
{
	fputs(".nf\n.ft CR\n", out);
	for (size_t i = 0; i < n;) {
		const char *end = memchr(text + i, '\n', n - i);
		size_t line = end ? (size_t)(end - text) - i : n - i;
		put(out, text + i, line, true);
		fputc('\n', out);
		i += line + 1;
	}
	fputs(".ft R\n.fi\n", out);
}

static void paragraphs(FILE *out, const char *prose)
{
	size_t n;
	bool literal;
	const char *text;
	while ((text = tool_paragraph(&prose, &n, &literal))) {
		fputs(".PP\n", out);
		(literal ? put_literal : put_prose)(out, text, n);
	}
}

/* No date: the page is the same whenever it is built. */
static void head(FILE *out, const char *title, const char *line)
{
	fputs(".TH ", out);
	for (const char *c = title; *c; c++)
		fputc(toupper((unsigned char)*c), out);
	fprintf(out, " 1 \"\" \"Saltus %s\" \"Saltus\"\n.nh\n.ad l\n.SH NAME\n", saltus_version());
	put_all(out, title);
	fputs(" \\- ", out);
	put_all(out, line);
	fputs("\n.SH SYNOPSIS\n", out);
}

static void options(FILE *out, unsigned groups)
{
	tool_option o;
	fputs(".SH OPTIONS\n", out);
	for (uint32_t i = 0; tool_option_at(groups, i, &o); i++) {
		fputs(".TP\n\\fB", out);
		put_all(out, o.name);
		fputs("\\fR", out);
		if (o.value_length) {
			fputs(tool_value_is_optional(&o) ? "\\fI" : " \\fI", out);
			put(out, o.value, (size_t)o.value_length, false);
			fputs("\\fR", out);
		}
		fputc('\n', out);
		put_prose(out, o.help, strlen(o.help));
	}
}

static void examples(FILE *out, const tool_command *c)
{
	fputs(".SH EXAMPLES\n", out);
	for (uint32_t i = 0; i < TOOL_EXAMPLES && c->examples[i].line; i++) {
		const tool_example *e = &c->examples[i];
		fputs(e->shows ? ".TP\n" : ".PP\n", out);
		fputs("\\f(CR", out);
		put_all(out, e->line);
		fputs("\\fR\n", out);
		if (e->shows)
			put_prose(out, e->shows, strlen(e->shows));
	}
}

static void status(FILE *out, const char *lines)
{
	fputs(".SH EXIT STATUS\n", out);
	for (const char *at = lines; *at;) {
		size_t n = strcspn(at, "\n"), number = strcspn(at, " ");
		fprintf(out, ".TP\n\\fB%.*s\\fR\n", (int)number, at);
		put_prose(out, at + number + 1, n - number - 1);
		at += n + 1;
	}
}

static void page_of_command(FILE *out, const tool_command *c)
{
	char title[64];
	snprintf(title, sizeof title, "saltus-%s", c->name);
	head(out, title, c->line);
	fprintf(out, "\\fBsaltus %s\\fR ", c->name);
	put_all(out, c->operands);
	fputs(" [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n", out);
	paragraphs(out, c->about);
	options(out, c->options);
	if (*c->after) {
		fputs(".SH NOTES\n", out);
		paragraphs(out, c->after);
	}
	examples(out, c);
	status(out, c->status);
	fputs(".SH SEE ALSO\n\\fBsaltus\\fR(1)", out);
	if (c->page) {
		fputs(", ", out);
		put_all(out, c->page);
	}
	fputc('\n', out);
}

void tool_manual(FILE *out, const tool_command *c)
{
	if (c) {
		page_of_command(out, c);
		return;
	}
	head(out, "saltus", "simulates models that flow and jump: equations, events, processes");
	fputs("\\fBsaltus\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n", out);
	paragraphs(out, tool_about_files);
	const char *section = "";
	for (uint32_t i = 0; i < tool_command_count; i++) {
		const tool_command *k = &tool_commands[i];
		if (strcmp(section, k->section) != 0)
			fprintf(out, ".SS %s\n", section = k->section);
		fprintf(out, ".TP\n\\fBsaltus\\-%s\\fR(1)\n", k->name);
		put_prose(out, k->line, strlen(k->line));
	}
	fputs(".SH ENVIRONMENT\n", out);
	for (const tool_example *v = tool_environment; v->line; v++) {
		fprintf(out, ".TP\n\\fB%s\\fR\n", v->line);
		put_prose(out, v->shows, strlen(v->shows));
	}
	fputs(".SH SEE ALSO\n", out);
	for (uint32_t i = 0; i < tool_command_count; i++)
		fprintf(out, "%s\\fBsaltus\\-%s\\fR(1)", i ? ", " : "", tool_commands[i].name);
	fputc('\n', out);
}
