/* A terminal: with libedit lines can be edited, completed and found again; without it they are read as they come.
 *
 * Ctrl-C sets a flag. A line that is being typed is given up; a process that goes on stops behind its step.
 * The handler also writes into a pipe, and whoever waits for a key waits for both: so Ctrl-C is noticed at once even
 * where it comes between the prompt and the wait, or is taken by another thread. */
#include "shell/talk/talk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static volatile int halted;
static int wake[2] = {-1, -1};

static void note_halt(int number)
{
	int kept = errno;
	(void)number;
	halted = 1;
	if (wake[1] >= 0 && write(wake[1], "", 1) < 0)
		errno = 0;                             /* a full pipe wakes as well */
	errno = kept;
}

const volatile int *sh_halt(void)
{
	return &halted;
}

static void empty_pipe(void)
{
	char gone[64];
	while (wake[0] >= 0 && read(wake[0], gone, sizeof gone) > 0)
		;
}

/* The flag first: a Ctrl-C that comes between the two is kept by the flag. */
void sh_clear_halt(void)
{
	halted = 0;
	empty_pipe();
}

/* Not with SA_RESTART: whoever waits for a key is to come back. */
void sh_catch_halt(void)
{
	struct sigaction a = {.sa_handler = note_halt};
	if (wake[0] < 0 && pipe2(wake, O_NONBLOCK | O_CLOEXEC) < 0)
		wake[0] = wake[1] = -1;
	sigaction(SIGINT, &a, NULL);
}

/* Whether something was typed, or the terminal is gone; false after Ctrl-C. */
static bool wait_for_key(void)
{
	struct pollfd on[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = wake[0], .events = POLLIN}};
	while (!halted) {
		if (poll(on, 2, -1) < 0 && errno != EINTR)
			return true;
		if (on[0].revents && !halted)
			return true;
		empty_pipe();
	}
	return false;
}

#ifdef SALTUS_LIBEDIT
#include <histedit.h>

struct sh_terminal {
	sh_talk *talk; EditLine *edit; History *history; const char *prompt; char *file; bool interrupted;
	int keys;                              /* the terminal once more, read without waiting; or standard input */
};

static char *prompt_of(EditLine *e)
{
	sh_terminal *x = NULL;
	el_get(e, EL_CLIENTDATA, &x);
	return (char *)x->prompt;
}

static char *typed(EditLine *e)
{
	const LineInfo *line = el_line(e);
	size_t n = (size_t)(line->cursor - line->buffer);
	char *text = sb_resize(NULL, n + 1);
	memcpy(text, line->buffer, n);
	text[n] = 0;
	return text;
}

static void list(const sb_strings *all)
{
	putchar('\n');
	for (uint32_t i = 0; i < all->n; i++)
		printf("%s%s", all->at[i], i + 1 < all->n ? "  " : "\n");
	fflush(stdout);
}

/* As far as all of them agree, but for the case of letters. */
static size_t common(const sb_strings *all)
{
	size_t n = strlen(all->at[0]);
	for (uint32_t i = 1; i < all->n; i++) {
		size_t k = 0;
		while (k < n && (all->at[i][k] | 32) == (all->at[0][k] | 32))
			k++;
		n = k;
	}
	return n;
}

/* A command may be under way, an editor for example, which keeps what it has. */
typedef struct aside { sb_arena *now; sb_diag *diag; } aside;

static aside step_aside(sh_world *w)
{
	aside before = {w->now, w->diag};
	w->now = sb_arena_new();
	w->diag = sb_diag_new();
	return before;
}

static void step_in(sh_world *w, aside before)
{
	sb_arena_free(w->now);
	sb_diag_free(w->diag);
	w->now = before.now;
	w->diag = before.diag;
}

static unsigned char complete(EditLine *e, int key)
{
	sh_terminal *x = NULL;
	sb_strings all = {0};
	size_t word;
	(void)key;
	el_get(e, EL_CLIENTDATA, &x);
	char *text = typed(e);
	aside before = step_aside(&x->talk->w);
	sh_complete(&x->talk->w, text, &word, &all);
	size_t have = strlen(text) - word, n = all.n ? common(&all) : 0;
	unsigned char result = CC_ERROR;
	if (all.n && (n > have || all.n == 1)) {
		const char *whole = all.at[0];
		bool ends = all.n == 1 && n && !strchr("/.(", whole[n - 1]);
		const char *more = sb_printf(x->talk->w.now, "%.*s%s", (int)n, whole, ends ? " " : "");
		el_deletestr(e, (int)have);
		result = el_insertstr(e, more) < 0 ? CC_ERROR : CC_REFRESH;
	} else if (all.n > 1) {
		list(&all);
		result = CC_REDISPLAY;
	}
	step_in(&x->talk->w, before);
	free(text);
	return result;
}

/* ? shows what can stand here; in a text it is a letter like others. */
static unsigned char help(EditLine *e, int key)
{
	sh_terminal *x = NULL;
	size_t quotes = 0;
	el_get(e, EL_CLIENTDATA, &x);
	char *text = typed(e);
	for (const char *at = text; *at; at++)
		quotes += *at == '"';
	if (quotes % 2 && key == '?') {
		free(text);
		return el_insertstr(e, "?") < 0 ? CC_ERROR : CC_REFRESH;
	}
	putchar('\n');
	aside before = step_aside(&x->talk->w);
	sh_help_typed(&x->talk->w, text);
	step_in(&x->talk->w, before);
	fflush(stdout);
	free(text);
	return CC_REDISPLAY;
}

