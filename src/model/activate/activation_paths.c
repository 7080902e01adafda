/* Paths of activations: which leads to which. */
#include "model/activate/activation_inside.h"

enum { NEW, OPEN, DONE };

uint32_t sm_path_of(sm_activating *a, uint32_t scalar)
{
	while (a->same[scalar] != scalar) {
		a->same[scalar] = a->same[a->same[scalar]];
		scalar = a->same[scalar];
	}
	return scalar;
}

void sm_join_paths(sm_activating *a, uint32_t one, uint32_t other)
{
	one = sm_path_of(a, one);
	other = sm_path_of(a, other);
	uint32_t first = one < other ? one : other, second = one < other ? other : one;
	a->same[second] = first;
	if (!a->given[first])
		a->given[first] = a->given[second];
}

static const char *path_name(sm_activating *a, uint32_t scalar)
{
	sb_text text = {0};

	sm_scalar_name(a->m, scalar, &text);
	return sb_intern_text(a->m->names, &text);
}

static sb_span path_span(sm_activating *a, uint32_t scalar)
{
	uint32_t element;
	const sm_variable *v = sm_var(a->m, sm_variable_of_scalar(a->m, scalar, &element));

	return sm_user_position(&a->owners, v->component, v->span);
}

/* ------------------------------------------------------------------------------------------ loops and sets */

enum { DEEPEST = 3000 };
typedef struct step { uint32_t path, depth; struct step *before; } step;

/* The loop closes at `at->path`, which is further up. */
static void report_loop(sm_activating *a, const step *at)
{
	sb_text path = {0};
	uint32_t last = at->path;

	for (const step *s = at->before; s; s = s->before) {
		sb_addf(&path, path.at ? ", '%s' of '%s'" : "'%s' is made of '%s'", path_name(a, s->path), path_name(a, last));
		last = s->path;
		if (s->path == at->path)
			break;
	}
	sb_message *m = sb_report(a->m->diag, SB_ERROR, "S0707", path_span(a, at->path),
		"the activation '%s' leads to itself without a delay", path_name(a, at->path));
	sb_note(m, "%s", path.at ? path.at : "");
	sb_help(m, "let one of them come later: schedule(o, delay) in a when, or an EventDelay; a delay of 0 will do");
	sb_text_free(&path);
}

static uint64_t *new_set(sm_activating *a)
{
	return sb_new_array(a->scratch, uint64_t, a->words);
}

static void add_group(uint64_t *set, uint32_t group)
{
	set[group / 64] |= (uint64_t)1 << group % 64;
}

static bool walk(sm_activating *a, uint32_t path, step *before);

/* The groups of an expression, added to `set`. What is no activation has none. */
static bool walk_expr(sm_activating *a, sx_ref e, step *before, uint64_t *set)
{
	const sx_pool *pool = a->m->pool;
	uint64_t at;

	if (!e || !sm_is_activation(a->m, e))
		return true;
	switch (sx_op_of(pool, e)) {
	case SX_SOURCE:
		if (sb_map_get(&a->by_node, e, &at) && a->sources.at[at - 1].group)
			add_group(set, a->sources.at[at - 1].group);
		return true;
	case SX_VAR: {
		uint32_t first, count = sm_scalars_of(a->m, e, &first);
		for (uint32_t i = 0; i < count; i++) {
			uint32_t path = sm_path_of(a, first + i);
			if (!walk(a, path, before))
				return false;
			for (uint32_t w = 0; w < a->words; w++)
				set[w] |= a->sets[path][w];
		}
		return true;
	}
	case SX_AND: {
		sx_ref l = sx_arg(pool, e, 0), r = sx_arg(pool, e, 1);
		uint64_t *left = new_set(a), *right = new_set(a);
		bool both = sm_is_activation(a->m, l) && sm_is_activation(a->m, r);
		if (!walk_expr(a, l, before, left) || !walk_expr(a, r, before, right))
			return false;
		for (uint32_t w = 0; w < a->words; w++)
			set[w] |= both ? left[w] & right[w] : left[w] | right[w];
		return true;
	}
	default:
		for (uint32_t i = 0; i < sx_at(pool, e)->count; i++)
			if (!walk_expr(a, sx_arg(pool, e, i), before, set))
				return false;
		return true;
	}
}

