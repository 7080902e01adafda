/* Fields over a space coordinate, by the method of lines.
 *
 * A field is an array over n points at equal distances. Inside, its slope T_z is the central difference and T_zz the
 * second one, both of second order. At an end three things can be: its value is given (the point has no rate then), its
 * slope is given (the point beyond the end follows from it), or nothing is said, as where a flow leaves: then the slope
 * is taken from three points inside, and T_zz has no meaning and is refused. upwind(T, v) is the slope seen against the
 * flow, of first order. */
#include "front/muss/write/muss_write.h"

const mu_symbol *mu_space(const mu_unit *u)
{
	for (uint32_t i = 0; i < u->symbols.n; i++)
		if (u->symbols.at[i]->space)
			return u->symbols.at[i];
	return NULL;
}

static bool same(const mu_node *a, const mu_node *b)
{
	if (!a || !b)
		return a == b;
	if (a->kind != b->kind || a->number != b->number || (a->kind != MU_NUMBER && a->name != b->name) ||
			a->of.n != b->of.n)
		return false;
	for (uint32_t i = 0; i < a->of.n; i++)
		if (!same(a->of.at[i], b->of.at[i]))
			return false;
	return true;
}

/* Which end an `at` means: -1, 1; 0: none of them. */
static int end_of(const mu_writer *w, const mu_node *at)
{
	const mu_symbol *z = mu_space(w->unit);
	return !z ? 0 : same(mu_child(at, 0), mu_child(z->declared, 0)) ? -1 :
		same(mu_child(at, 0), mu_child(z->declared, 1)) ? 1 : 0;
}

/* What is said of a field at an end: its value (order 0) or its slope (1). NULL: nothing. */
static const mu_node *said(const mu_writer *w, const mu_symbol *field, int end, int order)
{
	const mu_node *dynamic = mu_region(w->unit, MU_DYNAMIC);
	for (uint32_t i = 0; i < mu_length(dynamic, 0); i++) {
		const mu_node *at = mu_list(dynamic, 0, i);
		for (uint32_t k = 0; at->kind == MU_AT && end_of(w, at) == end && k < mu_length(at, 1); k++) {
			const mu_node *one = mu_list(at, 1, k), *target = mu_list(one, 0, 0);
			int is = 0;
			const mu_symbol *s = mu_find(w->unit, target->name);
			if (!s)
				s = mu_in_space(w->unit, target->name, &is);
			if (s == field && is == order)
				return mu_child(one, 1);
		}
	}
	return NULL;
}

static const char *count(const mu_writer *w)
{
	return sb_printf(w->text->arena, "'%s.n'", mu_space(w->unit)->name);
}

static const char *distance(const mu_writer *w)
{
	return sb_printf(w->text->arena, "'%s.h'", mu_space(w->unit)->name);
}

void mu_write_space(mu_writer *w, const mu_symbol *z)
{
	const mu_node *d = z->declared;
	mu_line(w, d->span);
	mu_putf(w, d->span, "final parameter Integer %s = ", count(w));
	mu_write_expression(w, mu_child(d, 2));
	mu_put(w, d->span, ";");
	mu_line(w, d->span);
	mu_putf(w, d->span, "final parameter Real %s = ((", distance(w));
	mu_write_expression(w, mu_child(d, 1));
	mu_put(w, d->span, ") - (");
	mu_write_expression(w, mu_child(d, 0));
	mu_putf(w, d->span, "))/(%s - 1);", count(w));
}

static void coordinate(mu_writer *w, const mu_node *n)
{
	mu_put(w, n->span, "(");
	mu_write_expression(w, mu_child(mu_space(w->unit)->declared, 0));
	mu_putf(w, n->span, " + (%s - 1)*%s)", w->point, distance(w));
}

static void no_condition(mu_writer *w, const mu_node *n, const mu_symbol *field)
{
	if (!w->told)
		sb_help(sb_report(w->text->diag, SB_ERROR, "N0218", n->span,
						  "'%s' is needed at the %s of the space, where nothing is said of '%s'", n->name,
						  w->end < 0 ? "beginning" : "end", field->name),
				"say its value or its slope there: at %s = ... {%s = ...;} or {%s_%s = 0.0;}", mu_space(w->unit)->name,
				field->name, field->name, mu_space(w->unit)->name);
	w->told = true;
}

