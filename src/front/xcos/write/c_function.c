/* Blocks whose function is text of C: CBLOCK4 and CBLOCK. The parameters are list(texts, lines of C). The text goes as
 * it is into a class that is a block in C (docs/cblocks.md), with include/saltus_scicos.h between the two:
 *
 *     block Of_cblock4_1
 *       parameter Real rpar[:] = {...}; ...
 *       SignalIn u1[2, 1]; SignalOut y1[1, 1]; ActivationIn e1; Real x[1](start={0}, each fixed=true);
 *     external "C" of_f() annotation(Include="... void f(scicos_block *block, int flag) ...");
 *     end Of_cblock4_1; */
#include "front/xcos/write/xcos_write.h"

#include <ctype.h>
#include <string.h>

/* Which of the texts says what, from 0; -1: none does. */
typedef struct cblock_fields { int name, implicit, state, crossings, discrete, reals, integers, modes, feeds; } fields;
static const fields with_types = {0, 1, 8, 15, 9, 11, 12, 14, 17}, without_types = {0, 1, 6, 7, 8, 9, 10, -1, 12};

typedef struct c_block { xc_sheet *s; xc_part *p; const xc_value *texts; sb_text *out; } c_block;

static const xc_value *value_of(const c_block *c, int k)
{
	const char *why;
	bool there = k >= 0 && (uint32_t)k < xc_count(c->texts);
	xc_value *v = there ? xc_evaluate(c->s->scope, c->texts->text[k], &why) : NULL;
	return v && v->kind == XC_NUMBER && !v->im ? v : xc_matrix(c->s->arena, XC_NUMBER, 0, 0);
}

static bool says_yes(const c_block *c, int k)
{
	const char *text = k >= 0 && (uint32_t)k < xc_count(c->texts) ? c->texts->text[k] : "";
	text += strspn(text, " ");
	return *text == 'y';
}

static uint32_t count_of(const c_block *c, int k)
{
	const xc_value *v = value_of(c, k);
	return xc_count(v) > 0 && v->re[0] > 0 ? (uint32_t)v->re[0] : 0;
}

/* A vector as {1, 2}; one without elements has a place that nobody counts. */
static void add_vector(const c_block *c, const char *type, const char *name, const xc_value *v)
{
	sb_addf(c->out, "    parameter %s %s[:] = {", type, name);
	for (uint32_t i = 0; i < xc_count(v); i++) {
		sb_add(c->out, i ? ", " : "");
		xc_add_number(c->out, v->re[i]);
	}
	sb_add(c->out, xc_count(v) ? "};\n" : "0};\n");
}

static void add_types(const c_block *c, const char *name, const uint32_t *ports, uint32_t n)
{
	sb_addf(c->out, "    parameter Integer %s[:] = {", name);
	for (uint32_t i = 0; i < n; i++) {
		int type = xc_size_of(c->s, ports[i]).type;
		sb_addf(c->out, "%s%d", i ? ", " : "", type > 0 ? type : 1);
	}
	sb_add(c->out, n ? "};\n" : "1};\n");
}

static void add_firing(const c_block *c)
{
	const xc_block *b = c->p->block;
	sb_add(c->out, "    parameter Real first[:] = {");
	for (uint32_t i = 0; i < b->events_out; i++) {
		sb_add(c->out, i ? ", " : "");
		xc_add_number(c->out, c->s->d->ports.at[b->event_out[i]].first);
	}
	sb_add(c->out, b->events_out ? "};\n" : "-1};\n");
}

static void add_ports(const c_block *c, bool feeds)
{
	const xc_block *b = c->p->block;
	for (uint32_t i = 0; i < b->inputs; i++) {
		xc_size z = xc_size_of(c->s, b->input[i]);
		sb_addf(c->out, "    Saltus.Xcos.Interfaces.SignalIn u%u[%d, %d]%s;\n", i + 1, z.rows, z.columns,
				feeds ? "" : " annotation(__Saltus(feedthrough=false))");
	}
	for (uint32_t i = 0; i < b->outputs; i++) {
		xc_size z = xc_size_of(c->s, b->output[i]);
		sb_addf(c->out, "    Saltus.Xcos.Interfaces.SignalOut y%u[%d, %d]%s;\n", i + 1, z.rows, z.columns,
				b->events_in > 0 ? "(each start=0)" : "");
	}
	for (uint32_t i = 0; i < b->events_in; i++)
		sb_addf(c->out, "    Saltus.Xcos.Interfaces.ActivationIn e%u;\n", i + 1);
	for (uint32_t i = 0; i < b->events_out; i++)
		sb_addf(c->out, "    Saltus.Xcos.Interfaces.ActivationOut o%u;\n", i + 1);
}

