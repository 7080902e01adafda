/* Taking a component out of a model: what is left is the component alone, with its inputs and outputs as those of the
 * model, and the sizes that they have in it.
 *
 *     inputs        what gives them is outside, and goes: connections, bindings, equations
 *     connections   of the sets that reach across the border the members inside stay connected with each other
 *     parameters    of the model around, which values of the component are made of, stay; so they can be changed
 *     names         begin with the name of the component no more
 *
 * Variables that go become arrays without elements: their numbers stay, and nothing else of them. */
#include "model/rewrite/links.h"
#include "model/rewrite/rewrite.h"
#include <string.h>

typedef struct taking {
	sm_model *m;
	sb_arena *scratch;
	const char *component;
	size_t length;                   /* of its name */
	uint32_t parts;                  /* of its name */
	sb_map components;               /* their interned names */
	bool *inside;                    /* by variable */
	bool *kept;
	sb_u32s open;                    /* variables whose values are still to be looked at */
	sb_span span; const char *user;  /* of what is looked at */
	bool good;
} taking;

static bool is_inside(const taking *t, const char *name)
{
	return name && strncmp(name, t->component, t->length) == 0 &&
		   (!name[t->length] || name[t->length] == '.' || name[t->length] == '[');
}

/* Its own, or of a connector or record of its own: these are no components. */
static bool is_own(const taking *t, const sm_variable *v)
{
	if (!is_inside(t, v->component))
		return false;
	for (size_t n = strlen(v->component); n > t->length;) {
		const char *name = sb_internedn(t->m->names, v->component, n);
		uint64_t known;
		if (name && sb_map_get(&t->components, (uint64_t)(uintptr_t)name, &known))
			return false;
		while (n > t->length && v->component[n - 1] != '.')
			n--;
		n -= n > t->length;
	}
	return true;
}

/* ---- the border */

/* On which side are the variables of an expression? crosses: marks those inside. */
typedef struct asked { const taking *t; bool any, all, *crosses; } asked;

static bool see_side(void *context, const sx_pool *pool, sx_ref e)
{
	asked *a = context;
	if (sx_op_of(pool, e) == SX_VAR) {
		bool in = a->t->inside[sx_at(pool, e)->payload];
		a->any = a->any || in;
		a->all = a->all && in;
		if (in && a->crosses)
			a->crosses[sx_at(pool, e)->payload] = true;
	}
	return true;
}

static asked sides_of(const taking *t, const sm_equation *q, bool *crosses)
{
	asked a = {t, false, true, crosses};
	sx_visit(t->m->pool, q->lhs, see_side, &a);
	sx_visit(t->m->pool, q->rhs, see_side, &a);
	return a;
}

/* By variable: it is connected with something outside. */
static bool *find_crossing(const taking *t)
{
	bool *crosses = sb_new_array(t->scratch, bool, t->m->variables.n + 1);
	for (uint32_t k = 0; k < t->m->equations.n; k++) {
		const sm_equation *q = t->m->equations.at[k];
		asked a = q->from_connect && q->kind == SM_EQUAL ? sides_of(t, q, NULL) : (asked){0};
		if (a.any && !a.all)
			sides_of(t, q, crosses);
	}
	return crosses;
}

static const char *kind_of(sm_port port)
{
	return port == SM_POTENTIAL ? "a potential" : port == SM_FLOW ? "a flow" : port == SM_STREAM ? "a stream"
																								   : "one of several";
}

/* The connector of a variable: its name without the last part and without that of the component. */
static const char *connector_of(const taking *t, const sm_variable *v)
{
	const char *name = v->name + t->length + 1, *dot = strrchr(name, '.');
	return dot ? sb_strndup(t->scratch, name, (size_t)(dot - name)) : name;
}

