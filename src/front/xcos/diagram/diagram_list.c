/* Diagrams from lists of Scilab: a list `diagram` has `props` and `objs`, which are blocks, links and others. */
#include "front/xcos/diagram/xcos_diagram.h"

#include <string.h>

enum { DEPTH_LIMIT = 30 };

static double number(const xc_value *v, uint32_t k, double otherwise)
{
	return v && v->kind == XC_NUMBER && k < v->rows * v->columns ? v->re[k] : otherwise;
}

static const char *word(const xc_value *v)
{
	return v && v->kind == XC_TEXT && v->rows * v->columns > 0 ? v->text[0] : "";
}

static uint32_t count(const xc_value *v)
{
	return v && v->kind != XC_LIST ? v->rows * v->columns : 0;
}

static void add_ports(sb_arena *arena, xc_diagram *d, const xc_value *model, const xc_value *graphics, bool input)
{
	const xc_value *rows = xc_field(model, input ? "in" : "out"), *columns = xc_field(model, input ? "in2" : "out2");
	const xc_value *types = xc_field(model, input ? "intyp" : "outtyp");
	const xc_value *kinds = xc_field(graphics, input ? "in_implicit" : "out_implicit");
	for (uint32_t i = 0; i < count(rows); i++) {
		bool physical = kinds && kinds->kind == XC_TEXT && i < count(kinds) && kinds->text[i][0] == 'I';
		xc_port p = {.id = "",
					 .block = d->blocks.n,
					 .input = input,
					 .flow = physical ? XC_PHYSICAL : XC_SIGNAL,
					 .order = i,
					 .first = -1};
		p.rows = (int)number(rows, i, -1);
		p.columns = (int)number(columns, i, 1);
		p.type = (int)number(types, i, -1);
		sb_push(arena, d->ports, p);
	}
	const xc_value *events = xc_field(model, input ? "evtin" : "evtout"), *first = xc_field(model, "firing");
	for (uint32_t i = 0; i < count(events); i++) {
		xc_port p = {.id = "",
					 .block = d->blocks.n,
					 .input = input,
					 .flow = XC_ACTIVATION,
					 .order = i,
					 .rows = 1,
					 .columns = 1,
					 .first = input ? -1 : number(first, i, -1)};
		sb_push(arena, d->ports, p);
	}
}

static void add_block(sb_arena *arena, xc_diagram *d, const xc_value *v, sb_span span, uint32_t depth)
{
	const xc_value *model = xc_field(v, "model"), *graphics = xc_field(v, "graphics"), *at = xc_field(graphics, "orig");
	const xc_value *size = xc_field(graphics, "sz"), *sim = xc_field(model, "sim");
	xc_block b = {.id = word(xc_field(model, "uid")), .kind = word(xc_field(v, "gui")), .label = "", .span = span};
	b.function = word(sim && sim->kind == XC_LIST && sim->items > 0 ? sim->item[0] : sim);
	b.parameters = xc_field(graphics, "exprs");
	b.reals = xc_field(model, "rpar");
	b.integers = xc_field(model, "ipar");
	b.objects = xc_field(model, "opar");
	b.state = xc_field(model, "state");
	b.discrete = xc_field(model, "dstate");
	b.equations = xc_field(model, "equations");
	b.x = number(at, 0, 0);
	b.y = -number(at, 1, 0) - number(size, 1, 40);
	b.width = number(size, 0, 40);
	b.height = number(size, 1, 40);
	if (b.reals && b.reals->tag && strcmp(b.reals->tag, "diagram") == 0 && depth < DEPTH_LIMIT)
		b.inside = xc_diagram_of_list(arena, b.reals, span, depth + 1);
	add_ports(arena, d, model, graphics, true);
	add_ports(arena, d, model, graphics, false);
	sb_push(arena, d->blocks, b);
}

/* The port that an end of a link names: block, number, and, where that is not clear, 1 for an input. */
static bool end_of(const xc_diagram *d, const uint32_t *block_of, uint32_t objects, const xc_value *end, xc_flow flow,
				   bool target, uint32_t *port)
{
	double object = number(end, 0, 0), which = number(end, 1, 0);
	if (!(object >= 1 && object <= objects && which >= 1) || block_of[(uint32_t)object - 1] == 0)
		return false;
	const xc_block *b = &d->blocks.at[block_of[(uint32_t)object - 1] - 1];
	bool input = flow == XC_PHYSICAL ? number(end, 2, 0) == 1 : target, event = flow == XC_ACTIVATION;
	uint32_t n = input ? event ? b->events_in : b->inputs : event ? b->events_out : b->outputs;
	const uint32_t *ports = input ? event ? b->event_in : b->input : event ? b->event_out : b->output;
	if (which > n)
		return false;
	*port = ports[(uint32_t)which - 1];
	return true;
}

static void add_link(sb_arena *arena, xc_diagram *d, const uint32_t *block_of, uint32_t objects, const xc_value *v)
{
	double kind = number(xc_field(v, "ct"), 1, 1);
	xc_link l = {.id = "", .span = d->span, .flow = kind == -1 ? XC_ACTIVATION : kind == 2 ? XC_PHYSICAL : XC_SIGNAL};
	const xc_value *from = xc_field(v, "from"), *to = xc_field(v, "to");
	if (!end_of(d, block_of, objects, from, l.flow, false, &l.from) ||
		!end_of(d, block_of, objects, to, l.flow, true, &l.to))
		return;
	sb_push(arena, d->links, l);
	d->ports.at[l.from].link = d->ports.at[l.to].link = d->links.n;
}

xc_diagram *xc_diagram_of_list(sb_arena *arena, const xc_value *list, sb_span span, uint32_t depth)
{
	xc_diagram *d = sb_new(arena, xc_diagram);
	const xc_value *objects = xc_field(list, "objs"), *properties = xc_field(list, "props");
	const xc_value *context = xc_field(properties, "context");
	sb_text text = {0};
	sb_add(&text, "");
	for (uint32_t i = 0; context && context->kind == XC_TEXT && i < count(context); i++)
		sb_addf(&text, "%s\n", context->text[i]);
	d->title = word(xc_field(properties, "title"));
	d->context = sb_strdup(arena, text.at);
	d->span = span;
	sb_text_free(&text);
	uint32_t n = objects && objects->kind == XC_LIST ? objects->items : 0;
	uint32_t *block_of = sb_new_array(arena, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		if (objects->item[i]->tag && strcmp(objects->item[i]->tag, "Block") == 0) {
			add_block(arena, d, objects->item[i], span, depth);
			block_of[i] = d->blocks.n;
		}
	xc_number_ports(arena, d);
	for (uint32_t i = 0; i < n; i++)
		if (objects->item[i]->tag && strcmp(objects->item[i]->tag, "Link") == 0)
			add_link(arena, d, block_of, n, objects->item[i]);
	return d;
}
