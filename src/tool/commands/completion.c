/* Completion of the shells, from the tables of commands and options: `saltus help --completion SHELL`.
 *
 * Commands, the options of each, words that an option takes, files by their endings; in bash also classes behind
 * FILE: */
#include "front/notation.h"
#include "tool/commands/commands.h"
#include <string.h>

/* What stands behind an option or a command can be completed by. */
typedef enum source { NOTHING, WORDS, FILES, ENDINGS } source;

static source source_of(const tool_option *o)
{
	bool file = strstr(o->value, "FILE") && strstr(o->value, "FILE") < o->value + o->value_length;
	if (*o->words)
		return *o->words == '.' ? ENDINGS : WORDS;
	return file ? FILES : NOTHING;
}

/* In quotes of the shell; `quote`: what stands for a quote inside. Characters of `marked` get a backslash. */
static void put_marked(FILE *out, const char *text, const char *quote, const char *marked)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs(quote, out);
		else
			fprintf(out, "%s%c", strchr(marked, *text) ? "\\" : "", *text);
	}
}

static void put_commands(FILE *out)
{
	for (uint32_t i = 0; i < tool_command_count; i++)
		fprintf(out, "%s%s", i ? " " : "", tool_commands[i].name);
}

/* A pattern of the spellings of a command. */
static void put_case(FILE *out, const tool_command *c, const char *before, const char *behind)
{
	fprintf(out, "%s%s%s", before, c->name, behind);
	if (c->also)
		fprintf(out, "|%s%s%s", before, c->also, behind);
}

/* The way through the tables is the same for all shells. */
static void each_command(FILE *out, void (*put)(FILE *out, const tool_command *c))
{
	for (uint32_t i = 0; i < tool_command_count; i++)
		put(out, &tool_commands[i]);
}

static void each_option(FILE *out, const tool_command *c,
						void (*put)(FILE *out, const tool_command *c, const tool_option *o))
{
	tool_option o;
	for (uint32_t i = 0; tool_option_at(c->options, i, &o); i++)
		put(out, c, &o);
}

/* ---------------------------------------------------------------------------------------------------------- bash */

static void bash_value(FILE *out, const tool_command *c, const tool_option *o)
{
	static const char *const set[] = {"", "words=", "endings=.", "endings="};
	source s = source_of(o);
	char both[128];
	if (!o->value_length)
		return;
	snprintf(both, sizeof both, " %s=\"", o->name);
	fputs("\t", out);
	put_case(out, c, "\"", both);
	snprintf(both, sizeof both, " %s\"", o->name);
	if (!tool_value_is_optional(o)) {
		fputc('|', out);
		put_case(out, c, "\"", both);
	}
	fprintf(out, ") %s", set[s]);
	if (s == WORDS || s == ENDINGS)
		fprintf(out, "'%s'", o->words);
	fprintf(out, "%s ;;\n", tool_value_is_list(o) && s == WORDS ? " list=1" : s == NOTHING ? ":" : "");
}

static void bash_values(FILE *out, const tool_command *c)
{
	each_option(out, c, bash_value);
}

static void bash_option(FILE *out, const tool_command *c, const tool_option *o)
{
	(void)c;
	fprintf(out, "%s ", o->name);
}

/* The endings of the files that a command takes. */
static const char *endings_of(const tool_command *c, sb_text *out)
{
	size_t n;
	const char *word;
	for (uint32_t i = 0; (word = tool_word_at(c->takes, i, &n)); i++) {
		bool models = n == 6 && strncmp(word, "MODELS", n) == 0, layouts = n == 7 && strncmp(word, "LAYOUTS", n) == 0;
		for (const sf_notation *const *s = sf_notations; *s && (models || layouts); s++)
			for (const char *const *ending = (*s)->endings; *ending && (models || (*s)->format); ending++)
				sb_addf(out, "%s%s", out->n ? " " : "", *ending);
		if (!models && !layouts)
			sb_addf(out, "%s%.*s", out->n ? " " : "", (int)n, word);
	}
	return out->at;
}

static void bash_operands(FILE *out, const tool_command *c)
{
	sb_text endings = {0};
	fputs("\t", out);
	put_case(out, c, "", "");
	fputs(") ", out);
	if (strcmp(c->takes, "COMMAND") == 0)
		fputs("words=$commands", out);
	else if (strcmp(c->takes, "CODE") == 0)
		fputs("words=$([ -n \"$cur\" ] && saltus explain \"${cur:0:4}\" 2>/dev/null | cut -c1-5)", out);
	else
		fprintf(out, "endings='%s'", endings_of(c, &endings));
	sb_text_free(&endings);
	fputs("; options='", out);
	each_option(out, c, bash_option);
	fputs("' ;;\n", out);
}

