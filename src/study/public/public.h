/* The public interface: include/saltus.h says what it is. public.c, public_point.c (linear systems, equilibrium),
 * public_sensitivity.c and public_fit.c are a thin layer over the other rooms.
 *
 * Every call comes in through a door (base/door.h). A failure that cannot be repaired breaks the program or the run of
 * the call: it says why, and can only be freed. */
#ifndef SALTUS_STUDY_PUBLIC_H
#define SALTUS_STUDY_PUBLIC_H

#include "saltus.h"
#include "base/door.h"
#include "study/load/load.h"
#include <pthread.h>

/* Names are made when they are asked for: a model may have millions. */
struct saltus_program {
	st_model *model; sb_text messages; char **names; pthread_mutex_t lock;
	const char *component;           /* that was opened; NULL: none */
	char broken[900];                /* it cannot be used any more, and this is why; "": it can */
};
struct saltus_run {
	saltus_program *program; sb_diag *diag; se_run *run; se_settings settings; sb_text messages; uint32_t first;
	char broken[900];                /* the same; what it has is freed no more */
};

/* What is loaded, and how. Never NULL. */
typedef struct st_loading {
	const char *path, *text, *class_name, *component, *const *starts; size_t start_count;
} st_loading;
saltus_program *st_public_load(const st_loading *asked);

void st_public_render(saltus_run *r);                            /* its messages as text */
void st_public_break(saltus_run *r, const sb_door *door);        /* it can only be freed from now on */

#endif
