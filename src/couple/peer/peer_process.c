/* A peer in a process of its own, which answers requests over two pipes. A request is a line, and so is its answer;
 * docs/cosimulation.md has the words. The process may be a program, or a function of ours that serves a library.
 *
 * Nothing it says is trusted: a line that is too long, that means nothing, or has numbers that are none is told with
 * its text. A process that ends, or does not answer within the limit, is told with the request that it was given. */
#include "couple/peer/peer_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/stock.h"
#include "base/stop.h"

enum { LONGEST_LINE = 1 << 22, REQUESTS = 3, ANSWERS = 4 };
static const double usual_limit = 60;

typedef struct process {
	const char *program, *script;
	cp_served *served; const void *context;
	pid_t child;
	int to, from;                    /* pipes */
	sb_strings told;                 /* requests that set parameters */
	sb_text line, rest;              /* the last answer; what has come behind it */
	double limit;
	bool started;                    /* of a process of ours: it is started once, and made anew for the next time */
	struct { double time; bool begun; } slot[CP_SLOTS];
} process;

/* ------------------------------------------------------------------------------------------------ the child */

static void put_at(int file, int number)
{
	if (file == number)
		fcntl(file, F_SETFD, 0);
	else
		dup2(file, number);
}

static _Noreturn void be_peer(const process *x, int requests, int answers)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGHUP, SIGALRM, SIGPIPE, SIGUSR1,
		SIGUSR2, SIGCHLD};
	struct rlimit none = {0, 0};
	sigset_t all;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		signal(numbers[i], SIG_DFL);
	signal(SIGINT, SIG_IGN);         /* the terminal's: who leads decides */
	sigemptyset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	setrlimit(RLIMIT_CORE, &none);
	requests = fcntl(requests, F_DUPFD, 10);
	answers = fcntl(answers, F_DUPFD, 10);
	put_at(open("/dev/null", O_RDONLY), 0);
	dup2(2, 1);                      /* what it prints does not mix with results */
	put_at(requests, REQUESTS);
	put_at(answers, ANSWERS);
	for (int i = ANSWERS + 1; i < 1024; i++)
		close(i);
	if (x->served)
		_exit(x->served(x->context));
	const char *words[] = {x->program, x->script, NULL};
	execv(x->program, (char *const *)(size_t)words);
	dprintf(ANSWERS, "failed the program cannot be executed: %s\n", strerror(errno));
	_exit(127);
}

static bool launch(cp_peer *p)
{
	process *x = p->self;
	int requests[2], answers[2];
	if (pipe2(requests, O_CLOEXEC) != 0)
		return cp_fail(p, "no pipe can be made: %s", strerror(errno));
	if (pipe2(answers, O_CLOEXEC) != 0) {
		close(requests[0]);
		close(requests[1]);
		return cp_fail(p, "no pipe can be made: %s", strerror(errno));
	}
	x->child = fork();
	if (x->child == 0)
		be_peer(x, requests[0], answers[1]);
	close(requests[0]);
	close(answers[1]);
	x->to = requests[1];
	x->from = answers[0];
	if (x->child < 0) {
		x->child = 0;
		return cp_fail(p, "no process can be made: %s", strerror(errno));
	}
	setpgid(x->child, x->child);
	sb_child(x->child);
	signal(SIGPIPE, SIG_IGN);        /* a peer that is gone is told by what it was asked */
	return true;
}

static int reap(process *x, bool killed)
{
	int status = 0;
	if (!x->child)
		return 0;
	if (killed)
		kill(-x->child, SIGKILL);
	while (waitpid(x->child, &status, 0) < 0 && errno == EINTR)
		;
	kill(-x->child, SIGKILL);        /* what it has started */
	sb_child_done(x->child);
	x->child = 0;
	close(x->to);
	close(x->from);
	return status;
}

/* ------------------------------------------------------------------------------------------------- lines */

static bool tell_death(cp_peer *p, const char *request)
{
	process *x = p->self;
	int status = 0;
	double since = sb_clock();
	while (waitpid(x->child, &status, WNOHANG) == 0 && sb_clock() - since < 1)
		usleep(1000);
	bool gone = sb_clock() - since < 1;
	if (gone) {
		kill(-x->child, SIGKILL);
		sb_child_done(x->child);
		x->child = 0;
		close(x->to);
		close(x->from);
	} else
		reap(x, true);
	if (gone && WIFSIGNALED(status))
		return cp_fail(p, "its process has crashed (%s) when it was asked to '%s'", strsignal(WTERMSIG(status)),
					   request);
	if (gone)
		return cp_fail(p, "its process has ended with status %d when it was asked to '%s'", WEXITSTATUS(status),
					   request);
	return cp_fail(p, "its process has closed its pipe when it was asked to '%s'", request);
}

