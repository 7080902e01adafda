/* Sheets as text: classes, components with their places, connections with their lines. */
#include "front/xcos/write/xcos_write.h"

#include <ctype.h>
#include <string.h>

#include "base/map.h"

/* The names of the port number k of n that a pattern gives. */
static const char *port_name(const xc_sheet *s, const char *pattern, uint32_t k, uint32_t n, const uint32_t *ports)
{
	size_t length = strcspn(pattern, "*[{|,");
	while (pattern[length] == ',' && k > 0 && n > 1) { /* "u,v[]": what comes first has a name of its own */
		pattern += length + 1;
		length = strcspn(pattern, "*[{|,");
		k--, n--, ports++;
	}
	if (pattern[length] == '*')
		return sb_printf(s->arena, "%.*s%u", (int)length, pattern, k + 1);
	if (pattern[length] == '[' && pattern[length + 1] == ']')
		return sb_printf(s->arena, "%.*s[%u, :, :]", (int)length, pattern, k + 1);
	if (pattern[length] == '[') /* "e[k]": a vector */
		return sb_printf(s->arena, "%.*s[%u]", (int)length, pattern, k + 1);
	if (pattern[length] == '{' || pattern[length] == '|') {
		bool rows = pattern[length] == '{';
		int first = 1, last = 0;
		for (uint32_t i = 0; i <= k && i < n; i++) {
			first = last + 1;
			last += rows ? xc_size_of(s, ports[i]).rows : xc_size_of(s, ports[i]).columns;
		}
		return sb_printf(s->arena, "%.*s[%s%d:%d%s]", (int)length, pattern, rows ? "" : ":, ", first, last,
						 rows ? ", :" : "");
	}
	const char *name = pattern; /* "p,n,u": names one by one */
	for (uint32_t i = 0; i < k && strchr(name, ','); i++)
		name = strchr(name, ',') + 1;
	return sb_strndup(s->arena, name, strcspn(name, ","));
}

static const char *border_name(const xc_sheet *s, const xc_part *p)
{
	const char *kind = p->block->kind;
	int k = (int)xc_parameter_number(s, p, 1, 1);
	return sb_printf(s->arena, "%s%d",
					 strncmp(kind, "CLK", 3) == 0 ? strstr(kind, "IN") ? "e" : "o"
					 : strstr(kind, "IN")         ? "in"
												  : "out",
					 k);
}

/* Of "p,u" the name for a port of this flow: files have pins and signals of a block in any order. NULL: all ports are
 * alike. */
static const char *name_by_flow(const xc_sheet *s, const char *pattern, uint32_t k, uint32_t n, const uint32_t *ports)
{
	xc_flow flow = s->d->ports.at[ports[k]].flow;
	uint32_t same = 0;
	for (uint32_t i = 0; i < n; i++)
		same += s->d->ports.at[ports[i]].flow == flow;
	if (same == n || strpbrk(pattern, "*[{|="))
		return NULL;
	uint32_t wanted = 0;
	for (uint32_t i = 0; i < k; i++)
		wanted += s->d->ports.at[ports[i]].flow == flow;
	for (const char *c = pattern; c; c = strchr(c, ',') ? strchr(c, ',') + 1 : NULL) {
		size_t length = strcspn(c, ",");
		bool signal = length == 1 && (*c == 'u' || *c == 'y');
		if (signal == (flow == XC_SIGNAL) && wanted-- == 0)
			return sb_strndup(s->arena, c, length);
	}
	return NULL;
}

const char *xc_port_text(const xc_sheet *s, uint32_t port)
{
	const xc_port *q = &s->d->ports.at[port];
	const xc_part *p = &s->part[q->block];
	const xc_block *b = p->block;
	if (p->role == XC_BORDER)
		return border_name(s, p);
	bool event = q->flow == XC_ACTIVATION;
	const char *pattern = q->input ? event ? p->event_in : p->in : event ? p->event_out : p->out;
	uint32_t n = q->input ? event ? b->events_in : b->inputs : event ? b->events_out : b->outputs;
	const uint32_t *ports = q->input ? event ? b->event_in : b->input : event ? b->event_out : b->output;
	if (!pattern || !*pattern)
		return NULL;
	const char *name = name_by_flow(s, pattern, q->number, n, ports);
	name = name ? name : port_name(s, pattern, q->number, n, ports);
	return *name == '-' ? NULL : *name == '=' ? name + 1 : sb_printf(s->arena, "%s.%s", p->name, name);
}

