/* Lists, places and short expressions in what is said about a plan. */
#include "structure/describe/describe.h"
#include "model/print/print.h"

enum { TEXT_MOST = 60 };

const char *ss_plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}


bool ss_list_next(ss_listing *l)
{
	if (l->n++ >= SS_LISTED_MOST)
		return false;
	if (l->n == 1)
		sb_addf(l->out, "  %s: ", l->heading);
	else
		sb_add(l->out, ", ");
	return true;
}

void ss_list_finish(ss_listing *l)
{
	if (l->n > SS_LISTED_MOST)
		sb_addf(l->out, " and %u more", l->n - SS_LISTED_MOST);
	if (l->n)
		sb_addc(l->out, '\n');
}

void ss_add_short(const ss_plan *plan, sx_ref e, sb_text *out)
{
	size_t from = out->n;

	sm_print_expr(plan->model, e, out);
	if (out->n - from <= TEXT_MOST)
		return;
	out->n = from + TEXT_MOST - 3;
	while (out->n > from && (out->at[out->n] & 0xC0) == 0x80)
		out->n--;
	out->at[out->n] = 0;
	sb_add(out, "...");
}

/* The main file's lines are given alone; those of others with their file. */
void ss_add_line(const ss_plan *plan, sb_span span, sb_text *out)
{
	const sm_model *m = plan->model;
	uint32_t own = m->components.n ? m->components.at[0].span.source : span.source;
	int line, column;

	sb_position(m->diag, span, &line, &column);
	if (span.source == own)
		sb_addf(out, "line %d", line);
	else
		sb_addf(out, "%s:%d", sb_source_path(m->diag, span.source), line);
}

void ss_add_position(const ss_plan *plan, sb_span span, sb_text *out)
{
	if (!span.source)
		return;
	sb_add(out, " (");
	ss_add_line(plan, span, out);
	sb_addc(out, ')');
}