/* A model around the class that makes signals of the connector: potentials come in, flows go out. */
static const char *adapter_for(const taking *t, const char *connector, const char *class_name)
{
	sb_text in = {0}, out = {0};
	for (uint32_t k = 0; k < t->m->variables.n; k++) {
		const sm_variable *v = sm_var(t->m, k);
		if (!is_own(t, v) || (v->port != SM_POTENTIAL && v->port != SM_FLOW) ||
			strcmp(connector_of(t, v), connector) != 0)
			continue;
		const char *last = strrchr(v->name, '.') + 1;
		bool flow = v->port == SM_FLOW;
		sb_addf(&in, " %s Real %s_%s;", flow ? "output" : "input", connector, last);
		sb_addf(&out, flow ? " %s_%s = c.%s.%s;" : " c.%s.%s = %s_%s;", connector, last, connector, last);
	}
	const char *text = sb_printf(t->m->arena, "model Adapter %s c;%s equation%s end Adapter;", class_name,
								 in.at ? in.at : "", out.at ? out.at : "");
	sb_text_free(&in);
	sb_text_free(&out);
	return text;
}

static void refuse_connector(taking *t, const sm_variable *v, const char *class_name)
{
	const char *connector = connector_of(t, v);
	sb_message *s = sb_report(t->m->diag, SB_ERROR, "G0080", v->span,
							  "the connector '%s' of '%s' is not a signal: '%s' is %s", connector, t->component,
							  v->name,
							  kind_of(v->port));
	sb_help(s, "an adapter makes signals of it, and can be taken instead: %s",
			adapter_for(t, connector, class_name));
	t->good = false;
}

static void refuse_activation(taking *t, const sm_variable *v)
{
	sb_message *s = sb_report(t->m->diag, SB_ERROR, "G0084", v->span,
							  "the activation '%s' comes from outside of '%s', and is no signal", v->name,
							  t->component);
	sb_help(s, "put the component and what activates it into a model, and take that");
	t->good = false;
}

static void set_border(taking *t, const sm_component *c)
{
	const bool *crosses = find_crossing(t);
	for (uint32_t k = 0; k < t->m->variables.n && t->good; k++) {
		sm_variable *v = sm_edit(t->m, k);
		v->causality = SM_INTERNAL;
		if (!is_own(t, v) || v->variability >= SM_PARAMETER)
			continue;
		if (v->port == SM_PORT_OUTPUT || (v->gives && strcmp(v->component, t->component) == 0))
			v->causality = SM_OUTPUT;
		else if (v->port == SM_PORT_INPUT && v->activation)
			refuse_activation(t, v);
		else if (v->port == SM_PORT_INPUT) {
			v->causality = SM_INPUT;
			v->held = true;
		} else if (v->port != SM_NO_PORT && crosses[k])
			refuse_connector(t, v, c->class_name);
	}
}

/* ---- what is read */

static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	taking *t = context;
	if (sx_op_of(pool, e) != SX_VAR)
		return true;
	uint32_t k = sx_at(pool, e)->payload;
	if (t->kept[k])
		return true;
	const sm_variable *v = sm_var(t->m, k);
	t->kept[k] = true;
	sb_push(t->scratch, t->open, k);
	if (v->variability >= SM_PARAMETER || !t->good)
		return true;
	sb_message *s = sb_report(t->m->diag, SB_ERROR, "G0081", t->span,
							  "'%s' reads '%s', which is outside of the component and no parameter",
							  t->user && *t->user ? t->user : t->component, v->name);
	sb_help(s, "give it to the component through an input");
	t->good = false;
	return true;
}

static void look_at(taking *t, sx_ref e)
{
	if (e)
		sx_visit(t->m->pool, e, see, t);
}

