/* Sheets: a diagram with its context, and what its blocks become. */
#include "front/xcos/write/xcos_write.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

sb_message *xc_complain(const xc_sheet *s, const xc_part *p, const char *code, const char *format, ...)
{
	char text[512];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	const xc_block *b = p->block;
	sb_message *m = sb_report(s->diag, SB_ERROR, code, b->span, "%s%s (%s): %s", s->path, p->name, b->kind, text);
	sb_note(m, "the block is at x = %g, y = %g of the diagram%s", b->x, b->y, s->above ? " of its super block" : "");
	return m;
}

const char *xc_parameter_text(const xc_part *p, uint32_t k)
{
	const xc_value *v = p->block->parameters;
	return v && v->kind == XC_TEXT && k >= 1 && k <= v->rows * v->columns ? v->text[k - 1] : NULL;
}

xc_value *xc_parameter_quietly(const xc_sheet *s, const xc_part *p, uint32_t k)
{
	const char *why, *text = xc_parameter_text(p, k);
	return text ? xc_evaluate(s->scope, text, &why) : NULL;
}

xc_value *xc_parameter(const xc_sheet *s, const xc_part *p, uint32_t k)
{
	const char *why = "the diagram has no such parameter", *text = xc_parameter_text(p, k);
	xc_value *v = text ? xc_evaluate(s->scope, text, &why) : NULL;
	if (!v) {
		sb_message *m = xc_complain(s, p, "X0012", "parameter %u, '%s', has no value", k, text ? text : "");
		sb_note(m, "%s", why);
		sb_help(m, "write a number, or define the names in the context of the diagram");
	}
	return v;
}

double xc_parameter_number(const xc_sheet *s, const xc_part *p, uint32_t k, double otherwise)
{
	xc_value *v = xc_parameter_quietly(s, p, k);
	return v && v->kind == XC_NUMBER && v->rows * v->columns >= 1 ? v->re[0] : otherwise;
}

void xc_add_number(sb_text *out, double v)
{
	sb_add_real(out, isinf(v) ? copysign(1e60, v) : v); /* for limits that are none */
}

void xc_add_vector(sb_text *out, const xc_value *v)
{
	uint32_t n = v->kind == XC_NUMBER || v->kind == XC_POLYNOMIAL ? xc_count(v) : 0;
	if (n == 0)
		sb_add(out, "fill(0.0, 0)");
	for (uint32_t i = 0; i < n; i++) {
		sb_add(out, i == 0 ? "{" : ", ");
		xc_add_number(out, v->re[i]);
	}
	sb_add(out, n > 0 ? "}" : "");
}

void xc_add_matrix(sb_text *out, const xc_value *v)
{
	if (v->kind != XC_NUMBER || xc_count(v) == 0) {
		sb_addf(out, "fill(0.0, %u, %u)", v->rows, v->columns);
		return;
	}
	for (uint32_t i = 0; i < v->rows; i++)
		for (uint32_t j = 0; j < v->columns; j++) {
			sb_add(out, i == 0 && j == 0 ? "[" : j == 0 ? "; " : ", ");
			xc_add_number(out, v->re[j * v->rows + i]);
		}
	sb_add(out, "]");
}

void xc_with(xc_part *p, const char *format, ...)
{
	char text[512];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (p->with.n > 0)
		sb_add(&p->with, ", ");
	sb_add(&p->with, text);
}

void xc_add_named_matrix(xc_part *p, const char *name, const xc_value *v)
{
	xc_with(p, "%s=", name);
	xc_add_matrix(&p->with, v);
}

void xc_add_named_vector(xc_part *p, const char *name, const xc_value *v)
{
	xc_with(p, "%s=", name);
	xc_add_vector(&p->with, v);
}

void xc_add_size(const xc_sheet *s, xc_part *p, uint32_t port)
{
	xc_size z = xc_size_of(s, port);
	xc_with(p, "r=%d, c=%d", z.rows, z.columns);
}

uint32_t xc_parameters(const xc_part *p)
{
	const xc_value *v = p->block->parameters;
	return v && v->kind == XC_TEXT ? xc_count(v) : 0;
}

