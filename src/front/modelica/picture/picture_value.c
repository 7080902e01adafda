/* Values of graphical annotations. Almost all are literals, and are read as such. What is left is evaluated as a size
 * would be: with the parameters of the class. */
#include "front/modelica/picture/picture_inside.h"

#include <math.h>
#include <string.h>

const mo_modification *mo_annotation(const mo_modifications *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->name_n == 1 && strcmp(list->at[i]->name[0], name) == 0)
			return list->at[i];
	return NULL;
}

bool mo_graphic_of_expr(const mo_expr *e, mo_graphic *out)
{
	if (!e || e->kind != MO_E_CALL || !e->parts.n)
		return false;
	*out = (mo_graphic){.name = e->parts.at[e->parts.n - 1].name, .span = e->span, .node = e, .named = &e->named};
	return true;
}

mo_graphic mo_graphic_of_modification(const mo_modification *m)
{
	mo_graphic g = {.name = m->name_n ? m->name[m->name_n - 1] : "", .span = m->span, .node = m, .args = &m->args};
	if (m->value && m->value->kind == MO_E_CALL)         /* transformation = transformation(...) */
		g = (mo_graphic){.name = g.name, .span = m->span, .node = m, .named = &m->value->named};
	return g;
}

bool mo_graphic_inside(const mo_graphic *g, const char *name, mo_graphic *out)
{
	const mo_modification *m = g->args ? mo_annotation(g->args, name) : NULL;
	if (!m)
		return mo_graphic_of_expr(mo_graphic_value(g, name), out);
	*out = mo_graphic_of_modification(m);
	return true;
}

const mo_expr *mo_graphic_value(const mo_graphic *g, const char *name)
{
	const mo_modification *m = g->args ? mo_annotation(g->args, name) : NULL;
	for (uint32_t i = 0; g->named && i < g->named->n; i++)
		if (strcmp(g->named->at[i].name, name) == 0)
			return g->named->at[i].value;
	return m ? m->value : NULL;
}

void mo_not_drawn(const mo_pencil *p, const void *node, sb_span span, const char *what, const char *why)
{
	if (!mo_first_report(p->c, node))
		return;
	sb_message *m = sb_report(p->c->diag, SB_WARNING, "U0823", span, "%s is not used: %s", what, why);
	sb_help(m, "the rest is drawn; chapter 18 of the Modelica specification says what can stand here");
}

/* What went wrong from message `first` on is taken back: its first sentence. NULL: nothing. */
static const char *taken_back(mo_context *c, uint32_t first)
{
	const char *why = NULL;
	for (uint32_t i = first; i < sb_messages(c->diag) && !why; i++)
		if (sb_message_at(c->diag, i).severity == SB_ERROR)
			why = sb_strdup(c->arena, sb_message_at(c->diag, i).text);
	sb_take_back(c->diag, first, NULL);
	return why;
}

typedef struct collected { const mo_pencil *p; sb_span span; sb_vec(sx_value) values; } collected;

static bool collect(void *context, sx_ref element)
{
	collected *all = context;
	sx_value v;
	if (!mo_evaluate(all->p->c, element, all->span, "it", &v))
		return false;
	sb_push(all->p->c->arena, all->values, v);
	return true;
}

/* All elements of the value of an expression. False: *why says why not. */
static bool evaluate(const mo_pencil *p, const mo_expr *e, collected *out, const char **why)
{
	uint32_t first = sb_messages(p->c->diag);
	mo_env env = {.scope = p->scope, .parameter_only = true};
	mo_value *v = mo_lower(p->c, &env, e);
	*out = (collected){.p = p, .span = e->span};
	bool good = v && v->type.base != MO_B_CLASS && mo_each_element(p->c, v, e->span, collect, out);
	const char *said = taken_back(p->c, first);
	*why = good ? NULL : said ? said : "its value is not known";
	return good;
}

bool mo_known_boolean(const mo_pencil *p, const mo_expr *e, bool *out)
{
	collected all;
	const char *why;
	if (e->kind == MO_E_BOOLEAN) {
		*out = e->number != 0;
		return true;
	}
	if (!evaluate(p, e, &all, &why) || all.values.n != 1 || all.values.at[0].type != SX_BOOLEAN)
		return false;
	*out = all.values.at[0].integer != 0;
	return true;
}

const mo_expr *mo_settled(const mo_pencil *p, const mo_expr *e)
{
	for (bool moved = true; e && moved;) {
		moved = false;
		if (e->kind == MO_E_CALL && e->parts.n == 1 && strcmp(e->parts.at[0].name, "DynamicSelect") == 0 && e->a.n) {
			e = e->a.at[0];
			moved = true;
		} else if (e->kind == MO_E_IF) {
			uint32_t i = 0;
			bool known = true, holds = false;
			for (; i + 1 < e->a.n && !holds && known; i += holds ? 0 : 2)
				known = mo_known_boolean(p, e->a.at[i], &holds);
			/* a condition that is not known is taken as false */
			e = holds ? e->a.at[i + 1] : e->a.at[e->a.n - 1];
			moved = true;
		}
	}
	return e;
}

