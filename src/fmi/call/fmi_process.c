/* The process of an instance, and the turns of its board. */
#include "fmi/call/fmi_call.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/stock.h"
#include "base/stop.h"

enum { SPINS = 200 };
static const double usual_limit = 60;

struct fi_instance {
	const fi_plan *plan;
	fi_board *board;
	size_t size;                     /* of the board */
	fi_rows rows;
	pid_t child;
	bool broken;
	fi_worker worker;                /* in the child, or here */
};

/* -------------------------------------------------------------------------------------------------- the board */

static size_t largest(size_t a, size_t b) { return a > b ? a : b; }

static size_t lay_out(const fi_plan *p, double *at, fi_rows *rows)
{
	size_t x = p->d->states, u = p->inputs.scalars, begin = 0;
	const size_t sizes[] = {p->parameters.scalars, u, u, x, x, largest(p->outputs.scalars, 1), p->d->indicator_count,
		u + x};
	double **places[] = {&rows->parameters, &rows->inputs, &rows->slopes, &rows->states, &rows->rates, &rows->outputs,
		&rows->indicators, &rows->motion};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		if (at)
			*places[i] = at + begin;
		begin += sizes[i] + 1;
	}
	return begin;
}

fi_instance *fi_instance_new(const fi_plan *plan, const char *name)
{
	fi_instance *i = sb_draw_zeros(sizeof *i);
	i->plan = plan;
	i->size = sizeof *i->board + lay_out(plan, NULL, &i->rows) * sizeof(double);
	i->board = mmap(NULL, i->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (i->board == MAP_FAILED)
		sb_out_of_memory(i->size);
	lay_out(plan, i->board->rows, &i->rows);
	i->worker = (fi_worker){.plan = plan, .name = name, .board = i->board, .rows = i->rows,
		.bulk = memfd_create("fmu", MFD_CLOEXEC)};
	i->worker.states = sb_draw_zeros((plan->d->states + 1) * sizeof(double));
	i->worker.inputs = sb_draw_zeros((plan->inputs.scalars + 1) * sizeof(double));
	return i;
}

fi_board *fi_board_of(fi_instance *i) { return i->board; }
const fi_rows *fi_rows_of(fi_instance *i) { return &i->rows; }
const char *fi_doing(const fi_instance *i) { return fi_spell(i->board); }
int fi_bulk(const fi_instance *i) { return i->worker.bulk; }

/* --------------------------------------------------------------------------------------------------- turns */

static void sleep_while(_Atomic uint32_t *turn, uint32_t value, double seconds)
{
	struct timespec limit = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
	syscall(SYS_futex, turn, FUTEX_WAIT, value, seconds > 0 ? &limit : NULL, NULL, 0);
}

static void give(_Atomic uint32_t *turn, uint32_t value)
{
	atomic_store(turn, value);
	syscall(SYS_futex, turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static bool has_turn(_Atomic uint32_t *turn, uint32_t value)
{
	for (int k = 0; k < SPINS; k++) {
		if (atomic_load(turn) == value)
			return true;
#if defined __x86_64__ || defined __i386__
		__builtin_ia32_pause();
#endif
	}
	return false;
}

/* ------------------------------------------------------------------------------------------------ the child */

static void leave_at_once(int status, void *unused)
{
	(void)unused;
	_exit(status ? status : 97);     /* exit in an FMU must not run what this process does at its end */
}

static void be_alone(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGPIPE,
		SIGUSR1, SIGUSR2, SIGCHLD, SIGTRAP, SIGSYS};
	struct sigaction usual = {.sa_handler = SIG_DFL};
	struct rlimit none = {0, 0};
	sigset_t all;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		sigaction(numbers[k], &usual, NULL);
	signal(SIGINT, SIG_IGN);         /* the terminal's: who leads this process decides */
	sigemptyset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	setrlimit(RLIMIT_CORE, &none);
	int null = open("/dev/null", O_RDONLY);
	dup2(null, 0);
	dup2(2, 1);                      /* what it prints does not mix with results */
	on_exit(leave_at_once, NULL);
}

static _Noreturn void serve_always(fi_instance *i, pid_t parent)
{
	fi_board *b = i->board;
	be_alone();
	for (;;) {
		while (!has_turn(&b->turn, 1)) {
			sleep_while(&b->turn, 0, 1);
			if (getppid() != parent)
				_exit(98);
		}
		b->failed = !fi_serve(&i->worker);
		bool last = b->order == FI_DO_END;
		*b->doing = 0;
		give(&b->turn, 0);
		if (last)
			_exit(96);
	}
}

static bool start(fi_instance *i)
{
	pid_t parent = getpid();
	i->child = fork();
	if (i->child == 0)
		serve_always(i, parent);
	if (i->child < 0) {
		i->child = 0;
		i->broken = true;
		snprintf(i->board->said, FI_SAID, "no process can be made for it: %s", strerror(errno));
		return false;
	}
	setpgid(i->child, i->child);
	sb_child(i->child);
	return true;
}

static int reap(fi_instance *i, bool killed)
{
	int status = 0;
	if (killed)
		kill(-i->child, SIGKILL);
	while (waitpid(i->child, &status, 0) < 0 && errno == EINTR)
		;
	sb_child_done(i->child);
	i->child = 0;
	return status;
}

/* ---------------------------------------------------------------------------------------------------- asking */

static void tell_death(fi_instance *i, int status)
{
	const char *doing = *i->board->doing ? fi_spell(i->board) : "no call";
	char how[100];
	if (WIFSIGNALED(status))
		snprintf(how, sizeof how, "has crashed (%s)", strsignal(WTERMSIG(status)));
	else
		snprintf(how, sizeof how, "has ended its process (exit)");
	snprintf(i->board->said, FI_SAID, "it %s in %s", how, doing);
	i->broken = true;
}

static bool wait_for(fi_instance *i)
{
	double limit = i->plan->options.limit > 0 ? i->plan->options.limit : usual_limit, since = sb_clock();
	while (!has_turn(&i->board->turn, 0)) {
		int status;
		sleep_while(&i->board->turn, 1, 0.05);
		if (atomic_load(&i->board->turn) == 0)
			return true;
		if (waitpid(i->child, &status, WNOHANG) == i->child) {
			sb_child_done(i->child);
			i->child = 0;
			tell_death(i, status);
			return false;
		}
		if (sb_clock() - since > limit) {
			char doing[sizeof i->board->doing];
			memcpy(doing, fi_spell(i->board), sizeof doing);
			reap(i, true);
			i->broken = true;
			snprintf(i->board->said, FI_SAID, "it has not come back from %s for %.9g s", *doing ? doing : "a call",
				limit);
			return false;
		}
	}
	return true;
}

bool fi_ask(fi_instance *i, fi_order order)
{
	if (i->broken)
		return false;
	i->board->order = order;
	if (i->plan->options.in_process) {
		bool good = fi_serve(&i->worker);
		*i->board->doing = 0;
		return good;
	}
	if (!i->child && !start(i))
		return false;
	give(&i->board->turn, 1);
	return wait_for(i) && !i->board->failed;
}

void fi_instance_break(fi_instance *i)
{
	char said[FI_SAID];
	memcpy(said, i->board->said, sizeof said);
	snprintf(i->board->said, FI_SAID, "%.400s; it has refused too many points", said);
	i->broken = true;
}

void fi_instance_free(fi_instance *i)
{
	if (!i)
		return;
	if (i->child) {
		i->board->order = FI_DO_END;
		double since = sb_clock();
		int status;
		give(&i->board->turn, 1);
		while (waitpid(i->child, &status, WNOHANG) == 0 && sb_clock() - since < 5)
			usleep(200);
		if (sb_clock() - since >= 5)
			reap(i, true);
		else
			sb_child_done(i->child);
	} else if (i->plan->options.in_process && !i->broken) {
		i->board->order = FI_DO_END;
		fi_serve(&i->worker);
	}
	if (i->worker.bulk >= 0)
		close(i->worker.bulk);
	sb_put_back(i->worker.states);
	sb_put_back(i->worker.inputs);
	munmap(i->board, i->size);
	sb_put_back(i);
}
