/* What processes need is made before a run and for each simulation: records, streams, resources, statistics. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/process/engine_process.h"
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"

void se_processes_open(se_run *run)
{
	run->process = sb_new(run->arena, se_process_state);
	run->process->any = run->image->routines.n > 0;
	if (run->image->streams.n)
		se_tables_fill(&run->process->tables);
}

static void forget_records(se_process_state *p)
{
	for (uint32_t i = 0; i < p->slabs.n; i++)
		sb_put_back(p->slabs.at[i]);
	p->slabs.n = p->n = 0;
	p->bytes = 0;
}

void se_processes_close(se_run *run)
{
	se_process_state *p = run->process;
	forget_records(p);
	se_sets_free(p);
	sb_put_back(p->at);
	sb_put_back(p->queue);
	sb_put_back(p->claim);
}

void se_processes_clear(se_run *run)
{
	se_process_state *p = run->process;
	const si_image *image = run->image;
	forget_records(p);
	p->head = p->tail = p->rounds = p->round_end = 0;
	p->figure_count = 0;
	p->started = p->ended = p->entered = 0;
	p->alive = p->most_alive = 0;
	p->running = NULL;
	p->rest = p->rest_at = 0;
	p->pools = sb_new_array(run->once, se_pool, image->routines.n + 1);
	p->arguments = sb_new_array(run->once, uint32_t, image->routines.n + 1);
	for (uint32_t i = 0; i < image->routines.n; i++) {
		p->pools[i].size =
			(uint32_t)(sizeof(se_activity) + sizeof(sc_activation) + image->routines.at[i].slots * sizeof(sc_slot));
		p->arguments[i] = image->routines.at[i].args;
	}
	p->warm = !(run->settings.warmup > 0);
	p->warm_at = run->settings.start + run->settings.warmup;
	se_waits_clear(run);
	p->light = p->any && !image->states && !image->steps.n && !image->pres.n && !image->actions.n &&
			   !image->asserts.n && !run->watching && !image->delays.n && !image->clocks.n && !image->bases.n &&
			   !image->switches.n && !image->event_code.n;
	for (uint32_t i = 0; i < image->routines.n; i++)
		p->light = p->light && !image->routines.at[i].continuous;
	for (uint32_t i = 0; i < image->waits.n; i++)
		p->light = p->light && !image->waits.at[i].moving;
	p->light = p->light && !se_sets_what_is_read(run);
}

static uint32_t stream_count(const si_stream *s)
{
	return s->count ? s->count : 1;
}

se_stream *se_streams_open(se_run *run, sb_arena *arena, uint64_t number)
{
	const si_image *m = run->image;
	uint32_t count = 0;
	for (uint32_t i = 0; i < m->streams.n; i++)
		count += stream_count(&m->streams.at[i]);
	se_stream *streams = sb_new_array(arena, se_stream, count + 1), *next = streams;
	for (uint32_t i = 0; i < m->streams.n; i++) {
		const si_stream *s = &m->streams.at[i];
		uint64_t name =
			s->seed ? (uint64_t)sb_whole(se_parameter_value(run, s->seed, 0)) : se_name_key(si_word(m, s->name));
		for (uint32_t k = 0; k < stream_count(s); k++)
			se_stream_open(next++, run->settings.seed, number, name, k);
	}
	return streams;
}

/* Streams, resources and statistics: what they are made of are parameters. */
bool se_processes_begin(se_run *run)
{
	se_process_state *p = run->process;
	const si_image *m = run->image;
	p->first_stream = sb_new_array(run->once, uint32_t, m->streams.n + 1);
	for (uint32_t i = 0; i < m->streams.n; i++)
		p->first_stream[i + 1] = p->first_stream[i] + stream_count(&m->streams.at[i]);
	p->streams = se_streams_open(run, run->once, run->settings.number ? run->settings.number : 1);
	return se_resources_begin(run) && se_statistics_begin(run);
}

/* Figures begin anew at the end of the warm-up. What they are about changes in instants only, so it is early enough to
 * do that in the first one after it. */
void se_warm_up(se_run *run)
{
	se_process_state *p = run->process;
	if (p->warm || run->time < p->warm_at)
		return;
	p->warm = true;
	se_resources_reset(run, p->warm_at);
	se_statistics_reset(run, p->warm_at);
}
