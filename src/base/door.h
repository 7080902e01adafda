/* The door of a program that has Saltus inside: every call of saltus.h that does something comes in through it, and so
 * does every thread that Saltus starts.
 *
 *     sb_door door;
 *     if (SB_ENTER(&door))
 *         ... the work ...
 *     else
 *         ... door.why says what has happened ...
 *     sb_leave(&door);
 *
 * Inside, the locale of the thread is "C", whatever the program around has chosen: everything that runs there,
 * including the compiler and the libraries, reads and writes numbers with a point. A failure that nothing can be done
 * about (no memory, a broken invariant) leads back to the door, so that it fails the call and not the process. The
 * memory that the work has allocated is then lost, and the data that it was changing must not be used again. Locks that
 * were closed by sb_lock are opened. If there were such locks, `shared` is true: the work was also changing data of
 * others.
 *
 * The work chooses its own stock (stock.h). Behind the door the thread has the stock that it had before.
 *
 * Without a door, as in the program `saltus`, such a failure ends the process. Doors may stand inside one another.
 */
#ifndef SALTUS_BASE_DOOR_H
#define SALTUS_BASE_DOOR_H

#include <locale.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

enum { SB_LOCKS_MOST = 16 };

typedef struct sb_door {
	jmp_buf back;
	struct sb_door *around;
	locale_t before;
	struct sb_stock *stock;          /* what was drawn from when it was opened */
	unsigned locks;                  /* how many were held when it was opened */
	bool shared;
	char why[800];
} sb_door;

void sb_open_door(sb_door *door);
#define SB_ENTER(door) (sb_open_door(door), setjmp((door)->back) == 0)
void sb_leave(sb_door *door);
bool sb_is_inside(void);                         /* this thread has come in through a door */
/* Leads back to the innermost door of this thread with this text; returns where there is none. */
void sb_go_to_door(const char *why);

/* For tests: asked before each allocation, if it is set; true: there is no memory. */
extern bool (*sb_refuse_memory)(size_t size);

void sb_lock(pthread_mutex_t *lock);
void sb_unlock(pthread_mutex_t *lock);

#endif
