/* HELP: a tree of commands, options and qualifiers, from their table. */
#include "shell/act/shell_act.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void help_all(void)
{
	printf("Commands (HELP command tells more; words may be cut short):\n");
	for (uint32_t i = 0; i < sh_verb_count; i++)
		printf("  %-10s %s\n", sh_verbs[i].name, sh_verbs[i].line);
	printf("  %-10s %s\n", "name = x", "gives a symbol a value");
	printf("  %-10s %s\n", "! text", "a comment");
	printf("Blocks: ':model', ':model(copy)', ':model[part.part]', [part], [.part] and [-] from the block that is "
		   "set.\n");
}

static void help_qualifiers(const sh_qualifier *q)
{
	for (; q && q->name; q++) {
		static const char *const values[] = {"", "=(...)", "=(name)", "=(file)", "[=(file)]"};
		printf("  /%s%s\n      %s\n", q->name, values[q->extension], q->says);
	}
}

static void help_option(const sh_verb *v, const sh_option *o)
{
	printf("%s %s: %s\n", v->name, o->name, o->says);
	help_qualifiers(o->qualifiers);
}

static void help_verb(const sh_verb *v)
{
	printf("%s\n  %s\n", v->grammar, v->line);
	for (const char *x = v->about; *x;) {
		size_t n = strcspn(x, "\n");
		printf("  %.*s\n", (int)n, x);
		x += n + (x[n] == '\n');
	}
	for (const sh_option *o = v->options; o && o->name; o++)
		printf("  %-12s %s\n", o->name, o->says);
	help_qualifiers(v->qualifiers);
}

static bool unknown(sh_world *w, const sh_command *c, const char *word, const char *const *names, uint32_t count)
{
	sb_message *m = sb_report(w->diag, SB_ERROR, "T0166", c->span, "there is no help about '%s'", word);
	const char *near = sh_nearest(w->now, word, names, count);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "HELP lists all commands");
	return false;
}

static bool help_part(sh_world *w, const sh_command *c, const sh_verb *v)
{
	const char *word = c->words.at[1], *names[40] = {0};
	uint32_t count = 0;
	bool qualifier = *word == '/';
	word += qualifier;
	for (const sh_option *o = v->options; o && o->name && !qualifier; o++) {
		if (strncasecmp(o->name, word, strlen(word)) == 0) {
			help_option(v, o);
			return true;
		}
		names[count++] = o->name;
	}
	for (const sh_qualifier *q = v->qualifiers; q && q->name; q++) {
		if (strncasecmp(q->name, word, strlen(word)) == 0) {
			help_qualifiers((const sh_qualifier[]){*q, {0}});
			return true;
		}
		names[count++] = q->name;
	}
	return unknown(w, c, c->words.at[1], names, count);
}

bool sh_act_help(sh_world *w, const sh_command *c)
{
	const char *names[128] = {0};
	sb_strings fit = {0};
	if (!c->words.n) {
		help_all();
		return true;
	}
	for (uint32_t i = 0; i < sh_verb_count; i++)
		names[i] = sh_verbs[i].name;
	sh_candidates(w->now, c->words.at[0], strlen(c->words.at[0]), names, sh_verb_count, &fit);
	for (uint32_t i = 0; i < sh_verb_count; i++)
		for (uint32_t k = 0; k < fit.n; k++)
			if (fit.at[k] == sh_verbs[i].name) {
				if (c->words.n > 1 && fit.n == 1)
					return help_part(w, c, &sh_verbs[i]);
				help_verb(&sh_verbs[i]);
			}
	return fit.n || unknown(w, c, c->words.at[0], names, sh_verb_count);
}
