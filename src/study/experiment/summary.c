/* What statistics and resources tell, over all runs of a simulation. */
#include "study/experiment/experiment.h"
#include <math.h>
#include <string.h>

void st_listen(sb_arena *arena, const sm_model *m, se_run *run, st_told *out)
{
	const se_statistic_result *s = se_statistic_results(run, &out->statistic_count);
	const se_resource_result *r = se_resource_results(run, &out->resource_count);
	out->statistics = sb_new_array(arena, se_statistic_result, out->statistic_count + 1);
	out->resources = sb_new_array(arena, se_resource_result, out->resource_count + 1);
	memcpy(out->statistics, s, out->statistic_count * sizeof *s);
	memcpy(out->resources, r, out->resource_count * sizeof *r);
	for (uint32_t i = 0; i < out->statistic_count; i++) {
		if (!s[i].cells)
			continue;
		uint32_t cells = m->statistics.at[s[i].statistic].cells + 2;
		uint64_t *copy = sb_new_array(arena, uint64_t, cells);
		memcpy(copy, s[i].cells, cells * sizeof *copy);
		out->statistics[i].cells = copy;
	}
}

static const char *element_name(sb_arena *arena, const char *name, uint32_t index, int64_t before)
{
	return index ? sb_printf(arena, "%s[%lld]", name, (long long)(index + before)) : name;
}

/* A member of the results of one object, by replication. */
#define GATHER(member, list) \
	for (uint64_t k = 0; k < count; k++) value[k] = told[k].list[i].member

static void summarise_statistic(sb_arena *arena, const sm_model *m, const st_told *told, uint64_t count, uint32_t i,
								double *value, st_statistic_summary *out)
{
	const se_statistic_result *first = &told[0].statistics[i];
	const sm_statistic *s = &m->statistics.at[first->statistic];
	*out = (st_statistic_summary){.name = element_name(arena, s->name, first->index, s->before), .kind = s->kind,
		.least = NAN, .most = NAN, .low = first->low, .width = first->width};
	GATHER(mean, statistics);
	out->mean = st_estimate_of(value, count);
	GATHER(deviation, statistics);
	out->deviation = st_estimate_of(value, count).mean;
	uint64_t *cells = first->cells ? sb_new_array(arena, uint64_t, s->cells + 2) : NULL;
	for (uint64_t k = 0; k < count; k++) {
		const se_statistic_result *r = &told[k].statistics[i];
		out->count += r->count;
		out->total += isnan(r->total) ? 0 : r->total;
		out->least = fmin(out->least, r->least);         /* of a number and none: the number */
		out->most = fmax(out->most, r->most);
		for (uint32_t c = 0; cells && c < s->cells + 2; c++)
			cells[c] += r->cells[c];
	}
	out->cells = cells;
	out->cell_count = cells ? s->cells : 0;
}

static void summarise_resource(sb_arena *arena, const sm_model *m, const st_told *told, uint64_t count, uint32_t i,
							   double *value, st_resource_summary *out)
{
	const se_resource_result *first = &told[0].resources[i], *last = &told[count - 1].resources[i];
	const sm_resource *r = &m->resources.at[first->resource];
	*out = (st_resource_summary){.name = element_name(arena, r->name, first->index, r->before), .kind = r->kind,
		.capacity = first->capacity, .most_content = NAN, .most_queue = NAN, .most_wait = NAN, .now = last->now,
		.waiting = last->waiting};
	GATHER(utilisation, resources);
	out->utilisation = st_estimate_of(value, count);
	GATHER(content, resources);
	out->content = st_estimate_of(value, count);
	GATHER(queue, resources);
	out->queue = st_estimate_of(value, count);
	GATHER(wait, resources);
	out->wait = st_estimate_of(value, count);
	for (uint64_t k = 0; k < count; k++) {
		const se_resource_result *one = &told[k].resources[i];
		out->entries += one->entries;
		out->most_content = fmax(out->most_content, one->most_content);
		out->most_queue = fmax(out->most_queue, one->most_queue);
		out->most_wait = fmax(out->most_wait, one->most_wait);
	}
}

void st_summarise(sb_arena *arena, const sm_model *m, const st_told *told, uint64_t count, st_outcome *out)
{
	if (!count)
		return;
	double *value = sb_new_array(arena, double, count);
	st_statistic_summary *s = sb_new_array(arena, st_statistic_summary, told[0].statistic_count + 1);
	st_resource_summary *r = sb_new_array(arena, st_resource_summary, told[0].resource_count + 1);
	for (uint32_t i = 0; i < told[0].statistic_count; i++)
		summarise_statistic(arena, m, told, count, i, value, &s[i]);
	for (uint32_t i = 0; i < told[0].resource_count; i++)
		summarise_resource(arena, m, told, count, i, value, &r[i]);
	out->statistics = s;
	out->statistic_count = told[0].statistic_count;
	out->resources = r;
	out->resource_count = told[0].resource_count;
}