static bool literal_number(const mo_expr *e, double *out)
{
	if (e->kind == MO_E_REAL || e->kind == MO_E_INTEGER) {
		*out = e->number;
		return true;
	}
	if (e->kind != MO_E_UNARY || (e->op != MO_OP_MINUS && e->op != MO_OP_PLUS) || !literal_number(e->a.at[0], out))
		return false;
	*out = e->op == MO_OP_MINUS ? -*out : *out;
	return true;
}

typedef sb_vec(double) numbers;

static bool add_evaluated(const mo_pencil *p, const mo_expr *e, numbers *out, const char **why)
{
	collected all;
	if (!evaluate(p, e, &all, why))
		return false;
	for (uint32_t i = 0; i < all.values.n; i++) {
		const sx_value *v = &all.values.at[i];
		if (v->type != SX_REAL && v->type != SX_INTEGER) {
			*why = "it is not a number";
			return false;
		}
		sb_push(p->c->arena, *out, v->type == SX_REAL ? v->real : (double)v->integer);
	}
	return true;
}

/* All numbers of an expression of any rank, row by row. */
static bool add_numbers(const mo_pencil *p, const mo_expr *e, numbers *out, const char **why)
{
	double number;
	e = mo_settled(p, e);
	if (literal_number(e, &number)) {
		sb_push(p->c->arena, *out, number);
		return true;
	}
	if (e->kind != MO_E_ARRAY || e->iterators.n)
		return add_evaluated(p, e, out, why);
	for (uint32_t i = 0; i < e->a.n; i++)
		if (!add_numbers(p, e->a.at[i], out, why))
			return false;
	return true;
}

static const char *attribute_text(const mo_pencil *p, const mo_graphic *g, const char *name)
{
	return sb_printf(p->c->arena, "'%s' of %s", name, g->name);
}

/* Finite numbers, as many as are wanted (0: any even number of them). False, and n is 0, where the value is not given;
 * n is 1 after a warning. */
static bool read_numbers(const mo_pencil *p, const mo_graphic *g, const char *name, uint32_t wanted, numbers *out)
{
	static const char *const wants[] = {"points {x, y} are needed", "a number is needed",
		"two numbers are needed: {x, y}",
		"three numbers are needed: {red, green, blue}", "two points are needed: {{x1, y1}, {x2, y2}}"};
	enum { LARGEST = 1000000 };
	const mo_expr *e = mo_graphic_value(g, name);
	const char *why = NULL;
	out->n = 0;
	if (!e)
		return false;
	bool good = add_numbers(p, e, out, &why);
	for (uint32_t i = 0; i < out->n && good; i++)
		good = isfinite(out->at[i]) && fabs(out->at[i]) <= LARGEST;
	why = why ? why : !good ? "numbers up to a million are needed" : NULL;
	if (good && (wanted ? out->n == wanted : out->n && out->n % 2 == 0))
		return true;
	mo_not_drawn(p, e, e->span, attribute_text(p, g, name), why ? why : wants[wanted]);
	out->n = 1;
	return false;
}

bool mo_graphic_number(const mo_pencil *p, const mo_graphic *g, const char *name, double *out)
{
	numbers v = {0};
	if (!read_numbers(p, g, name, 1, &v))
		return v.n == 0;
	*out = v.at[0];
	return true;
}

bool mo_graphic_color(const mo_pencil *p, const mo_graphic *g, const char *name, uint32_t *out)
{
	numbers v = {0};
	if (!read_numbers(p, g, name, 3, &v))
		return v.n == 0;
	uint32_t color = 0;
	for (int i = 0; i < 3; i++)
		color = color << 8 | (uint32_t)fmin(fmax(round(v.at[i]), 0), 255);
	*out = color;
	return true;
}

bool mo_graphic_point(const mo_pencil *p, const mo_graphic *g, const char *name, sf_point *out)
{
	numbers v = {0};
	if (!read_numbers(p, g, name, 2, &v))
		return v.n == 0;
	*out = (sf_point){v.at[0], v.at[1]};
	return true;
}

bool mo_graphic_box(const mo_pencil *p, const mo_graphic *g, const char *name, sf_box *out)
{
	numbers v = {0};
	if (!read_numbers(p, g, name, 4, &v))
		return v.n == 0;
	*out = (sf_box){{v.at[0], v.at[1]}, {v.at[2], v.at[3]}};
	return true;
}

bool mo_graphic_points(const mo_pencil *p, const mo_graphic *g, const char *name, sf_point **out, uint32_t *count)
{
	numbers v = {0};
	if (!read_numbers(p, g, name, 0, &v))
		return v.n == 0;
	*count = v.n / 2;
	*out = sb_new_array(p->c->arena, sf_point, *count);
	for (uint32_t i = 0; i < *count; i++)
		(*out)[i] = (sf_point){v.at[2 * i], v.at[2 * i + 1]};
	return true;
}

bool mo_graphic_bool(const mo_pencil *p, const mo_graphic *g, const char *name, bool *out)
{
	const mo_expr *e = mo_settled(p, mo_graphic_value(g, name));
	if (!e)
		return true;
	mo_known_boolean(p, e, out);         /* what depends on a run is shown as if nothing were said */
	return true;
}

