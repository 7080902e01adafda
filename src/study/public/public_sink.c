/* The public interface: rows and events for the caller while the run produces them (result/record/sink.h). The engine
 * gives channels, the caller sees columns: aliases with their signs, and constants, in the order of their names. */
#include "study/public/public.h"
#include <stdlib.h>

static bool begin(void *self, const sr_record *columns)
{
	saltus_run *r = self;
	st_public_sink *s = &r->sink;
	uint32_t n = sr_columns(columns);
	s->columns = columns;
	if (n > s->room) {
		s->values = sb_resize(s->values, n * sizeof *s->values);
		s->names = sb_resize(s->names, n * sizeof *s->names);
		s->room = n;
	}
	for (uint32_t i = 0; i < n; i++) {
		const sr_column *c = sr_column_at(columns, i);
		s->names[i] = c->name;
		s->values[i] = c->value;
	}
	return !s->given.begin || s->given.begin(s->given.context, s->names, n);
}

static bool row(void *self, double time, sr_mark mark, const double *channels)
{
	saltus_run *r = self;
	st_public_sink *s = &r->sink;
	uint32_t n = sr_columns(s->columns);
	(void)mark;
	for (uint32_t i = 0; i < n; i++) {
		const sr_column *c = sr_column_at(s->columns, i);
		if (!c->constant)
			s->values[i] = c->negated ? -channels[c->channel] : channels[c->channel];
	}
	r->asked_at = time;
	r->asking = true;
	bool good = s->given.row(s->given.context, time, s->values, n);
	r->asking = false;
	return good;
}

static bool event(void *self, const sr_event *e)
{
	static const saltus_what public[] = {
		[SR_TURNS] = SALTUS_TURNS,     [SR_TICKS] = SALTUS_TICKS,   [SR_ACTS] = SALTUS_ACTS,
		[SR_GOES_ON] = SALTUS_GOES_ON, [SR_MODE] = SALTUS_MODE,     [SR_ENTERED] = SALTUS_ENTERED,
		[SR_EXITED] = SALTUS_EXITED,   [SR_BECOMES] = SALTUS_BECOMES, [SR_JUMPS] = SALTUS_JUMPS,
		[SR_TELLS] = SALTUS_TELLS};
	saltus_run *r = self;
	r->asked_at = e->time;
	r->asking = true;
	const saltus_event told = {e->time, public[e->what], e->name, e->was, e->now, e->line, e->text};
	bool good = r->sink.given.event(r->sink.given.context, &told);
	r->asking = false;
	return good;
}

void st_public_sink_settings(saltus_run *r, se_settings *s)
{
	const saltus_sink *g = &r->sink.given;
	r->sink.given = r->sink.next;
	s->sink = (sr_sink){.self = r, .begin = g->begin || g->row ? begin : NULL, .row = g->row ? row : NULL,
						.event = g->event ? event : NULL};
	s->pass_on = g->only;
}

void st_public_sink_free(saltus_run *r)
{
	free(r->sink.values);
	free(r->sink.names);
}

void saltus_set_sink(saltus_run *r, const saltus_sink *sink)
{
	if (r)
		r->sink.next = sink ? *sink : (saltus_sink){0};
}
