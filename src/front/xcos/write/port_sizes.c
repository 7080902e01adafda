/* Rows, columns and types of ports. What is written in the file or follows from a parameter spreads over links, through
 * super blocks, and between ports of a block that have the same number below zero, until nothing changes. */
#include "front/xcos/write/xcos_write.h"

#include <stdlib.h>
#include <string.h>

static bool is_node(const xc_sheet *s, uint32_t block)
{
	return s->part[block].role == XC_NODE;
}

/* The link into a block that has one input of this flow; 0: none; else + 1. */
static uint32_t link_into(const xc_sheet *s, uint32_t block)
{
	const xc_block *b = &s->d->blocks.at[block];
	return b->inputs > 0      ? s->d->ports.at[b->input[0]].link
		   : b->events_in > 0 ? s->d->ports.at[b->event_in[0]].link
							  : 0;
}

uint32_t xc_driver(const xc_sheet *s, uint32_t port)
{
	uint32_t link = s->d->ports.at[port].link;
	for (uint32_t round = 0; link > 0 && round < 10000; round++) {
		uint32_t from = s->d->links.at[link - 1].from, block = s->d->ports.at[from].block;
		if (is_node(s, block))
			link = link_into(s, block);
		else if (s->part[block].role == XC_TAG) {
			uint32_t at = xc_goto_of(s, block);
			if (at == UINT32_MAX)
				return UINT32_MAX;
			link = link_into(s, at);
		} else
			return s->part[block].role == XC_NOTHING ? UINT32_MAX : from;
	}
	return UINT32_MAX;
}

static bool agree(int *a, int *b)
{
	if (*a <= 0 && *b > 0)
		return *a = *b, true;
	if (*b <= 0 && *a > 0)
		return *b = *a, true;
	return false;
}

static bool equal(xc_size *a, xc_size *b)
{
	bool x = agree(&a->rows, &b->rows), y = agree(&a->columns, &b->columns), z = agree(&a->type, &b->type);
	return x || y || z;
}

uint32_t xc_outside_of(const xc_sheet *s, const xc_part *p)
{
	double k = xc_parameter_number(s, p, 1, 1);
	const xc_block *b = s->above_part ? s->above_part->block : NULL;
	const char *kind = p->block->kind;
	if (!b)
		return UINT32_MAX;
	bool event = kind[0] == 'C', input = strstr(kind, "IN") != NULL;
	uint32_t n = input ? event ? b->events_in : b->inputs : event ? b->events_out : b->outputs;
	const uint32_t *ports = input ? event ? b->event_in : b->input : event ? b->event_out : b->output;
	return k >= 1 && k <= n ? ports[(uint32_t)k - 1] : UINT32_MAX;
}

/* Ports of a block with the same number below zero have the same size, as the file says. */
static bool inside_block(xc_sheet *s, const xc_part *p)
{
	const xc_block *b = p->block;
	uint32_t n = b->inputs + b->outputs;
	bool changed = false;
	for (uint32_t i = 0; i < 2 * n; i++)
		for (uint32_t j = 0; j < i; j++) {
			uint32_t pi = i / 2 < b->inputs ? b->input[i / 2] : b->output[i / 2 - b->inputs];
			uint32_t pj = j / 2 < b->inputs ? b->input[j / 2] : b->output[j / 2 - b->inputs];
			const xc_size *a = &s->written[pi], *c = &s->written[pj];
			int wa = i % 2 ? a->columns : a->rows, wc = j % 2 ? c->columns : c->rows;
			if (wa < 0 && wa == wc)
				changed |= agree(i % 2 ? &s->size[pi].columns : &s->size[pi].rows,
								 j % 2 ? &s->size[pj].columns : &s->size[pj].rows);
		}
	for (uint32_t i = 0; i < b->outputs; i++) /* types: those of the inputs, where none is written */
		for (uint32_t j = 0; j < b->inputs; j++)
			if (s->d->ports.at[b->output[i]].type <= 0 && s->d->ports.at[b->input[j]].type <= 0)
				changed |= agree(&s->size[b->output[i]].type, &s->size[b->input[j]].type);
	return changed;
}

/* Are the rows of its ports those of one matrix? */
static bool divides_rows(const xc_part *p)
{
	return p->spec && strncmp(p->spec->class, "Routing.", 8) == 0 &&
		   (strcmp(p->in, "u{}") == 0 || strcmp(p->out, "y{}") == 0);
}

