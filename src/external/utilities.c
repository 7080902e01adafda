/* The interface of external C to the run that calls it: ModelicaUtilities, and calls that may end with an error. */
#include "external/functions.h"
#include "external/state.h"
#include "external/surroundings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"
#include "base/text.h"

typedef struct frame { const sl_host *host; sb_escape escape; char *why; struct frame *around; } frame;

/* The innermost call of this thread: ModelicaError and its like have no argument that would tell it. */
static _Thread_local frame *now;

sb_way sl_call(const sl_host *host, void (*body)(void *), void *argument, sl_ending *ending)
{
	frame f = {.host = host, .around = now, .escape.takes_crashes = true};
	sl_surroundings before;
	sl_note_surroundings(&before);
	sb_escape_push(&f.escape);
	now = &f;
	sb_way way = (sb_way)sigsetjmp(f.escape.back, 0);
	if (way == SB_RETURNED)
		body(argument);
	now = f.around;
	sb_escape_pop(&f.escape);
	const char *changed = sl_restore_surroundings(&before);
	if (changed && host->changed)
		host->changed(host->context, changed);
	if (way == SB_CRASHED || way == SB_LEFT)
		sb_note_left();
	*ending = (sl_ending){.why = f.why, .signal = f.escape.signal, .address = f.escape.address};
	return way;
}

bool sl_inside(void)
{
	return now != NULL;
}

static _Noreturn void fail_with(const char *format, va_list list)
{
	char *why = NULL;
	if (vasprintf(&why, format, list) < 0)
		why = NULL;
	if (!now) {
		/* C of a user, in a thread that Saltus did not call */
		fprintf(stderr, "ModelicaError outside a call: %s\n", why ? why : "");
		abort();
	}
	size_t n = why ? strlen(why) : 0;
	while (n && (why[n - 1] == '\n' || why[n - 1] == ' '))
		why[--n] = 0;
	now->why = why;
	siglongjmp(now->escape.back, SB_FAILED);
}

void sl_fail(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	fail_with(format, list);
}

void sl_leave(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	if (vasprintf(&now->why, format, list) < 0)
		now->why = NULL;
	va_end(list);
	siglongjmp(now->escape.back, SB_LEFT);
}

static void tell_with(bool warning, const char *format, va_list list)
{
	char *text = NULL;
	if (vasprintf(&text, format, list) < 0)
		return;
	size_t n = strlen(text);
	while (n && text[n - 1] == '\n')
		text[--n] = 0;
	if (now && now->host->tell)
		now->host->tell(now->host->context, warning, text);
	else
		fprintf(stderr, "%s\n", text);
	free(text);
}

bool sl_is_heard(void)
{
	return now && now->host->heard && now->host->heard(now->host->context);
}

void sl_happens(const char *name, const char *format, ...)
{
	char text[1000];
	va_list list;
	if (!sl_is_heard())
		return;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	now->host->happens(now->host->context, name, text);
}

void sl_tell(bool warning, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	tell_with(warning, format, list);
	va_end(list);
}

static char *room(size_t bytes)
{
	char *at = now && now->host->room ? now->host->room(now->host->context, bytes) : NULL;
	if (at)
		memset(at, 0, bytes);
	return at;
}

char *sl_room(size_t bytes)
{
	char *at = room(bytes);
	if (!at)
		sl_fail("there is no memory for a String of %zu characters", bytes);
	return at;
}

const char *sl_keep(const char *text)
{
	char *copy = sl_room(strlen(text) + 1);
	strcpy(copy, text);
	return copy;
}

const char *sl_file(const char *name)
{
	static const char file[] = "file://";
	const char *path = name;
	if (strncmp(name, file, sizeof file - 1) == 0)
		path = name + sizeof file - 1;
	else if (strncmp(name, "modelica://", 11) == 0)
		path = now && now->host->resource ? now->host->resource(now->host->context, name) : NULL;
	if (!path)
		sl_fail("the address '%s' names no file: its package is not known, or is not a folder", name);
	if (now && now->host->reached)
		now->host->reached(now->host->context, path);
	return path;
}