static void look_at_statements(taking *t, const sm_statements *list)
{
	for (uint32_t k = 0; k < list->n; k++) {
		const sm_statement *one = list->at[k];
		const sx_ref parts[] = {one->target, one->value, one->condition, one->from, one->to, one->step};
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
			look_at(t, parts[i]);
		for (uint32_t i = 0; i < one->targets.n; i++)
			look_at(t, one->targets.at[i]);
		for (uint32_t i = 0; i < one->branches.n; i++) {
			look_at(t, one->branches.at[i].condition);
			for (uint32_t a = 0; a < one->branches.at[i].any.n; a++)
				look_at(t, one->branches.at[i].any.at[a]);
			look_at_statements(t, &one->branches.at[i].body);
		}
	}
}

static void look_at_equation(taking *t, const sm_equation *q)
{
	t->span = q->span;
	t->user = q->component;
	look_at(t, q->lhs);
	look_at(t, q->rhs);
	for (uint32_t i = 0; i < q->targets.n; i++)
		look_at(t, q->targets.at[i]);
	for (uint32_t i = 0; i < q->branches.n; i++) {
		look_at(t, q->branches.at[i].condition);
		for (uint32_t a = 0; a < q->branches.at[i].any.n; a++)
			look_at(t, q->branches.at[i].any.at[a]);
		for (uint32_t b = 0; b < q->branches.at[i].body.n; b++)
			look_at_equation(t, q->branches.at[i].body.at[b]);
	}
	look_at_statements(t, &q->statements);
}

static void look_at_variable(taking *t, uint32_t k)
{
	const sm_variable *v = sm_var(t->m, k);
	const sx_ref parts[] = {v->binding, v->start, v->min, v->max, v->nominal, v->fixed};
	t->span = v->span;
	t->user = v->name;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		look_at(t, parts[i]);
}

/* Constants of packages are read by functions. */
static void look_at_functions(taking *t)
{
	for (uint32_t k = 0; k < t->m->functions.n; k++) {
		const sm_function *f = t->m->functions.at[k];
		for (uint32_t i = 0; i < f->locals.n; i++)
			look_at(t, f->locals.at[i].binding);
		look_at_statements(t, &f->body);
		look_at_statements(t, &f->last);
	}
}

/* ---- equations */

/* Connections belong to where their variables are; everything else to the component that it was written in. */
static bool stays(const taking *t, const sm_equation *q)
{
	if (q->from_binding && sx_op_of(t->m->pool, q->lhs) == SX_VAR &&
		sm_var(t->m, sx_at(t->m->pool, q->lhs)->payload)->causality == SM_INPUT)
		return false;
	if (!q->from_connect)
		return is_inside(t, q->component);
	asked a = sides_of(t, q, NULL);
	return a.any && a.all;
}

static void keep_equations(taking *t, sm_equations *list)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < list->n; k++)
		if (stays(t, list->at[k]))
			list->at[n++] = list->at[k];
	list->n = n;
}

static bool comes_first(const taking *t, uint32_t scalar)
{
	uint32_t element;
	return sm_var(t->m, sm_variable_of_scalar(t->m, scalar, &element))->causality == SM_INPUT;
}

static sx_ref scalar_ref(const taking *t, uint32_t scalar)
{
	uint32_t element, v = sm_variable_of_scalar(t->m, scalar, &element);
	return sm_ref_at(t->m, v, element);
}