bool mo_expr_word(const mo_pencil *p, const mo_expr *e, const char *name, const char *words, int *out)
{
	e = mo_settled(p, e);
	const char *last = e->kind == MO_E_REF && e->parts.n ? e->parts.at[e->parts.n - 1].name : NULL;
	size_t length = last ? strlen(last) : 0;
	int number = 0;
	for (const char *at = words; last && *at; number++) {
		size_t n = strcspn(at, " ");
		if (n == length && strncmp(at, last, n) == 0) {
			*out = number;
			return true;
		}
		at += n + (at[n] == ' ');
	}
	mo_not_drawn(p, e, e->span, sb_printf(p->c->arena, "'%s'", name),
				 sb_printf(p->c->arena, "the words here are %s", words));
	return false;
}

bool mo_graphic_word(const mo_pencil *p, const mo_graphic *g, const char *name, const char *words, int *out)
{
	const mo_expr *e = mo_graphic_value(g, name);
	return !e || mo_expr_word(p, e, name, words, out);
}

bool mo_graphic_string(const mo_pencil *p, const mo_graphic *g, const char *name, const char **out)
{
	const mo_expr *e = mo_settled(p, mo_graphic_value(g, name));
	collected all;
	const char *why = "it is not a text";
	if (!e || e->kind == MO_E_STRING) {
		*out = e ? e->text : *out;
		return true;
	}
	if (evaluate(p, e, &all, &why) && all.values.n == 1 && all.values.at[0].type == SX_STRING) {
		*out = all.values.at[0].string;
		return true;
	}
	mo_not_drawn(p, e, e->span, attribute_text(p, g, name), why ? why : "it is not a text");
	return false;
}

/* ------------------------------------------------------------------------------------------- values of parameters */

static const char *value_text(const mo_pencil *p, const mo_value *type, const sx_value *v)
{
	const sm_model *m = p->c->model;
	if (type->type.base == MO_B_ENUM && type->type.enumeration) {
		const sm_enum *e = &m->enums.at[type->type.enumeration - 1];
		return v->integer >= 1 && v->integer <= e->count ? e->literals[v->integer - 1] : NULL;
	}
	if (v->type == SX_STRING)
		return v->string;
	if (v->type == SX_BOOLEAN)
		return v->integer ? "true" : "false";
	if (v->type == SX_INTEGER)
		return sb_printf(p->c->arena, "%lld", (long long)v->integer);
	return v->type == SX_REAL ? sb_printf(p->c->arena, "%.6g", v->real) : NULL;
}

static const char *list_text(const mo_pencil *p, const mo_value *v, const collected *all)
{
	enum { MOST = 8 };
	sb_text text = {0};
	sb_add(&text, "{");
	for (uint32_t i = 0; i < all->values.n && i < MOST; i++) {
		const char *one = value_text(p, v, &all->values.at[i]);
		sb_addf(&text, "%s%s", i ? ", " : "", one ? one : "?");
	}
	sb_add(&text, all->values.n > MOST ? ", ...}" : "}");
	const char *kept = sb_strdup(p->c->arena, text.at);
	sb_text_free(&text);
	return kept;
}

/* A dotted name as a reference, as it would be read in the annotation. */
static mo_expr *reference(const mo_pencil *p, const char *name, size_t length)
{
	mo_expr *e = sb_new(p->c->arena, mo_expr);
	e->kind = MO_E_REF;
	e->height = 1;
	for (size_t at = 0; at <= length;) {
		size_t n = 0;
		while (at + n < length && name[at + n] != '.')
			n++;
		mo_part part = {.name = sb_internn(p->c->names, name + at, n)};
		sb_push(p->c->arena, e->parts, part);
		at += n + 1;
	}
	return e;
}

/* The expression that gives a parameter its value, as it is written. */
static const char *written(const mo_pencil *p, const char *name, size_t length)
{
	mo_item *item = mo_member(p->whole, sb_internn(p->c->names, name, length));
	sb_text text = {0};
	if (!item || item->kind != MO_I_COMPONENT || !item->binding || !item->binding->value)
		return NULL;
	mo_expr_text(item->binding->value, &text);
	const char *kept = text.at ? sb_strdup(p->c->arena, text.at) : NULL;
	sb_text_free(&text);
	return kept;
}

const char *mo_parameter_text(const mo_pencil *p, const char *name, size_t length)
{
	uint32_t first = sb_messages(p->c->diag);
	mo_env env = {.scope = p->whole, .parameter_only = true};
	mo_expr *e = reference(p, name, length);
	mo_value *v = mo_lower(p->c, &env, e);
	collected all = {.p = p};
	const char *text = NULL;
	if (v && v->type.base != MO_B_CLASS && mo_each_element(p->c, v, e->span, collect, &all))
		text = v->type.rank ? list_text(p, v, &all) : value_text(p, v, &all.values.at[0]);
	taken_back(p->c, first);
	return text ? text : written(p, name, length);
}