static void bash(FILE *out)
{
	fputs("# Completion of saltus for bash:  source <(saltus help --completion bash)\n"
		  "_saltus_files() {\n"
		  "\tlocal ending\n"
		  "\tcompopt -o filenames 2>/dev/null\n"
		  "\tfor ending in $1; do\n"
		  "\t\tif [ \"$ending\" = . ]; then compgen -f -- \"$2\"; else compgen -f -X \"!*$ending\" -- \"$2\"; fi\n"
		  "\tdone\n"
		  "\tcompgen -d -- \"$2\"\n"
		  "}\n"
		  "_saltus_classes() {\n"
		  "\tsed -nE 's/^[[:space:]]*(partial |encapsulated )*(model|block|class|package) +([A-Za-z_][A-Za-z_0-9]*)"
		  ".*/\\3/p' \"$1\" 2>/dev/null\n"
		  "}\n"
		  "_saltus() {\n"
		  "\tlocal cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
		  "\tlocal option=$before words= endings= options= list= known=1 commands='", out);
	put_commands(out);
	fputs("'\n"
		  "\tCOMPREPLY=()\n"
		  "\tif ((COMP_CWORD == 1)); then\n"
		  "\t\tmapfile -t COMPREPLY < <(compgen -W \"$commands --help --version\" -- \"$cur\")\n"
		  "\t\treturn\n"
		  "\tfi\n"
		  "\tif [ \"$cur\" = = ]; then option=$before= cur=; fi\n"
		  "\tif [ \"$before\" = = ]; then option=${COMP_WORDS[COMP_CWORD-2]}=; fi\n"
		  "\tif [ \"$cur\" = : ] || [ \"$before\" = : ]; then\n"
		  "\t\t[ \"$cur\" = : ] && cur= || before=${COMP_WORDS[COMP_CWORD-2]}\n"
		  "\t\tmapfile -t COMPREPLY < <(compgen -W \"$(_saltus_classes \"$before\")\" -- \"$cur\")\n"
		  "\t\treturn\n"
		  "\tfi\n"
		  "\tcase \"$command $option\" in\n", out);
	each_command(out, bash_values);
	fputs("\t*) known= ;;\n"
		  "\tesac\n"
		  "\t[ -n \"$known\" ] || case \"$command\" in\n", out);
	each_command(out, bash_operands);
	fputs("\tesac\n"
		  "\tlocal first=\n"
		  "\tif [ -n \"$list\" ]; then first=${cur%\"${cur##*,}\"} cur=${cur##*,}; fi\n"
		  "\tcase \"$cur\" in\n"
		  "\t-*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\") ;;\n"
		  "\t*) mapfile -t COMPREPLY < <(compgen -P \"$first\" -W \"$words\" -- \"$cur\";"
		  " [ -z \"$endings\" ] || _saltus_files \"$endings\" \"$cur\") ;;\n"
		  "\tesac\n"
		  "}\n"
		  "complete -F _saltus saltus\n", out);
}

/* ----------------------------------------------------------------------------------------------------------- zsh */

/* A glob of endings: *.(svg|png); folders are offered by _files itself. */
static void zsh_glob(FILE *out, const char *endings)
{
	size_t n;
	const char *word;
	fputs("_files -g \"*.(", out);
	for (uint32_t i = 0, k = 0; (word = tool_word_at(endings, i, &n)); i++)
		if (*word == '.')
			fprintf(out, "%s%.*s", k++ ? "|" : "", (int)n - 1, word + 1);
	fputs(")\"", out);
}

static void zsh_option(FILE *out, const tool_command *c, const tool_option *o)
{
	(void)c;
	source s = source_of(o);
	bool optional = tool_value_is_optional(o), dashes = o->name[1] == '-';
	fprintf(out, "\t\t\t'*%s%s[", o->name, !o->value_length ? "" : optional ? "=-" : dashes ? "=" : "");
	put_marked(out, o->help, "'\\''", "[]:\\");
	fputc(']', out);
	if (o->value_length) {
		char value[64];
		snprintf(value, sizeof value, "%.*s", o->value_length, o->value);
		fputs(optional ? "::" : ":", out);
		put_marked(out, value, "", "[]:\\");
		fputc(':', out);
		if (s == FILES)
			fputs("_files", out);
		else if (s == ENDINGS)
			zsh_glob(out, o->words);
		else if (s == WORDS && tool_value_is_list(o))
			fprintf(out, "_values -s , word %s", o->words);
		else if (s == WORDS)
			fprintf(out, "(%s)", o->words);
		else
			fputc(' ', out);
	}
	fputs("' \\\n", out);
}