/* Sets that lead across the border: their members inside are connected with one of them, the input if there is one. */
static void join_inside(taking *t)
{
	sm_links links = sm_links_new(t->m, t->scratch);
	sb_map root = sb_map_new(t->scratch), done = sb_map_new(t->scratch);
	bool *joined = sb_new_array(t->scratch, bool, t->m->variables.n + 1);
	uint64_t known;
	for (uint32_t k = 0; k < t->m->variables.n; k++)
		joined[k] = t->inside[k] && is_own(t, sm_var(t->m, k)) && sm_var(t->m, k)->port != SM_NO_PORT;
	sm_links_close(t->m, joined);
	sm_equations *all = &t->m->equations;
	uint32_t n = 0;
	for (uint32_t k = 0; k < all->n; k++) {
		sm_equation *q = all->at[k];
		if (sm_is_link(t->m, q) && joined[sx_at(t->m->pool, q->lhs)->payload])
			sm_links_add(&links, q);
		else
			all->at[n++] = q;
	}
	all->n = n;
	for (int round = 0; round < 2; round++)
		for (uint32_t k = 0; k < 2 * links.list.n; k++) {
			const sm_link *l = &links.list.at[k / 2];
			uint32_t scalar = k % 2 ? l->b : l->a, element, set = sm_links_top(&links, scalar);
			if (!t->inside[sm_variable_of_scalar(t->m, scalar, &element)])
				continue;
			if (round == 0 && (!sb_map_get(&root, set + 1, &known) || comes_first(t, scalar)))
				sb_map_put(&root, set + 1, scalar + 1);
			if (round == 0 || sb_map_get(&done, scalar + 1, &known))
				continue;
			sb_map_put(&done, scalar + 1, 1);
			sb_map_get(&root, set + 1, &known);
			if (known != scalar + 1)
				sm_add_equation(t->m, scalar_ref(t, (uint32_t)known - 1), scalar_ref(t, scalar), l->span,
								t->component)->from_connect = true;
		}
}

/* ---- names */

static const char *inner_name(const taking *t, const char *name)
{
	return !is_inside(t, name) ? "" : name[t->length] == '.' ? sb_intern(t->m->names, name + t->length + 1) : "";
}

static bool name_anew(taking *t)
{
	for (uint32_t k = 0; k < t->m->variables.n; k++) {
		sm_variable *v = sm_edit(t->m, k);
		const char *name = inner_name(t, v->name);
		uint32_t other = sm_find(t->m, name);
		if (!t->inside[k] || !*name || (other != UINT32_MAX && t->kept[other]))
			continue;
		for (uint32_t d = 0; v->parts && d < v->rank; d++) {
			if (v->parts[d] <= t->parts)
				return false;
			v->parts[d] -= t->parts;
		}
		v->name = name;
		sb_map_put(&t->m->by_name, (uint64_t)(uintptr_t)name, k + 1);
	}
	for (uint32_t k = 0; k < t->m->variables.n; k++)
		sm_edit(t->m, k)->component = inner_name(t, sm_var(t->m, k)->component);
	return true;
}

static void move_equations(const taking *t, const sm_equations *list)
{
	for (uint32_t k = 0; k < list->n; k++) {
		sm_equation *q = list->at[k];
		q->component = inner_name(t, q->component);
		for (uint32_t d = 0; d < q->component_rank; d++)
			q->component_parts[d] -= q->component_parts[d] > t->parts ? t->parts : q->component_parts[d];
		for (uint32_t b = 0; b < q->branches.n; b++)
			move_equations(t, &q->branches.at[b].body);
	}
}

static void move_components(taking *t, sm_component own)
{
	uint32_t n = 1;
	own.name = t->m->components.at[0].name;
	for (uint32_t k = 1; k < t->m->components.n; k++) {
		sm_component c = t->m->components.at[k];
		c.name = inner_name(t, c.name);
		if (*c.name)
			t->m->components.at[n++] = c;
	}
	t->m->components.at[0] = own;
	t->m->components.n = n;
}

/* What goes has no elements. */
static void drop_others(taking *t)
{
	static uint32_t none[1];
	uint32_t scalars = 0;
	for (uint32_t k = 0; k < t->m->variables.n; k++) {
		sm_variable *v = sm_edit(t->m, k);
		if (!t->kept[k]) {
			*v = (sm_variable){.name = v->name, .type = v->type, .enumeration = v->enumeration, .rank = 1,
					.shape = none,
				.variability = SM_PARAMETER, .hidden = true, .span = v->span, .component = "",
				.over = sb_new_array(t->m->arena, uint32_t, 1)};
		}
		v->first = scalars;
		scalars += v->count;
	}
	t->m->scalars = scalars;
	t->m->stored.n = 0;
	t->m->settings.plot.n = 0;
	t->m->settings.figures.n = 0;
}

