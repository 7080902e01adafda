/* Texts for messages. They are made in a buffer that every evaluation begins anew. */
#include "export/runtime/export_runtime.h"

#include <stdio.h>
#include <string.h>

void rt_sweep(rt_data *d)
{
	((rt_run *)d)->letters_used = 0;
}

/* What does not fit is cut. */
static const char *put(rt_data *d, const char *a, const char *b, int width, int left)
{
	rt_run *run = (rt_run *)d;
	size_t room = run->model->letters > run->letters_used ? run->model->letters - run->letters_used : 0;
	if (room < 2)
		return "...";
	char *at = run->letters + run->letters_used;
	int n = left ? snprintf(at, room, "%-*s%s", width, a, b) : snprintf(at, room, "%*s%s", width, a, b);
	size_t used = n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
	run->letters_used += used + 1;
	return at;
}

static int width_of(long long length)
{
	return length < 0 ? 0 : length > 200 ? 200 : (int)length;
}

const char *rt_concat(rt_data *d, const char *a, const char *b)
{
	return put(d, a ? a : "", b ? b : "", 0, 1);
}

const char *rt_real_text(rt_data *d, rt_real v, long long digits, long long length, int left)
{
	char number[64];
	int n = digits < 1 ? 1 : digits > 17 ? 17 : (int)digits;
	if (!rt_is_finite(v))
		snprintf(number, sizeof number, "%s", v > 0 ? "Infinity" : v < 0 ? "-Infinity" : "NaN");
	else
		snprintf(number, sizeof number, "%.*g", n, (double)v);
	return put(d, number, "", width_of(length), left);
}

const char *rt_int_text(rt_data *d, long long v, long long length, int left)
{
	char number[32];
	snprintf(number, sizeof number, "%lld", v);
	return put(d, number, "", width_of(length), left);
}

const char *rt_bool_text(rt_data *d, long long v, long long length, int left)
{
	return put(d, v ? "true" : "false", "", width_of(length), left);
}

const char *rt_keep(rt_data *d, const char *text)
{
	(void)d;
	return text;
}

int rt_compare(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}
