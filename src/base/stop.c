/* The state of the process that concerns its end, and the few calls of the system that an early end needs. */
#include "base/stop.h"
#include "base/check.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static atomic_int reason;

sb_stop sb_stopped(void)
{
	return (sb_stop)atomic_load_explicit(&reason, memory_order_relaxed);
}

bool sb_stop_ask(sb_stop why)
{
	int none = SB_GO_ON;
	return atomic_compare_exchange_strong(&reason, &none, (int)why);
}

const char *sb_stop_text(sb_stop why)
{
	switch (why) {
	case SB_BY_SIGINT: return "interrupted (SIGINT)";
	case SB_BY_SIGTERM: return "terminated (SIGTERM)";
	case SB_BY_SIGHUP: return "the terminal was closed (SIGHUP)";
	case SB_BY_TIME: return "the time allowed is over (--timeout, or ulimit -t)";
	case SB_BY_MEMORY: return "the limit of memory is reached (--memory)";
	default: return "";
	}
}

/* ------------------------------------------------------------------------------------------------- escapes */

/* A thread with escapes, in the list of all of them. The watcher may send it a signal while it is in the list. */
typedef struct member { pthread_t thread; struct member *next; } member;

static _Thread_local sb_escape *innermost;
static _Thread_local member self;
static atomic_bool watching, left;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static member *list;

void sb_watch_threads(void)
{
	atomic_store(&watching, true);
}

static void join_list(void)
{
	sb_use_signal_stack();
	self.thread = pthread_self();
	pthread_mutex_lock(&list_lock);
	self.next = list;
	list = &self;
	pthread_mutex_unlock(&list_lock);
}

static void leave_list(void)
{
	pthread_mutex_lock(&list_lock);
	for (member **at = &list; *at; at = &(*at)->next)
		if (*at == &self) {
			*at = self.next;
			break;
		}
	pthread_mutex_unlock(&list_lock);
}

void sb_escape_push(sb_escape *e)
{
	e->around = innermost;
	e->signal = 0;
	if (!innermost && atomic_load_explicit(&watching, memory_order_relaxed))
		join_list();
	innermost = e;
}

void sb_escape_pop(sb_escape *e)
{
	sb_must(innermost == e, "a way out is closed that is not the innermost one");
	innermost = e->around;
	if (!innermost && atomic_load_explicit(&watching, memory_order_relaxed))
		leave_list();
}

sb_escape *sb_innermost(void)
{
	return innermost;
}

void sb_signal_threads(int signal)
{
	pthread_mutex_lock(&list_lock);
	for (const member *m = list; m; m = m->next)
		pthread_kill(m->thread, signal);
	pthread_mutex_unlock(&list_lock);
}

bool sb_attempt(void (*body)(void *), void *context)
{
	sb_escape e = {.takes_crashes = false};
	sb_escape_push(&e);
	bool good = sigsetjmp(e.back, 0) == SB_RETURNED;
	if (good)
		body(context);
	else
		sb_note_left();
	sb_escape_pop(&e);
	return good;
}

void sb_note_left(void)
{
	atomic_store(&left, true);
}

bool sb_was_left(void)
{
	return atomic_load(&left);
}

static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
enum { STACK = 128 << 10 };

static void free_stack(void *stack)
{
	sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
	munmap(stack, STACK);
}

static void make_key(void)
{
	pthread_key_create(&stack_key, free_stack);
}

void sb_use_signal_stack(void)
{
	stack_t old;
	pthread_once(&stack_once, make_key);
	if (sigaltstack(NULL, &old) != 0 || !(old.ss_flags & SS_DISABLE))
		return;
	void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (stack == MAP_FAILED)
		return;
	if (sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = STACK}, NULL) == 0)
		pthread_setspecific(stack_key, stack);
	else
		munmap(stack, STACK);
}

/* ---------------------------------------------------------------------------------------- an end at once */

static _Thread_local char phase_now[64], what_now[160];

static void copy(char *to, size_t size, const char *from)
{
	size_t n = strnlen(from, size - 1);
	memcpy(to, from, n);
	to[n] = 0;
}

void sb_doing(const char *phase, const char *what)
{
	copy(phase_now, sizeof phase_now, phase);
	copy(what_now, sizeof what_now, what);
}