static void indent(sb_text *out, int depth)
{
	for (int i = 0; i < depth; i++)
		sb_add(out, "  ");
}

static void add_placement(sb_text *out, const xc_block *b)
{
	double left = b->x, right = b->x + b->width;
	sb_addf(out, "Placement(transformation(extent={{%g,%g},{%g,%g}}))", b->flip ? right : left, -b->y - b->height,
			b->flip ? left : right, -b->y);
}

static xc_point port_place(const xc_sheet *s, uint32_t port)
{
	const xc_port *q = &s->d->ports.at[port];
	const xc_block *b = &s->d->blocks.at[q->block];
	bool event = q->flow == XC_ACTIVATION;
	uint32_t n = q->input ? event ? b->events_in : b->inputs : event ? b->events_out : b->outputs;
	double part = (q->number + 1.0) / (n + 1.0);
	if (event)
		return (xc_point){b->x + b->width * part, -(q->input ? b->y : b->y + b->height)};
	return (xc_point){q->input == b->flip ? b->x + b->width : b->x, -(b->y + b->height * part)};
}

/* The points of the way to a port, from its driver on, through nodes. */
static void add_way(const xc_sheet *s, uint32_t port, sb_text *out, int rounds)
{
	uint32_t link = s->d->ports.at[port].link;
	if (link == 0 || rounds > 1000)
		return;
	const xc_link *l = &s->d->links.at[link - 1];
	const xc_port *from = &s->d->ports.at[l->from];
	const xc_block *b = &s->d->blocks.at[from->block];
	if (s->part[from->block].role == XC_NODE) {
		if (b->inputs > 0)
			add_way(s, b->input[0], out, rounds + 1);
		else if (b->events_in > 0)
			add_way(s, b->event_in[0], out, rounds + 1);
		sb_addf(out, "{%g,%g},", b->x + b->width / 2, -b->y - b->height / 2);
	}
	for (uint32_t i = 0; i < l->points; i++)
		sb_addf(out, "{%g,%g},", l->point[i].x, -l->point[i].y);
}

/* Of the link that leads to a port, or of its block. */
static sb_span span_of(const xc_sheet *s, uint32_t port)
{
	const xc_port *q = &s->d->ports.at[port];
	return q->link ? s->d->links.at[q->link - 1].span : s->d->blocks.at[q->block].span;
}

static void add_connection(const xc_sheet *s, sf_writing *w, int depth, uint32_t from, uint32_t to)
{
	sb_text *out = &w->text;
	const char *a = xc_port_text(s, from), *b = xc_port_text(s, to), *const colors[] = {"0,0,127", "200,0,0", "0,0,0"};
	if (!a || !b)
		return;
	xc_point begin = port_place(s, from), end = port_place(s, to);
	sf_from(w, span_of(s, to));
	indent(out, depth + 1);
	sb_addf(out, "connect(%s, %s)\n", a, b);
	indent(out, depth + 2);
	sb_addf(out, "annotation(Line(points={{%g,%g},", begin.x, begin.y);
	add_way(s, to, out, 0);
	sb_addf(out, "{%g,%g}}, color={%s}));\n", end.x, end.y, colors[s->d->ports.at[to].flow]);
}

/* Real numbers for a port of complex ones. */
static void add_real_part(const xc_sheet *s, sf_writing *w, int depth, const char *from, uint32_t to)
{
	sb_text *out = &w->text;
	xc_size z = xc_size_of(s, to);
	const char *port = xc_port_text(s, to);
	if (!port)
		return;
	sf_from(w, span_of(s, to));
	indent(out, depth + 1);
	sb_addf(out, "%s.re = %s;\n", port, from);
	indent(out, depth + 1);
	sb_addf(out, "%s.im = zeros(%d, %d);\n", port, z.rows, z.columns);
}

