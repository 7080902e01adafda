/* What is the same in all modes: conditions, clocks, delays and transports by what they were in the model. */
#include "structure/system/system.h"

static void add_same(ss_work *w, ss_same same)
{
	uint64_t key = sb_pair((uint32_t)same.kind << 28 | same.part, same.origin), known;

	if (sb_map_get(&w->watching->same_of, key, &known))
		return;
	sb_map_put(&w->watching->same_of, key, same.number);
	sb_push(w->arena, w->plan->same, same);
}

/* `now` is written over representatives. One that is neither of the model nor made of such has no name in all modes. */
void ss_note_same(ss_work *w, ss_same_kind kind, sx_ref now, uint32_t part, uint32_t number)
{
	uint64_t origin = now;

	if (!w->plan->switches.n || (!sb_map_get(&w->origin_of, now, &origin) && now >= w->plan->common_exprs))
		return;
	add_same(w, (ss_same){ kind, (sx_ref)origin, part, number });
}

/* A delay as it is written (its payload) is the same in all modes, if it stands in no family. */
void ss_note_same_site(ss_work *w, ss_same_kind kind, sx_ref site, uint32_t number)
{
	sx_op op = sx_op_of(w->pool, site);
	uint64_t known;

	for (sx_ref e = 1; !w->watching->iterated_known && e < sx_count(w->pool); e++)
		if ((sx_op_of(w->pool, e) == SX_DELAY || sx_op_of(w->pool, e) == SX_TRANSPORT) &&
			sx_flags(w->pool, e) & SX_HAS_ITER)
			sb_map_put(&w->watching->iterated, sb_pair(sx_op_of(w->pool, e), sx_at(w->pool, e)->payload), 1);
	w->watching->iterated_known = true;
	if (sb_map_get(&w->watching->iterated, sb_pair(op, sx_at(w->pool, site)->payload), &known)) {
		ss_note_same(w, kind, site, 0, number);
		return;
	}
	add_same(w, (ss_same){ kind, sx_at(w->pool, site)->payload, 1, number });
}
