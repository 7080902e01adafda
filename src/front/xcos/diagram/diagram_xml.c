/* Diagrams from elements of XML. A block or a port may stand anywhere: by itself, or inside of the first link that
 * refers
 * to it. */
#include "front/xcos/diagram/xcos_diagram.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"

enum { DEPTH_LIMIT = 30 };

typedef struct maker {
	sb_arena *arena;
	sb_diag *diag;
	const xc_file *file;
	xc_diagram *d;
	sb_names *names;
	sb_map block_of, port_of; /* by id: number + 1 */
	uint32_t depth;
} maker;

static xc_diagram *made(sb_arena *arena, sb_diag *diag, const xc_file *file, const xc_node *node, uint32_t depth);

static uint32_t known(const sb_map *map, maker *m, const char *id)
{
	uint64_t v = 0;
	return id && sb_map_get(map, (uint64_t)(uintptr_t)sb_intern(m->names, id), &v) ? (uint32_t)v : 0;
}

static bool is_port(const char *tag, xc_flow *flow, bool *input)
{
	static const struct {
		const char *tag;
		xc_flow flow;
		bool input;
	} tags[] = {{"ExplicitInputPort", XC_SIGNAL, true},   {"ExplicitOutputPort", XC_SIGNAL, false},
				{"ImplicitInputPort", XC_PHYSICAL, true}, {"ImplicitOutputPort", XC_PHYSICAL, false},
				{"ControlPort", XC_ACTIVATION, true},     {"CommandPort", XC_ACTIVATION, false}};
	for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
		if (strcmp(tag, tags[i].tag) == 0) {
			*flow = tags[i].flow;
			*input = tags[i].input;
			return true;
		}
	return false;
}

/* The kind of a block: some elements are blocks of one kind, and need not say it. NULL: it is no block. */
static const char *kind_of(maker *m, const xc_node *n)
{
	static const struct {
		const char *tag, *kind;
	} tags[] = {{"BasicBlock", ""},
				{"SplitBlock", "SPLIT_f"},
				{"TextBlock", "TEXT_f"},
				{"BigSom", "BIGSOM_f"},
				{"Summation", "SUMMATION"},
				{"Product", "PRODUCT"},
				{"RoundBlock", ""},
				{"AfficheBlock", "AFFICH_m"},
				{"SuperBlock", "SUPER_f"},
				{"ExplicitInBlock", "IN_f"},
				{"ExplicitOutBlock", "OUT_f"},
				{"EventInBlock", "CLKINV_f"},
				{"EventOutBlock", "CLKOUTV_f"},
				{"ImplicitInBlock", "INIMPL_f"},
				{"ImplicitOutBlock", "OUTIMPL_f"},
				{"GroundBlock", "Ground"},
				{"VoltageSensorBlock", "VoltageSensor"}};
	const char *said = xc_attribute_of(n, "interfaceFunctionName", NULL);
	for (size_t i = 0; i < sizeof tags / sizeof *tags && !said; i++)
		if (strcmp(n->name, tags[i].tag) == 0)
			said = tags[i].kind;
	if (said && !*said) { /* the first word of the style is the kind then */
		const char *style = xc_attribute_of(n, "style", "");
		said = sb_strndup(m->arena, style, strcspn(style, ";"));
		if (!*said && strcmp(n->name, "RoundBlock") == 0)
			said = "CLKSOMV_f"; /* old files do not say it */
	}
	return said;
}

static bool is_link(const char *tag)
{
	return strcmp(tag, "ExplicitLink") == 0 || strcmp(tag, "ImplicitLink") == 0 ||
		   strcmp(tag, "CommandControlLink") == 0;
}

/* The id that an element refers to, by an attribute or by a child. */
static const char *reference(const xc_node *n, const char *as)
{
	const xc_node *child = xc_child_as(n, as);
	const char *by = xc_attribute_of(n, as, NULL);
	return by ? by : child ? xc_attribute_of(child, "id", xc_attribute_of(child, "reference", NULL)) : NULL;
}

static void place(xc_block *b, const xc_node *n)
{
	const xc_node *g = xc_child_as(n, "geometry");
	if (g) {
		b->x = xc_number_of(g, "x", 0);
		b->y = xc_number_of(g, "y", 0);
		b->width = xc_number_of(g, "width", 40);
		b->height = xc_number_of(g, "height", 40);
	}
	b->flip = strstr(xc_attribute_of(n, "style", ""), "flip=true") != NULL;
}