/* MUX and DEMUX: the one port has as many rows as the others together. */
static bool shared_rows(xc_sheet *s, const xc_part *p)
{
	const xc_block *b = p->block;
	if (!divides_rows(p))
		return false;
	bool mux = strcmp(p->in, "u{}") == 0;
	uint32_t one = mux ? b->outputs > 0 ? b->output[0] : UINT32_MAX : b->inputs > 0 ? b->input[0] : UINT32_MAX;
	uint32_t n = mux ? b->inputs : b->outputs, open = UINT32_MAX, opens = 0;
	const uint32_t *many = mux ? b->input : b->output;
	int sum = 0;
	if (one == UINT32_MAX)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (s->size[many[i]].rows > 0)
			sum += s->size[many[i]].rows;
		else
			open = many[i], opens++;
	if (opens == 0 && s->size[one].rows <= 0)
		return s->size[one].rows = sum, true;
	if (opens == 1 && s->size[one].rows > sum)
		return s->size[open].rows = s->size[one].rows - sum, true;
	if (opens == n && n > 0 && s->size[one].rows > 0 && (uint32_t)s->size[one].rows % n == 0) {
		for (uint32_t i = 0; i < n; i++)
			s->size[many[i]].rows = s->size[one].rows / (int)n;
		return true;
	}
	return false;
}

/* The columns of a MATCATH: those of the result are the sum of the others, and the rows are alike. */
static bool shared_columns(xc_sheet *s, const xc_part *p)
{
	const xc_block *b = p->block;
	bool changed = false, open = false;
	int sum = 0;
	if (!p->in || strcmp(p->in, "u|") != 0 || b->outputs != 1)
		return false;
	for (uint32_t i = 0; i < b->inputs; i++) {
		changed |= agree(&s->size[b->input[i]].rows, &s->size[b->output[0]].rows);
		open |= s->size[b->input[i]].columns <= 0;
		sum += s->size[b->input[i]].columns;
	}
	if (!open && s->size[b->output[0]].columns <= 0)
		s->size[b->output[0]].columns = sum, changed = true;
	return changed;
}

static bool pass(xc_sheet *s)
{
	bool changed = false;
	for (uint32_t i = 0; i < s->d->ports.n; i++) {
		const xc_port *q = &s->d->ports.at[i];
		xc_place from = q->input && q->flow == XC_SIGNAL && q->block < s->d->blocks.n ? xc_driver_of(s, i)
																					 : (xc_place){NULL, 0};
		if (from.sheet && s->part[q->block].role != XC_NODE)
			changed |= equal(&from.sheet->size[from.port], &s->size[i]);
	}
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		xc_part *p = &s->part[i];
		if (p->role == XC_BORDER && s->above) {
			uint32_t out = xc_outside_of(s, p);
			const xc_block *b = p->block;
			uint32_t own = b->outputs > 0 ? b->output[0] : b->inputs > 0 ? b->input[0] : UINT32_MAX;
			if (out != UINT32_MAX && own != UINT32_MAX)
				changed |= equal(&s->above->size[out], &s->size[own]);
		}
		if (p->role == XC_COMPONENT)
			changed = inside_block(s, p) | shared_rows(s, p) | shared_columns(s, p) | changed;
		if (p->inside)
			changed |= pass(p->inside);
	}
	return changed;
}

/* Sizes that a parameter says: "o1=1 i1=1", "o1=2c" for its elements in a column; of a gain that is a matrix
 * "gain=1". */
static void from_parameters(xc_sheet *s, const xc_part *p)
{
	for (const char *c = p->spec ? p->spec->shape : NULL; c && *c; c = strchr(c, ' ') ? strchr(c, ' ') + 1 : "") {
		const char *is = strchr(c, '=');
		xc_value *v = is ? xc_parameter_quietly(s, p, (uint32_t)atoi(is + 1)) : NULL;
		uint32_t k = (uint32_t)atoi(c + 1);
		if (!v || xc_count(v) == 0 || v->kind != XC_NUMBER)
			continue;
		const xc_block *b = p->block;
		bool gain = c[0] == 'g';
		if (gain && xc_count(v) == 1) {
			if (b->inputs > 0 && b->outputs > 0) {
				s->size[b->input[0]].rows = s->size[b->output[0]].rows = 0;
				s->written[b->input[0]].rows = s->written[b->output[0]].rows = -1;
			}
			continue;
		}
		if (gain && b->inputs > 0 && b->outputs > 0) {
			s->size[b->input[0]].rows = (int)v->columns;
			s->size[b->output[0]].rows = (int)v->rows;
		} else if ((c[0] == 'i' || c[0] == 'o') && k >= 1 && k <= (c[0] == 'i' ? b->inputs : b->outputs)) {
			xc_size *z = &s->size[c[0] == 'i' ? b->input[k - 1] : b->output[k - 1]];
			bool column = is[1 + strspn(is + 1, "0123456789")] == 'c';
			z->rows = (int)(column ? xc_count(v) : v->rows);
			z->columns = column ? 1 : (int)v->columns;
		}
	}
}

/* All ports of a block are of one size, whatever the file says. */
static void all_alike(xc_sheet *s, const xc_part *p)
{
	const xc_block *b = p->block;
	for (uint32_t i = 0; i < b->inputs + b->outputs; i++) {
		uint32_t port = i < b->inputs ? b->input[i] : b->output[i - b->inputs];
		s->written[port].rows = s->size[port].rows = -1;
		s->written[port].columns = s->size[port].columns = -2;
	}
}