bool xc_is_numeric(const xc_sheet *s, const xc_part *p, uint32_t k, const xc_value *v)
{
	if (v && v->kind == XC_NUMBER && !v->im)
		return true;
	if (v)
		sb_note(xc_complain(s, p, "X0012", "parameter %u, '%s', has no value", k, xc_parameter_text(p, k)),
				"it must be made of real numbers");
	return false;
}

xc_size xc_size_of(const xc_sheet *s, uint32_t port)
{
	xc_size z = s->size[port];
	z.rows = z.rows > 0 ? z.rows : 1;
	z.columns = z.columns > 0 ? z.columns : 1;
	z.type = z.type > 0 ? z.type : 1;
	return z;
}

/* The value of <word> in a pattern. */
static double said(const xc_sheet *s, const xc_part *p, const char *word)
{
	const xc_block *b = p->block;
	uint32_t k = 0;
	char kind = word[0], way = word[1];
	for (const char *c = word; *c != '>'; c++)
		if (isdigit((unsigned char)*c))
			k = k * 10 + (uint32_t)(*c - '0');
	if (kind == 'n')
		return way == 'i' ? b->inputs : way == 'o' ? b->outputs : way == 'e' ? b->events_in : b->events_out;
	if (kind == 'f')
		return k >= 1 && k <= b->events_out ? s->d->ports.at[b->event_out[k - 1]].first : -1;
	const uint32_t *ports = way == 'i' ? b->input : b->output;
	if (k < 1 || k > (way == 'i' ? b->inputs : b->outputs))
		return 1;
	xc_size z = xc_size_of(s, ports[k - 1]);
	return kind == 'r' ? z.rows : kind == 'c' ? z.columns : z.type;
}

static void add_text(sb_text *out, const char *text)
{
	sb_add(out, "\"");
	for (; text && *text; text++)
		sb_addf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
	sb_add(out, "\"");
}

/* One parameter in the form that a pattern asks for. */
static void put_parameter(xc_sheet *s, xc_part *p, char form, uint32_t k)
{
	if (form == '\'') {
		add_text(&p->with, xc_parameter_text(p, k));
		return;
	}
	xc_value *v = xc_parameter(s, p, k);
	if (!v)
		return;
	bool finite = v->kind == XC_NUMBER;
	for (uint32_t i = 0; finite && i < xc_count(v); i++)
		finite = isfinite(v->re[i]);
	bool complex = p->spec->kind[0] == '~';
	if (form == '@') { /* imaginary parts */
		xc_value parts = *v;
		parts.re = v->im ? v->im : sb_new_array(s->arena, double, xc_count(v) + 1);
		xc_add_matrix(&p->with, &parts);
	} else if (!finite || (v->im && !complex) || (form == '#' && xc_count(v) != 1)) {
		sb_message *m = xc_complain(s, p, "X0012", "parameter %u, '%s', has no value", k, xc_parameter_text(p, k));
		sb_note(m, "%s", form == '#' ? "it must be one finite real number" : "it must be made of finite real numbers");
	} else if (form == '#')
		xc_add_number(&p->with, v->re[0]);
	else if (form == '$')
		xc_add_vector(&p->with, v);
	else {
		xc_value column = *v;
		column.rows = xc_count(v);
		column.columns = 1;
		xc_add_matrix(&p->with, form == '&' ? &column : v);
	}
}

/* The pattern that a word between < and > stands for; NULL: it is a number. */
static const char *abbreviation(const char *word)
{
	static const char *const known[][2] = {
		{"map>", "r=<ro1>, c=<co1>"},
		{"sink>", "r=<ri1>, c=<ci1>"},
		{"one>", "r=<ro1>, c=<co1>, ru=<ri1>, cu=<ci1>"},
		{"two>", "r=<ro1>, c=<co1>, r1=<ri1>, c1=<ci1>, r2=<ri2>, c2=<ci2>"},
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(word, known[i][0], strlen(known[i][0])) == 0)
			return known[i][1];
	return NULL;
}