static void slope_at_end(mu_writer *w, const mu_node *n, const mu_symbol *field)
{
	const mu_node *given = said(w, field, w->end, 1);
	const char *f = mu_plain(w, field->name), *k = count(w);
	if (given) {
		mu_put(w, n->span, "(");
		mu_write_as(w, given, MU_REAL);
		mu_put(w, n->span, ")");
	} else if (w->end < 0) {
		mu_putf(w, n->span, "(-3*%s[1] + 4*%s[2] - %s[3])/(2*%s)", f, f, f, distance(w));
	} else {
		mu_putf(w, n->span, "(3*%s[%s] - 4*%s[%s - 1] + %s[%s - 2])/(2*%s)", f, k, f, k, f, k, distance(w));
	}
}

static void curve_at_end(mu_writer *w, const mu_node *n, const mu_symbol *field)
{
	const mu_node *given = said(w, field, w->end, 1);
	const char *f = mu_plain(w, field->name), *h = distance(w), *k = count(w);
	if (!given) {
		no_condition(w, n, field);
		return;
	}
	if (w->end < 0)
		mu_putf(w, n->span, "2*(%s[2] - %s[1] - %s*(", f, f, h);
	else
		mu_putf(w, n->span, "2*(%s[%s - 1] - %s[%s] + %s*(", f, k, f, k, h);
	mu_write_as(w, given, MU_REAL);
	mu_putf(w, n->span, "))/%s^2", h);
}

void mu_write_field(mu_writer *w, const mu_node *n, const mu_symbol *s, int order)
{
	const char *f = mu_plain(w, s->name), *h = mu_space(w->unit) ? distance(w) : "", *p = w->point;
	if (!p) {
		sb_help(sb_report(w->text->diag, SB_ERROR, "N0219", n->span,
						  "'%s' has a value at every point, and one is needed", n->name),
				"write %s(PLACE), or integral(%s)", n->name, n->name);
	} else if (s->space) {
		coordinate(w, n);
	} else if (order == 0) {
		mu_putf(w, n->span, "%s[%s]", f, p);
	} else if (w->end) {
		if (order == 1)
			slope_at_end(w, n, s);
		else
			curve_at_end(w, n, s);
	} else if (order == 1) {
		mu_putf(w, n->span, "((%s[%s + 1] - %s[%s - 1])/(2*%s))", f, p, f, p, h);
	} else {
		mu_putf(w, n->span, "((%s[%s + 1] - 2*%s[%s] + %s[%s - 1])/%s^2)", f, p, f, p, f, p, h);
	}
}

/* Against the flow; where there is no point before an end, with it. */
static void upwind(mu_writer *w, const mu_node *e, const char *f)
{
	const char *h = distance(w), *p = w->point;
	const char *back = sb_printf(w->text->arena, "(%s[%s] - %s[%s - 1])/%s", f, p, f, p, h);
	const char *forth = sb_printf(w->text->arena, "(%s[%s + 1] - %s[%s])/%s", f, p, f, p, h);
	if (w->end) {
		mu_put(w, e->span, w->end < 0 ? forth : back);
		return;
	}
	mu_put(w, e->span, "noEvent(if ");
	mu_write_as(w, mu_list(e, 1, 1), MU_REAL);
	mu_putf(w, e->span, " >= 0 then %s else %s)", back, forth);
}

