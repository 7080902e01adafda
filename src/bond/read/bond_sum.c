/* Laws that are sums: whether they are, and their parts. */
#include "bond/read/bond_read.h"

#include <math.h>
#include <string.h>

static uint32_t symbols_of(bg_graph *g, const bg_port *p, sx_ref out[5])
{
	sx_ref all[] = {p->effort, p->flow, bg_rate(g, p->effort), bg_rate(g, p->flow), p->displacement};
	uint32_t n = 0;
	for (int i = 0; i < 5; i++)
		if (all[i])
			out[n++] = all[i];
	return n;
}

bool bg_is_sum(bg_graph *g, sx_ref value, const bg_port *port)
{
	sx_ref s[5];
	uint32_t n = symbols_of(g, port, s);
	for (uint64_t seed = 21; seed < 23; seed++) {
		bg_values *v = bg_values_new(g, true, seed);
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t k = 0; k < i; k++) {
				sx_ref d = bg_partial(g, value, s[i]);
				double mixed = 0;
				d = d ? bg_partial(g, d, s[k]) : 0;
				if (!d || !bg_value(v, d, &mixed) || fabs(mixed) > 1e-9)
					return false;
			}
	}
	return true;
}

sx_ref bg_without(bg_graph *g, sx_ref e, const bg_port *port)
{
	sx_ref s[5];
	uint32_t n = symbols_of(g, port, s);
	sb_map by = sb_map_new(g->arena);
	for (uint32_t i = 0; i < n; i++)
		sb_map_put(&by, s[i], sx_real(g->work->pool, 0));
	return bg_put_in(g, e, &by);
}

const char *bg_base_name(const bg_graph *g, sx_ref effort)
{
	const char *name = bg_name_of(g, effort), *dot = strrchr(name, '.');
	return dot ? sb_strndup(g->arena, name, (size_t)(dot - name)) : name;
}

/* What elements of a sum have in common with the whole is known from the model. */
void bg_stand_for(bg_graph *g, const bg_port *whole, const bg_port *part, bool one)
{
	uint64_t known;
	if (sb_map_get(&g->stands, one ? whole->flow : whole->effort, &known))
		sb_map_put(&g->stands, one ? part->flow : part->effort, known);
	if (part->displacement && sb_map_get(&g->stands, whole->displacement, &known))
		sb_map_put(&g->stands, part->displacement, known);
}