static uint32_t root_of(uint32_t *set, uint32_t k)
{
	while (set[k] != k)
		k = set[k] = set[set[k]];
	return k;
}

static bool is_passed(const xc_sheet *s, const xc_port *q)
{
	return q->flow == XC_PHYSICAL && q->block < s->d->blocks.n &&
		   (s->part[q->block].role == XC_NODE || s->part[q->block].role == XC_TAG);
}

/* Two physical ports of one node, or of two blocks with one tag. */
static bool are_joined(const xc_sheet *s, uint32_t i, uint32_t j)
{
	const xc_port *a = &s->d->ports.at[i], *b = &s->d->ports.at[j];
	if (!is_passed(s, a) || !is_passed(s, b))
		return false;
	if (a->block == b->block)
		return true;
	return s->part[a->block].role == XC_TAG && s->part[b->block].role == XC_TAG &&
		   strcmp(xc_tag_of(s, a->block), xc_tag_of(s, b->block)) == 0;
}

/* Physical links have no direction: all ports that they join are one set, and the first is connected to the others. */
static void add_physical(const xc_sheet *s, sf_writing *w, int depth)
{
	uint32_t n = s->d->ports.n, *set = sb_new_array(s->arena, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		set[i] = i;
	for (uint32_t i = 0; i < s->d->links.n; i++)
		if (s->d->links.at[i].flow == XC_PHYSICAL)
			set[root_of(set, s->d->links.at[i].from)] = root_of(set, s->d->links.at[i].to);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < i; j++)
			if (are_joined(s, i, j))
				set[root_of(set, i)] = root_of(set, j);
	for (uint32_t i = 0; i < n; i++) {
		const xc_port *a = &s->d->ports.at[i];
		bool end = a->flow == XC_PHYSICAL && a->block < s->d->blocks.n && !is_passed(s, a);
		for (uint32_t j = 0; end && j < i; j++) {
			const xc_port *b = &s->d->ports.at[j];
			if (b->flow == XC_PHYSICAL && b->block < s->d->blocks.n && !is_passed(s, b) &&
				root_of(set, i) == root_of(set, j)) {
				add_connection(s, w, depth, j, i);
				break;
			}
		}
	}
}

static bool is_used(const xc_sheet *s, uint32_t port)
{
	const xc_port *q = &s->d->ports.at[port];
	if (q->block >= s->d->blocks.n)
		return false;
	xc_role role = s->part[q->block].role;
	return q->flow != XC_PHYSICAL && q->input && (role == XC_COMPONENT || role == XC_SUPER || role == XC_BORDER);
}

/* Where a port stands at the icon of its super block. */
static void add_icon_place(const xc_sheet *s, sb_text *out, const xc_part *p, bool event, bool input)
{
	const xc_block *b = s->above_part->block;
	uint32_t n = input ? event ? b->events_in : b->inputs : event ? b->events_out : b->outputs;
	double part = xc_parameter_number(s, p, 1, 1) / (n + 1.0), along = event ? 200 * part - 100 : 100 - 200 * part;
	double low = event == input ? 100 : -120;
	if (event)
		sb_addf(out, ", iconTransformation(extent={{%g,%g},{%g,%g}})", along - 10, low, along + 10, low + 20);
	else
		sb_addf(out, ", iconTransformation(extent={{%g,%g},{%g,%g}})", low, along - 10, low + 20, along + 10);
}

