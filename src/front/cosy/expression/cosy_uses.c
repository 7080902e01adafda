/* Who sets what, and where, found before variables are made: by that a REAL is a parameter or a discrete variable, and
 * a state has a variable for its initial value. Afterwards: what nobody gives, causes or uses. */
#include "front/cosy/expression/cosy_expression.h"

#include <string.h>

typedef struct walk {
	co_context *c;
	co_where place;
	sb_map shadow;
	int depth;
} walk;

static void note_set(walk *w, co_symbol *s)
{
	if (w->place == CO_IN_PROCED) {
		if (s->meaning == CO_VARIABLE && s->type == CO_T_REAL)
			s->type = CO_T_ALGEBR; /* a section in order gives it at every time */
		if (s->meaning == CO_VARIABLE && s->type == CO_T_BOOLEAN)
			s->type = CO_T_LOGIC;
		s->in_equation = true;
		return;
	}
	s->assigned = true;
	if (w->place == CO_IN_INITIAL || w->place == CO_IN_MONITOR)
		s->assigned_initial = true;
	else
		s->assigned_in_run = true;
	for (uint32_t i = 0; i < s->fields.n && s->meaning == CO_VARIABLE; i++)
		note_set(w, s->fields.at[i]);
}

static void note_target(walk *w, const co_node *n)
{
	co_symbol *s;

	if (!n || n->kind != CO_NAME || sb_map_find(&w->shadow, n->name) || !(s = co_global(w->c, n->name)))
		return;
	if (s->meaning == CO_INSTANCES && co_child(n, 1)) {
		size_t length = strlen(s->name);
		for (uint32_t i = 0; i < w->c->all.n; i++) {
			co_symbol *one = w->c->all.at[i];
			const char *dot = strrchr(one->name, '.');
			if (dot && strncmp(one->name, s->name, length) == 0 &&
				(one->name[length] == '[' || one->name[length] == '.') && strcmp(dot + 1, co_child(n, 1)->name) == 0)
				note_set(w, one);
		}
		return;
	}
	if (co_child(n, 1) && s->fields.n) {
		const char *whole = sb_printf(w->c->arena, "%s.%s", s->name, co_child(n, 1)->name);
		s = co_global(w->c, sb_intern(w->c->names, whole));
	}
	if (s)
		note_set(w, s);
}

static void note_mention(walk *w, const co_node *n)
{
	co_symbol *s = n->name && !sb_map_find(&w->shadow, n->name) ? co_global(w->c, n->name) : NULL;

	if (!s)
		return;
	s->used = true;
	if (w->place == CO_IN_EQUATIONS || w->place == CO_IN_PROCED)
		s->in_equation = true;
}

/* A counter may be declared, as in Pascal. The FOR has one of its own. */
static void note_counter(walk *w, const co_node *n)
{
	co_symbol *s = n->name && !sb_map_find(&w->shadow, n->name) ? co_global(w->c, n->name) : NULL;

	if (s)
		s->counts = true;
}

static void see(walk *w, const co_node *n);

static void see_all(walk *w, const co_node *n)
{
	for (uint32_t i = 0; i < n->of.n; i++)
		see(w, n->of.at[i]);
}

static void add_shadow(walk *w, const co_node *list)
{
	for (uint32_t i = 0; i < co_count(list); i++) {
		if (list->of.at[i]->kind == CO_VARS)
			add_shadow(w, co_child(list->of.at[i], 0));
		else if (list->of.at[i]->name)
			sb_map_set(&w->shadow, list->of.at[i]->name, list->of.at[i]);
	}
}

/* CREATE sets the arguments of an instance. */
static void note_instances(walk *w, const co_node *name)
{
	co_symbol *s = name ? co_global(w->c, name->name) : NULL;
	const co_node *inputs = s && s->meaning == CO_INSTANCES && s->record ? co_child(s->record->described, 1) : NULL;

	for (uint32_t k = 0; k < co_count(inputs); k++)
		for (uint32_t i = 0; i < s->instances.n; i++) {
			const char *own =
				sb_printf(w->c->arena, "%s.%s", w->c->bodies.at[s->instances.at[i]].name, inputs->of.at[k]->name);
			co_symbol *one = co_global(w->c, sb_intern(w->c->names, own));
			if (one && one->type == CO_T_REAL)
				note_set(w, one);
		}
}

