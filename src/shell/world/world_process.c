/* Processes: instances of models, each with a run that can be held. */
#include "shell/world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ translation */

static st_model *translate(sh_world *w, const sh_process *p)
{
	sb_vec(st_given) given = {0};
	for (uint32_t i = 0; i < p->given.n; i++)
		sb_push(w->now, given, ((st_given){p->given.at[i].name, p->given.at[i].text}));
	const st_options options = {.depth = ST_CODE, .external = w->host->external, .code = {.optimise = 1},
								.given = given.at, .given_count = given.n};
	return st_load(p->of->path, p->of->part, &options);
}

static bool is_good(sh_world *w, st_model *m)
{
	if (m->program && !sb_errors(m->diag))
		return true;
	sb_text text = {0};
	fflush(stdout);
	sb_render(m->diag, 0, w->host->color, &text);
	fputs(text.at ? text.at : "", stderr);
	sb_text_free(&text);
	sb_report(w->diag, SB_ERROR, "T0103", (sb_span){0}, "the model could not be translated");
	return false;
}

bool sh_translate(sh_world *w, sh_process *p)
{
	st_model *m = translate(w, p);
	if (!is_good(w, m)) {
		st_free(m);
		return false;
	}
	sh_drop_run(p);
	if (p->model)
		st_free(p->model);
	p->model = m;
	p->told = 0;
	p->state = SH_NEW;
	p->study = m->flat->experiments.n > 0;
	sh_tell_process(w, p);
	return true;
}

sh_process *sh_create(sh_world *w, const sh_model *m, const char *copy)
{
	sb_arena *arena = sb_arena_new();
	sh_process *p = sb_new(arena, sh_process);
	*p = (sh_process){.of = m, .copy = sb_strdup(arena, copy ? copy : ""), .arena = arena, .study = m->study};
	if (!m->study && !sh_translate(w, p)) {
		sb_arena_free(arena);
		return NULL;
	}
	sb_push(w->arena, w->processes, p);
	if (!w->present.process)
		w->present = (sh_place){p, ""};
	return p;
}

/* ------------------------------------------------------------------------------------------------------------- ends */

void sh_drop_run(sh_process *p)
{
	if (p->run && p->state == SH_STANDS)
		se_end(p->run);
	if (p->run)
		se_run_free(p->run);
	p->run = NULL;
	for (uint32_t i = 0; i < p->saved.n; i++)
		sb_archive_free(&p->saved.at[i].bytes);
	p->saved.n = p->saved.cap = p->events.n = p->events.cap = 0;
	p->saved.at = NULL;
	p->events.at = NULL;
	sb_arena_free(p->of_run);
	p->of_run = NULL;
	p->not_saved = p->moved = false;
}

static void drop_items(sh_items *items, const sh_process *p)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < items->n; i++)
		if (items->at[i].process != p)
			items->at[kept++] = items->at[i];
	items->n = kept;
}

/* What names variables of the process. */
static void drop_lists(sh_world *w, const sh_process *p)
{
	uint32_t kept = 0;
	drop_items(&w->prepare.items, p);
	drop_items(&w->print.items, p);
	drop_items(&w->watch.items, p);
	drop_items(&w->scope.list.items, p);
	if (w->scope.independent.process == p)
		w->scope.independent = (sh_item){0};
	for (uint32_t i = 0; i < w->breaks.n; i++)
		if (w->breaks.at[i]->place.process != p)
			w->breaks.at[kept++] = w->breaks.at[i];
	w->breaks.n = kept;
	kept = 0;
	for (uint32_t i = 0; i < w->scope.curves.n; i++) {
		sh_curve *c = &w->scope.curves.at[i];
		if (c->process != p) {
			w->scope.curves.at[kept++] = *c;
			continue;
		}
		free(c->points.x);
		free(c->points.y);
	}
	w->scope.curves.n = kept;
}

void sh_remove(sh_world *w, sh_process *p)
{
	uint32_t kept = 0;
	drop_lists(w, p);
	for (uint32_t i = 0; i < w->processes.n; i++)
		if (w->processes.at[i] != p)
			w->processes.at[kept++] = w->processes.at[i];
	w->processes.n = kept;
	if (w->present.process == p)
		w->present = (sh_place){kept ? w->processes.at[kept - 1] : NULL, ""};
	sh_drop_run(p);
	for (uint32_t i = 0; i < p->earlier.n; i++)
		sr_record_free(p->earlier.at[i]);
	if (p->model)
		st_free(p->model);
	sb_arena_free(p->arena);
}

void sh_finish(sh_world *w, sh_process *p)
{
	if (p->state != SH_STANDS)
		return;
	p->status = se_end(p->run);
	p->state = SH_ENDED;
	sh_tell_process(w, p);
}

/* ----------------------------------------------------------------------------------------------------------- begins */

