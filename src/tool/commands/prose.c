/* Prose of the help, filled to the width of what it is printed to. */
#include "tool/commands/commands.h"
#include "tool/report/report.h"
#include <string.h>

uint32_t tool_page_width(void)
{
	uint32_t width, height;
	tool_terminal_size(&width, &height);
	return width < 60 ? 60 : width > 100 ? 100 : width;
}

const char *tool_paragraph(const char **prose, size_t *length, bool *literal)
{
	const char *from = *prose;
	while (*from == '\n')
		from++;
	const char *end = strstr(from, "\n\n");
	*length = end ? (size_t)(end - from) : strlen(from);
	*prose = from + *length;
	*literal = *from == ' ';
	while (*length && from[*length - 1] == '\n')
		--*length;
	return *length ? from : NULL;
}

static void fill(FILE *out, const char *text, size_t n, uint32_t indent, bool hangs, uint32_t width)
{
	uint32_t column = indent;
	bool first = true;
	if (!hangs)
		fprintf(out, "%*s", (int)indent, "");
	for (size_t i = 0; i < n;) {
		size_t word = 0;
		while (i + word < n && text[i + word] != ' ' && text[i + word] != '\n')
			word++;
		if (!first && column + 1 + word > width) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
			first = true;
		}
		fprintf(out, "%s%.*s", first ? "" : " ", (int)word, text + i);
		column += (uint32_t)word + !first;
		first = false;
		for (i += word; i < n && (text[i] == ' ' || text[i] == '\n'); i++)
			;
	}
	fputc('\n', out);
}

void tool_fill(FILE *out, const char *prose, uint32_t indent, bool hangs, uint32_t width)
{
	size_t n;
	bool literal;
	const char *text;
	for (bool first = true; (text = tool_paragraph(&prose, &n, &literal)); first = false) {
		if (!first)
			fputc('\n', out);
		if (literal)
			fprintf(out, "%.*s\n", (int)n, text);
		else
			fill(out, text, n, indent, hangs && first, width);
	}
}
