/* Devices: classes of lib/Spice with their parameters, and their terminals. */
#include "front/spice/write/spice_write.h"

#include <ctype.h>
#include <string.h>

static const char *upper(sb_arena *arena, const char *name)
{
	char *text = sb_strndup(arena, name, strcspn(name, " ="));
	for (char *at = text; *at; at++)
		*at = (char)toupper((unsigned char)*at);
	return text;
}

static bool is_whole(const char *name)
{
	static const char *const names[] = {"LEVEL", "TLEV", "TLEVC", "SUBS"};
	for (int i = 0; i < 4; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static void write_number(sp_writer *w, const sp_scope *lookup, const sp_expr *e, bool whole)
{
	double value;
	if (whole && sp_value(lookup, e, &value) && value > -1e9 && value < 1e9)
		sp_putf(w, e->span, "%d", (int)value);
	else
		sp_write_value(w, lookup, e);
}

/* How many initial values a device has; 0: one that is no array. */
static uint32_t initial_size(char letter)
{
	return letter == 'q' || letter == 'j' || letter == 'z' ? 2 : letter == 'm' ? 3 : letter == 't' ? 4 : 0;
}

static void write_initial(sp_writer *w, const sp_device *d, const sp_pair *p)
{
	uint32_t n = initial_size(d->letter);
	sp_putf(w, p->span, ", IC = %s", n ? "{" : "");
	for (uint32_t i = 0; i < (n ? n : 1); i++) {
		sp_put(w, p->span, i ? ", " : "");
		if (i < p->values.n)
			sp_write_value(w, d->owner, p->values.at[i]);
		else
			sp_put(w, p->span, "0");
	}
	sp_put(w, p->span, n ? "}" : "");
	if (!w->n->uic)
		sb_help(sb_report(w->n->c->diag, SB_INFO, "L0232", p->span, "IC of '%s' counts with UIC only", d->name),
				"write .tran ... UIC, or .ic V(NODE) = VALUE");
}

static void write_pair(sp_writer *w, const sp_device *d, const sp_scope *lookup, const char *list, const sp_pair *p)
{
	const char *known = sp_parameter_named(list, p->key);
	if (!strcmp(p->key, "tc") && !known) {
		for (uint32_t i = 0; i < p->values.n && i < 2; i++) {
			sp_putf(w, p->span, ", TC%u = ", i + 1);
			sp_write_value(w, lookup, p->values.at[i]);
		}
		return;
	}
	if (!known || !p->values.n)
		return;
	const char *name = upper(w->arena, known);
	if (!strcmp(name, "IC")) {
		write_initial(w, d, p);
		return;
	}
	sp_putf(w, p->span, ", %s = ", name);
	write_number(w, lookup, p->values.at[0], is_whole(name));
}

/* The card of a device wins over its model, and the last value of a card over those before it. */
static bool is_set_later(const sp_device *d, const sp_pairs *pairs, uint32_t i, bool of_model)
{
	const char *own = sp_parameter_named(of_model ? d->kind->model : d->kind->instance, pairs->at[i].key);
	const char *name = own ? own : pairs->at[i].key;
	size_t n = strcspn(name, " =");
	for (uint32_t k = i + 1; k < pairs->n; k++) {
		const char *other = sp_parameter_named(of_model ? d->kind->model : d->kind->instance, pairs->at[k].key);
		if (other && strcspn(other, " =") == n && strncmp(other, name, n) == 0)
			return true;
	}
	for (uint32_t k = 0; of_model && k < d->pairs.n; k++) {
		const char *other = sp_parameter_named(d->kind->instance, d->pairs.at[k].key);
		if (other && strcspn(other, " =") == n && strncmp(other, name, n) == 0)
			return true;
	}
	return false;
}

static bool stores(char letter)
{
	return strchr("cldqmjzt", letter) != NULL;
}

/* With UIC and .ic: the voltage at a node at the start. */
static void write_ic_of(sp_writer *w, const sp_device *d, const sp_node *node)
{
	for (uint32_t i = 0; i < w->n->ics.n; i++)
		if (w->n->ics.at[i].node == node) {
			sp_write_value(w, node->owner, w->n->ics.at[i].value);
			return;
		}
	if (node->pin && d->owner->around)
		sp_put(w, d->span, sp_quoted(w->arena, sb_printf(w->arena, "ic(%s)", node->name)));
	else
		sp_put(w, d->span, "0");
}

static void write_node_ics(sp_writer *w, const sp_device *d)
{
	static const struct { char letter; uint8_t n, of[3][2]; } pairs[] = {
		{'c', 1, {{0, 1}}}, {'d', 1, {{0, 1}}}, {'q', 2, {{1, 2}, {0, 2}}}, {'m', 3, {{0, 2}, {1, 2}, {3, 2}}},
		{'j', 2, {{0, 2}, {1, 2}}}, {'z', 2, {{0, 2}, {1, 2}}}};
	for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
		if (pairs[k].letter != d->letter)
			continue;
		sp_putf(w, d->span, ", IC = %s", pairs[k].n > 1 ? "{" : "");
		for (int i = 0; i < pairs[k].n; i++) {
			sp_put(w, d->span, i ? ", " : "");
			write_ic_of(w, d, d->nodes.at[pairs[k].of[i][0]]);
			sp_put(w, d->span, " - ");
			write_ic_of(w, d, d->nodes.at[pairs[k].of[i][1]]);
		}
		sp_put(w, d->span, pairs[k].n > 1 ? "}" : "");
	}
}

/* The signals of a device or a call, as a part of those of the class; `what` gets them. */
static bool put_noise(sp_writer *w, const sp_device *d, const char *what)
{
	uint32_t n = w->n->noisy && w->n->resting && d->letter != 'r' ? sp_noises_of(w->n, d) : 0;
	if (n)
		sp_putf(w, d->span, "%s = 'noise in'[%u:%u]", what, w->noise + 1, w->noise + n);
	w->noise += n;
	return n > 0;
}

static void write_kind(sp_writer *w, const sp_device *d, const char *name)
{
	const sp_kind *k = d->kind;
	const sp_model *m = d->model;
	bool pnp = m && *m->type == 'p' && strchr("qmjz", d->letter);
	sp_putf(w, d->span, "\n  Spice.%s %s(", k->class_name, name);
	/* A first argument, so that all others begin with a comma. */
	const sp_pair *own = k->tempered ? sp_pair_of(&d->pairs, "temp") : NULL;
	if (own && own->values.n) {
		sp_put(w, own->span, "TEMP = ");
		sp_write_value(w, d->owner, own->values.at[0]);
	} else if (k->tempered)
		sp_putf(w, d->span, "TEMP = %s", (const char *)sb_map_find(w->params, w->n->temper));
	else if (stores(d->letter))
		sp_putf(w, d->span, "UIC = %s", w->n->uic ? "true" : "false");
	else
		sp_putf(w, d->span, "ON = %s", d->on ? "true" : "false");
	if (k->tempered && stores(d->letter) && w->n->uic)
		sp_put(w, d->span, ", UIC = true");
	if (strchr("qmjz", d->letter))
		sp_putf(w, d->span, ", TYPE = %d", pnp ? -1 : 1);
	if (d->off && strchr("dqmjz", d->letter))
		sp_put(w, d->span, ", OFF = true");
	if (k->tempered && sp_has_option(w->n, "tnom") && !(m && sp_pair_of(&m->pairs, "tnom")))
		sp_putf(w, d->span, ", TNOM = %.17g", sp_option(w->n, "tnom", 27));
	if (strchr("dqmjz", d->letter))
		sp_putf(w, d->span, ", GMIN = %s, ILIM = %s", (const char *)sb_map_find(w->params, w->n->gmin),
				(const char *)sb_map_find(w->params, w->n->limit));
	if (d->value) {
		sp_putf(w, d->value->span, ", %c = ", toupper((unsigned char)d->letter));
		sp_write_value(w, d->owner, d->value);
	}
	for (uint32_t i = 0; m && i < m->pairs.n; i++)
		if (!is_set_later(d, &m->pairs, i, true) &&
			!(d->value && m->pairs.at[i].key[0] == d->letter && !m->pairs.at[i].key[1]))
			write_pair(w, d, m->owner, k->model, &m->pairs.at[i]);
	for (uint32_t i = 0; i < d->pairs.n; i++)
		if (!is_set_later(d, &d->pairs, i, false) && !(own && strstr(d->pairs.at[i].key, "temp")))
			write_pair(w, d, d->owner, k->instance, &d->pairs.at[i]);
	if (w->n->uic && w->n->ics.n && !sp_pair_of(&d->pairs, "ic"))
		write_node_ics(w, d);
	put_noise(w, d, ", noise");
	sp_put(w, d->span, ");");
}

/* ------------------------------------------------------------------------------------------------------- calls */

/* m: so many copies side by side are one, and the current of each of its nodes counts so many times. */
static void connect_call(sp_writer *w, const sp_device *d, const sp_node *node, const char *pin, const char *plain)
{
	if (!d->copies) {
		sp_connect(w, node, pin, d->span);
		return;
	}
	const char *several = sp_quoted(w->arena, sb_printf(w->arena, "m(%s.%s)", d->name, plain));
	sp_putf(w, d->span, "\n  Spice.Copies %s(M = %s);", several, sp_copies(w->arena, d));
	sp_connect(w, node, sb_printf(w->arena, "%s.all", several), d->span);
	sp_node *inner = sb_new(w->arena, sp_node);
	*inner = (sp_node){.name = sb_intern(w->n->c->names, sb_printf(w->arena, "%s.%s", d->name, plain)),
		.owner = w->scope, .span = d->span, .silent = true};
	sp_connect(w, inner, sb_printf(w->arena, "%s.one", several), d->span);
	sp_connect(w, inner, pin, d->span);
}

const char *sp_copies(sb_arena *arena, const sp_device *d)
{
	return sp_quoted(arena, sb_printf(arena, "_copies_%s", d->name));
}

static void write_call(sp_writer *w, const sp_device *d, const char *name)
{
	const sp_scope *s = d->called;
	bool more = false;
	if (d->copies) {
		sp_putf(w, d->span, "\n  parameter Real %s = ", sp_copies(w->arena, d));
		sp_write_value(w, d->owner, d->copies);
		sp_put(w, d->span, ";");
	}
	sp_putf(w, d->model_span, "\n  %s %s(", (const char *)sb_map_find(&w->classes, s), name);
	for (uint32_t i = 0; i < d->pairs.n; i++) {
		const sp_pair *p = &d->pairs.at[i];
		if (!p->values.n || sp_pair_of(&d->pairs, p->key) != p || p->values.at[0] == d->copies)
			continue;
		sp_putf(w, p->span, "%s%s = ", more ? ", " : "", sp_quoted(w->arena, p->key));
		sp_write_value(w, d->owner, p->values.at[0]);
		more = true;
	}
	for (uint32_t i = 0; i < s->outer.n; i++) {
		const sp_param *p = s->outer.at[i];
		sp_putf(w, d->span, "%s%s = %s", more ? ", " : "",
				sp_quoted(w->arena, sb_printf(w->arena, "%s (outer)", p->name)),
				(const char *)sb_map_find(w->params, p));
		more = true;
	}
	for (uint32_t i = 0; w->n->uic && w->n->ics.n && i < s->pins.n; i++) {
		sp_putf(w, d->span, "%s%s = ", more ? ", " : "",
				sp_quoted(w->arena, sb_printf(w->arena, "ic(%s)", s->pins.at[i]->name)));
		write_ic_of(w, d, d->nodes.at[i]);
		more = true;
	}
	put_noise(w, d, more ? ", 'noise in'" : "'noise in'");
	sp_put(w, d->span, ");");
	for (uint32_t i = 0; i < s->pins.n; i++)
		connect_call(w, d, d->nodes.at[i], sb_printf(w->arena, "%s.%s", name,
				   (const char *)sb_map_find(&w->pins, s->pins.at[i])), s->pins.at[i]->name);
	for (uint32_t i = 0; i < s->outer_nodes.n; i++)
		connect_call(w, d, s->outer_nodes.at[i], sb_printf(w->arena, "%s.%s", name,
				   sp_quoted(w->arena, sb_printf(w->arena, "%s (global)", s->outer_nodes.at[i]->name))),
				   s->outer_nodes.at[i]->name);
}

/* --------------------------------------------------------------------------------------------------- couplings */

static const sp_device *first_of_group(const sp_device *l)
{
	while (l->coupled && l->coupled != l)
		l = l->coupled;
	return l;
}

/* Inductors that couplings join are one component; the first of them leads. */
static void join_couplings(const sp_scope *s)
{
	for (uint32_t i = 0; i < s->devices.n; i++)
		for (uint32_t k = 0; s->devices.at[i]->letter == 'k' && k < s->devices.at[i]->sources.n; k++) {
			sp_device *a = (sp_device *)first_of_group(s->devices.at[i]->sources.at[0]);
			sp_device *b = (sp_device *)first_of_group(s->devices.at[i]->sources.at[k]);
			a->coupled = a;
			b->coupled = a;
		}
}

static uint32_t place_in_group(const sp_device *l)
{
	uint32_t at = 0;
	for (uint32_t i = 0; i < l->owner->devices.n && l->owner->devices.at[i] != l; i++) {
		const sp_device *d = l->owner->devices.at[i];
		at += d->letter == 'l' && d->coupled && first_of_group(d) == first_of_group(l);
	}
	return at + 1;
}

static const sp_expr *coupling(const sp_scope *s, const sp_device *a, const sp_device *b)
{
	const sp_expr *found = NULL;
	for (uint32_t i = 0; i < s->devices.n; i++) {
		const sp_device *k = s->devices.at[i];
		bool has_a = false, has_b = false;
		for (uint32_t j = 0; k->letter == 'k' && j < k->sources.n; j++) {
			has_a = has_a || k->sources.at[j] == a;
			has_b = has_b || k->sources.at[j] == b;
		}
		if (has_a && has_b)
			found = k->value;
	}
	return found;
}

typedef sb_vec(const sp_device *) coils;

static void write_matrix(sp_writer *w, const sp_device *leader, const coils *of)
{
	sp_put(w, leader->span, ", K = {");
	for (uint32_t i = 0; i < of->n; i++) {
		sp_put(w, leader->span, i ? ", {" : "{");
		for (uint32_t k = 0; k < of->n; k++) {
			const sp_expr *value = i == k ? NULL : coupling(leader->owner, of->at[i], of->at[k]);
			sp_put(w, leader->span, k ? ", " : "");
			if (value)
				sp_write_value(w, leader->owner, value);
			else
				sp_put(w, leader->span, i == k ? "1" : "0");
		}
		sp_put(w, leader->span, "}");
	}
	sp_put(w, leader->span, "}");
}

static const char *group_name(sp_writer *w, const sp_device *l)
{
	return sp_quoted(w->arena, sb_printf(w->arena, "%s (coupled)", first_of_group(l)->name));
}

/* A parameter of a coil: of its card, else of its model. */
static bool put_own(sp_writer *w, const sp_device *l, const char *before, const char *key, uint32_t which)
{
	const sp_pair *p = sp_pair_of(&l->pairs, key);
	const sp_scope *lookup = l->owner;
	if (!p && l->model) {
		p = sp_pair_of(&l->model->pairs, key);
		lookup = l->model->owner;
	}
	if (!p || p->values.n <= which)
		return false;
	sp_putf(w, p->span, "%s(", before);
	sp_write_value(w, lookup, p->values.at[which]);
	sp_put(w, p->span, ")");
	return true;
}

static void put_warming(sp_writer *w, const sp_device *l)
{
	if (!put_own(w, l, "*(", "temp", 0)) {
		sp_putf(w, l->span, "*(%s", (const char *)sb_map_find(w->params, w->n->temper));
		put_own(w, l, " + ", "dtemp", 0);
	}
	if (!put_own(w, l, " - ", "tnom", 0))
		sp_putf(w, l->span, " - %.17g", sp_option(w->n, "tnom", 27));
	sp_put(w, l->span, ")");
}

/* Of a coil that is coupled, as Spice.Inductor has it. */
static void write_inductance(sp_writer *w, const sp_device *l)
{
	if (l->value) {
		sp_put(w, l->span, "(");
		sp_write_value(w, l->owner, l->value);
		sp_put(w, l->span, ")");
	} else if (!put_own(w, l, "", "l", 0)) {
		put_own(w, l, "", "ind", 0);
	}
	put_own(w, l, "*", "scale", 0);
	put_own(w, l, "/", "m", 0);
	sp_put(w, l->span, "*(1");
	if (put_own(w, l, " + ", "tc1", 0) || put_own(w, l, " + ", "tc", 0))
		put_warming(w, l);
	if (put_own(w, l, " + ", "tc2", 0) || put_own(w, l, " + ", "tc", 1)) {
		put_warming(w, l);
		put_warming(w, l);
	}
	sp_put(w, l->span, ")");
}

static void write_group(sp_writer *w, const sp_device *leader)
{
	const char *name = group_name(w, leader);
	coils of = {0};
	for (uint32_t i = 0; i < leader->owner->devices.n; i++) {
		const sp_device *d = leader->owner->devices.at[i];
		if (d->letter == 'l' && d->coupled && first_of_group(d) == leader)
			sb_push(w->arena, of, d);
	}
	sp_putf(w, leader->span, "\n  Spice.CoupledInductors %s(N = %u, UIC = %s, L = {", name, of.n,
			w->n->uic ? "true" : "false");
	for (uint32_t i = 0; i < of.n; i++) {
		sp_put(w, of.at[i]->span, i ? ", " : "");
		write_inductance(w, of.at[i]);
	}
	sp_put(w, leader->span, "}");
	write_matrix(w, leader, &of);
	sp_put(w, leader->span, ", IC = {");
	for (uint32_t i = 0; i < of.n; i++) {
		const sp_pair *ic = sp_pair_of(&of.at[i]->pairs, "ic");
		sp_put(w, leader->span, i ? ", " : "");
		if (ic && ic->values.n)
			sp_write_value(w, leader->owner, ic->values.at[0]);
		else
			sp_put(w, leader->span, "0");
		sp_connect(w, of.at[i]->nodes.at[0], sb_printf(w->arena, "%s.p[%u]", name, i + 1), of.at[i]->span);
		sp_connect(w, of.at[i]->nodes.at[1], sb_printf(w->arena, "%s.n[%u]", name, i + 1), of.at[i]->span);
	}
	sp_put(w, leader->span, "});");
}

/* --------------------------------------------------------------------------------------------------------- all */

const char *sp_current_of(sp_writer *w, const sp_device *d)
{
	if (d->letter == 'l' && d->coupled)
		return sb_printf(w->arena, "%s.i[%u]", group_name(w, d), place_in_group(d));
	return sb_printf(w->arena, "%s.i", sp_quoted(w->arena, d->name));
}

bool sp_is_recorded(const sp_device *d)
{
	return d->letter == 'v' || d->letter == 'l' || d->letter == 'e' || d->letter == 'h' ||
		   (d->letter == 'b' && !d->current);
}

static void connect_terminals(sp_writer *w, const sp_device *d, const char *name)
{
	static const char *const two[] = {"p", "n", "cp", "cn"}, *const bipolar[] = {"c", "b", "e", "s"},
		*const field[] = {"d", "g", "s", "b"}, *const line[] = {"p1", "n1", "p2", "n2"};
	const char *const *names = d->letter == 'q' ? bipolar : strchr("mjz", d->letter) ? field :
		d->letter == 't' ? line : two;
	for (uint32_t i = 0; i < d->nodes.n; i++)
		sp_connect(w, d->nodes.at[i], sb_printf(w->arena, "%s.%s", name, names[i]), d->span);
	for (uint32_t i = 0; d->form == SP_LINEAR && strchr("eg", d->letter) && i < d->controls.n; i++)
		sp_connect(w, d->controls.at[i], sb_printf(w->arena, "%s.%s", name, two[2 + i]), d->span);
}

/* A resistor behind the voltage of its noise. */
static void write_noisy_resistor(sp_writer *w, const sp_device *d, const char *name)
{
	const char *noise = sp_quoted(w->arena, sb_printf(w->arena, "noise(%s)", d->name));
	sp_putf(w, d->span, "\n  Spice.VoltageSource %s(u = 'noise in'[%u]);", noise, ++w->noise);
	sp_node *inner = sb_new(w->arena, sp_node);
	*inner = (sp_node){.name = sb_intern(w->n->c->names, noise), .owner = w->scope, .span = d->span, .silent = true};
	sp_connect(w, d->nodes.at[0], sb_printf(w->arena, "%s.p", noise), d->span);
	sp_connect(w, inner, sb_printf(w->arena, "%s.n", noise), d->span);
	sp_connect(w, inner, sb_printf(w->arena, "%s.p", name), d->span);
	sp_connect(w, d->nodes.at[1], sb_printf(w->arena, "%s.n", name), d->span);
}

static void write_device(sp_writer *w, const sp_device *d)
{
	const char *name = sp_quoted(w->arena, d->name);
	if (d->letter == 'k')
		return;
	if (d->letter == 'x') {
		write_call(w, d, name);
		return;
	}
	if (d->letter == 'l' && d->coupled) {
		if (first_of_group(d) == d)
			write_group(w, d);
		return;
	}
	if (d->letter == 'v' || d->letter == 'i')
		sp_write_source(w, d, name);
	else if (strchr("efghb", d->letter))
		sp_write_controlled(w, d, name);
	else if (d->letter == 'w') {
		write_kind(w, d, name);
		w->out->n -= 2;                /* ); */
		sp_putf(w, d->span, ", ic = %s);", sp_current_of(w, d->sources.at[0]));
	} else
		write_kind(w, d, name);
	if (d->letter == 'r' && w->n->noisy && w->n->resting) {
		write_noisy_resistor(w, d, name);
		return;
	}
	connect_terminals(w, d, name);
}

void sp_write_devices(sp_writer *w)
{
	join_couplings(w->scope);
	for (uint32_t i = 0; i < w->scope->devices.n; i++)
		write_device(w, w->scope->devices.at[i]);
}