static void add_state(const c_block *c, const char *type, const char *name, const xc_value *start)
{
	if (xc_count(start) == 0)
		return;
	sb_addf(c->out, "    %s %s[%u](start={", type, name, xc_count(start));
	for (uint32_t i = 0; i < xc_count(start); i++) {
		sb_add(c->out, i ? ", " : "");
		xc_add_number(c->out, start->re[i]);
	}
	sb_add(c->out, "}, each fixed=true);\n");
}

/* The text of C as a String of Modelica. */
static void add_quoted(sb_text *out, const char *text)
{
	for (; *text; text++)
		sb_addf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
}

static void add_text(const c_block *c, const char *function, const xc_value *lines)
{
	sb_addf(c->out, "  external \"C\" of_%s() annotation(Include=\"#include <scicos_block4.h>\n", function);
	for (uint32_t i = 0; i < xc_count(lines); i++) {
		add_quoted(c->out, lines->text[i]);
		sb_addc(c->out, '\n');
	}
	sb_addf(c->out, "void of_%s(saltus_block *b, saltus_call call) { saltus_scicos(b, call, %s); }\n\");\n", function,
			function);
}

static bool is_name(const char *name)
{
	bool good = isalpha((unsigned char)*name) || *name == '_';
	for (const char *at = name; *at; at++)
		good = good && (isalnum((unsigned char)*at) || *at == '_');
	return good;
}

/* Is all of it known here? Otherwise a message. */
static bool is_good(const c_block *c, const fields *f, const char *function, const xc_value *lines)
{
	const xc_block *b = c->p->block;
	const char *why = !lines || lines->kind != XC_TEXT || xc_count(lines) == 0 ? "its text of C is not in the diagram"
					  : !is_name(function) ? "its function has no name of C"
					  : says_yes(c, f->implicit) ? "it is implicit (residuals)" : NULL;
	for (uint32_t i = 0; i < b->inputs + b->outputs && !why; i++) {
		int type = xc_size_of(c->s, i < b->inputs ? b->input[i] : b->output[i - b->inputs]).type;
		why = type == 2 || type > 8 ? "a port is of complex numbers" : NULL;
	}
	if (!why && f == &with_types && (xc_count(value_of(c, 10)) > 0 || xc_count(value_of(c, 13)) > 0))
		why = "it has object states or object parameters";
	if (!why)
		return true;
	sb_help(xc_complain(c->s, c->p, "X0049", "this block in C is not known here: %s", why),
			"docs/cblocks.md tells how to write it as a block of Saltus");
	return false;
}

static void write_class(const c_block *c, const fields *f, const char *function, const xc_value *lines)
{
	const xc_value *reals = value_of(c, f->reals), *integers = value_of(c, f->integers);
	uint32_t modes = count_of(c, f->modes), crossings = count_of(c, f->crossings);
	sb_addf(c->out, "  block Of_%s\n", c->p->name);
	add_vector(c, "Real", "rpar", reals);
	add_vector(c, "Integer", "ipar", integers);
	add_types(c, "typesIn", c->p->block->input, c->p->block->inputs);
	add_types(c, "typesOut", c->p->block->output, c->p->block->outputs);
	add_firing(c);
	sb_addf(c->out, "    parameter Integer counts[2] = {%u, %u};\n", xc_count(reals), xc_count(integers));
	add_ports(c, says_yes(c, f->feeds));
	add_state(c, "Real", "x", value_of(c, f->state));
	add_state(c, "discrete Real", "z", value_of(c, f->discrete));
	if (modes)
		sb_addf(c->out, "    Integer mode[%u];\n", modes);
	if (crossings)
		sb_addf(c->out, "    Real g[%u] annotation(__Saltus(crossing=\"both\"));\n", crossings);
	add_text(c, function, lines);
	sb_addf(c->out, "  end Of_%s;\n", c->p->name);
}

void xc_special_c(xc_sheet *s, xc_part *p)
{
	const xc_value *e = p->block->parameters;
	bool whole = e && e->kind == XC_LIST && e->items >= 1 && e->item[0]->kind == XC_TEXT && xc_count(e->item[0]) >= 14;
	const fields *f = strcmp(p->block->kind, "CBLOCK4") == 0 ? &with_types : &without_types;
	c_block c = {.s = s, .p = p, .texts = whole ? e->item[0] : NULL, .out = &p->extra};
	const xc_value *lines = whole && e->items >= 2 ? e->item[1] : NULL;
	if (!whole) {
		sb_help(xc_complain(s, p, "X0049", "this block in C is not known here: its parameters are not in the diagram"),
				"save the diagram with Xcos 6");
		return;
	}
	const char *text = c.texts->text[f->name], *begin = text + strspn(text, " ");
	const char *function = sb_strndup(s->arena, begin, strcspn(begin, " "));
	if (!is_good(&c, f, function, lines))
		return;
	p->class = sb_printf(s->arena, "=Of_%s", p->name);
	write_class(&c, f, function, lines);
	p->in = "u*";
	p->out = "y*";
	p->event_in = "e*";
	p->event_out = "o*";
}
