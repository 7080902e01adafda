/* The bar is redrawn in place on stderr; runs shorter than about half a second never show it. */
#include "tool/report/progress.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

tool_progress tool_progress_new(bool off, const sb_diag *diag)
{
	return (tool_progress){.off = off, .on = !off && isatty(STDERR_FILENO), .diag = diag, .told = sb_messages(diag)};
}

/* Who waits for a run that takes long wants to know at once what is wrong with it. */
static void tell_new(tool_progress *progress, double wall)
{
	const double long_run = 5;       /* seconds */
	if (progress->off || wall < long_run)
		return;
	for (; progress->told < sb_messages(progress->diag); progress->told++) {
		sb_message_view m = sb_message_at(progress->diag, progress->told);
		tool_progress_clear(progress);
		fprintf(stderr, "%s[%s]: ",
				m.severity == SB_ERROR     ? "error"
				: m.severity == SB_WARNING ? "warning"
										   : "info",
				m.code);
		if (m.line)
			fprintf(stderr, "%s:%d: ", m.file, m.line);
		fprintf(stderr, "%s\n", m.text);
	}
}

bool tool_progress_show(void *context, const se_progress *p)
{
	enum { CELLS = 24 };
	tool_progress *progress = context;
	tell_new(progress, p->wall);
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