static bool take_line(process *x)
{
	char *end = x->rest.n ? memchr(x->rest.at, '\n', x->rest.n) : NULL;
	if (!end)
		return false;
	size_t n = (size_t)(end - x->rest.at);
	x->line.n = 0;
	sb_addn(&x->line, x->rest.at, n);
	memmove(x->rest.at, end + 1, x->rest.n - n - 1);
	x->rest.n -= n + 1;
	return true;
}

/* The next line that the peer says. */
static bool hear(cp_peer *p, const char *request)
{
	process *x = p->self;
	double since = sb_clock();
	while (!take_line(x)) {
		char bytes[65536];
		struct pollfd wait = {.fd = x->from, .events = POLLIN};
		int ready = poll(&wait, 1, 50);
		if (sb_stopped() != SB_GO_ON)
			return cp_fail(p, "the run was stopped while it was asked to '%s'", request);
		if (ready <= 0 && sb_clock() - since > x->limit) {
			reap(x, true);
			return cp_fail(p, "it has not answered for %.9g s, asked to '%s'", x->limit, request);
		}
		if (ready <= 0)
			continue;
		ssize_t n = read(x->from, bytes, sizeof bytes);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return tell_death(p, request);
		sb_addn(&x->rest, bytes, (size_t)n);
		if (x->rest.n > LONGEST_LINE) {
			reap(x, true);
			return cp_fail(p, "its answer to '%s' is a line of more than %d bytes", request, LONGEST_LINE);
		}
	}
	return true;
}

static const char *word(const char *line, const char *name)
{
	size_t n = strlen(name);
	return strncmp(line, name, n) == 0 && (!line[n] || line[n] == ' ') ? line + n + (line[n] == ' ') : NULL;
}

static bool nonsense(cp_peer *p, const char *request)
{
	process *x = p->self;
	char shown[81];
	size_t n = x->line.n < 80 ? x->line.n : 80;
	for (size_t i = 0; i < n; i++)
		shown[i] = x->line.at[i] >= ' ' && x->line.at[i] < 127 ? x->line.at[i] : '?';
	shown[n] = 0;
	reap(x, true);
	return cp_fail(p, "its answer to '%s' means nothing: '%s'", request, shown);
}

/* What a request is called in messages: without its numbers. */
static const char *name_of(const char *request, char out[100])
{
	size_t n = strcspn(request, "\n");
	snprintf(out, 100, "%.*s", (int)(n < 60 ? n : 60), request);
	return out;
}

static bool say(cp_peer *p, const char *request)
{
	process *x = p->self;
	if (!x->child)
		return cp_fail(p, "its process is not there any more");
	for (size_t n = strlen(request), at = 0; at < n;) {
		ssize_t k = write(x->to, request + at, n - at);
		if (k < 0 && errno != EINTR)
			break;                   /* it is gone; what it has said before is heard */
		at += k > 0 ? (size_t)k : 0;
	}
	return true;
}

/* A request, up to the line that is the answer. */
static bool ask(cp_peer *p, const char *request, char name[100])
{
	process *x = p->self;
	name_of(request, name);
	if (!say(p, request) || !hear(p, name))
		return false;
	const char *why = word(x->line.at, "failed");
	return !why || cp_fail(p, "asked to '%s' it says: %.600s", name, *why ? why : "nothing");
}

static bool ask_plain(cp_peer *p, const char *request)
{
	process *x = p->self;
	char name[100];
	return ask(p, request, name) && (word(x->line.at, "ok") || nonsense(p, name));
}

static bool ask_values(cp_peer *p, const char *request, cp_reached *reached, double *outputs)
{
	process *x = p->self;
	char name[100], *end;
	if (!ask(p, request, name))
		return false;
	const char *at = word(x->line.at, "values");
	bool event = !at && word(x->line.at, "event"), ended = !at && word(x->line.at, "ended");
	if (event || ended) {
		at = x->line.at + 6;
		double time = strtod(at, &end);
		if (!reached || end == at || !(time > p->time) || !(time <= reached->time))
			return nonsense(p, name);
		*reached = (cp_reached){.time = time, .event = event, .ended = ended};
		at = end;
	}
	for (uint32_t i = 0; at && i < p->outputs.n; i++, at = end) {
		outputs[i] = strtod(at, &end);
		if (end == at)
			return nonsense(p, name);
	}
	if (!at || at[strspn(at, " ")])
		return nonsense(p, name);
	return true;
}

