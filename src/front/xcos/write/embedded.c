/* Blocks that are text themselves: expressions, and classes of Modelica. Each gets a class of its own in the class
 * around it. */
#include "front/xcos/write/xcos_write.h"

#include <ctype.h>
#include <string.h>

/* Names of the context that a text uses, as parameters of the class that it stands in. */
void xc_add_context(const xc_sheet *s, xc_part *p, const char *text)
{
	sb_strings done = {0};
	for (const char *c = text; *c;) {
		if (!isalpha((unsigned char)*c)) {
			c++;
			continue;
		}
		size_t n = 0;
		while (isalnum((unsigned char)c[n]) || c[n] == '_')
			n++;
		const char *word = sb_internn(s->names, c, n), *why;
		c += n;
		bool known = false;
		for (uint32_t i = 0; i < done.n; i++)
			known |= done.at[i] == word;
		xc_value *v = known ? NULL : xc_evaluate(s->scope, word, &why);
		if (!v || v->kind != XC_NUMBER || xc_is_function(word) || xc_count(v) == 0)
			continue;
		sb_push(s->arena, done, word);
		sb_addf(&p->extra, "    parameter Real %s[:, :] = ", word);
		xc_add_matrix(&p->extra, v);
		sb_add(&p->extra, ";\n");
	}
}