/* The field at a place: between the two points around it. */
static void at_place(mu_writer *w, const mu_node *e, const char *f)
{
	const mu_node *place = mu_list(e, 1, 0);
	const char *h = distance(w), *n = count(w);
	sb_text index = {0};
	sb_text *out = w->out;
	sb_origins *origins = w->origins;
	w->out = &index;
	w->origins = NULL;
	mu_put(w, e->span, "((");
	mu_write_as(w, place, MU_REAL);
	mu_put(w, e->span, ") - (");
	mu_write_expression(w, mu_child(mu_space(w->unit)->declared, 0));
	mu_putf(w, e->span, "))/%s", h);
	w->out = out;
	w->origins = origins;
	const char *x = sb_strdup(w->text->arena, index.at);
	const char *k = sb_printf(w->text->arena, "max(1, min(%s - 1, integer(%s) + 1))", n, x);
	mu_putf(w, e->span, "(%s[%s] + (%s - (%s - 1))*(%s[%s + 1] - %s[%s]))", f, k, x, k, f, k, f, k);
	sb_text_free(&index);
}

void mu_write_field_function(mu_writer *w, const mu_node *e)
{
	const mu_symbol *self = mu_find(w->unit, e->name);
	const mu_node *argument = mu_list(e, 1,
			0);
	const mu_symbol *field = self;
	if (!field && argument && argument->kind == MU_NAME)
		field = mu_find(w->unit, argument->name);
	bool integral = !self && mu_length(e, 1) == 1;
	if (!field || field->group != MU_FIELDS || (!self && !integral && !w->point)) {
		sb_help(sb_report(w->text->diag, SB_ERROR, "N0220", e->span, "'%s' is a function of a field", e->name),
				"write integral(T), or upwind(T, v) in the equation of a field");
		return;
	}
	const char *f = mu_plain(w, field->name);
	if (self)
		at_place(w, e, f);
	else if (integral)
		mu_putf(w, e->span, "(%s*(sum(%s) - (%s[1] + %s[%s])/2))", distance(w), f, f, f, count(w));
	else
		upwind(w, e, f);
}

/* One equation at a point. */
static void at_point(mu_writer *w, const mu_node *n, const char *point, int end)
{
	w->point = point;
	w->end = end;
	mu_line(w, n->span);
	mu_write_expression(w, mu_list(n, 0, 0));
	mu_put(w, n->span, w->procedural ? " := " : " = ");
	mu_write_as(w, mu_child(n, 1), MU_REAL);
	mu_put(w, n->span, ";");
	w->point = NULL;
	w->end = 0;
}

void mu_write_field_equation(mu_writer *w, const mu_node *n, const mu_symbol *field)
{
	const char *k = count(w);
	bool first = said(w, field, -1, 0) != NULL, last = said(w, field, 1, 0) != NULL;
	if (!first)
		at_point(w, n, "1", -1);
	if (!last)
		at_point(w, n, k, 1);
	mu_line(w, n->span);
	mu_putf(w, n->span, "for 'i' in 2:%s - 1 loop", k);
	w->indent++;
	at_point(w, n, "'i'", 0);
	w->indent--;
	mu_line(w, n->span);
	mu_put(w, n->span, "end for;");
}

static void end_values(mu_writer *w, const mu_node *at, int end)
{
	for (uint32_t k = 0; k < mu_length(at, 1); k++) {
		const mu_node *one = mu_list(at, 1, k), *target = mu_list(one, 0, 0);
		const mu_symbol *s = mu_find(w->unit, target->name);
		int order;
		if (!s && mu_in_space(w->unit, target->name, &order) && order == 1)
			continue;
		if (!s || s->group != MU_FIELDS) {
			sb_report(w->text->diag, SB_ERROR, "N0211", target->span, "'%s' is no field, and no slope of one",
					  target->name);
			continue;
		}
		at_point(w, one, end < 0 ? "1" : count(w), end);
	}
}

void mu_write_ends(mu_writer *w)
{
	const mu_node *dynamic = mu_region(w->unit, MU_DYNAMIC);
	for (uint32_t i = 0; i < mu_length(dynamic, 0); i++) {
		const mu_node *at = mu_list(dynamic, 0, i);
		int end = at->kind == MU_AT ? end_of(w, at) : 0;
		if (at->kind == MU_AT && !end)
			sb_help(sb_report(w->text->diag, SB_ERROR, "N0211", mu_child(at, 0)->span, "this is no end of the space"),
					"write the end as 'space' has it");
		else if (end)
			end_values(w, at, end);
	}
}
