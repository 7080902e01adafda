#include "tool/guard/tool_guard.h"
#include "tool/guard/isolate.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/sanitized.h"
#include "base/stop.h"
#include "external/external.h"

enum { LOOKS = 50, PUSHES = 2, PATIENCE = 500, FORCED = 4000, LAST = 25000, TWICE = 200 };      /* milliseconds */
enum { LIBRARIES = 8, TRIES = 1000 };

/* Signals are the process's own, and so is this. */
static struct {
	tool_options o;
	pid_t process;
	pthread_t main;
	atomic_int phase, tries;
	_Atomic double asked, jumped;        /* by sb_clock; 0: not yet */
	atomic_bool crashed, handlers;       /* external C has; handlers: were changed */
	double begin;
	size_t memory;                       /* bytes */
	int folder, out;                     /* the working folder, and a copy of stdout */
	struct { const char *from, *to; } library[LIBRARIES];        /* the code of the C library */
	int libraries, leave;                /* leave: the signal to leave by */
} guard;

static void say(const char *text)
{
	ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
	(void)ignored;
}

/* ------------------------------------------------------------------------------------------- an end at once */

static int status_of(sb_stop why)
{
	switch (why) {
	case SB_BY_SIGINT: return 128 + SIGINT;
	case SB_BY_SIGTERM: return 128 + SIGTERM;
	case SB_BY_SIGHUP: return 128 + SIGHUP;
	case SB_BY_TIME: return TOOL_TIMEOUT;
	default: return TOOL_FAILED;
	}
}

static const char *code_of(sb_stop why)
{
	return why == SB_BY_TIME ? "U0341" : why == SB_BY_MEMORY ? "U0342" : "U0340";
}

/* For JSON: quotes and control characters cannot be as they are. */
static void add_quoted(char *to, size_t size, const char *from)
{
	size_t n = strlen(to);
	for (; *from && n + 8 < size; from++)
		n += (size_t)snprintf(to + n, size - n,
							  *from == '"' || *from == '\\' ? "\\%c"
							  : (unsigned char)*from < 32   ? " "
															: "%c",
							  *from);
	to[n] = 0;
}

static _Noreturn void end_with(sb_stop why, const char *doing, const char *help)
{
	char text[600], line[2000];
	snprintf(text, sizeof text, "stopped while %s: %s", doing, sb_stop_text(why));
	if (guard.o.json) {
		strcpy(line, "{\"model\": \"");
		add_quoted(line, 600, guard.o.class_name ? guard.o.class_name : guard.o.file ? guard.o.file : "");
		snprintf(line + strlen(line), sizeof line - strlen(line),
				 "\", \"status\": \"%s\", \"messages\": [{\"severity\": \"error\", \"code\": \"%s\", \"text\": \"",
				 tool_stop_name(why), code_of(why));
		static const char rest[] = "\",\"file\":\"\",\"line\":0,\"column\":0,\"end_line\":0,\"end_column\":0,\"notes\":"
								   "[],\"also\":[],\"help\":\"";
		static const char end[] = "\"}]}\n";
		add_quoted(line, sizeof line - sizeof rest - sizeof end, text); /* longer than all that is in front of it */
		strcat(line, rest);
		add_quoted(line, sizeof line - sizeof end, help);
		strcat(line, end);
		ssize_t ignored = write(STDOUT_FILENO, line, strlen(line));
		(void)ignored;
	} else {
		snprintf(line, sizeof line, "%serror[%s]: %s\n%s%s%s", tool_color(stderr) ? "\r\033[K" : "", code_of(why), text,
				 *help ? " help: " : "", help, *help ? "\n" : "");
		say(line);
	}
	sb_end(status_of(why));
}

static atomic_flag ending = ATOMIC_FLAG_INIT;       /* somebody says why the program ends, and ends it */

/* In the main thread, wherever it is: nothing that it may have locked is asked for. */
static _Noreturn void end_translation(void)
{
	char doing[400];
	const char *phase = sb_doing_phase(), *what = sb_doing_what();
	sb_stop why = sb_stopped();
	tool_isolated_done();
	snprintf(doing, sizeof doing, "%s%s%s", *phase ? phase : "reading the model", *what ? ": " : "", what);
	end_with(why, doing,
			 why == SB_BY_TIME
				 ? "nothing was simulated; --timeout counts from the beginning, also while the model is translated"
			 : why == SB_BY_MEMORY
				 ? "nothing was simulated; is an array larger than intended? --memory allows more"
				 : "");
}

const char *tool_stop_name(sb_stop why)
{
	return why == SB_BY_TIME ? "timeout" : why == SB_BY_MEMORY ? "memory" : "interrupted";
}

/* ------------------------------------------------------------------------------------------------ handlers */