static void fill_pattern(xc_sheet *s, xc_part *p, const char *pattern)
{
	for (const char *c = pattern; *c; c++) {
		if (*c == '<' && abbreviation(c + 1)) {
			fill_pattern(s, p, abbreviation(c + 1));
			c = strchr(c, '>');
		} else if (*c == '<') {
			xc_add_number(&p->with, said(s, p, c + 1));
			c = strchr(c, '>');
		} else if (strchr("#$%&'@", *c) && isdigit((unsigned char)c[1])) {
			char form = *c;
			uint32_t k = 0;
			while (isdigit((unsigned char)c[1]))
				k = k * 10 + (uint32_t)(*++c - '0');
			put_parameter(s, p, form, k);
		} else
			sb_addc(&p->with, *c);
	}
}

void xc_fill_in(xc_sheet *s)
{
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		xc_part *p = &s->part[i];
		if (p->role == XC_COMPONENT)
			fill_pattern(s, p, p->spec->with);
		if (p->spec && p->spec->special && (p->role == XC_COMPONENT))
			p->spec->special(s, p);
		if (p->inside)
			xc_fill_in(p->inside);
	}
}

/* The first part of a name: the kind in small letters, without the ending _f, _m or _c. */
static void base_name(const char *kind, char base[40])
{
	size_t n = 0, length = strlen(kind);
	for (const char *c = kind; *c && n < 36; c++)
		if (isalnum((unsigned char)*c))
			base[n++] = (char)tolower((unsigned char)*c);
	if (n > 2 && kind[length - 2] == '_')
		n--;
	base[n] = 0;
}

/* A name for a component, with a number. */
static const char *name_for(xc_sheet *s, const xc_block *b, uint32_t number)
{
	char base[40], other[40];
	uint32_t same = 1;
	base_name(b->kind, base);
	for (uint32_t i = 0; i < number; i++) {
		base_name(s->d->blocks.at[i].kind, other);
		same += strcmp(base, other) == 0;
	}
	return sb_printf(s->arena, "%s%s_%u", isalpha((unsigned char)base[0]) ? "" : "b", base, same);
}

static xc_role role_of(const xc_block *b)
{
	static const struct {
		const char *kind;
		xc_role role;
	} roles[] = {{"SPLIT_f", XC_NODE},
				 {"CLKSPLIT_f", XC_NODE},
				 {"IMPSPLIT_f", XC_NODE},
				 {"TEXT_f", XC_NOTHING},
				 {"IN_f", XC_BORDER},
				 {"OUT_f", XC_BORDER},
				 {"CLKIN_f", XC_BORDER},
				 {"CLKOUT_f", XC_BORDER},
				 {"CLKINV_f", XC_BORDER},
				 {"CLKOUTV_f", XC_BORDER},
				 {"INIMPL_f", XC_BORDER},
				 {"OUTIMPL_f", XC_BORDER},
				 {"FROM", XC_TAG},
				 {"GOTO", XC_TAG},
				 {"CLKFROM", XC_TAG},
				 {"CLKGOTO", XC_TAG},
				 {"FROMMO", XC_TAG},
				 {"GOTOMO", XC_TAG},
				 {"GotoTagVisibility", XC_NOTHING},
				 {"CLKGotoTagVisibility", XC_NOTHING},
				 {"GotoTagVisibilityMO", XC_NOTHING},
				 {"CLINDUMMY_f", XC_NOTHING},
				 {"DEBUG_SCICOS", XC_NOTHING}};
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
		if (strcmp(b->kind, roles[i].kind) == 0)
			return roles[i].role;
	return XC_COMPONENT;
}

/* Kinds whose parameters have names inside without a mask. */
static const char *const *names_of_kind(const char *kind)
{
	static const char *const pulse[] = {"E", "W", "F", "A", NULL}, *const none[] = {NULL};
	return strcmp(kind, "PULSE_SC") == 0 ? pulse : none;
}