static bool walk(sm_activating *a, uint32_t path, step *before)
{
	step here = {path, before ? before->depth + 1 : 0, before};

	if (a->state[path] == DONE)
		return true;
	if (a->state[path] == OPEN) {
		report_loop(a, &here);
		return false;
	}
	if (here.depth > DEEPEST) {
		sb_help(sb_report(a->m->diag, SB_ERROR, "S0712", path_span(a, path),
			"the activation '%s' is at the end of a chain of more than %d others", path_name(a, path), DEEPEST),
			"join the activations in groups, and the groups with each other");
		return false;
	}
	a->state[path] = OPEN;
	a->sets[path] = new_set(a);
	if (a->programmed[path])
		add_group(a->sets[path], a->sources.at[a->programmed[path] - 1].group);
	if (!walk_expr(a, a->given[path], &here, a->sets[path]))
		return false;
	a->state[path] = DONE;
	return true;
}

bool sm_walk_paths(sm_activating *a)
{
	a->words = a->group_count / 64 + 1;
	for (uint32_t k = 0; k < a->m->variables.n; k++) {
		const sm_variable *v = sm_var(a->m, k);
		for (uint32_t i = 0; v->activation && i < v->count; i++)
			if (!walk(a, sm_path_of(a, v->first + i), NULL))
				return false;
	}
	return true;
}

const uint64_t *sm_groups_of(sm_activating *a, sx_ref e)
{
	if (!sm_is_activation(a->m, e))
		return NULL;
	uint64_t *set = new_set(a);
	return walk_expr(a, e, NULL, set) ? set : NULL;
}

/* ------------------------------------------------------------------------------------------------- periods */

/* source: the SOURCE that says when; 0: it is not periodic, because of `why` */
typedef struct period { sx_ref source; uint32_t path; const char *why; } period;

static period period_of(sm_activating *a, sx_ref e, uint32_t path)
{
	const sx_pool *pool = a->m->pool;

	switch (sx_op_of(pool, e)) {
	case SX_SOURCE:
		if (sx_at(pool, e)->payload % 4 == SX_SOURCE_PERIODIC)
			return (period){e, path, NULL};
		if (sx_at(pool, e)->payload % 4 == SX_SOURCE_INITIAL)
			return (period){0, path, "it comes once, at the beginning"};
		return (period){0, path, sx_is_const(pool, sx_arg(pool, e, 0)) ? "nothing is connected to it, so it never comes"
			: "it comes when a condition becomes true"};
	case SX_VAR: {
		uint32_t scalar = sm_scalar_of(a->m, e), at = scalar == UINT32_MAX ? 0 : sm_path_of(a, scalar);
		if (scalar == UINT32_MAX)
			return (period){0, path, "its subscript is not known before the run"};
		if (a->programmed[at])
			return (period){0, at, "it is programmed by schedule"};
		return period_of(a, a->given[at], at);
	}
	case SX_OR: {
		period one = period_of(a, sx_arg(pool, e, 0), path), other = period_of(a, sx_arg(pool, e, 1), path);
		bool same = one.source && other.source;
		for (uint32_t i = 0; same && i < 3; i++)
			same = sx_arg(pool, one.source, i) == sx_arg(pool, other.source, i);
		return same ? one : (period){0, path, "it is the union of activations that differ"};
	}
	case SX_AND: return (period){0, path, "a condition decides whether it comes"};
	case SX_CONST: return (period){0, path, "it is an input of the whole model"};
	default: return (period){0, path, "a condition decides from where it comes"};
	}
}

enum { ELEMENTS_MOST = 1000 };       /* of an array whose elements have periods of their own */
typedef struct putting { sm_activating *a; sb_span span; const char *component; bool good; } putting;

/* The port of the component that leads to this path, which its user knows; the path itself, if there is none. */
static uint32_t port_of(sm_activating *a, uint32_t scalar, const char *component)
{
	for (uint32_t k = 0; k < a->m->variables.n; k++) {
		const sm_variable *v = sm_var(a->m, k);
		for (uint32_t i = 0; v->activation && v->port == SM_PORT_INPUT && v->component == component && i < v->count; i++)
			if (sm_path_of(a, v->first + i) == sm_path_of(a, scalar))
				return v->first + i;
	}
	return scalar;
}

