#include "tool/guard/isolate.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "base/stop.h"

/* Both processes have it. */
typedef struct shared { atomic_bool done; char call[256]; } shared;

static shared *both;
static volatile sig_atomic_t worker;
static volatile sig_atomic_t signalled, killed;
static double first_signal;

/* A signal goes on to the worker, which ends in order; a second one ends it at once. */
static void pass_on(int number)
{
	int before = errno;
	double now = sb_clock();
	if (number == SIGALRM || (signalled && now - first_signal > 0.2)) {
		killed = 1;
		if (worker)
			kill((pid_t)worker, SIGKILL);
	} else if (!signalled) {
		first_signal = now;
		signalled = number;
		if (worker)
			kill((pid_t)worker, number);
	}
	errno = before;
}

/* From before there is a worker: no signal may end this process alone. */
static void listen(void (*handler)(int))
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
	struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART}, now;
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		if (sigaction(numbers[k], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(numbers[k], &a, NULL);
}

static int wait_for(pid_t child, const tool_options *o)
{
	int status = 0;
	worker = child;
	if (signalled)
		kill(child, signalled);
	if (!isnan(o->timeout) && o->timeout < 1e8)
		alarm((unsigned)o->timeout + 30);        /* the worker ends by itself before; this is for one that cannot */
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	alarm(0);
	return status;
}

static void say_how(sb_diag *diag, int status)
{
	char how[160];
	if (WIFSIGNALED(status))
		snprintf(how, sizeof how, "signal %d (%s) ended the process", WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(how, sizeof how, "it ended the process with status %d", WEXITSTATUS(status));
	sb_message *m = *both->call
						? sb_report(diag, SB_ERROR, "R0340", (sb_span){0},
									"the C function of '%s' aborted the run: %s", both->call, how)
						: sb_report(diag, SB_ERROR, "U0348", (sb_span){0}, "the simulation was aborted: %s", how);
	sb_note(m, "the results up to this time are kept");
}

static void print_json(const tool_options *o, const sb_diag *diag, const char *status)
{
	sb_text text = {0}, messages = {0};
	sb_json out = {.out = &text};
	sb_json_open(&out, NULL, '{');
	sb_json_string(&out, "model", o->class_name ? o->class_name : o->file);
	sb_json_string(&out, "status", status);
	sb_render_json(diag, 0, &messages);
	sb_json_raw(&out, "messages", messages.at);
	sb_json_close(&out, '}');
	printf("%s\n", text.at);
	sb_text_free(&text);
	sb_text_free(&messages);
}

/* The worker has ended in the middle: the files that were asked for, from what it has left. */
static int take_over(const tool_options *o, int file, int status)
{
	sb_diag *diag = sb_diag_new();
	sr_record *r = sr_journal_read(file);
	bool rows = r && sr_rows(r);
	sb_strings written = {0};
	sb_arena *arena = sb_arena_new();
	say_how(diag, status);
	for (uint32_t i = 0; rows && i < o->outputs.n; i++)
		if (sr_write(r, o->outputs.at[i], diag))
			sb_push(arena, written, o->outputs.at[i]);
	for (uint32_t i = 0; rows && i < o->pictures.n; i++)
		if (*o->pictures.at[i].file &&
			sr_plot(r, &(sr_figure){.title = o->class_name ? o->class_name : o->file}, o->pictures.at[i].file, diag))
			sb_push(arena, written, o->pictures.at[i].file);
	if (o->json)
		print_json(o, diag, signalled ? "interrupted" : "failed");
	else
		tool_print_messages(diag, o->quiet);
	for (uint32_t i = 0; i < written.n && !o->json && !o->quiet; i++)
		printf("wrote %s\n", written.at[i]);
	fflush(stdout);
	sb_arena_free(arena);
	sr_record_free(r);
	sb_diag_free(diag);
	return signalled ? 128 + signalled : killed ? TOOL_TIMEOUT : TOOL_FAILED;
}

bool tool_isolate(tool_options *o, int *status)
{
	int file = memfd_create("saltus", MFD_CLOEXEC);
	both = mmap(NULL, sizeof *both, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bool have_notes = both != MAP_FAILED && sb_share_notes();
	fflush(NULL);
	listen(pass_on);
	sigset_t all, before; /* a signal passed on before the worker has put back its handlers must not be lost in it */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid_t first = getpid(), child = file < 0 || !have_notes ? -1 : fork();
	if (child == 0)
		listen(SIG_DFL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (child < 0) {
		fprintf(stderr, "saltus: no process can be made for --isolate: %s\n", strerror(errno));
		*status = TOOL_FAILED;
		return true;
	}
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != first)
			sb_end(TOOL_FAILED);
		o->run.journal = file;
		sb_share_calls(both->call);
		return false;
	}
	int ended = wait_for(child, o);
	sb_clean();                      /* a worker that was killed has removed nothing */
	*status = both->done && WIFEXITED(ended) ? WEXITSTATUS(ended) : take_over(o, file, ended);
	return true;
}

void tool_isolated_done(void)
{
	if (both)
		both->done = true;
}
