/* The way out where an invariant is broken. */
#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/door.h"
#include "base/stop.h"

_Noreturn void sb_broken(const char *file, int line, const char *format, ...)
{
	char what[600];
	const char *name = strrchr(file, '/');
	va_list args;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	if (!SB_CHECKED) {
		char told[800];
		snprintf(told, sizeof told,
			"internal error in %s:%d: %s; this is a fault of Saltus: please report it, with the model and this message",
		         name ? name + 1 : file, line, what);
		sb_go_to_door(told);
	}
	fprintf(stderr, "saltus: internal error in %s:%d", name ? name + 1 : file, line);
	if (*sb_doing_phase())
		fprintf(stderr, ", while %s%s%s", sb_doing_phase(), *sb_doing_what() ? ": " : "", sb_doing_what());
	fprintf(stderr,
		"\n  %s\n  this is a fault of Saltus, not of your model: please report it, with the model and this message\n",
		what);
	fflush(NULL);
	if (SB_CHECKED)
		abort();
	sb_end(EXIT_FAILURE);
}

bool sb_fault(sb_text *why, const char *format, ...)
{
	char what[400];
	if (why->n)
		return false;
	va_list args;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	sb_add(why, what);
	return false;
}
