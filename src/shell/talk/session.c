/* A session, from its first line to its last. */
#include "shell/talk/talk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *piped_line(sh_talk *t)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t n = getline(&line, &cap, stdin);
	if (n < 0) {
		free(line);
		return NULL;
	}
	sh_no_zeros(line, (size_t)n);
	while (n && (line[n - 1] == '\n' || line[n - 1] == '\r'))
		line[--n] = 0;
	t->line++;
	return line;
}

char *sh_next_line(sh_talk *t, const char *prompt)
{
	sh_script *s = t->script;
	if (s)
		return s->next < s->lines.n ? strdup(s->lines.at[s->next++]) : NULL;
	fflush(stdout);
	return t->terminal ? sh_terminal_line(t->terminal, prompt) : piped_line(t);
}

/* Arena and diag are empty again. */
static void new_command(sh_talk *t)
{
	if (t->w.now)
		sb_arena_free(t->w.now);
	if (t->w.diag)
		sb_diag_free(t->w.diag);
	t->w.now = sb_arena_new();
	t->w.diag = sb_diag_new();
}

static sh_world world_of(const sh_host *host, bool terminal)
{
	const sh_list list = {.delta = NAN};
	return (sh_world){
		.host = host, .arena = sb_arena_new(), .terminal = terminal, .live = terminal,
		.color = host->color && isatty(1), .halt = sh_halt(),
		.control = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NULL},
		.prepare = list, .print = list, .watch = list,
		.scope = {.list = list, .origin = {NAN, NAN}, .scale = {NAN, NAN}}};
}

static void end(sh_talk *t)
{
	sh_world *w = &t->w;
	new_command(t);
	sh_print_end(w);
	while (w->processes.n)
		sh_remove(w, w->processes.at[w->processes.n - 1]);
	sh_scope_erase(w);
	sh_tell(w);
	sb_diag_free(w->diag);
	sb_arena_free(w->now);
	sb_arena_free(w->arena);
	sh_terminal_free(t->terminal);
}

/* What to do about the outcome of a line: false: the session ends. */
static bool goes_on(sh_talk *t, sh_outcome how)
{
	if (how == SH_LEFT)
		return false;
	bool halted = *t->w.halt;
	sh_clear_halt();
	if (t->terminal)
		return true;
	if (halted) {
		t->status = 130;
		return false;
	}
	if (how == SH_WENT_ON)
		return true;
	t->failed |= t->w.on_error != SH_IGNORE;
	return t->w.on_error != SH_STOP;
}

static void greet(const sh_talk *t)
{
	if (t->terminal)
		printf("Saltus %s. HELP lists the commands, ? shows what can stand at the cursor, EXIT ends.\n",
			   SALTUS_VERSION);
}

int sh_session(const sh_host *host, const char *const *files, uint32_t count)
{
	bool terminal = isatty(0), good = true;
	sh_talk t = {.w = world_of(host, terminal)};
	new_command(&t);
	sh_catch_halt();
	t.terminal = terminal ? sh_terminal_new(&t) : NULL;
	greet(&t);
	for (uint32_t i = 0; i < count && good; i++)
		good = sh_load(&t.w, files[i]);
	sh_tell(&t.w);
	t.failed = !good;
	for (char *line; (good || terminal) && (line = sh_next_line(&t, "saltus> "));) {
		new_command(&t);
		sh_outcome how = sh_run_typed(&t, line);
		free(line);
		if (!goes_on(&t, how))
			break;
	}
	int status = t.status ? t.status : t.failed && !terminal;
	end(&t);
	return status;
}