/* ---------------------------------------------------------------------------------------------- operations */

/* Another process that is told what the first one was told. */
static bool renew(cp_peer *p)
{
	process *x = p->self;
	char name[100];
	reap(x, true);
	x->rest.n = 0;
	if (!launch(p) || !ask(p, "open again\n", name))
		return false;
	while (!word(x->line.at, "ok"))
		if (word(x->line.at, "failed") || !hear(p, name))
			return cp_fail(p, "it cannot be opened again");
	for (uint32_t i = 0; i < x->told.n; i++)
		if (!ask_plain(p, x->told.at[i]))
			return false;
	return true;
}

static bool start(cp_peer *p, double time)
{
	process *x = p->self;
	sb_text text = {0};
	p->time = time;
	p->begun = false;
	if (x->served && x->started && !renew(p))
		return false;
	x->started = true;
	sb_addf(&text, "start %.17g %.17g\n", time, p->stop);
	bool good = ask_plain(p, text.at);
	sb_text_free(&text);
	return good;
}

static bool look(cp_peer *p, const double *inputs, double *outputs)
{
	sb_text text = {0};
	sb_add(&text, "look");
	for (uint32_t i = 0; i < p->inputs.n; i++)
		sb_addf(&text, " %.17g", inputs[i]);
	sb_add(&text, "\n");
	bool good = ask_values(p, text.at, NULL, outputs) && cp_check_outputs(p, outputs);
	sb_text_free(&text);
	return good;
}

static bool step(cp_peer *p, const cp_curve *inputs, double to, cp_reached *reached, double *outputs)
{
	sb_text text = {0};
	sb_addf(&text, "step %.17g %.17g", p->time, to);
	for (uint32_t i = 0; i < p->inputs.n; i++)
		sb_addf(&text, " %.17g %.17g %.17g", inputs[i].c[0], inputs[i].c[1], inputs[i].c[2]);
	sb_add(&text, "\n");
	*reached = (cp_reached){.time = to};
	bool good = ask_values(p, text.at, reached, outputs);
	sb_text_free(&text);
	p->begun = true;
	p->time = good ? reached->time : p->time;
	return good && cp_check_outputs(p, outputs);
}

static bool slot(cp_peer *p, const char *format, uint32_t number)
{
	char text[40];
	snprintf(text, sizeof text, format, number);
	return ask_plain(p, text);
}

static bool save(cp_peer *p, uint32_t number)
{
	process *x = p->self;
	x->slot[number].time = p->time;
	x->slot[number].begun = p->begun;
	return slot(p, "save %u\n", number);
}

static bool restore(cp_peer *p, uint32_t number)
{
	process *x = p->self;
	p->time = x->slot[number].time;
	p->begun = x->slot[number].begun;
	return slot(p, "restore %u\n", number);
}

static void end(cp_peer *p) { (void)p; }         /* it may be started again */

static void free_peer(cp_peer *p)
{
	process *x = p->self;
	double since = sb_clock();
	bool gone = !x->child;
	if (!gone)
		say(p, "end\n");
	while (!gone && x->child && sb_clock() - since < 2) {
		gone = waitpid(x->child, NULL, WNOHANG) == x->child;
		usleep(200);
	}
	if (gone && x->child) {
		kill(-x->child, SIGKILL);        /* what it has started */
		sb_child_done(x->child);
		close(x->to);
		close(x->from);
	} else
		reap(x, true);
	sb_text_free(&x->line);
	sb_text_free(&x->rest);
}

static const cp_operations operations = {.start = start, .look = look, .step = step, .save = save, .restore = restore,
	.end = end, .free = free_peer};

/* ----------------------------------------------------------------------------------------------- opening */

static bool read_port(const cp_wanted *w, const char *at, cp_ports *ports, uint32_t room)
{
	char name[256], type[32], unit[64] = "";
	double begin = 0;
	int discrete = 0;
	if (sscanf(at, "%255s %31s %lf %d %63s", name, type, &begin, &discrete, unit) < 2 || ports->n == room ||
		cp_find_port(ports, name) != UINT32_MAX)
		return false;
	for (int k = CP_REAL; k <= CP_BOOLEAN; k++)
		if (strcmp(type, cp_type_names[k]) == 0) {
			ports->at[ports->n++] = (cp_port){.name = sb_strdup(w->arena, name), .unit = sb_strdup(w->arena, unit),
				.type = (cp_type)k, .discrete = discrete || k != CP_REAL, .start = begin};
			return true;
		}
	return false;
}

