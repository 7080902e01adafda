/* Who is to blame: the component whose own balance is wrong, or the input that nobody feeds. A class is told of once,
 * however many components are of it. */
#include "structure/explain/explain.h"
#include "model/check/model_check.h"

#include <stdio.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------- inputs */

static bool is_open(ss_case *c, const bool *open, uint32_t scalar)
{
	uint32_t u = ss_unknown(c, scalar);
	return u != UINT32_MAX && open[u];
}

bool ss_tell_inputs(ss_case *c)
{
	ss_work *w = c->w;
	const bool *open = ss_members(w, &c->under.unknowns, c->s->unknown_count);
	sb_u32s inputs = {0};
	const sm_variable *first = NULL;

	for (uint32_t i = 0; i < w->model->variables.n; i++) {
		const sm_variable *v = sm_var(w->model, i);
		uint32_t owner = v->port == SM_PORT_INPUT && v->joined_outside < v->count ? ss_owner(w, v->component) : 0;
		if (!owner || owner == UINT32_MAX)
			continue;
		for (uint32_t s = v->first; s < v->first + v->count; s++)
			if (is_open(c, open, s)) {
				sb_push(w->scratch, inputs, s);
				first = first ? first : v;
			}
	}
	if (!first)
		return false;
	const sm_component *part = &w->model->components.at[ss_owner(w, first->component)];
	sb_message *m =
		sb_report(w->diag, SB_ERROR, "S0114", ss_user_position(w, part->name, part->span),
				  inputs.n == 1 ? "the input %s is connected to nothing" : "the inputs %s are connected to nothing",
				  ss_names(w, inputs.at, inputs.n, SS_NAMES_MOST));
	sb_note(m, "an input gets its value from outside '%s' (class '%s'), and nothing gives it one", part->name,
			part->class_name);
	sb_help(m, "connect an output to it, or give it a value where '%s' is declared", part->name);
	return true;
}

/* ------------------------------------------------------------------------------------------- components */

typedef struct group {
	sb_u32s components;
	const char *class_name;
	int64_t lacks;
} group;
typedef sb_vec(group) groups;

static void add_to_group(ss_work *w, groups *list, uint32_t component, int64_t lacks)
{
	const char *class_name = w->model->components.at[component].class_name;
	group *g = NULL;

	for (uint32_t i = 0; i < list->n && !g; i++)
		if (list->at[i].class_name == class_name && list->at[i].lacks == lacks)
			g = &list->at[i];
	if (!g) {
		sb_push(w->scratch, *list, ((group){.class_name = class_name, .lacks = lacks}));
		g = &list->at[list->n - 1];
	}
	sb_push(w->scratch, g->components, component);
}

static const char *short_name(const sm_component *part, const char *name)
{
	size_t n = strlen(part->name);
	return n && strncmp(name, part->name, n) == 0 && name[n] == '.' ? name + n + 1 : name;
}

/* A list of names with commas between, each once. */
typedef struct list {
	sb_text text;
	uint32_t n;
	char last[64];
} list;

static void add_name(list *l, const char *name, size_t length)
{
	if (strlen(l->last) == length && strncmp(l->last, name, length) == 0)
		return;
	snprintf(l->last, sizeof l->last, "%.*s", (int)length, name);
	if (l->n++ < SS_NAMES_MOST) {
		sb_add(&l->text, l->n > 1 ? ", " : "");
		sb_addn(&l->text, name, length);
	}
}

static const char *finish(ss_work *w, list *l)
{
	if (l->n > SS_NAMES_MOST)
		sb_addf(&l->text, " and %u more", l->n - SS_NAMES_MOST);
	const char *copy = sb_strdup(w->scratch, l->text.at ? l->text.at : "");
	sb_text_free(&l->text);
	return copy;
}

