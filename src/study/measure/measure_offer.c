/* What somebody may have meant who gives a curve where a measure is needed. Each offer is one that its option takes: a
 * cost is a number, a constraint is a comparison of numbers, any other measure is either of them. */
#include "study/measure/measure_inside.h"
#include <string.h>

typedef struct offer { const st_measures *ms; const char *body; sb_text out; } offer;

static void add_source(offer *o, const st_node *n)
{
	size_t length;
	sb_addn(&o->out, sb_source_text(o->ms->diag, n->span.source, &length) + n->span.start, n->span.end - n->span.start);
}

/* One side of a comparison: a measure of it, if it is a curve. */
static void add_side(offer *o, const st_node *n, const char *function)
{
	sb_addf(&o->out, "%s%s", n->curve ? function : "", n->curve ? "(" : "");
	add_source(o, n);
	sb_add(&o->out, n->curve ? ")" : "");
}

static const char *sign_of(st_node_kind kind)
{
	static const char *const signs[] = {"<", "<=", ">", ">=", "==", "<>"};
	return signs[kind - ST_LESS];
}

/* At all times: by the extremum of the curve, or of the difference of two. */
static void add_always(offer *o, const st_node *n)
{
	const st_node *a = n->a[0], *b = n->a[1];
	bool less = n->kind == ST_LESS || n->kind == ST_LESS_EQUAL;
	const char *function = less == a->curve ? "max" : "min";
	if (a->curve && b->curve) {
		sb_addf(&o->out, "%s(", function);
		add_source(o, a);
		sb_add(&o->out, b->count > 1 ? " - (" : " - ");
		add_source(o, b);
		sb_addf(&o->out, "%s %s 0", b->count > 1 ? "))" : ")", sign_of(n->kind));
		return;
	}
	add_side(o, a, function);
	sb_addf(&o->out, " %s ", sign_of(n->kind));
	add_side(o, b, function);
}

static void add_comparisons(offer *o, const st_node *n, bool constraint)
{
	bool order = n->kind >= ST_LESS && n->kind <= ST_GREATER_EQUAL;
	if (order)
		add_always(o, n);
	sb_add(&o->out, !order ? "" : constraint ? " or " : ", ");
	add_side(o, n->a[0], "final");
	sb_addf(&o->out, " %s ", sign_of(n->kind));
	add_side(o, n->a[1], "final");
	if (!constraint)
		sb_addf(&o->out, " or duration(%s)", o->body);
}

const char *st_offer(const st_measures *ms, const char *option, const st_node *n, const char *body)
{
	offer o = {.ms = ms, .body = body};
	bool constraint = strcmp(option, "--subject") == 0;
	bool cost = strcmp(option, "--min") == 0 || strcmp(option, "--max") == 0;
	if (n->kind >= ST_LESS && n->kind <= ST_UNEQUAL && !cost)
		add_comparisons(&o, n, constraint);
	else if (n->condition && constraint)
		sb_addf(&o.out, "duration(not (%s)) == 0 or final(%s) == 1", body, body);
	else if (n->condition)
		sb_addf(&o.out, "duration(%s), count(%s) or time_when(%s)", body, body, body);
	else if (constraint)
		sb_addf(&o.out, "max(%s) <= ... or final(%s) <= ...", body, body);
	else
		sb_addf(&o.out, "final(%s), max(%s) or rms(%s)", body, body, body);
	const char *text = sb_strdup(ms->arena, o.out.at);
	sb_text_free(&o.out);
	return text;
}