static void add_block(maker *m, const xc_node *n, const char *id)
{
	xc_block b = {.id = id, .span = n->span};
	const xc_node *child = xc_child_as(n, "child");
	b.kind = kind_of(m, n);
	b.function = xc_attribute_of(n, "simulationFunctionName", "");
	b.label = xc_attribute_of(n, "value", "");
	b.parameters = xc_value_of(m->arena, m->file, xc_child_as(n, "exprs"));
	b.reals = xc_value_of(m->arena, m->file, xc_child_as(n, "realParameters"));
	b.integers = xc_value_of(m->arena, m->file, xc_child_as(n, "integerParameters"));
	b.objects = xc_value_of(m->arena, m->file, xc_child_as(n, "objectsParameters"));
	b.state = xc_value_of(m->arena, m->file, xc_child_as(n, "state"));
	b.discrete = xc_value_of(m->arena, m->file, xc_child_as(n, "dState"));
	b.equations = xc_value_of(m->arena, m->file, xc_child_as(n, "equations"));
	place(&b, n);
	if (child && m->depth < DEPTH_LIMIT)
		b.inside = made(m->arena, m->diag, m->file, child, m->depth + 1);
	else if (b.reals && b.reals->tag && strcmp(b.reals->tag, "diagram") == 0)
		b.inside = xc_diagram_of_list(m->arena, b.reals, n->span, m->depth + 1);
	sb_push(m->arena, m->d->blocks, b);
	sb_map_put(&m->block_of, (uint64_t)(uintptr_t)sb_intern(m->names, id), m->d->blocks.n);
}

static int size_in(const xc_node *n, const char *name, int otherwise)
{
	double v = xc_number_of(n, name, otherwise);
	return v > -1e6 && v < 1e6 ? (int)v : otherwise;
}

static int type_in(const xc_node *n)
{
	static const char *const names[] = {"REAL_MATRIX", "COMPLEX_MATRIX", "INT32_MATRIX",  "INT16_MATRIX",
										"INT8_MATRIX", "UINT32_MATRIX",  "UINT16_MATRIX", "UINT8_MATRIX"};
	const char *type = xc_attribute_of(n, "dataType", "");
	for (int i = 0; i < 8; i++)
		if (strcmp(type, names[i]) == 0)
			return 1 + i;
	return -1;
}

static void add_port(maker *m, const xc_node *n, const char *id, const char *around)
{
	xc_port p = {.id = id};
	is_port(n->name, &p.flow, &p.input);
	const char *parent = reference(n, "parent");
	uint32_t block = known(&m->block_of, m, parent ? parent : around);
	p.block = block; /* + 1; resolved when all blocks are known */
	p.order = xc_number_of(n, "ordering", 0);
	p.rows = size_in(n, "dataLines", -1);
	p.columns = size_in(n, "dataColumns", p.flow == XC_SIGNAL ? -2 : 1);
	p.type = type_in(n);
	p.first = xc_number_of(n, "initialState", -1);
	sb_push(m->arena, m->d->ports, p);
	sb_map_put(&m->port_of, (uint64_t)(uintptr_t)sb_intern(m->names, id), m->d->ports.n);
}

/* All blocks below a node, in the order of the text; then all ports. Links refer to both. */
static void collect(maker *m, const xc_node *n, bool ports, const char *around, uint32_t depth)
{
	for (const xc_node *c = n->first; c && depth < DEPTH_LIMIT; c = c->next) {
		const char *id = xc_attribute_of(c, "id", NULL);
		xc_flow flow;
		bool input, block = kind_of(m, c) != NULL && !xc_attribute_of(c, "reference", NULL);
		if (strcmp(c->name, "SuperBlockDiagram") == 0)
			continue;
		if (id && block && !ports && !known(&m->block_of, m, id))
			add_block(m, c, id);
		if (id && ports && is_port(c->name, &flow, &input) && !known(&m->port_of, m, id))
			add_port(m, c, id, around);
		collect(m, c, ports, block ? id : around, depth + 1);
	}
}

static void add_points(maker *m, xc_link *l, const xc_node *n)
{
	const xc_node *g = xc_child_as(n, "geometry"), *points = g ? xc_child_as(g, "points") : NULL;
	sb_vec(xc_point) all = {0};
	for (const xc_node *p = points ? points->first : NULL; p; p = p->next)
		if (strcmp(p->name, "mxPoint") == 0) {
			xc_point at = {xc_number_of(p, "x", 0), xc_number_of(p, "y", 0)};
			sb_push(m->arena, all, at);
		}
	l->point = all.at;
	l->points = all.n;
}

static void dangling(maker *m, const xc_node *n)
{
	sb_message *w = sb_report(m->diag, SB_WARNING, "X0010", n->span, "this link leads to nothing, and is left out");
	sb_note(w, "a link has a source and a target, which are ports of blocks of the same diagram");
	sb_help(w, "connect it in the editor, or delete it");
}

