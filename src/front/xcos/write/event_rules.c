/* Rules of blocks that give or take activations. */
#include "front/xcos/write/xcos_write.h"

#include <string.h>

/* A clock is a diagram with an EVTDLY_c that goes round: period and first time are its parameters. */
static void by_clock(xc_sheet *s, xc_part *p)
{
	const xc_diagram *d = p->block->inside;
	for (uint32_t i = 0; d && i < d->blocks.n; i++)
		if (strncmp(d->blocks.at[i].kind, "EVTDLY", 6) == 0) {
			xc_part inner = *p;
			inner.block = &d->blocks.at[i];
			xc_value *period = xc_parameter(s, &inner, 1), *first = xc_parameter(s, &inner, 2);
			if (xc_is_numeric(s, &inner, 1, period) && xc_is_numeric(s, &inner, 2, first) && xc_count(period) == 1 &&
				xc_count(first) == 1) {
				xc_with(p, "period=");
				xc_add_number(&p->with, period->re[0]);
				xc_with(p, "offset=");
				xc_add_number(&p->with, first->re[0]);
			}
			return;
		}
	xc_complain(s, p, "X0012", "the period of the clock is not in the file");
}

/* A block without an activation of its own takes over those of its inputs, wherever they come from. */
void xc_inherit(xc_sheet *s, xc_part *p)
{
	const xc_block *b = p->block;
	if (b->events_in > 0)
		return;
	sb_text all = {0};
	for (uint32_t i = 0; i < b->inputs; i++) {
		if (!xc_driver_of(s, b->input[i]).sheet)
			continue;
		const char *u = xc_port_text(s, b->input[i]);
		const xc_size z = xc_size_of(s, b->input[i]);
		for (int k = 0; k < z.rows * z.columns; k++)
			sb_addf(&all, "%sactivation(%s[%d, %d])", all.n > 0 ? " or " : "", u, k % z.rows + 1, k / z.rows + 1);
	}
	if (all.n > 0)
		xc_with(p, "e=%s", all.at);
	else
		sb_help(xc_complain(s, p, "X0022", "the block takes over the activation of its inputs, and has none"),
				"give it an activation input");
	sb_text_free(&all);
}

/* Which edge: the parameter of the EDGETRIGGER inside. */
static void by_edge(xc_sheet *s, xc_part *p)
{
	const xc_diagram *d = p->block->inside;
	for (uint32_t i = 0; d && i < d->blocks.n; i++)
		if (strcmp(d->blocks.at[i].kind, "EDGETRIGGER") == 0) {
			xc_part inner = *p;
			inner.block = &d->blocks.at[i];
			xc_with(p, "edge=%d", (int)xc_parameter_number(s, &inner, 1, 1));
		}
	xc_inherit(s, p);
}

const xc_rule_row xc_event_rules[] = {
	{"clock", by_clock},
	{"edge", by_edge},
	{"inherit", xc_inherit},
	{NULL, NULL},
};