static void see_targets(walk *w, const co_node *n)
{
	switch (n->kind) {
	case CO_ASSIGN:
		note_target(w, co_child(n, 0));
		break;
	case CO_REMOVE:
	case CO_COPY:
	case CO_FIND:
		note_target(w, co_child(n, 0));
		break;
	case CO_CCODE:
		for (uint32_t i = 0; i < co_count(co_child(n, 0)); i++)
			note_target(w, co_child(n, 0)->of.at[i]);
		break;
	case CO_INITCOND:
		for (uint32_t i = 0; i < co_count(co_child(n, 0)); i++)
			note_target(w, co_child(co_child(n, 0)->of.at[i], 0));
		break;
	case CO_CREATE:
		note_instances(w, co_child(n, 0));
		break;
	case CO_CALL: /* of a PROCEDURE, which may set what it is given */
		for (uint32_t l = 0; w->place != CO_IN_EQUATIONS && l < 2; l++)
			for (uint32_t i = 0; i < co_count(co_child(n, l)); i++) {
				const co_symbol *p = co_global(w->c, n->name);
				const co_node *formal = p && p->meaning == CO_ROUTINE_NAME ? co_child(co_child(p->node, 0), i) : NULL;
				if (formal && formal->number == 1)
					note_target(w, co_child(n, l)->of.at[i]);
			}
		break;
	default:
		break;
	}
}

static void see(walk *w, const co_node *n)
{
	co_where before = w->place;
	walk inner;

	if (!n || w->depth > 1000)
		return;
	w->depth++;
	see_targets(w, n);
	if (n->kind == CO_NAME || n->kind == CO_APPLY || n->kind == CO_CALL)
		note_mention(w, n);
	if (n->kind == CO_PRIME && co_child(n, 0) && co_child(n, 0)->name) {
		co_symbol *s = co_global(w->c, co_child(n, 0)->name);
		if (s)
			s->differentiated = true;
	}
	if (n->kind == CO_WHEN) {
		see(w, co_child(n, 0));
		w->place = CO_IN_EVENT;
		see(w, co_child(n, 1));
	} else if (n->kind == CO_PROCED) {
		w->place = CO_IN_PROCED;
		see_all(w, n);
	} else if (n->kind == CO_EVENT || n->kind == CO_PROCESS || n->kind == CO_SUBROUTINE || n->kind == CO_FOR) {
		inner = *w;
		inner.shadow = sb_map_copy(w->c->arena, &w->shadow);
		if (n->kind == CO_FOR) {
			note_counter(w, n);
			sb_map_set(&inner.shadow, n->name, (void *)n);
		} else {
			add_shadow(&inner, co_child(n, 0));
		}
		if (n->kind == CO_PROCESS)
			add_shadow(&inner, co_child(n, 1));
		if (n->kind == CO_SUBROUTINE) {
			add_shadow(&inner, co_child(n, 2));
			if (co_child(n, 1)) /* a FUNCTION sets nothing but itself */
				sb_map_set(&inner.shadow, n->name, (void *)n);
		}
		see_all(&inner, n);
	} else {
		see_all(w, n);
	}
	w->place = before;
	w->depth--;
}

static void see_part(co_context *c, const co_node *n, co_where place)
{
	walk w = {.c = c, .place = place, .shadow = sb_map_new(c->arena)};

	see(&w, n);
}

void co_note_uses(co_context *c)
{
	const co_node *parts = co_child(c->program, 0);

	for (uint32_t i = 0; i < c->initial.n; i++)
		see_part(c, c->initial.at[i].node, CO_IN_INITIAL);
	for (uint32_t i = 0; i < c->terminal.n; i++)
		see_part(c, c->terminal.at[i].node, CO_IN_TERMINAL);
	for (uint32_t i = 0; i < c->discrete.n; i++)
		see_part(c, c->discrete.at[i].node, CO_IN_EVENT);
	see_part(c, c->monitor, CO_IN_MONITOR);
	see_part(c, c->output, CO_IN_TERMINAL);
	see_part(c, c->continuous, CO_IN_EQUATIONS);
	for (uint32_t i = 0; i < c->bodies.n; i++) {
		see_part(c, c->bodies.at[i].equations, CO_IN_EQUATIONS);
		see_part(c, c->bodies.at[i].initial, CO_IN_INITIAL);
	}
	for (uint32_t i = 0; i < co_count(parts); i++)
		if (parts->of.at[i]->kind == CO_SUBROUTINE || parts->of.at[i]->kind == CO_STORE ||
			parts->of.at[i]->kind == CO_VARS)
			see_part(c, parts->of.at[i], CO_IN_EVENT);
	for (uint32_t i = 0; i < c->all.n; i++) {
		co_symbol *s = c->all.at[i];
		/* a REAL that MONITOR or INITIAL sets is a discrete variable; a state has one beside it */
		if (s->meaning == CO_VARIABLE && s->type != CO_T_STATE)
			s->assigned_initial = false;
	}
}