/* One character, of several bytes where the locale has such. Ctrl-C throws away what was typed: a key that the wait
 * has seen may be gone, so nothing waits in read(). */
static int read_key(EditLine *e, wchar_t *key)
{
	char bytes[MB_LEN_MAX];
	size_t n = 0;
	sh_terminal *x = NULL;
	el_get(e, EL_CLIENTDATA, &x);
	for (;;) {
		if (!wait_for_key()) {
			errno = EINTR;
			return -1;
		}
		ssize_t got = read(x->keys, bytes + n, 1);
		if (got < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (got <= 0)
			return (int)got;
		mbstate_t from_start = {0};
		size_t used = mbrtowc(key, bytes, ++n, &from_start);
		if (used == (size_t)-2 && n < MB_LEN_MAX)
			continue;
		if (used != (size_t)-1 && used != (size_t)-2)
			return 1;
		n = 0;                                 /* bytes that are no character are passed over */
	}
}

static char *history_file(void)
{
	const char *given = getenv("SALTUS_HISTORY"), *home = getenv("HOME");
	char *name = NULL;
	if (given)
		return *given ? strdup(given) : NULL;
	if (!home || asprintf(&name, "%s/.saltus_history", home) < 0)
		return NULL;
	return name;
}

/* Opened again: O_NONBLOCK on standard input itself would concern every process that shares it. */
static int terminal_keys(void)
{
	const char *name = ttyname(STDIN_FILENO);
	int f = name ? open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
	return f >= 0 ? f : STDIN_FILENO;
}

sh_terminal *sh_terminal_new(sh_talk *t)
{
	HistEvent event;
	sh_terminal *x = sb_resize(NULL, sizeof *x);
	*x = (sh_terminal){.talk = t, .prompt = "", .file = history_file(), .keys = terminal_keys()};
	x->edit = el_init("saltus", stdin, stdout, stderr);
	x->history = history_init();
	history(x->history, &event, H_SETSIZE, 1000);
	history(x->history, &event, H_SETUNIQUE, 1);
	if (x->file)
		history(x->history, &event, H_LOAD, x->file);
	el_set(x->edit, EL_CLIENTDATA, x);
	el_set(x->edit, EL_PROMPT, prompt_of);
	el_set(x->edit, EL_EDITOR, "emacs");
	el_set(x->edit, EL_SIGNAL, 0);
	el_set(x->edit, EL_GETCFN, read_key);
	el_set(x->edit, EL_HIST, history, x->history);
	el_set(x->edit, EL_ADDFN, "saltus-complete", "completes the word", complete);
	el_set(x->edit, EL_ADDFN, "saltus-help", "shows what can stand here", help);
	el_set(x->edit, EL_BIND, "^I", "saltus-complete", NULL);
	el_set(x->edit, EL_BIND, "?", "saltus-help", NULL);
	el_set(x->edit, EL_BIND, "\033OP", "saltus-help", NULL);
	el_set(x->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
	/* M-x asks for a command of libedit, which crashes where nothing is typed */
	static const char *const commands[] = {"\\370", "\\330", "\033x", "\033X"};
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		el_set(x->edit, EL_BIND, commands[i], "ed-unassigned", NULL);
	el_source(x->edit, NULL);
	return x;
}

void sh_terminal_free(sh_terminal *x)
{
	HistEvent event;
	if (!x)
		return;
	if (x->file)
		history(x->history, &event, H_SAVE, x->file);
	history_end(x->history);
	el_end(x->edit);
	if (x->keys != STDIN_FILENO)
		close(x->keys);
	free(x->file);
	free(x);
}

char *sh_terminal_line(sh_terminal *x, const char *prompt)
{
	HistEvent event;
	int n = 0;
	x->prompt = prompt;
	x->interrupted = false;
	sh_clear_halt();
	el_set(x->edit, EL_PREP_TERM, 1);          /* before the prompt: keys behind it are shown once, and by libedit */
	const char *line = el_gets(x->edit, &n);
	if (halted) {
		sh_clear_halt();
		x->interrupted = true;
		el_reset(x->edit);
		printf("^C\n");
		return strdup("");
	}
	if (!line || n <= 0)
		return NULL;
	char *copy = strndup(line, (size_t)n - (line[n - 1] == '\n'));
	if (copy[strspn(copy, " \t")])
		history(x->history, &event, H_ENTER, copy);
	return copy;
}

#else

struct sh_terminal { bool interrupted; };

sh_terminal *sh_terminal_new(sh_talk *t)
{
	(void)t;
	sh_terminal *x = sb_resize(NULL, sizeof *x);
	*x = (sh_terminal){0};
	printf("This program was built without libedit: lines have no history and no completion.\n");
	return x;
}

void sh_terminal_free(sh_terminal *x)
{
	free(x);
}

char *sh_terminal_line(sh_terminal *x, const char *prompt)
{
	char *line = NULL;
	size_t cap = 0;
	x->interrupted = false;
	sh_clear_halt();
	printf("%s", prompt);
	fflush(stdout);
	ssize_t n = wait_for_key() ? getline(&line, &cap, stdin) : -1;
	if (n < 0 && halted) {
		clearerr(stdin);
		sh_clear_halt();
		x->interrupted = true;
		printf("^C\n");
		free(line);
		return strdup("");
	}
	if (n < 0) {
		free(line);
		return NULL;
	}
	if (n && line[n - 1] == '\n')
		line[n - 1] = 0;
	return line;
}

#endif

bool sh_terminal_interrupted(sh_terminal *x)
{
	return x->interrupted;
}