void sh_give(sh_process *p, const char *name, double number, const char *text)
{
	for (uint32_t i = 0; i < p->given.n; i++)
		if (strcmp(p->given.at[i].name, name) == 0) {
			p->given.at[i].number = number;
			p->given.at[i].text = sb_strdup(p->arena, text);
			return;
		}
	sb_push(p->arena, p->given, ((sh_value){sb_strdup(p->arena, name), sb_strdup(p->arena, text), number}));
}

/* What happens at events, as the engine tells it: its causes come first, and one of them is enough. */
static bool hear(void *self, const sr_event *e)
{
	enum { MOST = 100000 };
	sh_process *p = self;
	p->heard++;
	bool same = p->events.n && p->events.at[p->events.n - 1].time == e->time;
	if (!same && p->events.n < MOST && e->time > p->settings.start)
		sb_push(p->of_run, p->events, ((sh_happened){e->time, sb_strdup(p->of_run, e->text ? e->text : "")}));
	return true;
}

static void choose_recorded(sh_world *w, sh_process *p)
{
	p->recorded.n = 0;
	for (uint32_t i = 0; i < w->prepare.items.n; i++)
		if (w->prepare.items.at[i].process == p)
			sb_push(p->arena, p->recorded, sb_strdup(p->arena, w->prepare.items.at[i].name));
	p->settings.record = p->recorded.at;
	p->settings.record_count = p->recorded.n;
}

static void choose_settings(sh_world *w, sh_process *p)
{
	const sh_control *c = &w->control;
	se_settings s = se_defaults(sc_image(p->model->program));
	if (!sv_find(s.solver))
		s.solver = sv_default()->name;
	if (isfinite(c->start)) {
		s.stop += isfinite(p->model->flat->settings.stop) ? 0 : c->start - s.start;
		s.start = c->start;
	}
	if (!isnan(c->finish))
		s.stop = c->finish;
	if (isfinite(w->prepare.delta))
		s.interval = s.step = w->prepare.delta;
	else if (isfinite(c->interval))
		s.interval = s.step = c->interval;
	if (isfinite(c->tolerance))
		s.tolerance = c->tolerance;
	if (isfinite(c->max_step))
		s.max_step = c->max_step;
	if (isfinite(c->seed))
		s.seed = (uint64_t)c->seed;
	if (isfinite(c->rest))
		s.on_zeno = c->rest != 0 ? SE_REST : SE_ZENO_STOP;
	if (isfinite(c->slide))
		s.on_chatter = c->slide != 0 ? SE_SLIDE : SE_CHATTER_STOP;
	if (c->solver)
		s.solver = c->solver;
	s.sink = (sr_sink){.self = p, .event = hear};
	s.halt = w->halt;
	p->settings = s;
	choose_recorded(w, p);
}

static void keep_record(sh_process *p)
{
	enum { MOST = 20 };
	sr_record *r = p->run && p->moved ? se_take_record(p->run) : NULL;
	if (!r || !sr_rows(r)) {
		sr_record_free(r);
		return;
	}
	if (p->earlier.n == MOST) {
		sr_record_free(p->earlier.at[0]);
		memmove(p->earlier.at, p->earlier.at + 1, (MOST - 1) * sizeof *p->earlier.at);
		p->earlier.n--;
	}
	sb_push(p->arena, p->earlier, r);
}

bool sh_begin(sh_world *w, sh_process *p)
{
	if (p->study) {
		sb_help(sb_report(w->diag, SB_ERROR, "T0104", (sb_span){0}, "%s decides by itself what is simulated: it cannot "
						  "be held", sh_process_name(w, p)), "DO executes it");
		return false;
	}
	bool moved = p->moved;
	if (p->state == SH_STANDS)
		se_end(p->run);
	p->state = SH_ENDED;
	keep_record(p);
	sh_drop_run(p);
	sb_take_back(p->model->diag, 0, NULL);
	p->told = 0;
	p->of_run = sb_arena_new();
	p->run = st_run(p->model, p->model->diag);
	p->number += moved || !p->number;
	p->cpu = 0;
	choose_settings(w, p);
	bool good = true;
	for (uint32_t i = 0; i < p->given.n && good; i++) {
		uint32_t s = sm_find_scalar(p->model->flat, p->given.at[i].name);
		if (s != UINT32_MAX && !isnan(p->given.at[i].number) &&
			!st_needs_translation(p->model, p->given.at[i].name, p->given.at[i].text))
			good = se_set(p->run, s, p->given.at[i].number);
	}
	p->state = SH_STANDS;
	p->printed = p->scoped = p->settings.start;
	good = good && se_begin(p->run, &p->settings) == SE_PAUSED;
	if (!good)
		sh_finish(w, p);
	sh_tell_process(w, p);
	if (!good)
		sb_report(w->diag, SB_ERROR, "T0106", (sb_span){0}, "%s could not be begun", sh_process_name(w, p));
	return good;
}

bool sh_look(sh_world *w, sh_process *p)
{
	if (p->state == SH_NEW && !sh_begin(w, p))
		return false;
	if (p->study) {
		sh_begin(w, p);              /* says why not */
		return false;
	}
	if (p->state == SH_STANDS)
		se_show(p->run);
	return true;
}