static void add_border(const xc_sheet *s, sf_writing *w, int depth, const xc_part *p)
{
	sb_text *out = &w->text;
	const xc_block *b = p->block;
	const char *kind = b->kind;
	bool event = strncmp(kind, "CLK", 3) == 0, input = strstr(kind, "IN") != NULL, pin = strstr(kind, "IMPL") != NULL;
	uint32_t port = b->outputs > 0 ? b->output[0] : b->inputs > 0 ? b->input[0] : UINT32_MAX;
	sf_from(w, b->span);
	indent(out, depth + 1);
	if (event)
		sb_addf(out, "Saltus.Diagrams.Interfaces.Activation%s %s", input ? "Input" : "Output", border_name(s, p));
	else if (pin)
		sb_addf(out, "Saltus.Xcos.Electrical.Pin %s", border_name(s, p));
	else {
		xc_size z = port == UINT32_MAX ? (xc_size){1, 1, 1} : xc_size_of(s, port);
		bool complex = port != UINT32_MAX && s->complex[port];
		const char *in = s->above ? "Interfaces.SignalThrough" : "Interfaces.SignalOut", *give = "Interfaces.SignalOut";
		if (complex)
			in = "Complexes.ComplexIn", give = "Complexes.ComplexOut";
		sb_addf(out, "Saltus.Xcos.%s %s[%d, %d]", input ? in : give, border_name(s, p), z.rows, z.columns);
		if (input && !s->above) /* of a super block that is run by itself */
			sb_addf(out, " = zeros(%d, %d)", z.rows, z.columns);
	}
	sb_add(out, " annotation(");
	add_placement(out, b);
	if (s->above) {
		out->at[--out->n] = 0; /* inside of Placement(...) */
		add_icon_place(s, out, p, event, input);
		sb_addc(out, ')');
	}
	sb_add(out, ");\n");
}

static void add_quoted(sb_text *out, const char *text)
{
	sb_add(out, "\"");
	for (; *text; text++)
		if ((unsigned char)*text >= 32)
			sb_addf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
	sb_add(out, "\"");
}

/* Inputs of a super block that nothing is connected to are zero. */
static void close_inputs(xc_sheet *s, xc_part *p)
{
	for (uint32_t i = 0; i < p->block->inputs; i++) {
		uint32_t port = p->block->input[i];
		xc_size z = xc_size_of(s, port);
		if (s->d->ports.at[port].flow == XC_SIGNAL && !xc_driver_of(s, port).sheet)
			xc_with(p, "in%u=zeros(%d, %d)", i + 1, z.rows, z.columns);
	}
}

static void add_component(xc_sheet *s, sf_writing *w, int depth, xc_part *p)
{
	sb_text *out = &w->text;
	if (p->role == XC_SUPER)
		close_inputs(s, p);
	if (p->extra.n > 0)
		sf_add_placed(w, p->block->span, p->extra.at, &p->places);
	sf_from(w, p->block->span);
	indent(out, depth + 1);
	sb_addf(out, "%s%s %s", p->role == XC_SUPER || *p->class == '=' ? "" : "Saltus.Xcos.",
			p->class + (*p->class == '='), p->name);
	if (p->with.n > 0)
		sb_addf(out, "(%s)", p->with.at);
	sb_add(out, " ");
	add_quoted(out, p->block->kind);
	sb_add(out, "\n");
	indent(out, depth + 2);
	sb_add(out, "annotation(");
	add_placement(out, p->block);
	if (*p->block->id)
		sb_addf(out, ", __Xcos(id=\"%s\")", p->block->id);
	sb_add(out, ");\n");
}

static void add_area(const xc_sheet *s, sb_text *out, int depth)
{
	double left = 0, right = 100, low = -100, high = 0;
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		const xc_block *b = &s->d->blocks.at[i];
		left = b->x - 40 < left ? b->x - 40 : left;
		right = b->x + b->width + 40 > right ? b->x + b->width + 40 : right;
		low = -b->y - b->height - 40 < low ? -b->y - b->height - 40 : low;
		high = -b->y + 40 > high ? -b->y + 40 : high;
	}
	indent(out, depth + 1);
	sb_addf(out, "annotation(Diagram(coordinateSystem(extent={{%g,%g},{%g,%g}}))", left, low, right, high);
	if (!s->above) {
		sb_add(out, ", experiment(StopTime=");
		sb_add_real(out, s->d->stop);
		sb_add(out, ", Tolerance=");
		sb_add_real(out, s->d->tolerance > 0 && s->d->tolerance <= 1e-3 ? s->d->tolerance : 1e-6);
		sb_add(out, ")");
	}
	sb_add(out, ");\n");
}

