/* Breaks: conditions at which a process stops. They are looked at at some places of each step, with the values that the
 * solver's polynomial gives there, and the place where one becomes true is halved down to the precision of the time. */
#include "shell/lead/shell_lead.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { LOOKS = 8 };

static bool find_bound(void *context, const sh_formula *f, double *out)
{
	const sh_break *b = context;
	for (uint32_t i = 0; i < b->bound.n; i++)
		if (b->bound.at[i].variable == f) {
			*out = b->bound.at[i].time ? se_time(b->place.process->run) : sh_value_of(&b->bound.at[i].item);
			return true;
		}
	return false;
}

/* Where the process shows its values. What has no value is not true. */
static bool holds(sh_world *w, const sh_break *b)
{
	double value;
	const sh_values v = {find_bound, (void *)b, w->diag};
	uint32_t before = sb_messages(w->diag);
	bool good = sh_evaluate(&v, b->condition, &value);
	sb_take_back(w->diag, before, NULL);
	return good && value != 0 && !isnan(value);
}

typedef struct binding { sh_world *w; sh_break *b; bool good; } binding;

static void bind(void *context, const sh_formula *f)
{
	binding *x = context;
	struct sh_bound one = {.variable = f};
	const sh_element *e = &f->variable;
	bool bare = !e->block.experiment && !e->block.placed;
	sh_place before = x->w->present;
	x->w->present = x->b->place;
	one.time = bare && strcasecmp(e->name, "time") == 0;
	if (!x->good || (!one.time && !sh_one_item(x->w, e, &one.item)))
		x->good = false;
	else if (!one.time && one.item.process != x->b->place.process) {
		sb_report(x->w->diag, SB_ERROR, "T0131", f->span, "a break belongs to one process, and '%s' is of another one",
				  e->name);
		x->good = false;
	}
	if (x->good && !one.time)
		one.item.name = sb_strdup(x->w->arena, one.item.name);
	x->w->present = before;
	if (x->good)
		sb_push(x->w->arena, x->b->bound, one);
}

/* Symbols have the values that they have now. */
static const sh_formula *keep(sh_world *w, const sh_formula *f)
{
	sh_formula *copy = sb_new(w->arena, sh_formula);
	const sh_symbol *s = f->op == SH_VARIABLE && !f->variable.block.experiment && !f->variable.block.placed
							 ? sh_symbol_called(w, f->variable.name) : NULL;
	*copy = *f;
	if (s)
		*copy = (sh_formula){.op = SH_NUMBER, .number = s->value, .span = f->span};
	else if (f->op == SH_VARIABLE)
		copy->variable.name = sb_strdup(w->arena, f->variable.name);
	copy->a = f->a ? keep(w, f->a) : NULL;
	copy->b = f->b ? keep(w, f->b) : NULL;
	return copy;
}

bool sh_add_break(sh_world *w, const sh_formula *f)
{
	size_t length;
	const char *text = sb_source_text(w->diag, f->span.source, &length);
	sh_break *b = sb_new(w->arena, sh_break);
	sh_element here = {.span = f->span, .block = {.span = f->span}};
	if (!sh_is_relation(f)) {
		sb_help(sb_report(w->diag, SB_ERROR, "T0132", f->span, "a break needs a condition"),
				"for example: BREAK x > 1");
		return false;
	}
	if (!sh_one_block(w, &here.block, &b->place) || !sh_look(w, b->place.process))
		return false;
	b->place.path = sb_strdup(w->arena, b->place.path);
	b->text = sb_strndup(w->arena, text + f->span.start, f->span.end - f->span.start);
	b->condition = keep(w, f);
	binding x = {w, b, true};
	sh_variables_of(b->condition, bind, &x);
	if (!x.good)
		return false;
	b->was = holds(w, b);
	sb_push(w->arena, w->breaks, b);
	return true;
}

bool sh_has_breaks(const sh_world *w, const sh_process *p)
{
	for (uint32_t i = 0; i < w->breaks.n; i++)
		if (w->breaks.at[i]->place.process == p)
			return true;
	return false;
}

void sh_settle_breaks(sh_world *w, const sh_process *p)
{
	if (!sh_has_breaks(w, p))
		return;
	se_show(p->run);
	for (uint32_t i = 0; i < w->breaks.n; i++)
		if (w->breaks.at[i]->place.process == p)
			w->breaks.at[i]->was = holds(w, w->breaks.at[i]);
}

const sh_break *sh_turned_break(sh_world *w, sh_process *p)
{
	const sh_break *found = NULL;
	se_show(p->run);
	for (uint32_t i = 0; i < w->breaks.n; i++) {
		sh_break *b = w->breaks.at[i];
		if (b->place.process != p)
			continue;
		bool now = holds(w, b);
		if (now && !b->was && !found)
			found = b;
		b->was = now;
	}
	return found;
}

static bool holds_at(sh_world *w, sh_process *p, const sh_break *b, double t)
{
	se_look_at(p->run, t);
	return holds(w, b);
}

/* False at `low`, true at `high`: the first time, as far as times can be told apart, at which it is true. */
static double locate(sh_world *w, sh_process *p, const sh_break *b, double low, double high)
{
	for (int k = 0; k < 80; k++) {
		double middle = low + (high - low) / 2;
		if (!(middle > low && middle < high))
			break;
		if (holds_at(w, p, b, middle))
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* `end`: the stretch ends at `to`, and values there are those before its instant. */
const sh_break *sh_find_break(sh_world *w, sh_process *p, double from, double to, bool end, double *at)
{
	const sh_break *found = NULL;
	double last = end ? nextafter(to, from) : to;
	for (uint32_t i = 0; i < w->breaks.n; i++) {
		sh_break *b = w->breaks.at[i];
		double low = from;
		bool was = b->was;
		for (int k = 1; k <= LOOKS && b->place.process == p; k++) {
			double t = k == LOOKS ? last : from + (last - from) * k / LOOKS;
			bool now = t > low && holds_at(w, p, b, t);
			if (now && !was && (!found || low < *at)) {
				double here = locate(w, p, b, low, t);
				if (!found || here < *at) {
					found = b;
					*at = here;
				}
				was = true;
				break;
			}
			if (t > low)
				was = now;
			low = t;
		}
		if (b->place.process == p)
			b->was = was;
	}
	/* the others are asked again from there on */
	for (uint32_t i = 0; i < w->breaks.n && found; i++)
		if (w->breaks.at[i]->place.process == p && w->breaks.at[i] != found)
			w->breaks.at[i]->was = holds_at(w, p, w->breaks.at[i], *at);
	return found;
}
