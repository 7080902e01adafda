/* Invariants: what holds whatever a user writes. A broken invariant is a fault of Saltus.
 *
 *     sb_must(i < c->n, "the calendar has %u entries and is asked for number %u", c->n, i);
 *
 * sb_must is for checks that cost nothing beside the work around them; it is on in every build. A check of a whole
 * structure is a *validator*, a function that tells the first thing that is wrong:
 *
 *     bool sm_check(const sm_model *m, sb_text *why);             a flat model, after the front end
 *     bool ss_check_plan(const ss_plan *plan, sb_text *why);      a plan, after the analysis
 *     bool si_check_image(const si_image *image, sb_text *why);   an image of a program
 *     bool se_is_sound(se_run *run, sb_text *why);                a run between two instants
 *
 * Validators take time, so they run only where SB_CHECKED is true: in builds with SALTUS_CHECKS, which are debug builds
 * and the second round of `make check`. The condition is a constant, so the code is compiled, and its warnings are
 * seen, in every build.
 *
 * The message about a broken invariant says what was being done, and asks for a report. A checked build then aborts, so
 * that no test takes it for an expected failure. Any other build ends the program with status 1: an answer that may be
 * wrong is worse than none. */
#ifndef SALTUS_BASE_CHECK_H
#define SALTUS_BASE_CHECK_H

#include "base/text.h"

#ifdef SALTUS_CHECKS
enum { SB_CHECKED = 1 };
#else
enum { SB_CHECKED = 0 };
#endif

_Noreturn void sb_broken(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4),
	cold));

#define sb_must(condition, ...)                                                                                       \
	do {                                                                                                              \
		if (__builtin_expect(!(condition), 0))                                                                        \
			sb_broken(__FILE__, __LINE__, __VA_ARGS__);                                                               \
	} while (0)

/* What a validator says: false, so that it can be returned. The first fault counts. */
bool sb_fault(sb_text *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
