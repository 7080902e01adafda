/* The way back. A state is saved where a run begins and where it is changed from outside. Every other time is reached
 * by going on from the last one before it, on the same steps as the first time: so nothing is saved on the way, and
 * solvers that begin anew where they are saved are not disturbed. */
#include "shell/lead/shell_lead.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 200 };

sr_record *sh_rows_of(const sh_process *p, uint32_t *rows)
{
	sr_record *r = p->run ? (sr_record *)se_record(p->run) : NULL;
	*rows = r ? sr_rows(r) : 0;
	return r;
}

void sh_save_state(sh_world *w, sh_process *p)
{
	sh_saved s = {.time = se_time(p->run), .events = p->events.n};
	uint32_t before = sb_messages(p->model->diag);
	sh_rows_of(p, &s.rows);
	(void)w;
	if (!se_save(p->run, &s.bytes)) {
		sb_take_back(p->model->diag, before, NULL);
		sb_archive_free(&s.bytes);
		p->not_saved = true;
		return;
	}
	/* the beginning stays, and the oldest of the others goes */
	if (p->saved.n == STATES) {
		sb_archive_free(&p->saved.at[1].bytes);
		memmove(p->saved.at + 1, p->saved.at + 2, (STATES - 2) * sizeof *p->saved.at);
		p->saved.n--;
	}
	sb_push(p->of_run, p->saved, s);
}

/* The rows of the first run, up to `rows`, become those of the second, which was restored. */
static bool copy_rows(const sr_record *from, uint32_t rows, sr_record *to)
{
	char *bytes = NULL;
	size_t n = 0;
	if (!from || !rows || !to)
		return true;
	FILE *out = open_memstream(&bytes, &n);
	bool good = out && sr_rows_write(from, 0, out);
	if (out)
		fclose(out);
	FILE *in = good && n ? fmemopen(bytes, n, "rb") : NULL;
	good = in && sr_rows_read(to, rows, in);
	if (in)
		fclose(in);
	free(bytes);
	return good;
}

/* The state from which the time can be reached: UINT32_MAX after a message. */
static uint32_t state_before(sh_world *w, const sh_process *p, double time)
{
	uint32_t i = p->saved.n;
	while (i && p->saved.at[i - 1].time > time)
		i--;
	/* a change at this very time came after the event */
	while (i > 1 && p->saved.at[i - 1].time == time)
		i--;
	if (i && !p->not_saved)
		return i - 1;
	sb_message *m = sb_report(w->diag, SB_ERROR, "T0133", (sb_span){0}, "there is no way back to time %s",
							  sh_number(w, time));
	if (p->not_saved)
		sb_note(m, "the state of this model cannot be saved");
	else if (p->saved.n)
		sb_help(m, "the run began at time %s", sh_number(w, p->saved.at[0].time));
	return UINT32_MAX;
}

static void forget_after(sh_process *p, uint32_t state)
{
	p->events.n = p->saved.at[state].events;
	for (uint32_t i = state + 1; i < p->saved.n; i++)
		sb_archive_free(&p->saved.at[i].bytes);
	p->saved.n = state + 1;
}

static bool restore(sh_process *p, uint32_t state)
{
	const sh_saved *s = &p->saved.at[state];
	sb_archive in = sb_archive_read(s->bytes.at, s->bytes.n);
	se_run *old = p->run, *new = st_run(p->model, p->model->diag);
	const sr_record *rows = se_record(old);
	if (se_restore(new, &p->settings, &in) != SE_PAUSED || !copy_rows(rows, s->rows, se_open_record(new))) {
		se_run_free(new);
		return false;
	}
	if (p->state == SH_STANDS)
		se_end(old);
	se_run_free(old);
	p->run = new;
	p->state = SH_STANDS;
	forget_after(p, state);
	return true;
}

bool sh_go_back(sh_world *w, sh_process *p, double time, bool to_event)
{
	uint32_t state = state_before(w, p, time), told = sb_messages(p->model->diag);
	se_status status = SE_PAUSED;
	if (state == UINT32_MAX)
		return false;
	if (!restore(p, state)) {
		sh_tell_process(w, p);
		sb_report(w->diag, SB_ERROR, "T0134", (sb_span){0}, "the state at time %s could not be restored",
				  sh_number(w, p->saved.at[state].time));
		return false;
	}
	while (status == SE_PAUSED && se_time(p->run) < time && !*w->halt)
		status = se_advance(p->run, time, true);
	/* the instant at that time itself */
	if (status == SE_PAUSED && to_event && p->events.n && p->events.at[p->events.n - 1].time < time)
		status = se_advance(p->run, time, true);
	sb_take_back(p->model->diag, told, NULL);        /* what was told on the first way */
	if (status != SE_PAUSED)
		sh_finish(w, p);
	p->printed = p->scoped = se_time(p->run);
	sh_scope_cut(w, p, se_time(p->run));
	return true;
}