/* A variable that equations give must be in one. What nothing mentions is left out of the model. */
bool co_is_left_out(co_context *c, co_symbol *s)
{
	bool given = s->type == CO_T_STATE || s->type == CO_T_ALGEBR || s->type == CO_T_LOGIC || s->type == CO_T_MEMORY;
	sb_message *m;

	if (!s->used && !s->counts && *s->component == 0 && !strchr(s->name, '.')) {
		m = sb_report(c->diag, SB_WARNING, "K0350", s->span, "'%s' is declared but never used", s->name);
		sb_help(m, "remove the declaration");
		return given && !s->in_equation;
	}
	if (!given || s->in_equation)
		return false;
	m = sb_report(c->diag, SB_ERROR, "K0440", s->span, "no equation determines '%s'", s->name);
	if (s->type == CO_T_STATE)
		sb_help(m, "write its equation in CONTINUOUS: %s' = ...; if only events set it, declare it as REAL", s->name);
	else
		sb_help(m, "write its equation in CONTINUOUS: %s = ...; if only events set it, declare it as %s", s->name,
				s->type == CO_T_LOGIC ? "BOOLEAN" : "REAL");
	return false;
}

static void check_event(co_context *c, const co_symbol *s)
{
	sb_message *m;

	if (!s->described && !s->used) {
		m = sb_report(c->diag, SB_WARNING, "K0528", s->span,
					  "the event '%s' is declared, but nothing says what happens in it", s->name);
		sb_help(m, "describe it in DISCRETE EVENTS: %s: ... END", s->name);
	} else if (s->described && !s->scheduled && !s->by_condition) {
		m = sb_report(c->diag, SB_WARNING, "K0529", s->span, "the event '%s' never happens: nothing schedules it",
					  s->name);
		sb_also(m, s->described->name_span, "it is described here");
		sb_help(m, "write SCHEDULE %s AT ... in INITIAL, or CONDIT %s: ... in CONTINUOUS", s->name, s->name);
	}
}

void co_check_uses(co_context *c)
{
	for (uint32_t i = 0; i < c->all.n; i++) {
		co_symbol *s = c->all.at[i];
		if (s->meaning == CO_EVENT_NAME)
			check_event(c, s);
		if (s->meaning == CO_VARIABLE && s->used && !s->assigned && s->variable != CO_NOWHERE &&
			s->node->kind == CO_VAR && !co_child(s->node, 2) &&
			(s->type == CO_T_REAL || s->type == CO_T_INTEGER || s->type == CO_T_BOOLEAN || s->type == CO_T_DSTATE ||
			 s->type == CO_T_REFERENCE) &&
			!strchr(s->name, '[')) {
			sb_message *m =
				sb_report(c->diag, SB_WARNING, "K0351", s->span, "'%s' never gets a value; it is %s", s->name,
						  s->type == CO_T_BOOLEAN     ? "FALSE"
						  : s->type == CO_T_REFERENCE ? "NONE"
													  : "0");
			if (s->counts)
				sb_help(
					m,
					"the counter of a FOR exists only inside the FOR; assign it to another variable there");
			else if (s->type == CO_T_REFERENCE)
				sb_help(m, "assign a process to it (%s := NEW ..., or := SELF); statements on NONE have no effect",
						s->name);
			else
				sb_help(m, "declare it with a value (%s %s := ...), or as a CONST, or assign it in INITIAL",
						co_kind_text(s->type), s->name);
		}
	}
}