static bool is_copy(void)
{
	return getpid() != guard.process;        /* a process that external C has made */
}

static void default_action(int number)
{
	signal(number, SIG_DFL);
	raise(number);
}

static void asked(int number)
{
	int before = errno;
	double now = sb_clock();
	if (is_copy()) {
		default_action(number);
		return;
	}
	sb_stop why = number == SIGINT    ? SB_BY_SIGINT
				  : number == SIGTERM ? SB_BY_SIGTERM
				  : number == SIGXCPU ? SB_BY_TIME
									  : SB_BY_SIGHUP;
	if (sb_stop_ask(why)) {
		guard.asked = now;
	} else if (number != SIGXCPU && now - guard.asked > TWICE * 1e-3) {       /* some senders send each signal twice */
		say("saltus: ended at once\n");
		sb_end(128 + number);
	}
	errno = before;
}

static const struct crash { int number; const char *name; } crashes[] = {
	{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}, {SIGABRT, "SIGABRT"}};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction before_us[CRASHES];
static const int requests[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
enum { REQUESTS = sizeof requests / sizeof *requests };
static bool ignored[REQUESTS];

/* A crash of Saltus, or of what external C has damaged or started. */
static void crash_of_saltus(int number, const siginfo_t *info)
{
	char line[300];
	const char *name = "";
	for (int k = 0; k < CRASHES; k++)
		if (crashes[k].number == number) {
			name = crashes[k].name;
			sigaction(number, &before_us[k], NULL);
		}
	if (!is_copy()) {
		snprintf(line, sizeof line,
				 guard.crashed
					 ? "saltus: external C has damaged the memory, and the program cannot go on (%s); try --isolate\n"
					 : "saltus: the program has crashed (%s); please report this with the model\n",
				 name);
		say(line);
		if (guard.crashed)
			sb_end(TOOL_FAILED);
		sb_clean();
	}
	if (info->si_code <= 0 && number != SIGABRT)         /* sent: it will not come again by itself */
		raise(number);
}

static void crash(int number, siginfo_t *info, void *context)
{
	sb_escape *e = sb_innermost();
	(void)context;
	if (guard.o.run.journal && !is_copy()) {         /* an isolated process ends: the other one has the results */
		sb_clean();
		default_action(number);
	}
	if (is_copy() || !e || !e->takes_crashes) {
		crash_of_saltus(number, info);
		return;
	}
	guard.crashed = true;
	e->signal = number;
	e->address = info->si_addr;
	siglongjmp(e->back, SB_CRASHED);
}

#if defined(__x86_64__)
/* Behind a call of the system that this signal has ended. The register alone may have the same number anywhere. */
static bool is_waiting(const ucontext_t *at, const char *pc)
{
	return at->uc_mcontext.gregs[REG_RAX] == -EINTR && memcmp(pc - 2, "\x0f\x05", 2) == 0;
}
#endif

/* Code may be left anywhere but inside of the C library, which may have locked the memory or a stream; there only while
 * it waits for the system. The watcher tries again, and after a while leaves in any case. */
static bool may_be_left(const ucontext_t *at)
{
#if defined(__x86_64__)
	const char *pc = (const char *)at->uc_mcontext.gregs[REG_RIP];
	for (int k = 0; k < guard.libraries; k++)
		if (pc >= guard.library[k].from && pc < guard.library[k].to && !is_waiting(at, pc)) {
			bool forced = ++guard.tries > TRIES && sb_clock() - guard.asked > FORCED * 1e-3;
			guard.crashed = guard.crashed || forced;     /* what it has locked stays so */
			return forced;
		}
#else
	(void)at;
#endif
	return true;
}

static _Thread_local double here;        /* when this thread was left last */

/* The signal is blocked in its handler: one that interrupts the handler would find it, and not the library that the
 * first one has interrupted. */
static _Noreturn void jump(sb_escape *e)
{
	sigset_t one;
	here = guard.jumped = sb_clock();
	sigemptyset(&one);
	sigaddset(&one, guard.leave);
	pthread_sigmask(SIG_UNBLOCK, &one, NULL);
	siglongjmp(e->back, SB_LEFT);
}

static void leave(int number, siginfo_t *info, void *context)
{
	int before = errno;
	sb_escape *e = sb_innermost();
	(void)number, (void)info;
	if (is_copy() || sb_stopped() == SB_GO_ON)
		return;
	if (guard.phase == TOOL_TRANSLATING && pthread_equal(pthread_self(), guard.main)) {
		if (!atomic_flag_test_and_set(&ending))       /* the signal comes again and again, and this may take longer */
			end_translation();
		errno = before;
		return;
	}
	if (guard.phase == TOOL_SIMULATING && e && sb_clock() - here > TWICE * 1e-3 && may_be_left(context))
		jump(e);
	errno = before;
}

static void install(void)
{
	struct sigaction a = {.sa_flags = SA_RESTART | SA_ONSTACK};
	for (int k = 0; k < REQUESTS; k++) {
		a.sa_handler = asked;
		if (!ignored[k])
			sigaction(requests[k], &a, NULL);
	}
	a.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
	a.sa_sigaction = crash;
	for (int k = 0; k < CRASHES; k++)
		sigaction(crashes[k].number, &a, NULL);
	a.sa_sigaction = leave;
	a.sa_flags &= ~(SA_NODEFER | (SB_SANITIZED ? SA_ONSTACK : 0));     /* leaving another stack, it asks for memory */
	sigaction(guard.leave, &a, NULL);
}

/* `waits`: SIGINT may be ignored, as it is while system() waits for its command. */
static bool is_installed(bool waits)
{
	struct sigaction now;
	bool all = true;
	for (int k = 0; k < REQUESTS; k++)
		all = all && (ignored[k] || (sigaction(requests[k], NULL, &now) == 0 &&
									 (now.sa_handler == asked ||
									  (waits && requests[k] == SIGINT && now.sa_handler == SIG_IGN))));
	for (int k = 0; k < CRASHES; k++)
		all = all && sigaction(crashes[k].number, NULL, &now) == 0 && now.sa_sigaction == crash;
	return all && sigaction(guard.leave, NULL, &now) == 0 && now.sa_sigaction == leave;
}

/* ------------------------------------------------------------------------------------------------- the watcher */

static size_t resident(void)
{
	char text[128];
	int f = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	ssize_t n = f >= 0 ? read(f, text, sizeof text - 1) : -1;
	if (f >= 0)
		close(f);
	if (n <= 0)
		return 0;
	text[n] = 0;
	const char *second = strchr(text, ' ');
	return second ? strtoull(second, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

static void look(void)
{
	double now = sb_clock();
	bool over = !isnan(guard.o.timeout) && now - guard.begin > guard.o.timeout;
	if (guard.phase == TOOL_FINISHING)
		return;
	if ((over && sb_stop_ask(SB_BY_TIME)) || (!over && resident() > guard.memory && sb_stop_ask(SB_BY_MEMORY)))
		guard.asked = now;
}

static void push(void)
{
	double now = sb_clock(), since = fmax(guard.asked, guard.jumped);
	if (guard.phase == TOOL_TRANSLATING)
		pthread_kill(guard.main, guard.leave);
	else if (guard.phase == TOOL_SIMULATING && now - since > PATIENCE * 1e-3)
		sb_signal_threads(guard.leave);
	if (now - since > LAST * 1e-3 && (guard.phase != TOOL_FINISHING || guard.crashed) &&
		!atomic_flag_test_and_set(&ending))
		end_with(sb_stopped(), "simulating, and not in order: nothing could be written", "try --isolate");
}

static void *watch(void *context)
{
	(void)context;
	for (;;) {
		bool stopped = sb_stopped() != SB_GO_ON;
		nanosleep(&(struct timespec){.tv_nsec = (stopped ? PUSHES : LOOKS) * 1000000L}, NULL);
		if (!is_installed(false)) {
			guard.handlers = guard.handlers || !is_installed(true);
			install();
		}
		if (stopped)
			push();
		else
			look();
	}
	return NULL;
}

/* --------------------------------------------------------------------------------------------------- memory */

static size_t machine(void)
{
	double bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE), limit;
	FILE *f = fopen("/sys/fs/cgroup/memory.max", "re");      /* of a container */
	if (f && fscanf(f, "%lf", &limit) == 1 && limit > 0 && limit < bytes)
		bytes = limit;
	if (f)
		fclose(f);
	return (size_t)bytes;
}

/* The watcher ends in order what grows step by step. One request that is too large by itself is refused by the
 * system. */
static void limit_memory(void)
{
	guard.memory = guard.o.memory > 0 ? (size_t)guard.o.memory : machine() / 2;
#if !SB_SANITIZED && !SB_SANITIZED_THREADS
	struct rlimit now;
	rlim_t most = guard.memory + guard.memory / 8 + (256u << 20);
	if (getrlimit(RLIMIT_DATA, &now) == 0 && (now.rlim_cur == RLIM_INFINITY || now.rlim_cur > most)) {
		now.rlim_cur = most;
		setrlimit(RLIMIT_DATA, &now);
	}
#endif
}

/* --------------------------------------------------------------------------------------------------- the guard */

static int note_library(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)size, (void)context;
	static const char *const locked[] = {"/libc.so", "/ld-", "/libasan.so"};      /* where memory and streams are */
	const char *name = strrchr(info->dlpi_name, '/');
	bool found = false;
	for (size_t k = 0; name && k < sizeof locked / sizeof *locked; k++)
		found = found || strncmp(name, locked[k], strlen(locked[k])) == 0;
	if (!found)
		return 0;
	for (int k = 0; k < info->dlpi_phnum && guard.libraries < LIBRARIES; k++)
		if (info->dlpi_phdr[k].p_type == PT_LOAD && info->dlpi_phdr[k].p_flags & PF_X) {
			const char *from = (const char *)info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
			guard.library[guard.libraries].from = from;
			guard.library[guard.libraries++].to = from + info->dlpi_phdr[k].p_memsz;
		}
	return 0;
}

void tool_guard(const tool_options *o)
{
	pthread_t thread;
	guard.o = *o;
	guard.process = getpid();
	guard.main = pthread_self();
	guard.begin = sb_clock();
	guard.leave = SIGRTMIN + 7;
	guard.folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	guard.out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	dl_iterate_phdr(note_library, NULL);
	for (int k = 0; k < REQUESTS; k++) {
		struct sigaction now;
		ignored[k] = sigaction(requests[k], NULL, &now) == 0 && now.sa_handler == SIG_IGN;
	}
	for (int k = 0; k < CRASHES; k++)
		sigaction(crashes[k].number, NULL, &before_us[k]);
	sb_use_signal_stack();
	sb_watch_threads();
	limit_memory();
	install();
	if (pthread_create(&thread, NULL, watch, NULL) == 0)
		pthread_detach(thread);
}

void tool_guard_phase(tool_phase phase)
{
	guard.phase = phase;
}

static bool is_same(int a, int b)
{
	struct stat x, y;
	return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

void tool_guard_put_back(sb_diag *diag)
{
	int now = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (guard.folder >= 0 && !is_same(now, guard.folder) && fchdir(guard.folder) == 0)
		sb_note(sb_report(diag, SB_INFO, "U0343", (sb_span){0}, "the model has changed the working folder"),
		        "files are written from the folder in which saltus was started");
	if (now >= 0)
		close(now);
	if (guard.out >= 0 && (fileno(stdout) != STDOUT_FILENO || !is_same(STDOUT_FILENO, guard.out))) {
		if (fileno(stdout) == STDOUT_FILENO)
			fflush(stdout);
		dup2(guard.out, STDOUT_FILENO);
		if (fileno(stdout) != STDOUT_FILENO)
			stdout = fdopen(STDOUT_FILENO, "w");
		sb_note(sb_report(diag, SB_WARNING, "U0344", (sb_span){0},
						  "external C has closed the standard output, or has put another file there"),
				"it was opened again; what the model wrote in the meantime may be lost");
	}
	if (!is_installed(false)) {
		guard.handlers = true;
		install();
	}
	if (guard.handlers)
		sb_note(sb_report(diag, SB_WARNING, "U0345", (sb_span){0},
						  "external C has changed how the program handles signals"),
				"the change was undone");
	guard.handlers = false;
}

int tool_guard_status(int status)
{
	guard.phase = TOOL_FINISHING;
	return sb_stopped() != SB_GO_ON ? status_of(sb_stopped()) : status;
}

void tool_guard_end(int status)
{
	if (!sb_was_left())
		return;
	fflush(stdout);
	fflush(stderr);
	sb_end(tool_guard_status(status));
}

/* ------------------------------------------------------------------------------ external C that ends the program
 *
 * These take the place of the functions of the C library, for all shared objects of the process: C of a model must not
 * end a run in the middle as if everything were done. Saltus itself ends by returning from main, or by sb_end. */

static void refuse(const char *name, int status)
{
	char line[200];
	if (!guard.process || is_copy() || guard.phase == TOOL_FINISHING)
		return;
	if (guard.o.run.journal) {
		sb_clean();
		return;
	}
	if (sl_inside())
		sl_leave("it called %s(%d), which would have ended the program", name, status);
	snprintf(line, sizeof line, "error[R0340]: a thread of external C called %s(%d), which ends the program\n", name,
			 status);
	say(line);
	sb_end(TOOL_FAILED);
}

static _Noreturn void really(const char *name, int status)
{
	void (*real)(int) = (void (*)(int))dlsym(RTLD_NEXT, name);
	if (real)
		real(status);
	for (;;)
		syscall(SYS_exit_group, status);
}

void exit(int status)
{
	refuse("exit", status);
	really("exit", status);
}

void quick_exit(int status)
{
	refuse("quick_exit", status);
	really("quick_exit", status);
}

void _exit(int status)
{
	refuse("_exit", status);
	really("_exit", status);
}

void _Exit(int status)
{
	refuse("_Exit", status);
	really("_Exit", status);
}
