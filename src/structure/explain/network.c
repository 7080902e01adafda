/* What networks do wrong, in the words of networks. Nothing here knows a domain: a potential is equal at all ends of a
 * connection, a flow adds up to zero there, be they voltage and current, angle and torque, temperature and heat flow.
 *
 *     no reference     the flows of a closed network add up to zero by themselves, so one of its nodes says nothing
 * new, and the level of its potentials is open potentials       two components prescribe the same potential
 * (difference): ideal voltage sources in parallel, or one with its ends connected; how the flow divides is open flows
 * two components prescribe the same flow: ideal current sources in series, or one with an open end; the potential
 * between them is open */
#include "structure/explain/explain.h"

#include <string.h>

static bool has_port(ss_work *w, uint32_t key, sm_port port)
{
	uint32_t root = ss_set_of_key(w, key) % w->n;

	if (key >= w->n)
		return false;
	for (uint32_t s = w->first_member[root]; s != UINT32_MAX; s = w->next_member[s])
		if (ss_variable(w, s)->port == port)
			return true;
	return false;
}

static void add_owner(ss_work *w, const char *component, sb_u32s *out)
{
	uint32_t owner = ss_owner(w, component);
	if (owner && owner != UINT32_MAX)
		ss_add_once(w, out, owner);
}

/* The connector that a variable is part of; connectors of the model itself too. */
static const char *connector_of(ss_work *w, const sm_variable *v)
{
	const char *dot = strrchr(v->name, '.');
	return dot ? sb_strndup(w->scratch, v->name, (size_t)(dot - v->name)) : v->name;
}

static bool is_loose(const sm_variable *v)
{
	return v->port == SM_FLOW && v->joined_outside < v->count;
}

/* ------------------------------------------------------------------------------------------- no reference */

/* Connectors outside of the network that are connected to nothing: perhaps the reference is one of them. */
static void tell_loose(ss_work *w, ss_telling *t, const sb_u32s *network)
{
	for (uint32_t i = 0; i < w->model->variables.n && t->shown < SS_PLACES_MOST; i++) {
		const sm_variable *v = sm_var(w->model, i);
		uint32_t owner = is_loose(v) ? ss_owner(w, v->component) : 0;
		bool inside = false;
		if (!owner || owner == UINT32_MAX)
			continue;
		for (uint32_t k = 0; k < network->n; k++)
			inside |= network->at[k] == owner;
		const sm_component *part = &w->model->components.at[owner];
		if (inside && network->n == 1)
			sb_note(t->m, "'%s' is connected to nothing", connector_of(w, v));
		else if (!inside)
			ss_tell_position(t, ss_user_position(w, part->name, part->span),
						  sb_printf(w->scratch, "'%s' is connected to nothing", connector_of(w, v)));
	}
}

void ss_tell_floating(ss_work *w, sb_span place, const sb_u32s *potentials, const sb_u32s *network)
{
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0115", place,
							  "nothing fixes the level of the potential%s %s: the network of %s has no "
							  "reference",
							  potentials->n == 1 ? "" : "s", ss_names(w, potentials->at, potentials->n, SS_NAMES_MOST),
							  network->n ? ss_component_names(w, network, 4) : "these equations");
	ss_telling t = ss_tell(w, m, place);

	tell_loose(w, &t, network);
	sb_note(m, "only differences of these are determined: the flows of a closed network add up to zero by themselves, "
			   "so one of its nodes gives no new equation");
	sb_help(m, "connect one of its nodes to a ground or another component that fixes a potential");
}

static bool tell_no_reference(ss_case *c, const ss_conflict *f)
{
	ss_work *w = c->w;
	const ss_equation *q = NULL;
	sb_u32s potentials = {0}, network = {0};

	for (uint32_t i = 0; i < f->part.equations.n && !q; i++) {
		q = c->s->equations[f->part.equations.at[i]];
		if (!q->origin || !q->origin->from_connect || !ss_says_nothing(w, q))
			q = NULL;
	}
	if (!q)
		return false;
	for (uint32_t i = 0; i < c->under.unknowns.n; i++) {
		uint32_t key = c->s->unknowns[c->under.unknowns.at[i]];
		if (has_port(w, key, SM_POTENTIAL))
			sb_push(w->scratch, potentials, key);
	}
	if (!potentials.n)
		return false;
	for (uint32_t i = 0; i < f->equations.n; i++)
		add_owner(w, f->equations.at[i]->component, &network);
	for (uint32_t i = 0; i < c->under.equations.n; i++)
		add_owner(w, c->s->equations[c->under.equations.at[i]]->component, &network);
	ss_sort_numbers(&network);
	ss_sort_numbers(&potentials);
	ss_tell_floating(w, ss_equation_position(w, q), &potentials, &network);
	return true;
}

/* ---------------------------------------------------------------------------------------- same prescribed twice */

/* flow = 0 of a connector that is connected to nothing */
static const sm_variable *open_end(ss_work *w, const ss_equation *q)
{
	if (!q->origin || !q->origin->from_connect || !q->written_lhs || sx_op_of(w->pool, q->written_lhs) != SX_VAR)
		return NULL;
	const sm_variable *v = sm_var(w->model, sx_at(w->pool, q->written_lhs)->payload);
	return v->port == SM_FLOW && sx_is_number(w->pool, q->written_rhs, 0) ? v : NULL;
}