const char *sb_doing_phase(void)
{
	return phase_now;
}

const char *sb_doing_what(void)
{
	return what_now;
}

static char *calls;
enum { CALL = 200 };

void sb_share_calls(char *place)
{
	calls = place;
}

void sb_calling(const char *name)
{
	if (calls)
		copy(calls, CALL, name);
}

/* A slot is used while its number is odd. A handler finds it whole at any time: the number is another one if the path
 * was changed meanwhile. The memory is there from the start, because what ends for want of memory is cleaned up too. */
enum { SLOTS = 256 };
typedef struct slot { _Atomic(uint32_t) number; char path[PATH_MAX]; } slot;
typedef struct notes { slot temporaries[SLOTS]; _Atomic(pid_t) children[SLOTS]; } notes;

static pthread_mutex_t slot_lock = PTHREAD_MUTEX_INITIALIZER;
static notes own;
static notes *noted = &own;
static atomic_bool cleaning;

bool sb_share_notes(void)
{
	notes *made = mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (made == MAP_FAILED)
		return false;
	noted = made;
	return true;
}

void sb_temporary(const char *path)
{
	notes *n = noted;
	size_t length = strlen(path);
	bool done = length >= PATH_MAX;
	pthread_mutex_lock(&slot_lock);
	for (int k = 0; !done && k < SLOTS; k++) {
		slot *s = &n->temporaries[k];
		if (atomic_load(&s->number) % 2)
			continue;
		memcpy(s->path, path, length + 1);
		atomic_fetch_add(&s->number, 1);
		done = true;
	}
	pthread_mutex_unlock(&slot_lock);
}

void sb_temporary_done(const char *path)
{
	notes *n = noted;
	bool done = false;
	pthread_mutex_lock(&slot_lock);
	for (int k = 0; !done && k < SLOTS; k++) {
		slot *s = &n->temporaries[k];
		done = atomic_load(&s->number) % 2 && strcmp(s->path, path) == 0;
		if (done)
			atomic_fetch_add(&s->number, 1);
	}
	pthread_mutex_unlock(&slot_lock);
}

/* The path of a slot as a copy. False: it has none. */
static bool path_of(notes *n, int k, char *path)
{
	slot *s = &n->temporaries[k];
	uint32_t before = atomic_load(&s->number);
	if (before % 2)
		memcpy(path, s->path, PATH_MAX);
	return before % 2 && atomic_load(&s->number) == before;
}

static int make_noted(char *pattern, bool folder)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int f = folder ? (mkdtemp(pattern) ? 0 : -1) : mkostemp(pattern, O_CLOEXEC);
	if (f >= 0)
		sb_temporary(pattern);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (f < 0 || !atomic_load(&cleaning))
		return f;
	folder ? rmdir(pattern) : unlink(pattern);       /* the program ends: who cleans may not have seen the note */
	if (!folder)
		close(f);
	return -1;
}

bool sb_temporary_folder(char *pattern)
{
	return make_noted(pattern, true) == 0;
}

int sb_temporary_file(char *pattern)
{
	return make_noted(pattern, false);
}

void sb_child(pid_t leader)
{
	pid_t none = 0;
	notes *n = noted;
	for (int k = 0; k < SLOTS; k++, none = 0)
		if (atomic_compare_exchange_strong(&n->children[k], &none, leader))
			return;
}

void sb_child_done(pid_t leader)
{
	notes *n = noted;
	for (int k = 0; k < SLOTS; k++) {
		pid_t one = leader;
		if (atomic_compare_exchange_strong(&n->children[k], &one, 0))
			return;
	}
}

