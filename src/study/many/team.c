/* Threads that take numbers, and what they have done in the order of the numbers. */
#include "study/many/many.h"
#include "base/door.h"
#include "base/stop.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct team {
	const st_team *t;
	pthread_mutex_t lock; pthread_cond_t moved;
	uint64_t next, first, done, window;      /* first: all below it were delivered; done: how many are finished */
	uint8_t *finished;                       /* a ring, by number */
	bool stop, delivering;
	uint32_t working;                        /* threads beside the caller's that are not at their end */
	double told;
	bool doors;                              /* threads have doors of their own (base/door.h) */
	char why[800];                           /* a thread has come back to its door; "": none has */
} team;

typedef struct member { team *of; uint32_t number; } member;

/* No longer than a tenth of a second, so that somebody who asks for the end is heard. */
static void wait_a_little(team *m)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 100000000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_cond_timedwait(&m->moved, &m->lock, &until);
}

/* The next number, with the lock held. False: there is none any more. */
static bool take(team *m, uint64_t *number)
{
	while (!m->stop && m->next < m->t->count && m->next >= m->first + m->window && sb_stopped() == SB_GO_ON)
		wait_a_little(m);
	if (m->stop || m->next >= m->t->count || sb_stopped() != SB_GO_ON)
		return false;
	*number = m->next++;
	return true;
}

/* With the lock held, which is open while somebody else's function is called. */
static void deliver(team *m)
{
	if (m->delivering)
		return;
	m->delivering = true;
	while (m->first < m->t->count && m->finished[m->first % m->window] && !m->stop) {
		uint64_t number = m->first;
		if (m->t->in_order) {
			pthread_mutex_unlock(&m->lock);
			bool good = m->t->in_order(m->t->context, number);
			pthread_mutex_lock(&m->lock);
			m->stop = m->stop || !good;
		}
		m->finished[number % m->window] = 0;
		m->first++;
		pthread_cond_broadcast(&m->moved);
	}
	m->delivering = false;
}

static void tell(team *m, const member *who)
{
	double now = sb_clock();
	if (who->number || !m->t->progress || now - m->told < 0.1)
		return;
	m->told = now;
	uint64_t done = m->done;
	pthread_mutex_unlock(&m->lock);
	bool good = m->t->progress(m->t->context, done);
	pthread_mutex_lock(&m->lock);
	m->stop = m->stop || !good;
}

static void *work(void *context)
{
	const member *who = context;
	team *m = who->of;
	uint64_t number;
	pthread_mutex_lock(&m->lock);
	while (take(m, &number)) {
		pthread_mutex_unlock(&m->lock);
		bool good = m->t->work(m->t->context, who->number, number);
		pthread_mutex_lock(&m->lock);
		if (good) {
			m->finished[number % m->window] = 1;
			m->done++;
			deliver(m);
			tell(m, who);
		} else {
			m->stop = true;
			pthread_cond_broadcast(&m->moved);
		}
	}
	m->working -= who->number > 0;
	pthread_cond_broadcast(&m->moved);
	pthread_mutex_unlock(&m->lock);
	return NULL;
}

/* What breaks a thread breaks the call. */
static void *work_behind_door(void *context)
{
	const member *who = context;
	team *m = who->of;
	sb_door door;
	if (!m->doors)
		return work(context);
	if (SB_ENTER(&door)) {
		work(context);
	} else {
		pthread_mutex_lock(&m->lock);
		m->stop = true;
		memcpy(m->why, door.why, sizeof m->why);
		m->working -= who->number > 0;
		pthread_cond_broadcast(&m->moved);
		pthread_mutex_unlock(&m->lock);
	}
	sb_leave(&door);
	return NULL;
}

static bool begin(team *m, pthread_t *thread, member *who)
{
	pthread_mutex_lock(&m->lock);
	bool good = pthread_create(thread, NULL, work_behind_door, who) == 0;
	m->working += good;
	pthread_mutex_unlock(&m->lock);
	return good;
}

/* The caller, who has no work any more, goes on to tell and to ask. */
static void wait_for_others(team *m, const member *caller)
{
	pthread_mutex_lock(&m->lock);
	while (m->working) {
		wait_a_little(m);
		tell(m, caller);
	}
	pthread_mutex_unlock(&m->lock);
}

static uint32_t threads_of(const st_team *t)
{
	long wanted = t->threads ? (long)t->threads : sysconf(_SC_NPROCESSORS_ONLN);
	wanted = wanted < 1 ? 1 : wanted > ST_THREADS_MOST ? ST_THREADS_MOST : wanted;
	return (uint64_t)wanted < t->count ? (uint32_t)wanted : t->count ? (uint32_t)t->count : 1;
}

uint64_t st_team_work(const st_team *t)
{
	pthread_t thread[ST_THREADS_MOST];
	member members[ST_THREADS_MOST];
	uint32_t wanted = threads_of(t), begun = 1;
	uint64_t window = t->window ? t->window : ST_WINDOW;
	team m = {.t = t, .lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER,
		.window = window < t->count ? window : t->count ? t->count : 1, .told = sb_clock()};
	m.finished = memset(sb_resize(NULL, m.window), 0, m.window);
	for (uint32_t i = 0; i < wanted; i++)
		members[i] = (member){&m, i};
	m.doors = sb_is_inside();
	while (begun < wanted && begin(&m, &thread[begun], &members[begun]))
		begun++;
	work_behind_door(&members[0]);
	wait_for_others(&m, &members[0]);
	for (uint32_t i = 1; i < begun; i++)
		pthread_join(thread[i], NULL);
	free(m.finished);
	pthread_cond_destroy(&m.moved);
	pthread_mutex_destroy(&m.lock);
	if (m.why[0])
		sb_go_to_door(m.why);
	return m.first;
}