/* What the component owes equations for. */
static void tell_owed(ss_work *w, sb_message *m, uint32_t component)
{
	const sm_component *part = &w->model->components.at[component];
	list own = {0}, ports = {0};

	for (uint32_t i = 0; i < w->model->variables.n; i++) {
		const sm_variable *v = sm_var(w->model, i);
		if (v->hidden || v->variability >= SM_PARAMETER || ss_owner(w, v->component) != component)
			continue;
		const char *name = short_name(part, v->name), *dot = strchr(name, '.');
		if (v->port == SM_NO_PORT ||
			((v->port == SM_PORT_OUTPUT || v->port == SM_STREAM) && v->joined_inside < v->count))
			add_name(&own, name, strlen(name));
		else if (v->port == SM_POTENTIAL && v->joined_inside < v->count)
			add_name(&ports, name, dot ? (size_t)(dot - name) : strlen(name));
	}
	uint32_t variables = own.n, connectors = ports.n;
	const char *names = finish(w, &own), *connected = finish(w, &ports);
	if (variables && connectors)
		sb_note(m,
				"it must have an equation for each of its own variables (%s), and one for each flow of its connectors "
				"(%s)",
				names, connected);
	else if (connectors)
		sb_note(m, "it must have an equation for each flow of its connectors (%s)", connected);
	else if (variables)
		sb_note(m, "it must have an equation for each of its own variables (%s)", names);
}

/* What is open in it: of each set of equal variables one that is its own, better a plain variable than one of a
 * connector. */
static sb_u32s open_in(ss_case *c, uint32_t component)
{
	ss_work *w = c->w;
	const bool *open = ss_members(w, &c->under.unknowns, c->s->unknown_count);
	uint32_t *best = sb_new_array(w->scratch, uint32_t, c->s->unknown_count + 1);
	sb_u32s found = {0};

	for (uint32_t i = 0; i < w->model->variables.n; i++) {
		const sm_variable *v = sm_var(w->model, i);
		if (v->hidden || v->variability >= SM_PARAMETER || ss_owner(w, v->component) != component)
			continue;
		for (uint32_t s = v->first; s < v->first + v->count; s++) {
			uint32_t u = ss_unknown(c, s);
			if (u != UINT32_MAX && open[u] && (!best[u] || ss_variable(w, best[u] - 1)->port > v->port))
				best[u] = s + 1;
		}
	}
	for (uint32_t u = 0; u < c->s->unknown_count; u++)
		if (best[u])
			sb_push(w->scratch, found, best[u] - 1);
	return found;
}

static const char *amount(ss_work *w, uint32_t n, bool lacks, bool each)
{
	const char *word = ss_count_text(n), *how = !lacks ? "too many" : n == 1 ? "is missing" : "are missing";

	if (!word)
		word = sb_printf(w->scratch, "%u", n);
	return sb_printf(w->scratch, "%s %s%s%s", word, lacks ? "" : n == 1 ? "is " : "are ", how, each ? " in each" : "");
}

static sb_span class_place(ss_work *w, const sm_component *part)
{
	bool own = part->class_span.source == w->model->components.at[0].span.source;
	return own ? part->class_span : ss_user_position(w, part->name, part->span);
}

static void show_open(ss_case *c, uint32_t component, sb_message *m, ss_telling *t)
{
	ss_work *w = c->w;
	sb_u32s open = open_in(c, component);
	bool declared = false;

	for (uint32_t i = 0; i < open.n && i < 2; i++) {
		const sm_variable *v = ss_variable(w, open.at[i]);
		if ((v->port != SM_NO_PORT && v->port != SM_PORT_OUTPUT) ||
			v->span.source != w->model->components.at[0].span.source)
			continue;
		ss_tell_position(t, v->span, sb_printf(w->scratch, "nothing determines %s", ss_names(w, &open.at[i], 1, 1)));
		declared = true;
	}
	if (open.n && !declared)
		sb_note(m, "nothing determines %s", ss_names(w, open.at, open.n, SS_NAMES_MOST));
}

