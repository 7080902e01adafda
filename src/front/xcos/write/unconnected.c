/* Blocks with an input that nothing is connected to are left out, and so is what they give to others: Xcos does this,
 * and so does Saltus, with a warning. A SUM_f reads 0 there. */
#include "front/xcos/write/xcos_write.h"

#include <string.h>

/* The first port of a list that nothing drives, from 1; 0: each is driven, or none needs to be. */
static uint32_t first_open(xc_sheet *s, const uint32_t *ports, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (s->d->ports.at[ports[i]].flow != XC_PHYSICAL && !xc_driver_of(s, ports[i]).sheet)
			return i + 1;
	return 0;
}

static bool left_out(xc_sheet *s, xc_part *p)
{
	const xc_block *b = p->block;
	bool sum = strcmp(b->kind, "SUM_f") == 0 || strcmp(b->kind, "SOM_f") == 0;
	bool router = strcmp(b->kind, "IFTHEL_f") == 0 || strcmp(b->kind, "ESELECT_f") == 0;
	if ((p->role != XC_COMPONENT && p->role != XC_SUPER) || sum)
		return false;
	uint32_t signal = first_open(s, b->input, b->inputs), event = router ? first_open(s, b->event_in, b->events_in) : 0;
	if (signal == 0 && event == 0)
		return false;
	sb_message *m = sb_report(s->diag, SB_WARNING, "X0042", b->span,
							  "%s%s (%s) is left out: nothing is connected to its %s input %u", s->path, p->name,
							  b->kind,
							  signal > 0 ? "signal" : "activation", signal > 0 ? signal : event);
	sb_note(m, "Xcos leaves out such a block too, and what needs its outputs");
	sb_help(m, "connect the input, or remove the block");
	p->role = XC_NOTHING;
	return true;
}

void xc_leave_out(xc_sheet *s)
{
	xc_check_tags(s);
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = 0; i < s->d->blocks.n; i++)
			more |= left_out(s, &s->part[i]);
	}
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (s->part[i].role == XC_NOTHING)
			s->part[i].inside = NULL;
		else if (s->part[i].inside)
			xc_leave_out(s->part[i].inside);
}