static bool read_direct(cp_peer *p, const cp_wanted *w, const char *at)
{
	char output[256], input[256];
	if (sscanf(at, "%255s %255s", output, input) != 2)
		return false;
	uint32_t o = cp_find_port(&p->outputs, output), i = cp_find_port(&p->inputs, input);
	if (o == UINT32_MAX || i == UINT32_MAX)
		return false;
	if (!p->direct)
		p->direct = sb_new_array(w->arena, bool, p->outputs.n * p->inputs.n + 1);
	p->direct[o * p->inputs.n + i] = true;
	return true;
}

/* What it is: lines up to `ok`. */
static bool describe(cp_peer *p, const cp_wanted *w)
{
	enum { MOST_PORTS = 10000 };
	process *x = p->self;
	char name[100];
	p->inputs.at = sb_new_array(w->arena, cp_port, MOST_PORTS);
	p->outputs.at = sb_new_array(w->arena, cp_port, MOST_PORTS);
	bool good = ask(p, sb_printf(w->arena, "open %s\n", w->name), name);
	while (good && !word(x->line.at, "ok")) {
		const char *in = word(x->line.at, "input"), *out = word(x->line.at, "output");
		const char *direct = word(x->line.at, "direct"), *why = word(x->line.at, "failed");
		if (why)
			return cp_fail(p, "asked to '%s' it says: %.600s", name, *why ? why : "nothing");
		if (in ? !read_port(w, in, &p->inputs, MOST_PORTS) : out ? !read_port(w, out, &p->outputs, MOST_PORTS)
			: direct ? !read_direct(p, w, direct) : !word(x->line.at, "restores") && !word(x->line.at, "once"))
			return nonsense(p, name);
		p->restores |= word(x->line.at, "restores") != NULL;
		p->once |= word(x->line.at, "once") != NULL;
		good = hear(p, name);
	}
	if (!p->direct)
		p->direct = sb_new_array(w->arena, bool, p->outputs.n * p->inputs.n + 1);
	return good;
}

static bool give_parameters(cp_peer *p, const cp_wanted *w)
{
	process *x = p->self;
	for (uint32_t i = 0; i < w->value_count; i++) {
		cp_value *v = &w->values[i];
		if (cp_find_port(&p->inputs, v->name) != UINT32_MAX)
			continue;
		v->used = true;
		if (strpbrk(v->text, "\n\r") || strpbrk(v->name, " \n\r"))
			return cp_fail(p, "the parameter '%s' has a line end or a blank, which it cannot be given", v->name);
		sb_push(w->arena, x->told, (const char *)sb_printf(w->arena, "set %s %s\n", v->name, v->text));
		if (!ask_plain(p, x->told.at[x->told.n - 1]))
			return false;
	}
	return true;
}

static cp_peer *open_process(const cp_wanted *w, const process *with, const char *kind)
{
	cp_peer *p = sb_new(w->arena, cp_peer);
	process *x = sb_new(w->arena, process);
	*x = *with;
	x->limit = w->limit > 0 ? w->limit : usual_limit;
	*p = (cp_peer){.operations = &operations, .name = w->name, .kind = kind, .self = x};
	bool good = launch(p) && describe(p, w);
	bool starts = good && cp_take_starts(w, &p->inputs);
	good = good && starts && give_parameters(p, w);
	if (good)
		return p;
	if (p->said.n)
		sb_report(w->diag, SB_ERROR, "P0031", w->span, "the %s of '%s' cannot be opened: %s", kind, w->name,
				  p->said.at);
	cp_free(p);
	return NULL;
}

cp_peer *cp_open_served(const cp_wanted *w, cp_served *served, const void *context, const char *kind)
{
	return open_process(w, &(process){.served = served, .context = context}, kind);
}

cp_peer *cp_open_program(const cp_wanted *w)
{
	char *full = realpath(w->file, NULL);
	const char *program = full ? sb_strdup(w->arena, full) : w->file, *script = NULL;
	free(full);
	if (sb_ends_with(program, ".py")) {
		script = program;
		program = sb_program_find(w->arena, "python3");
		if (!program) {
			sb_report(w->diag, SB_ERROR, "P0031", w->span, "the program of '%s' cannot be opened: there is no python3",
					  w->name);
			return NULL;
		}
	} else if (access(program, X_OK) != 0) {
		sb_help(sb_report(w->diag, SB_ERROR, "P0031", w->span, "the program of '%s' cannot be opened: '%s' is not "
						  "executable", w->name, w->file), "chmod +x makes it so; files that end in .py are given to "
				"python3");
		return NULL;
	}
	return open_process(w, &(process){.program = program, .script = script}, "program");
}