static void all_open(xc_sheet *s, const xc_part *p)
{
	const xc_block *b = p->block;
	for (uint32_t i = 0; i < b->inputs + b->outputs; i++) {
		uint32_t port = i < b->inputs ? b->input[i] : b->output[i - b->inputs];
		s->written[port].rows = s->size[port].rows = s->written[port].columns = s->size[port].columns = 0;
	}
}

/* The parts of a MUX or DEMUX: sizes that its parameter lists; others are open. */
static void divided(xc_sheet *s, const xc_part *p, bool mux)
{
	const xc_block *b = p->block;
	xc_value *v = strcmp(b->kind, "MATCATV") == 0 ? NULL : xc_parameter_quietly(s, p, 1);
	uint32_t n = mux ? b->inputs : b->outputs;
	const uint32_t *many = mux ? b->input : b->output;
	if ((mux ? b->outputs : b->inputs) == 1) {
		uint32_t one = mux ? b->output[0] : b->input[0];
		s->size[one].rows = s->written[one].rows = 0;
		s->written[one].columns = -1;
	}
	for (uint32_t i = 0; i < n; i++) {
		s->written[many[i]].rows = 0;
		s->written[many[i]].columns = -1;
		s->size[many[i]].rows =
			v && v->kind == XC_NUMBER && xc_count(v) == n && n > 1 && v->re[i] > 0 ? (int)v->re[i] : 0;
	}
}

static void begin(xc_sheet *s)
{
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		const xc_part *p = &s->part[i];
		const char *shape = p->spec ? p->spec->shape : "";
		if (p->role == XC_SUPER) /* what is inside decides */
			all_open(s, p);
		else if (strcmp(shape, "alike") == 0 && p->block->inputs != 1)
			all_alike(s, p);
		else if (p->in && strcmp(p->in, "u|") == 0 && p->block->outputs == 1) {
			for (uint32_t k = 0; k <= p->block->inputs; k++) {
				uint32_t port = k < p->block->inputs ? p->block->input[k] : p->block->output[0];
				s->size[port] = s->written[port] = (xc_size){0, 0, s->written[port].type};
			}
		} else if (strcmp(p->block->kind, "MATCATV") == 0 || strncmp(p->block->kind, "MUX", 3) == 0 ||
				   strncmp(p->block->kind, "DEMUX", 5) == 0)
			divided(s, p, p->block->kind[0] == 'M');
		from_parameters(s, &s->part[i]);
		if (s->part[i].inside)
			begin(s->part[i].inside);
	}
}

static void compare(xc_sheet *s)
{
	for (uint32_t i = 0; i < s->d->ports.n; i++) {
		const xc_port *q = &s->d->ports.at[i];
		xc_place from = q->input && q->flow == XC_SIGNAL && q->block < s->d->blocks.n ? xc_driver_of(s, i)
																					 : (xc_place){NULL, 0};
		const xc_part *p = q->block < s->d->blocks.n ? &s->part[q->block] : NULL;
		if (!from.sheet || p->role == XC_NODE || p->role == XC_TAG)
			continue;
		xc_size a = xc_size_of(from.sheet, from.port), b = xc_size_of(s, i);
		const xc_part *o = &from.sheet->part[from.sheet->d->ports.at[from.port].block];
		if (a.rows != b.rows || a.columns != b.columns)
			sb_help(xc_complain(s, p, "X0020", "input %u is %dx%d, but %s gives it %dx%d", q->number + 1, b.rows,
								b.columns, o->name, a.rows, a.columns),
					"give both blocks the same size");
	}
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (s->part[i].inside)
			compare(s->part[i].inside);
}

/* Is it the port of a MUX or DEMUX that follows from the others? */
static bool follows(const xc_sheet *s, uint32_t port)
{
	const xc_port *q = &s->d->ports.at[port];
	const xc_part *p = &s->part[q->block];
	const char *others = q->input ? p->out : p->in, *divided = q->input ? "y{}" : "u{}";
	return p->role != XC_COMPONENT || (divides_rows(p) && strcmp(others, divided) == 0);
}

/* What nothing says is one number: one port that is still open gets this size. False: none is open. */
static bool settle_one(xc_sheet *s, bool inputs)
{
	for (uint32_t i = 0; i < s->d->ports.n; i++) {
		const xc_port *q = &s->d->ports.at[i];
		xc_size *z = &s->size[i];
		if (q->flow != XC_SIGNAL || q->block >= s->d->blocks.n || q->input != inputs ||
			(z->rows > 0 && z->columns > 0) || follows(s, i))
			continue;
		z->rows = z->rows > 0 ? z->rows : 1;
		z->columns = z->columns > 0 ? z->columns : 1;
		return true;
	}
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (s->part[i].inside && settle_one(s->part[i].inside, inputs))
			return true;
	return false;
}

bool xc_find_sizes(xc_sheet *top)
{
	begin(top);
	do
		while (pass(top))
			;
	while (settle_one(top, false) || settle_one(top, true));
	compare(top);
	return sb_errors(top->diag) == 0;
}