static void zsh_line(FILE *out, const tool_command *c)
{
	fprintf(out, "\t\t'%s:", c->name);
	put_marked(out, c->line, "'\\''", ":\\");
	fputs("'\n", out);
}

static void zsh_command(FILE *out, const tool_command *c)
{
	sb_text endings = {0};
	fputs("\t", out);
	put_case(out, c, "", "");
	fputs(")\n\t\t_arguments \\\n", out);
	each_option(out, c, zsh_option);
	fputs("\t\t\t'*: :", out);
	if (strcmp(c->takes, "COMMAND") == 0)
		fputs("(${commands%%:*})", out);
	else if (strcmp(c->takes, "CODE") == 0)
		fputc(' ', out);
	else
		zsh_glob(out, endings_of(c, &endings));
	sb_text_free(&endings);
	fputs("' ;;\n", out);
}

static void zsh(FILE *out)
{
	fputs("#compdef saltus\n"
		  "# Completion of saltus for zsh:  saltus help --completion zsh >DIRECTORY/_saltus, with DIRECTORY in fpath\n"
		  "_saltus() {\n"
		  "\tlocal -a commands=(\n", out);
	each_command(out, zsh_line);
	fputs("\t)\n"
		  "\tif (( CURRENT == 2 )); then\n"
		  "\t\t_describe command commands\n"
		  "\t\treturn\n"
		  "\tfi\n"
		  "\tshift words\n"
		  "\t(( CURRENT-- ))\n"
		  "\tcase $words[1] in\n", out);
	each_command(out, zsh_command);
	fputs("\tesac\n"
		  "}\n"
		  "if [ \"$funcstack[1]\" = _saltus ]; then _saltus \"$@\"; else compdef _saltus saltus; fi\n", out);
}

/* ---------------------------------------------------------------------------------------------------------- fish */

static void fish_files(FILE *out, const char *endings)
{
	size_t n;
	const char *word;
	fputs(" -k -a '(", out);
	for (uint32_t i = 0, k = 0; (word = tool_word_at(endings, i, &n)); i++)
		if (*word == '.')
			fprintf(out, "%s__fish_complete_suffix %.*s", k++ ? "; " : "", (int)n, word);
	fputs(")'", out);
}

static void fish_source(FILE *out, source s, const char *words)
{
	switch (s) {
	case NOTHING: fputs(" -x", out); break;
	case WORDS: fprintf(out, " -x -a '%s'", words); break;
	case FILES: fputs(" -r -F", out); break;
	case ENDINGS: fputs(" -x", out); fish_files(out, words); break;
	}
}

static void fish_when(FILE *out, const tool_command *c)
{
	fprintf(out, "complete -c saltus -n '__fish_seen_subcommand_from %s%s%s'", c->name, c->also ? " " : "",
			c->also ? c->also : "");
}

static void fish_option(FILE *out, const tool_command *c, const tool_option *o)
{
	bool dashes = o->name[1] == '-';
	fish_when(out, c);
	fprintf(out, " -%c %s", dashes ? 'l' : 's', o->name + 1 + dashes);
	if (o->value_length && !tool_value_is_optional(o))
		fish_source(out, source_of(o), o->words);
	fputs(" -d '", out);
	put_marked(out, o->help, "\\'", "\\");
	fputs("'\n", out);
}

static void fish_command(FILE *out, const tool_command *c)
{
	sb_text endings = {0};
	fprintf(out, "complete -c saltus -n __fish_use_subcommand -a %s -d '", c->name);
	put_marked(out, c->line, "\\'", "\\");
	fputs("'\n", out);
	if (strcmp(c->takes, "COMMAND") == 0) {
		fish_when(out, c);
		fputs(" -a '", out);
		put_commands(out);
		fputs("'\n", out);
	} else if (strcmp(c->takes, "CODE") != 0) {
		fish_when(out, c);
		fish_files(out, endings_of(c, &endings));
		sb_text_free(&endings);
		fputc('\n', out);
	}
	each_option(out, c, fish_option);
}

static void fish(FILE *out)
{
	fputs("# Completion of saltus for fish:  saltus help --completion fish | source\n"
		  "complete -c saltus -f\n", out);
	each_command(out, fish_command);
}

void tool_completion(FILE *out, tool_shell shell)
{
	static void (*const scripts[])(FILE *) = {[TOOL_BASH] = bash, [TOOL_ZSH] = zsh, [TOOL_FISH] = fish};
	scripts[shell](out);
}
