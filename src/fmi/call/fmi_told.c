/* What a worker says of its calls: the one that comes next, the log, failures; and functions of a library by name. */
#include "fmi/call/fmi_call.h"

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void log_line(const fi_worker *w, const char *line)
{
	char text[700];
	int n = snprintf(text, sizeof text, "fmi: %s: %s\n", w->name, line);
	if (n > (int)sizeof text - 1) {
		n = (int)sizeof text - 1;
		text[n - 1] = '\n';
	}
	if (write(2, text, (size_t)n) < 0)
		return;
}

void fi_calling(fi_worker *w, const char *name, const char *format, ...)
{
	char *to = w->board->doing;
	size_t n = strlen(name);
	w->board->spell = false;
	memcpy(to, name, n + 1);
	if (!*format)
		return;
	bool timed = strncmp(format, "(time=", 6) == 0;
	va_list list;
	va_start(list, format);
	if (w->plan->options.log) {
		vsnprintf(to + n, sizeof w->board->doing - n, format, list);
	} else if (timed) {              /* printed where somebody asks (fi_spell) */
		w->board->spell = true;
		w->board->when = va_arg(list, double);
		w->board->by = strstr(format + 6, "step=") ? va_arg(list, double) : NAN;
	}
	va_end(list);
	if (w->plan->options.log)
		log_line(w, to);
}

void fi_calling_often(fi_worker *w, const char *name, double time)
{
	fi_board *b = w->board;
	if (w->plan->options.log && isnan(time))
		fi_calling(w, name, "%s", "");
	else if (w->plan->options.log)
		fi_calling(w, name, "(time=%.17g)", time);
	if (w->plan->options.log)
		return;
	strcpy(b->doing, name);
	b->spell = !isnan(time);
	b->when = time;
	b->by = NAN;
}

const char *fi_spell(fi_board *b)
{
	size_t n = strlen(b->doing), room = sizeof b->doing - n;
	if (b->spell && *b->doing && isnan(b->by))
		snprintf(b->doing + n, room, "(time=%.17g)", b->when);
	else if (b->spell && *b->doing)
		snprintf(b->doing + n, room, "(time=%.17g, step=%.17g)", b->when, b->by);
	b->spell = false;
	return b->doing;
}

void fi_log_values(fi_worker *w, const char *name, const uint32_t *references, size_t n, const double *values,
				   size_t count)
{
	sb_text line = {0};
	if (!w->plan->options.log)
		return;
	sb_addf(&line, "%s(", name);
	for (size_t i = 0; references && i < n && i < 20; i++)
		sb_addf(&line, "%s#%u", i ? " " : "", references[i]);
	for (size_t i = 0; i < count && i < 20; i++)
		sb_addf(&line, "%s%.17g", i ? ", " : references ? ": " : "", values[i]);
	sb_addf(&line, "%s)", count > 20 ? ", ..." : "");
	log_line(w, line.at);
	sb_text_free(&line);
}

bool fi_failed(fi_worker *w, const char *format, ...)
{
	va_list list;
	char *to = w->board->said;
	if (w->failed)                   /* the first cause counts */
		return false;
	size_t before = strlen(to);      /* what the logger of the FMU has said */
	char said[FI_SAID / 2];
	snprintf(said, sizeof said, "%.*s", (int)(before < sizeof said ? before : sizeof said - 1), to);
	va_start(list, format);
	int n = vsnprintf(to, FI_SAID, format, list);
	va_end(list);
	if (*said && n > 0 && n < FI_SAID)
		snprintf(to + n, (size_t)(FI_SAID - n), "; it says: %s", said);
	w->failed = true;
	return false;
}

void fi_logged(fi_worker *w, int status, const char *category, const char *text)
{
	if (w->plan->options.log) {
		char line[500];
		snprintf(line, sizeof line, "says [%s]: %s", category ? category : "", text);
		log_line(w, line);
	}
	if (status >= 1 && !w->failed && !w->board->warned)
		snprintf(w->board->said, FI_SAID, "%.300s", text);
}

bool fi_status(fi_worker *w, int status)
{
	static const char *const words[] = {"ok", "warning", "discard", "error", "fatal"};
	if (status == 1 && !w->failed && !w->board->warned) {
		char text[FI_SAID / 2];
		snprintf(text, sizeof text, "%.200s", w->board->said);
		snprintf(w->board->said, FI_SAID, "%.200s has returned 'warning'%s%s", fi_spell(w->board),
				 *text ? "; it says: " : "", text);
		w->board->warned = true;
	}
	if (status == 0 || status == 1)
		return true;
	fi_failed(w, "%s has returned '%s'", fi_spell(w->board), status > 0 && status < 5 ? words[status] : "pending");
	if (status == 4) {
		w->mode = FI_OVER;
		memcpy(w->fatal, w->board->said, sizeof w->fatal);
	}
	return false;
}

bool fi_find_functions(fi_worker *w, const char *prefix, const char *const *names, size_t n, void (**functions)(void))
{
	for (size_t i = 0; i < n; i++) {
		bool needed = *names[i] != '?';
		char name[300];
		snprintf(name, sizeof name, "%s%s", prefix, names[i] + !needed);
		*(void **)&functions[i] = dlsym(w->library, name);
		if (!functions[i] && needed)
			return fi_failed(w, "its library has no function '%s'", name);
	}
	return true;
}