static void show_surplus(ss_case *c, uint32_t component, ss_telling *t)
{
	for (uint32_t i = 0; i < c->over.equations.n; i++) {
		ss_conflict f = {0};
		uint32_t row = c->s->first_row[c->over.equations.at[i]];
		if (c->s->unknown_of_row[row] != UINT32_MAX)
			continue;
		f = ss_conflict_of(c, row);
		for (uint32_t k = 0; k < f.equations.n; k++)
			if (ss_owner(c->w, f.equations.at[k]->component) == component)
				ss_tell_equation(t, f.equations.at[k], f.equations.n > 1 ? "in conflict" : "");
		return;
	}
}

static void tell_group(ss_case *c, const group *g, const sm_balance *balance)
{
	ss_work *w = c->w;
	uint32_t first = g->components.at[0];
	const sm_component *part = &w->model->components.at[first];
	const sm_balance *b = &balance[first];
	uint32_t each = part->count ? part->count : 1;
	bool lacks = g->lacks > 0, many = g->components.n > 1 || each > 1;
	uint32_t off = (uint32_t)(lacks ? g->lacks : -g->lacks) / each, equations = b->equations / each,
			 unknowns = b->unknowns / each;
	sb_span place = class_place(w, part);
	sb_message *m =
		sb_report(w->diag, SB_ERROR, "S0113", place, "%s %s (class '%s') %s %u equation%s for %u unknown%s: %s",
				  each > 1 ? sb_printf(w->scratch, "the %u components", each)
				  : many   ? "the components"
						   : "the component",
				  ss_component_names(w, &g->components, 4), part->class_name, many ? "have" : "has", equations,
				  equations == 1 ? "" : "s", unknowns, unknowns == 1 ? "" : "s", amount(w, off, lacks, many));
	ss_telling t = ss_tell(w, m, place);

	if (lacks)
		show_open(c, first, m, &t);
	else
		show_surplus(c, first, &t);
	if (t.shown < 2)
		ss_tell_position(&t, ss_user_position(w, part->name, part->span),
					  sb_printf(w->scratch, "'%s' is declared here", part->name));
	tell_owed(w, m, first);
	sb_help(
		m,
		lacks
			? "add the missing equation to the class '%s', or declare quantities that are given as parameters"
			: "remove an equation from the class '%s'; a value that is given to one of its variables from outside "
			  "counts as an equation",
		part->class_name);
}

/* Is it the class that lacks equations? Not if others of the class have all they need: then they are given from
 * outside, and here that was forgotten. */
static bool is_to_blame(ss_work *w, const sb_map *sound, uint32_t component, int64_t lacks)
{
	const sm_component *part = &w->model->components.at[component];
	uint64_t known;

	if (lacks < 0)
		return true;
	return !sb_map_get(sound, (uint64_t)(uintptr_t)part->class_name, &known) &&
		   lacks % (part->count ? part->count : 1) == 0;
}

/* Components that lack equations, if some are missing; those that have too many, if some are too many. The model itself
 * is not among them: what it lacks is told by the unknowns. */
bool ss_tell_balance(ss_case *c)
{
	ss_work *w = c->w;
	const sm_model *m = w->model;
	sm_balance *balance = sm_balances(m, w->scratch);
	sb_map sound = sb_map_new(w->scratch);
	groups found = {0};

	for (uint32_t i = 1; i < m->components.n; i++)
		if (balance[i].unknowns == balance[i].equations)
			sb_map_put(&sound, (uint64_t)(uintptr_t)m->components.at[i].class_name, 1);
	for (uint32_t i = 1; i < m->components.n; i++) {
		int64_t lacks = (int64_t)balance[i].unknowns - balance[i].equations;
		if (!balance[i].unsure && ((lacks > 0 && c->missing) || (lacks < 0 && c->too_many)) &&
			is_to_blame(w, &sound, i, lacks))
			add_to_group(w, &found, i, lacks);
	}
	for (uint32_t i = 0; i < found.n && i < SS_MESSAGES_MOST; i++)
		tell_group(c, &found.at[i], balance);
	return found.n;
}