static sx_ref refuse_period(putting *p, sx_ref e, const period *found)
{
	uint32_t scalar = sm_scalar_of(p->a->m, e);

	if (p->good) {
		sb_message *m = sb_report(p->a->m->diag, SB_ERROR, "S0708",
			sm_user_position(&p->a->owners, p->component, p->span), "the activation '%s' has no period",
			scalar == UINT32_MAX ? "" : path_name(p->a, port_of(p->a, scalar, p->component)));
		sb_note(m, "'%s': %s", path_name(p->a, found->path), found->why);
		sb_also(m, path_span(p->a, found->path), "it is declared here");
		sb_help(m, "only what comes from Activation(period, offset), as that of a SampleClock, has a period");
	}
	p->good = false;
	return sx_real(p->a->m->pool, 1);
}

/* Are the subscripts of `var` those of this element of it? */
static sx_ref is_element(sx_pool *pool, sx_ref var, sx_ref element)
{
	sx_ref all = 0;

	for (uint32_t d = 0; d < sx_at(pool, var)->count; d++) {
		sx_ref is = sx_binary(pool, SX_EQ, sx_arg(pool, var, d), sx_arg(pool, element, d));
		all = all ? sx_binary(pool, SX_AND, all, is) : is;
	}
	return all;
}

static sx_ref put_period(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	putting *p = self->context;
	sx_ref var, out = 0;

	if (sx_op_of(pool, e) != SX_PERIOD)
		return 0;
	var = sx_arg(pool, e, 0);
	uint32_t first, count = sm_scalars_of(p->a->m, var, &first), element;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t k = sm_variable_of_scalar(p->a->m, first + i, &element);
		sx_ref one = sm_var(p->a->m, k)->rank ? sm_ref_at(p->a->m, k, element) : sm_ref(p->a->m, k);
		period found = period_of(p->a, one, sm_path_of(p->a, first + i));
		if (!found.source)
			return refuse_period(p, one, &found);
		sx_ref value = sx_cast(pool, sx_arg(pool, found.source, 0), SX_REAL);
		if (out && out != value && count > ELEMENTS_MOST) {
			found.why = "other elements of the array have other periods";
			return refuse_period(p, one, &found);
		}
		out = !out || out == value ? value : sx_if(pool, is_element(pool, var, one), value, out);
	}
	return out ? out : sx_real(pool, 1);
}

static sx_ref with_period(void *context, sx_ref e)
{
	putting *p = context;
	sx_rewriter rw;

	if (!(sx_flags(p->a->m->pool, e) & SX_HAS_VAR))
		return e;
	rw = sx_rewriter_new(p->a->scratch, NULL, p);
	rw.enter = put_period;
	return sx_rewrite(&rw, p->a->m->pool, e);
}

static void put_in_lists(putting *p, sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_equations one = {&list->at[i], 1, 1};
		p->span = list->at[i]->span;
		p->component = list->at[i]->component;
		sm_map_equations(p->a->m, &one, with_period, p);
	}
}

bool sm_put_periods(sm_activating *a)
{
	putting p = {.a = a, .good = true};

	for (uint32_t k = 0; k < a->m->variables.n; k++) {
		sx_ref values[] = {sm_var(a->m, k)->binding, sm_var(a->m, k)->start, sm_var(a->m, k)->nominal};
		p.span = sm_var(a->m, k)->binding_span.source ? sm_var(a->m, k)->binding_span : sm_var(a->m, k)->span;
		p.component = sm_var(a->m, k)->component;
		for (size_t i = 0; i < sizeof values / sizeof *values; i++)
			values[i] = values[i] ? with_period(&p, values[i]) : 0;
		sm_variable *v = sm_edit(a->m, k);
		v->binding = values[0];
		v->start = values[1];
		v->nominal = values[2];
	}
	put_in_lists(&p, &a->m->equations);
	put_in_lists(&p, &a->m->initial_equations);
	return p.good;
}