/* By the calls of the system themselves: this is for handlers too. */
/* With what is in it, as deep as archives go. A signal handler has little stack. */
static void remove_folder(int around, const char *path, int depth)
{
	enum { DEEPEST = 12 };
	struct entry { uint64_t number, next; uint16_t size; uint8_t kind; char name[]; };
	_Alignas(struct entry) char names[1024];
	int folder = depth > DEEPEST ? -1 : openat(around, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (folder < 0)
		return;
	for (long n; (n = syscall(SYS_getdents64, folder, names, sizeof names)) > 0;)
		for (long at = 0; at < n;) {
			const struct entry *e = (const struct entry *)(names + at);
			bool dots = e->name[0] == '.' && (!e->name[1] || (e->name[1] == '.' && !e->name[2]));
			if (!dots && unlinkat(folder, e->name, 0) != 0)
				remove_folder(folder, e->name, depth + 1);
			at += e->size;
		}
	close(folder);
	unlinkat(around, path, AT_REMOVEDIR);
}

void sb_remove_folder(const char *path)
{
	remove_folder(AT_FDCWD, path, 0);
}

/* A child of this process, or of one that it has made and that is no more. */
static bool has_ended(pid_t child)
{
	siginfo_t info = {0};
	if (waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0)
		return info.si_pid == child;
	return kill(child, 0) != 0;
}

/* Children first, because they write into what is removed. Then files, and the folders that they were in. */
void sb_clean(void)
{
	char path[PATH_MAX];
	notes *n = noted;
	atomic_store(&cleaning, true);
	for (int k = 0; k < SLOTS; k++) {
		pid_t leader = atomic_load(&n->children[k]);
		if (leader > 0)
			kill(leader, SIGTERM);
	}
	for (int k = 0, rounds = 0; k < SLOTS; k++) {
		pid_t leader = atomic_load(&n->children[k]);
		while (leader > 0 && !has_ended(leader) && rounds++ < 400)
			nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	}
	for (int k = 0; k < SLOTS; k++)
		if (path_of(n, k, path))
			unlink(path);
	for (int k = 0; k < SLOTS; k++)
		if (path_of(n, k, path))
			sb_remove_folder(path);
}

void sb_end(int status)
{
	sb_clean();
	for (;;)
		syscall(SYS_exit_group, status);
}

/* ------------------------------------------------------------------------------------------------ children */

static void kill_group(int number)
{
	(void)number;
	kill(0, SIGKILL);
}

/* A compiler removes its files when it is asked to end; it has a second for that. */
static void end_group(int number)
{
	signal(number, SIG_IGN);
	signal(SIGALRM, kill_group);
	alarm(1);
	kill(0, number);
}

/* A compiler has children of its own, which the death of Saltus does not reach. So a process stands between: it leads
 * the group of them all, hears when Saltus dies, and ends the group. It is a copy of a process with many threads: only
 * calls that are safe in a handler here. */
static _Noreturn void guard(char *const *argv, char *const *environment, int out, pid_t saltus)
{
	static const int ours[] = {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE};
	int status = 0;
	setpgid(0, 0);
	for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
		signal(ours[k], SIG_DFL);
	signal(SIGTERM, end_group);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != saltus)
		syscall(SYS_exit_group, 1);
	pid_t child = fork();
	if (child == 0) {
		int in = open("/dev/null", O_RDONLY);
		signal(SIGTERM, SIG_DFL);
		dup2(in, 0);
		dup2(out, 1);
		dup2(out, 2);
		execve(argv[0], argv, environment);
		syscall(SYS_exit_group, 127);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		kill_group(SIGKILL);
	for (;;)
		syscall(SYS_exit_group, child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

extern char **environ;

/* The environment with another TMPDIR, which is the first. */
static char **with_folder(const char *folder)
{
	size_t n = 0, k = 1, size = strlen(folder) + 8;
	while (environ[n])
		n++;
	char **made = calloc(n + 2, sizeof *made);
	if (!made || !(made[0] = malloc(size))) {
		free(made);
		return NULL;
	}
	snprintf(made[0], size, "TMPDIR=%s", folder);
	for (n = 0; environ[n]; n++)
		if (strncmp(environ[n], "TMPDIR=", 7) != 0)
			made[k++] = environ[n];
	return made;
}

pid_t sb_spawn(char *const *argv, const char *log, const char *folder)
{
	int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	char **environment = with_folder(folder);
	pid_t saltus = getpid(), child = out < 0 || !environment ? -1 : fork();
	if (child == 0)
		guard(argv, environment, out, saltus);
	if (environment)
		free(environment[0]);
	free(environment);
	if (out >= 0)
		close(out);
	if (child > 0)
		setpgid(child, child);
	return child;
}