/* ---- all of it */

static const sm_component *find(taking *t)
{
	sm_model *m = t->m;
	for (uint32_t k = 1; k < m->components.n; k++)
		if (strcmp(m->components.at[k].name, t->component) == 0)
			return &m->components.at[k];
	const char *best = NULL;
	for (uint32_t k = 1; k < m->components.n && !best; k++) {
		const char *dot = strrchr(m->components.at[k].name, '.'), *last = strrchr(t->component, '.');
		if (strcmp(dot ? dot + 1 : m->components.at[k].name, last ? last + 1 : t->component) == 0)
			best = m->components.at[k].name;
	}
	sb_message *s = sb_report(m->diag, SB_ERROR, "G0082", (sb_span){0}, "the model has no component '%s'",
			t->component);
	if (best)
		sb_help(s, "there is '%s'", best);
	else if (m->components.n > 1)
		sb_help(s, "there is '%s'%s", m->components.at[1].name, m->components.n > 2 ? ", and others" : "");
	return NULL;
}

static bool can_be_divided(taking *t)
{
	const sm_model *m = t->m;
	const char *why = m->routines.n || m->resources.n ? "processes"
					  : m->instances.n                ? "instances that come and go"
					  : m->machine_states.n           ? "state machines"
					  : m->events.n                   ? "events of their own"
													  : NULL;
	if (!why)
		return true;
	sb_message *s = sb_report(m->diag, SB_ERROR, "G0083", (sb_span){0},
							  "no component can be taken out of a model with %s", why);
	sb_help(s, "write a model with the component alone, and name that");
	return false;
}

static void find_kept(taking *t)
{
	sm_model *m = t->m;
	for (uint32_t k = 0; k < m->variables.n; k++)
		if (t->inside[k]) {
			t->kept[k] = true;
			sb_push(t->scratch, t->open, k);
		}
	for (uint32_t k = 0; k < m->equations.n; k++)
		look_at_equation(t, m->equations.at[k]);
	for (uint32_t k = 0; k < m->initial_equations.n; k++)
		look_at_equation(t, m->initial_equations.at[k]);
	look_at_functions(t);
	while (t->open.n)
		look_at_variable(t, t->open.at[--t->open.n]);
}

bool sm_take_component(sm_model *m, const char *component)
{
	taking t = {.m = m, .scratch = sb_arena_new(), .component = component, .length = strlen(component), .good = true,
				.parts = 1};
	for (const char *c = component; *c; c++)
		t.parts += *c == '.';
	const sm_component *found = can_be_divided(&t) ? find(&t) : NULL;
	if (found) {
		sm_component own = *found;
		t.components = sb_map_new(t.scratch);
		for (uint32_t k = 1; k < m->components.n; k++)
			sb_map_put(&t.components, (uint64_t)(uintptr_t)sb_intern(m->names, m->components.at[k].name), 1);
		t.inside = sb_new_array(t.scratch, bool, m->variables.n + 1);
		t.kept = sb_new_array(t.scratch, bool, m->variables.n + 1);
		for (uint32_t k = 0; k < m->variables.n; k++)
			t.inside[k] = is_inside(&t, sm_var(m, k)->component);
		set_border(&t, &own);
		join_inside(&t);
		keep_equations(&t, &m->equations);
		keep_equations(&t, &m->initial_equations);
		find_kept(&t);
		drop_others(&t);
		if (t.good && !name_anew(&t)) {
			sb_message *s = sb_report(m->diag, SB_ERROR, "G0083", own.span,
									  "'%s' is an array of components, which cannot be taken out as one", component);
			sb_help(s, "name one element of it: '%s[1]'", component);
			t.good = false;
		}
		move_equations(&t, &m->equations);
		move_equations(&t, &m->initial_equations);
		move_components(&t, own);
		m->name = sb_intern(m->names, component);
	}
	sb_arena_free(t.scratch);
	return found && t.good;
}