static void define_parameters(const xc_sheet *s, const xc_part *p, xc_scope *scope)
{
	const char *const *names = names_of_kind(p->block->kind);
	for (uint32_t i = 0; names[i]; i++) {
		xc_value *v = xc_parameter(s, p, i + 1);
		if (v)
			xc_define(scope, names[i], v);
	}
}

/* The values that a mask gives to names inside: list(values, list(names, ...)). */
static void define_mask(const xc_sheet *s, const xc_part *p, xc_scope *scope)
{
	const xc_value *e = p->block->parameters;
	if (!e || e->kind != XC_LIST || e->items < 2 || e->item[1]->kind != XC_LIST || e->item[1]->items < 1)
		return;
	const xc_value *values = e->item[0], *names = e->item[1]->item[0];
	if (values->kind != XC_TEXT || names->kind != XC_TEXT)
		return;
	for (uint32_t i = 0; i < xc_count(values) && i < xc_count(names); i++) {
		const char *why;
		xc_value *v = xc_evaluate(s->scope, values->text[i], &why);
		if (v)
			xc_define(scope, names->text[i], v);
		else
			sb_note(xc_complain(s, p, "X0012", "parameter %u, '%s', has no value", i + 1, values->text[i]), "%s", why);
	}
}

static void add_part(xc_sheet *s, uint32_t number)
{
	xc_part *p = &s->part[number];
	const xc_block *b = &s->d->blocks.at[number];
	*p = (xc_part){.block = b, .number = number, .role = role_of(b), .spec = xc_spec_of(s->kinds, b->kind)};
	for (const char *sign = "~+"; !p->spec && *sign; sign++) /* a kind for complex numbers alone */
		p->spec = xc_spec_of(s->kinds, sb_printf(s->arena, "%c%s", *sign, b->kind));
	p->name = name_for(s, b, number);
	if (p->role != XC_COMPONENT)
		return;
	if (p->spec) {
		p->class = p->spec->class;
		p->in = p->spec->in;
		p->out = p->spec->out;
		p->event_in = p->spec->event_in;
		p->event_out = p->spec->event_out;
	} else if (b->inside) {
		p->role = XC_SUPER;
		p->class = sb_printf(s->arena, "Of_%s", p->name);
		p->in = "in*";
		p->out = "out*";
		p->event_in = "e*";
		p->event_out = "o*";
		p->inside = xc_sheet_new(s, p, b->inside, p->class);
	} else
		sb_push(s->arena, *s->unknown, b->kind);
}

xc_sheet *xc_sheet_new(xc_sheet *above, xc_part *part, const xc_diagram *d, const char *class)
{
	xc_sheet *s = sb_new(above->arena, xc_sheet);
	*s = (xc_sheet){.arena = above->arena,
					.names = above->names,
					.diag = above->diag,
					.unknown = above->unknown,
					.kinds = above->kinds,
					.d = d,
					.class = class,
					.path = ""};
	s->scope = xc_scope_new(s->arena, s->names, part ? above->scope : NULL);
	if (part) {
		s->above = above;
		s->above_part = part;
		s->path = sb_printf(s->arena, "%s%s.", above->path, part->name);
		define_parameters(above, part, s->scope);
		define_mask(above, part, s->scope);
	}
	const char *why;
	if (!xc_execute(s->scope, d->context, &why)) {
		sb_message *m = sb_report(s->diag, SB_WARNING, "X0013", d->span,
								  "a statement in the context of %s has no value", part ? part->name : "the diagram");
		sb_note(m, "%s", why);
	}
	s->part = sb_new_array(s->arena, xc_part, d->blocks.n + 1);
	s->size = sb_new_array(s->arena, xc_size, d->ports.n + 1);
	s->written = sb_new_array(s->arena, xc_size, d->ports.n + 1);
	s->complex = sb_new_array(s->arena, bool, d->ports.n + 1);
	for (uint32_t i = 0; i < d->ports.n; i++)
		s->written[i] = s->size[i] = (xc_size){d->ports.at[i].rows, d->ports.at[i].columns, d->ports.at[i].type};
	for (uint32_t i = 0; i < d->blocks.n; i++)
		add_part(s, i);
	return s;
}
