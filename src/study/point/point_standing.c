/* A run at a time, and at other values of what is free. */
#include "study/point/point_standing.h"
#include <math.h>
#include <stdlib.h>

bool st_stand_at(se_run *run, const se_settings *settings, double time, sb_diag *diag)
{
	se_settings s = *settings;
	double at = isnan(time) ? s.start : time;
	if (at < s.start || at > s.stop) {
		sb_message *m = sb_report(diag, SB_ERROR, "U0610", (sb_span){0},
								  "time %.9g is outside of the run, which goes from %.9g to %.9g", at, s.start, s.stop);
		sb_help(m, at > s.stop ? "choose a later end with --stop" : "choose an earlier start with --start");
		return false;
	}
	s.record_nothing = true;
	if (at >= s.stop)
		s.stop = at + 1e-6 * fmax(fabs(at), 1);          /* a run that has come to its end shows nothing any more */
	se_status status = se_begin(run, &s);
	if (status == SE_PAUSED && at > s.start)
		status = se_advance(run, at, false);
	if (status == SE_PAUSED)
		return true;
	if (se_ended_well(status)) {
		sb_message *m = sb_report(diag, SB_ERROR, "U0611", (sb_span){0},
								  "the model ends the run at time %.9g, before time %.9g", se_time(run), at);
		sb_help(m, "choose an earlier time with --at");
	}
	return false;
}

bool st_standing_open(st_standing *s, st_model *model, se_run *from, const se_settings *settings, sb_diag *diag)
{
	*s = (st_standing){.model = model, .settings = *settings, .memory_from = UINT32_MAX};
	if (!se_save(from, &s->saved))
		return false;
	s->diag = sb_diag_new();
	sb_diag_share(s->diag, model->diag);
	s->run = st_run(model, s->diag);
	s->settings.record_nothing = true;
	s->settings.log = 0;
	s->settings.progress = NULL;
	sb_archive in = sb_archive_read(s->saved.at, s->saved.n);
	if (se_restore(s->run, &s->settings, &in) == SE_PAUSED)
		return true;
	sb_pass_on(diag, s->diag);
	return false;
}

void st_standing_close(st_standing *s)
{
	if (s->run) {
		se_end(s->run);
		se_run_free(s->run);
		sb_diag_free(s->diag);
	}
	sb_archive_free(&s->saved);
}

bool st_standing_try(st_standing *s, const uint32_t *scalars, const double *values, uint32_t count)
{
	sb_archive in = sb_archive_read(s->saved.at, s->saved.n);
	s->trials++;
	se_end(s->run);                          /* what the last trial has opened is closed; what it says does not count */
	sb_take_back(s->diag, 0, NULL);
	bool good = se_restore(s->run, &s->settings, &in) == SE_PAUSED;
	for (uint32_t i = 0; i < count && good; i++)
		good = isfinite(values[i]) && (i < s->memory_from ? se_change(s->run, scalars[i], values[i])
														  : se_change_memory(s->run, scalars[i], values[i]));
	if (good)
		se_show(s->run);
	return good && se_is_paused(s->run) && !sb_errors(s->diag);
}

const char *st_standing_why(const st_standing *s)
{
	uint32_t n = sb_messages(s->diag);
	for (uint32_t i = 0; i < n; i++)
		if (sb_message_at(s->diag, i).severity == SB_ERROR)
			return sb_message_at(s->diag, i).text;
	return "";
}