/* EXPRESSION: of one input the elements, of several the inputs are u1, u2, ... */
void xc_special_expression(xc_sheet *s, xc_part *p)
{
	const char *text = xc_parameter_text(p, 2);
	int rows = 0;
	for (uint32_t i = 0; i < p->block->inputs; i++)
		rows += xc_size_of(s, p->block->input[i]).rows;
	if (!text)
		return;
	p->class = sb_printf(s->arena, "=Of_%s", p->name);
	sb_addf(&p->extra, "  block Of_%s\n", p->name);
	xc_add_context(s, p, text);
	sb_addf(&p->extra, "    Saltus.Xcos.Interfaces.SignalIn u[%d, 1];\n", rows);
	sb_add(&p->extra, "    Saltus.Xcos.Interfaces.SignalOut y[1, 1] = matrixExpression(\"");
	for (const char *c = text; *c; c++)
		if (*c == '%')
			continue;
		else
			sb_addf(&p->extra, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
	sb_add(&p->extra, "\"");
	for (int i = 1; i <= rows && i <= 8; i++)
		sb_addf(&p->extra, ", u[%d, 1]", i);
	sb_addf(&p->extra, ");\n  end Of_%s;\n", p->name);
}

static const xc_value *texts_of(const xc_sheet *s, const xc_value *field)
{
	const char *why;
	xc_value *v =
		field && field->kind == XC_TEXT && xc_count(field) == 1 ? xc_evaluate(s->scope, field->text[0], &why) : NULL;
	return v && v->kind == XC_TEXT ? v : field;
}

static const char *nth(const xc_value *v, uint32_t k)
{
	return v && v->kind == XC_TEXT && k < xc_count(v) ? v->text[k] : "";
}

/* The names of ports. Numbers of the class are handed over by blocks in between, because they are no connectors. */
static const char *ports(xc_sheet *s, xc_part *p, const xc_value *names, const xc_value *kinds, bool input)
{
	uint32_t n = input ? p->block->inputs : p->block->outputs;
	sb_text list = {0};
	sb_add(&list, "");
	for (uint32_t i = 0; i < n; i++) {
		const char *name = nth(names, i);
		bool physical = nth(kinds, i)[0] == 'I';
		sb_add(&list, i > 0 ? "," : "");
		if (physical)
			sb_add(&list, name);
		else if (input) {
			sb_addf(&p->extra, "  Saltus.Xcos.Interfaces.ToReal %s_%s;\n", p->name, name);
			sb_addf(&p->equations, "  %s.%s = %s_%s.x;\n", p->name, name, p->name, name);
			sb_addf(&list, "=%s_%s.u", p->name, name);
		} else {
			sb_addf(&p->extra, "  Saltus.Xcos.Interfaces.FromReal %s_%s(x=%s.%s);\n", p->name, name, p->name, name);
			sb_addf(&list, "=%s_%s.y", p->name, name);
		}
	}
	const char *kept = sb_strdup(s->arena, list.at);
	sb_text_free(&list);
	return kept;
}

static void add_values(xc_sheet *s, xc_part *p, const xc_value *names, const xc_value *values, const xc_value *kinds)
{
	const char *why = "";
	for (uint32_t i = 0; names && names->kind == XC_TEXT && i < xc_count(names); i++) {
		const xc_value *text = values && values->kind == XC_LIST && i < values->items ? values->item[i] : NULL;
		const xc_value *v =
			text && text->kind == XC_TEXT && xc_count(text) > 0 ? xc_evaluate(s->scope, text->text[0], &why) : text;
		double kind = kinds && kinds->kind == XC_NUMBER && i < xc_count(kinds) ? kinds->re[i] : 0;
		if (!*names->text[i] || !v || v->kind != XC_NUMBER || xc_count(v) == 0)
			continue;
		xc_with(p, kind > 0 ? "%s(start=" : "%s=", names->text[i]);
		if (xc_count(v) == 1)
			xc_add_number(&p->with, v->re[0]);
		else
			xc_add_vector(&p->with, v);
		if (kind > 0)
			sb_add(&p->with, kind == 2 ? ", fixed=true)" : ")");
	}
}

/* The class that a user wrote, as a source of its own: messages show its lines. `class` is `model` in Modelica. */
static void add_class(xc_sheet *s, xc_part *p, const xc_value *lines)
{
	sb_text own = {0};
	for (uint32_t i = 0; i < xc_count(lines); i++)
		sb_addf(&own, "%s\n", lines->text[i]);
	const char *path = sb_source_path(s->diag, p->block->span.source);
	uint32_t at = 0, source = sb_source_add(s->diag, sb_printf(s->arena, "%s (the class of %s%s)", path, s->path,
																  p->name), own.at, own.n);
	sb_text_free(&own);
	for (uint32_t i = 0; i < xc_count(lines); i++) {
		const char *line = lines->text[i];
		uint32_t length = (uint32_t)strlen(line);
		bool class = strncmp(line, "class ", 6) == 0;
		sb_push(s->arena, p->places,
				((sb_origin){.at = (uint32_t)p->extra.n + 2, .span = {source, at, at + length}, .same = true}));
		sb_addf(&p->extra, "  %s%s\n", class ? "model" : "", line + (class ? strlen("class") : 0));
		at += length + 1;
	}
}

void xc_special_modelica(xc_sheet *s, xc_part *p)
{
	const xc_value *e = p->block->parameters, *text = xc_field(e, "funtxt");
	const char *class = nth(xc_field(e, "nameF"), 0);
	if (!text || text->kind != XC_TEXT || xc_count(text) < 2 || !*class) {
		sb_help(xc_complain(s, p, "X0016", "the text of the Modelica class is not in the diagram"),
				"write the class into the block; files beside the diagram are not read");
		return;
	}
	add_class(s, p, text);
	p->class = sb_printf(s->arena, "=%s", class);
	p->in = ports(s, p, texts_of(s, xc_field(e, "in")), texts_of(s, xc_field(e, "intype")), true);
	p->out = ports(s, p, texts_of(s, xc_field(e, "out")), texts_of(s, xc_field(e, "outtype")), false);
	const char *why;
	const xc_value *kinds = xc_field(e, "pprop");
	kinds =
		kinds && kinds->kind == XC_TEXT && xc_count(kinds) > 0 ? xc_evaluate(s->scope, kinds->text[0], &why) : kinds;
	add_values(s, p, texts_of(s, xc_field(e, "param")), xc_field(e, "paramv"), kinds);
}