void *sl_function_of_model(const char *name)
{
	return now && now->host->function ? now->host->function(now->host->context, name) : NULL;
}

sl_state *sl_state_new(void)
{
	return sb_draw_zeros(sizeof(sl_state));
}

void sl_state_free(sl_state *state)
{
	sb_put_back(state);
}

sl_state *sl_run_state(void)
{
	if (!now || !now->host->state)
		sl_fail("there is no run in which something could be remembered");
	return now->host->state;
}

/* -------------------------------------------------------------------------------- ModelicaUtilities */

void ModelicaMessage(const char *text)
{
	sl_tell(false, "%s", text);
}

void ModelicaWarning(const char *text)
{
	sl_tell(true, "%s", text);
}

void ModelicaVFormatMessage(const char *format, va_list list)
{
	tell_with(false, format, list);
}

void ModelicaVFormatWarning(const char *format, va_list list)
{
	tell_with(true, format, list);
}

void ModelicaFormatMessage(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	tell_with(false, format, list);
	va_end(list);
}

void ModelicaFormatWarning(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	tell_with(true, format, list);
	va_end(list);
}

void ModelicaError(const char *text)
{
	sl_fail("%s", text);
}

void ModelicaVFormatError(const char *format, va_list list)
{
	fail_with(format, list);
}

void ModelicaFormatError(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	fail_with(format, list);
}

char *ModelicaAllocateString(size_t length)
{
	return sl_room(length + 1);
}

char *ModelicaAllocateStringWithErrorReturn(size_t length)
{
	return room(length + 1);
}

char *ModelicaDuplicateString(const char *text)
{
	char *copy = sl_room(strlen(text) + 1);
	strcpy(copy, text);
	return copy;
}

char *ModelicaDuplicateStringWithErrorReturn(const char *text)
{
	char *copy = room(strlen(text) + 1);
	if (copy)
		strcpy(copy, text);
	return copy;
}

const char sl_utilities_header[] =
	"#ifndef MODELICA_UTILITIES_H\n"
	"#define MODELICA_UTILITIES_H\n"
	"#include <stddef.h>\n"
	"#include <stdarg.h>\n"
	"#ifndef MODELICA_NORETURN\n"
	"#define MODELICA_NORETURN\n"
	"#endif\n"
	"#ifndef MODELICA_NORETURNATTR\n"
	"#define MODELICA_NORETURNATTR\n"
	"#endif\n"
	"#ifndef MODELICA_FORMATATTR_PRINTF\n"
	"#define MODELICA_FORMATATTR_PRINTF\n"
	"#endif\n"
	"#ifndef MODELICA_FORMATATTR_VPRINTF\n"
	"#define MODELICA_FORMATATTR_VPRINTF\n"
	"#endif\n"
	"#ifndef MODELICA_EXPORT\n"
	"#define MODELICA_EXPORT\n"
	"#endif\n"
	"void ModelicaMessage(const char *string);\n"
	"void ModelicaWarning(const char *string);\n"
	"void ModelicaFormatMessage(const char *format, ...);\n"
	"void ModelicaFormatWarning(const char *format, ...);\n"
	"void ModelicaVFormatMessage(const char *format, va_list list);\n"
	"void ModelicaVFormatWarning(const char *format, va_list list);\n"
	"void ModelicaError(const char *string);\n"
	"void ModelicaFormatError(const char *format, ...);\n"
	"void ModelicaVFormatError(const char *format, va_list list);\n"
	"char *ModelicaAllocateString(size_t length);\n"
	"char *ModelicaAllocateStringWithErrorReturn(size_t length);\n"
	"char *ModelicaDuplicateString(const char *string);\n"
	"char *ModelicaDuplicateStringWithErrorReturn(const char *string);\n"
	"#endif\n";
