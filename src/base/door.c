/* Doors of this thread, and the locks that it holds. */
#include "base/door.h"
#include "base/check.h"
#include "base/stock.h"

#include <stdio.h>

static _Thread_local sb_door *innermost;
static _Thread_local pthread_mutex_t *held[SB_LOCKS_MOST];
static _Thread_local unsigned held_count;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t plain;

static void make_plain(void)
{
	plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void sb_open_door(sb_door *door)
{
	pthread_once(&once, make_plain);
	door->around = innermost;
	door->before = uselocale(plain);
	door->locks = held_count;
	door->stock = sb_stock_use(NULL);
	sb_stock_use(door->stock);
	door->shared = false;
	door->why[0] = 0;
	innermost = door;
}

void sb_leave(sb_door *door)
{
	sb_must(innermost == door, "a door is left that is not the innermost one");
	innermost = door->around;
	sb_stock_use(door->stock);
	uselocale(door->before);
}

bool sb_is_inside(void)
{
	return innermost != NULL;
}

void sb_go_to_door(const char *why)
{
	sb_door *door = innermost;
	if (!door)
		return;
	snprintf(door->why, sizeof door->why, "%s", why);
	door->shared = held_count > door->locks;
	sb_stock_use(door->stock);
	while (held_count > door->locks)
		pthread_mutex_unlock(held[--held_count]);
	longjmp(door->back, 1);
}

void sb_lock(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	sb_must(held_count < SB_LOCKS_MOST, "a thread holds %u locks", held_count);
	held[held_count++] = lock;
}

void sb_unlock(pthread_mutex_t *lock)
{
	sb_must(held_count && held[held_count - 1] == lock, "a lock is opened that was not closed last");
	held_count--;
	pthread_mutex_unlock(lock);
}