static void declare_tags(const xc_sheet *s, sb_text *out, int depth)
{
	for (uint32_t i = 0; i < s->tags.n; i++) {
		const xc_tag *t = &s->tags.at[i];
		indent(out, depth + 1);
		sb_addf(out, "%s %s %s", t->inner ? "inner" : "outer", t->event ? "Activation"
				: t->complex ? "Saltus.Diagrams.Types.Complex" : "Real", t->name);
		if (!t->event)
			sb_addf(out, "[%d, %d]", t->size.rows, t->size.columns);
		sb_add(out, ";\n");
	}
}

/* What this sheet gives to tags that are read elsewhere, and what it reads of others. */
static void add_tags(xc_sheet *s, sf_writing *w, int depth)
{
	sb_text *out = &w->text;
	for (uint32_t i = 0; i < s->tags.n; i++) {
		const xc_tag *t = &s->tags.at[i];
		uint32_t from = t->given ? xc_driver(s, t->port) : UINT32_MAX;
		uint32_t far = t->given && from == UINT32_MAX ? xc_far_tag(s, t->port) : UINT32_MAX;
		const char *text = from != UINT32_MAX ? xc_port_text(s, from) : far != UINT32_MAX ? xc_tag_name(s, far) : NULL;
		if (!text)
			continue;
		indent(out, depth + 1);
		sb_addf(out, "%s = %s;\n", t->name, text);
	}
	for (uint32_t i = 0; i < s->d->ports.n; i++) {
		uint32_t far = is_used(s, i) ? xc_far_tag(s, i) : UINT32_MAX;
		const char *text = far == UINT32_MAX ? NULL : xc_port_text(s, i);
		xc_place driver = text ? xc_driver_of(s, i) : (xc_place){NULL, 0};
		if (text && s->complex[i] && !driver.sheet->complex[driver.port]) {
			add_real_part(s, w, depth, xc_tag_name(s, far), i);
			continue;
		}
		if (!text)
			continue;
		indent(out, depth + 1);
		sb_addf(out, "%s = %s;\n", text, xc_tag_name(s, far));
	}
}

void xc_write_sheet(xc_sheet *s, sf_writing *w, int depth)
{
	sb_text *out = &w->text;
	sf_from(w, s->d->span);
	indent(out, depth);
	sb_addf(out, "model %s ", s->class);
	add_quoted(out, s->d->title);
	sb_add(out, "\n");
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (s->part[i].inside)
			xc_write_sheet(s->part[i].inside, w, depth + 1);
	sf_from(w, s->d->span);
	declare_tags(s, out, depth);
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		xc_part *p = &s->part[i];
		if (p->role == XC_BORDER)
			add_border(s, w, depth, p);
		else if (p->role == XC_COMPONENT || p->role == XC_SUPER)
			add_component(s, w, depth, p);
	}
	sf_from(w, s->d->span);
	indent(out, depth);
	sb_add(out, "equation\n");
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (s->part[i].equations.n > 0) {
			sf_from(w, s->part[i].block->span);
			sb_add(out, s->part[i].equations.at);
		}
	for (uint32_t i = 0; i < s->d->ports.n; i++) {
		uint32_t from = is_used(s, i) ? xc_driver(s, i) : UINT32_MAX;
		const char *text = from != UINT32_MAX && s->complex[i] && !s->complex[from] ? xc_port_text(s, from) : NULL;
		if (text)
			add_real_part(s, w, depth, text, i);
		else if (from != UINT32_MAX)
			add_connection(s, w, depth, from, i);
	}
	sf_from(w, s->d->span);
	add_tags(s, w, depth);
	add_physical(s, w, depth);
	sf_from(w, s->d->span);
	add_area(s, out, depth);
	indent(out, depth);
	sb_addf(out, "end %s;\n", s->class);
}
