/* The bar is redrawn in place on stderr; runs shorter than about half a second never show it. */
#include "tool/progress.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

tool_progress tool_progress_new(bool off)
{
	return (tool_progress){.on = !off && isatty(STDERR_FILENO)};
}

bool tool_progress_show(void *context, const se_progress *p)
{
	enum { CELLS = 24 };
	tool_progress *progress = context;
	if (!progress->on || p->wall < 0.5)
		return true;
	progress->shown = true;
	if (isinf(p->stop)) {            /* until the model ends it: nobody knows when */
		fprintf(stderr, "\rt = %.6g  %llu events  step %.2e\033[K", p->time, (unsigned long long)p->events, p->step);
		fflush(stderr);
		return true;
	}
	double done = p->stop > p->start ? (p->time - p->start) / (p->stop - p->start) : 1;
	double left = done > 0 ? p->wall * (1 - done) / done : 0;
	int full = (int)(done * CELLS);
	fputs("\r[", stderr);
	for (int i = 0; i < CELLS; i++)
		fputc(i < full ? '=' : i == full ? '>' : ' ', stderr);
	fprintf(stderr, "] %3.0f %%  t = %.6g  %.3g s left  %llu events  step %.2e\033[K", done * 100, p->time, left,
	        (unsigned long long)p->events, p->step);
	fflush(stderr);
	return true;
}

void tool_progress_clear(tool_progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
}