static void add_links(maker *m, const xc_node *n, uint32_t depth)
{
	for (const xc_node *c = n->first; c && depth < DEPTH_LIMIT; c = c->next) {
		if (strcmp(c->name, "SuperBlockDiagram") == 0)
			continue;
		if (is_link(c->name) && !xc_attribute_of(c, "as", NULL)) {
			xc_link l = {.id = xc_attribute_of(c, "id", ""), .span = c->span};
			uint32_t a = known(&m->port_of, m, reference(c, "source")),
					 b = known(&m->port_of, m, reference(c, "target"));
			uint32_t blocks = m->d->blocks.n; /* a port may be left behind without its block */
			if (!a || !b || m->d->ports.at[a - 1].block >= blocks || m->d->ports.at[b - 1].block >= blocks) {
				dangling(m, c);
				continue;
			}
			l.flow = m->d->ports.at[a - 1].flow;
			bool turned = l.flow != XC_PHYSICAL && m->d->ports.at[a - 1].input;
			l.from = (turned ? b : a) - 1;
			l.to = (turned ? a : b) - 1;
			add_points(m, &l, c);
			sb_push(m->arena, m->d->links, l);
			m->d->ports.at[a - 1].link = m->d->ports.at[b - 1].link = m->d->links.n;
		}
		add_links(m, c, depth + 1);
	}
}

/* The lines of a context: texts of an array, or a matrix of texts. */
static const char *context(maker *m, const xc_node *n)
{
	sb_text all = {0};
	const xc_value *v = n ? xc_value_of(m->arena, m->file, n) : NULL;
	sb_add(&all, "");
	for (uint32_t i = 0; v && v->kind == XC_TEXT && i < v->rows * v->columns; i++)
		sb_addf(&all, "%s\n", v->text[i]);
	for (const xc_node *line = n && !(v && v->kind == XC_TEXT) ? n->first : NULL; line; line = line->next)
		sb_addf(&all, "%s\n", xc_attribute_of(line, "value", ""));
	const char *kept = sb_strdup(m->arena, all.at);
	sb_text_free(&all);
	return kept;
}

static int by_order(const void *a, const void *b)
{
	const xc_port *p = *(xc_port *const *)a, *q = *(xc_port *const *)b;
	return p->order != q->order ? (p->order < q->order ? -1 : 1) : p < q ? -1 : p > q;
}

/* The ports of a block that go one way, in their order. */
static uint32_t gather(sb_arena *arena, xc_diagram *d, uint32_t block, bool input, bool events, uint32_t **out)
{
	sb_vec(xc_port *) some = {0};
	for (uint32_t i = 0; i < d->ports.n; i++) {
		xc_port *p = &d->ports.at[i];
		if (p->block == block && p->input == input && (p->flow == XC_ACTIVATION) == events)
			sb_push(arena, some, p);
	}
	if (some.n > 0)
		qsort(some.at, some.n, sizeof *some.at, by_order);
	*out = sb_new_array(arena, uint32_t, some.n + 1);
	for (uint32_t i = 0; i < some.n; i++) {
		some.at[i]->number = i;
		(*out)[i] = (uint32_t)(some.at[i] - d->ports.at);
	}
	return some.n;
}

void xc_number_ports(sb_arena *arena, xc_diagram *d)
{
	for (uint32_t b = 0; b < d->blocks.n; b++) {
		xc_block *k = &d->blocks.at[b];
		k->inputs = gather(arena, d, b, true, false, &k->input);
		k->outputs = gather(arena, d, b, false, false, &k->output);
		k->events_in = gather(arena, d, b, true, true, &k->event_in);
		k->events_out = gather(arena, d, b, false, true, &k->event_out);
	}
}

static xc_diagram *made(sb_arena *arena, sb_diag *diag, const xc_file *file, const xc_node *node, uint32_t depth)
{
	maker m = {.arena = arena, .diag = diag, .file = file, .depth = depth};
	m.d = sb_new(arena, xc_diagram);
	m.names = sb_names_new(arena);
	m.block_of = sb_map_new(arena);
	m.port_of = sb_map_new(arena);
	m.d->title = xc_attribute_of(node, "title", "");
	m.d->stop = xc_number_of(node, "finalIntegrationTime", 30);
	m.d->tolerance = xc_number_of(node, "integratorRelativeTolerance", 1e-6);
	m.d->context = context(&m, xc_child_as(node, "context"));
	m.d->span = node->span;
	collect(&m, node, false, NULL, 0);
	collect(&m, node, true, NULL, 0);
	for (uint32_t i = 0; i < m.d->ports.n; i++)
		m.d->ports.at[i].block--; /* a port of nothing is one of block 2^32 - 1, which there is not */
	add_links(&m, node, 0);
	for (uint32_t i = 0; i < m.d->links.n; i++) {
		const xc_link *l = &m.d->links.at[i];
		if (m.d->ports.at[l->from].block >= m.d->blocks.n || m.d->ports.at[l->to].block >= m.d->blocks.n) {
			dangling(&m, node);
			break;
		}
	}
	xc_number_ports(arena, m.d);
	return m.d;
}

xc_diagram *xc_diagram_of(sb_arena *arena, sb_diag *diag, const xc_file *file)
{
	xc_diagram *d = made(arena, diag, file, file->root, 0);
	return sb_errors(diag) ? NULL : d;
}
