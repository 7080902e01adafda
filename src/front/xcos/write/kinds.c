/* The table of blocks, which is a file of the library: Saltus/Xcos/blocks.txt says what its lines mean. */
#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "front/modelica/modelica.h"
#include "front/xcos/write/xcos_write.h"

static xc_rule rule_of(const char *name)
{
	const xc_rule_row *const all[] = {xc_value_rules, xc_system_rules, xc_event_rules};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		for (const xc_rule_row *r = all[i]; r->name; r++)
			if (strcmp(r->name, name) == 0)
				return r->rule;
	return NULL;
}

typedef struct table_reader {
	xc_kinds *kinds;
	sb_arena *arena;
	const char *wrong; /* the first line that makes no sense */
} table_reader;

static char *trimmed(char *text)
{
	while (*text == ' ')
		text++;
	size_t n = strlen(text);
	while (n > 0 && isspace((unsigned char)text[n - 1]))
		text[--n] = 0;
	return text;
}

/* The text before a separator, which becomes its end; *rest is behind it, NULL at the end. */
static char *before(char *text, const char *separator, char **rest)
{
	char *at = strstr(text, separator);
	*rest = at ? at + strlen(separator) : NULL;
	if (at)
		*at = 0;
	return trimmed(text);
}

/* "Class(parameters)" */
static void read_class(xc_spec *spec, char *field)
{
	char *open = strchr(field, '(');
	spec->class = field;
	if (!open)
		return;
	*open = 0;
	spec->with = open + 1;
	open[strlen(open + 1)] = 0; /* the ')' at the end */
}

/* "in -> out", of signals or behind "when" of activations; "size ..."; "by ...". False: it is none of them. */
static bool read_field(xc_spec *spec, char *field)
{
	if (strncmp(field, "size ", 5) == 0)
		return spec->shape = trimmed(field + 5), true;
	if (strncmp(field, "by ", 3) == 0)
		return (spec->special = rule_of(trimmed(field + 3))) != NULL;
	bool events = strncmp(field, "when ", 5) == 0;
	char *out, *in = before(field + (events ? 5 : 0), "->", &out);
	if (!out)
		return false;
	*(events ? &spec->event_in : &spec->in) = in;
	*(events ? &spec->event_out : &spec->out) = trimmed(out);
	return true;
}

static void read_line(table_reader *r, char *line)
{
	xc_spec spec = {NULL, "", "", "", "", "", "", "", NULL};
	const char *whole = sb_strdup(r->arena, line);
	char *rest, *kinds = before(line, " | ", &rest);
	if (rest)
		read_class(&spec, before(rest, " | ", &rest));
	for (bool good = true; rest && good;) {
		good = read_field(&spec, before(rest, " | ", &rest));
		r->wrong = good || r->wrong ? r->wrong : whole;
	}
	while (*kinds) {
		size_t n = strcspn(kinds, " ");
		spec.kind = sb_strndup(r->arena, kinds, n);
		sb_push(r->arena, *r->kinds, spec);
		kinds += n + strspn(kinds + n, " ");
	}
}

static void read_table(table_reader *r, char *text)
{
	while (*text) {
		size_t n = strcspn(text, "\n");
		while (text[n] == '\n' && text[n + 1] == ' ') { /* the next line goes on with this one */
			text[n] = ' ';
			n += strcspn(text + n, "\n");
		}
		bool more = text[n] != 0;
		text[n] = 0;
		if (*text && *text != '#')
			read_line(r, text);
		text += n + more;
	}
}

bool xc_read_kinds(sb_arena *arena, sb_diag *diag, sb_span where, xc_kinds *out)
{
	const char *package = mo_library_file(arena, "Saltus");
	if (!package) {
		sb_help(sb_report(diag, SB_ERROR, "X0041", where, "the library Saltus, which has the blocks, is not found"),
				"SALTUS_LIB names the folder it is in");
		return false;
	}
	const char *folder = sb_strndup(arena, package, (size_t)(strrchr(package, '/') - package));
	const char *path = sb_path_join(arena, folder, "Xcos/blocks.txt");
	char *text = sb_file_read(arena, diag, where, path, NULL);
	table_reader r = {out, arena, NULL};
	if (text)
		read_table(&r, text);
	if (r.wrong)
		sb_note(sb_report(diag, SB_ERROR, "X0041", where, "a line of the table of blocks means nothing: %s", path),
				"%.200s", r.wrong);
	return text && !r.wrong;
}

const xc_spec *xc_spec_of(const xc_kinds *kinds, const char *kind)
{
	for (uint32_t i = 0; i < kinds->n; i++)
		if (strcmp(kinds->at[i].kind, kind) == 0)
			return &kinds->at[i];
	return NULL;
}

const char *xc_stand_in(sb_arena *arena, const xc_kinds *kinds, const char *kind)
{
	const char **names = sb_new_array(arena, const char *, kinds->n + 1);
	for (uint32_t i = 0; i < kinds->n; i++)
		names[i] = kinds->at[i].kind + (strchr("~+", *kinds->at[i].kind) != NULL);
	return sb_nearest(kind, names, kinds->n);
}
