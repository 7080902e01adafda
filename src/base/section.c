/* Elements of sections; see section.h. */
#include "base/section.h"

void sb_write_range(void *context, uint32_t d, sb_text *out)
{
	const sb_box *box = context;
	sb_addf(out, "%lld", (long long)box->lo[d]);
	if (box->hi[d] > box->lo[d])
		sb_addf(out, ":%lld", (long long)box->hi[d]);
}

uint32_t sb_number_in(const sb_box *box, const int64_t *element)
{
	uint32_t number = 0;
	for (uint32_t d = 0; d < box->rank; d++)
		number = number * (uint32_t)(box->hi[d] - box->lo[d] + 1) + (uint32_t)(element[d] - box->lo[d]);
	return number;
}

static void subscripts_of(sb_shape array, uint32_t element, int64_t *at)
{
	for (uint32_t d = array.rank; d-- > 0;) {
		at[d] = element % array.size[d] + 1;
		element /= array.size[d];
	}
}

static uint32_t element_at(sb_shape array, const int64_t *at)
{
	uint32_t number = 0;
	for (uint32_t d = 0; d < array.rank; d++)
		number = number * array.size[d] + (uint32_t)(at[d] - 1);
	return number;
}

static bool is_in(const sb_box *box, const int64_t *at)
{
	for (uint32_t d = 0; d < box->rank; d++)
		if (at[d] < box->lo[d] || at[d] > box->hi[d])
			return false;
	return true;
}

const sb_section *sb_section_of(const sb_section *p, sb_shape array, uint32_t element, uint32_t *cell, uint32_t *away)
{
	int64_t at[SB_RANK_MOST];
	*away = 0;
	if (array.rank == 0 || array.rank > SB_RANK_MOST || (!p->whole && p->count == array.count)) {
		*cell = p->cell + element;
		return p;
	}
	subscripts_of(array, element, at);
	while (!is_in(&p->box, at))
		p++;
	*cell = p->whole ? p->cell : p->cell + sb_number_in(&p->box, at);
	for (uint32_t d = 0; p->whole && d < array.rank; d++)
		*away += (uint32_t)(at[d] - p->box.lo[d]) * p->stride[d];
	return p;
}

bool sb_element_away(const sb_section *p, sb_shape array, uint32_t away, uint32_t *element)
{
	int64_t at[SB_RANK_MOST];
	for (uint32_t d = 0; d < p->box.rank; d++) {
		uint32_t steps = p->box.lo[d] == p->box.hi[d] ? 0 : away / p->stride[d];
		at[d] = p->box.lo[d] + steps;
		if (at[d] > p->box.hi[d])
			return false;
		away -= steps * p->stride[d];
	}
	*element = element_at(array, at);
	return away == 0;
}

uint32_t sb_element_of_cell(const sb_section *p, sb_shape array, uint32_t i)
{
	int64_t at[SB_RANK_MOST];
	if (array.rank == 0 || array.rank > SB_RANK_MOST)
		return i;
	for (uint32_t d = array.rank; d-- > 0;) {
		uint32_t size = (uint32_t)(p->box.hi[d] - p->box.lo[d] + 1);
		at[d] = p->box.lo[d] + i % size;
		i /= size;
	}
	return element_at(array, at);
}

void sb_each_element(const sb_section *p, void (*see)(void *context, uint32_t away), void *context)
{
	int64_t at[SB_RANK_MOST] = {0};
	uint32_t d, rank = p->box.rank <= SB_RANK_MOST ? p->box.rank : SB_RANK_MOST;
	for (uint32_t i = 0; i < p->count; i++) {
		uint32_t away = 0;
		for (d = 0; d < rank; d++)
			away += (uint32_t)at[d] * p->stride[d];
		see(context, away);
		for (d = rank; d-- > 0;) {
			if (++at[d] <= p->box.hi[d] - p->box.lo[d])
				break;
			at[d] = 0;
		}
	}
}