/* A literal, as a ground gives it: that is no source. */
static bool is_reference(ss_work *w, const ss_equation *q)
{
	return q->gone && q->written_lhs &&
		   (sx_is_const(w->pool, q->written_lhs) || sx_is_const(w->pool, q->written_rhs)) &&
		   sx_op_of(w->pool, q->written_lhs) == SX_VAR;
}

static bool is_sum(ss_work *w, sx_ref e, int depth)
{
	sx_op op = sx_op_of(w->pool, e);

	if (op == SX_VAR)
		return sm_var(w->model, sx_at(w->pool, e)->payload)->variability < SM_PARAMETER;
	if (sx_is_number(w->pool, e, 0))
		return true;
	if ((op != SX_ADD && op != SX_SUB && op != SX_NEG) || depth > 16)
		return false;
	for (uint32_t i = 0; i < sx_at(w->pool, e)->count; i++)
		if (!is_sum(w, sx_arg(w->pool, e, i), depth + 1))
			return false;
	return true;
}

/* v = p.v - n.v, p.i + n.i = 0: passes on what others prescribe. A potential that is set to zero is a reference, not a
 * sum. */
static bool passes_on(ss_work *w, const ss_equation *q)
{
	return q->written_lhs && is_sum(w, q->written_lhs, 0) && is_sum(w, q->written_rhs, 0) && !is_reference(w, q);
}

typedef struct sources {
	sb_u32s parts;           /* components whose equations are in the conflict, without references */
	const sm_variable *open; /* an end that is left open */
	bool flows, potentials, connected;
} sources;

static sources find_sources(ss_case *c, const ss_conflict *f)
{
	ss_work *w = c->w;
	sources found = {0};
	sb_u32s references = {0}, others = {0};

	for (uint32_t i = 0; i < f->equations.n; i++) {
		const ss_equation *q = f->equations.at[i];
		if (q->origin && q->origin->from_connect) {
			found.connected = true;
			found.open = found.open ? found.open : open_end(w, q);
		} else {
			add_owner(w, q->component, is_reference(w, q) ? &references : passes_on(w, q) ? &others : &found.parts);
		}
	}
	if (!found.parts.n)
		found.parts = references.n ? references : others;
	ss_sort_numbers(&found.parts);
	for (uint32_t i = 0; i < f->keys.n; i++) {
		found.flows |= has_port(w, f->keys.at[i], SM_FLOW);
		found.potentials |= has_port(w, f->keys.at[i], SM_POTENTIAL);
	}
	return found;
}

static const char *port_name(ss_case *c, const ss_conflict *f, sm_port port)
{
	for (uint32_t i = 0; i < f->keys.n; i++)
		if (f->keys.at[i] < c->w->n && ss_variable(c->w, f->keys.at[i])->port == port)
			return ss_names(c->w, &f->keys.at[i], 1, 1);
	return "";
}

static sb_message *begin_sources(ss_case *c, const ss_conflict *f, const sources *x, sb_span place)
{
	ss_work *w = c->w;
	const char *names = ss_component_names(w, &x->parts, 4), *quantity = x->flows ? "flow" : "potential";

	if (x->open)
		return sb_report(w->diag, SB_ERROR, "S0116", place,
						 "%s prescribe%s a flow, but '%s' is connected to nothing, so that its flow is zero", names,
						 x->parts.n == 1 ? "s" : "", connector_of(w, x->open));
	if (x->parts.n == 1)
		return sb_report(w->diag, SB_ERROR, "S0116", place,
						 "%s prescribes a %s between ends that are connected to each other", names,
						 x->flows ? "flow" : "difference of potentials");
	return sb_report(w->diag, SB_ERROR, "S0116", place, "%s prescribe the same %s (%s)", names, quantity,
					 port_name(c, f, x->flows ? SM_FLOW : SM_POTENTIAL));
}

static bool tell_sources(ss_case *c, const ss_conflict *f)
{
	ss_work *w = c->w;
	sources x = find_sources(c, f);

	if (!x.connected || !x.parts.n || x.parts.n > 4 || x.flows == x.potentials)
		return false;
	const sm_component *last = &w->model->components.at[x.parts.at[x.parts.n - 1]];
	sb_span place = ss_user_position(w, last->name, last->span);
	sb_message *m = begin_sources(c, f, &x, place);
	ss_telling t = ss_tell(w, m, place);
	for (uint32_t i = 0; i + 1 < x.parts.n; i++) {
		const sm_component *part = &w->model->components.at[x.parts.at[i]];
		ss_tell_position(&t, ss_user_position(w, part->name, part->span), "together with this");
	}
	for (uint32_t i = 0; i < f->equations.n && x.parts.n > 1; i++)
		if (f->equations.at[i]->origin && f->equations.at[i]->origin->from_connect && !open_end(w, f->equations.at[i]))
			ss_tell_position(&t, ss_equation_position(w, f->equations.at[i]), "connected here");
	sb_note(m, "this is one equation too many, and nothing is left to determine %s",
			ss_unknown_names(c, &c->under.unknowns));
	sb_help(m, x.open           ? "connect the other end, or remove the component"
			   : x.parts.n == 1 ? "remove the connection between its ends"
			   : x.flows        ? "give the flow another path past one of them, or remove one of them"
						 : "put a component between them over which the potential can differ, such as a resistance, or "
						   "remove one of them");
	return true;
}

bool ss_tell_network(ss_case *c)
{
	uint32_t row = 0;

	while (c->s->unknown_of_row[row] != UINT32_MAX)
		row++;
	ss_conflict f = ss_conflict_of(c, row);
	return tell_no_reference(c, &f) || tell_sources(c, &f);
}
