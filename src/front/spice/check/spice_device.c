/* Cards of devices: nodes, models, values. */
#include "front/spice/check/spice_check.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

typedef struct reading { sp_netlist *n; sp_scope *s; sp_device *d; sp_words w; uint32_t at; } reading;

static sb_message *missing(sp_netlist *n, sb_span span, const char *code, const char *what, const char *name,
						   const sb_strings *near)
{
	sb_message *m = sb_report(n->c->diag, SB_ERROR, code, span, "there is no %s '%s'", what, name);
	const char *nearest = near->n ? sb_nearest(name, near->at, near->n) : NULL;
	sb_text files = {0};
	for (uint32_t i = 0; i < n->c->searched.n && i < 8; i++)
		sb_addf(&files, "%s%s", i ? ", " : "", n->c->searched.at[i]);
	sb_note(m, "files that were read: %s%s", files.at, n->c->searched.n > 8 ? ", ..." : "");
	sb_text_free(&files);
	if (nearest)
		sb_help(m, "did you mean '%s'?", nearest);
	else
		sb_help(m, "include the file that defines it: .include \"FILE\"");
	return m;
}

static sb_strings names_of_models(sp_netlist *n, const sp_scope *s)
{
	sb_strings names = {0};
	for (; s; s = s->around)
		for (uint32_t i = 0; i < s->models.n; i++)
			sb_push(n->c->arena, names, s->models.at[i]->name);
	return names;
}

static sb_strings names_of_scopes(sp_netlist *n, const sp_scope *s)
{
	sb_strings names = {0};
	for (; s; s = s->around)
		for (uint32_t i = 0; i < s->inside.n; i++)
			sb_push(n->c->arena, names, s->inside.at[i]->name);
	return names;
}

static bool take_node(reading *r)
{
	const sp_word *w = &r->w.at[r->at];
	if (w->kind != SP_WORD) {
		sb_report(r->n->c->diag, SB_ERROR, "L0204", w->kind == SP_END ? r->d->span : w->span,
				  "'%s' has too few nodes", r->d->name);
		return false;
	}
	sp_node *node = sp_node_named(r->n, r->s, w->name, w->span);
	node->connections++;
	sb_push(r->n->c->arena, r->d->nodes, node);
	r->at++;
	return true;
}

static bool take_nodes(reading *r, uint32_t count)
{
	while (r->d->nodes.n < count)
		if (!take_node(r))
			return false;
	return true;
}

static bool is_value(const sp_word *w)
{
	return w->kind == SP_BRACED || (w->kind == SP_WORD && sp_is_number(w->text));
}

static bool is_key(const reading *r)
{
	return r->w.at[r->at].kind == SP_WORD && r->w.at[r->at + 1].kind == SP_EQUALS;
}

/* ------------------------------------------------------------------------------------------------------ models */

enum { LEVEL_MOST = 1000 };

/* A model is of a kind when somebody uses it: its letter belongs to it too. */
static void settle_model(sp_netlist *n, sp_model *m, const sp_device *d)
{
	const sp_pair *level = sp_pair_of(&m->pairs, "level");
	double value = 1;
	bool known = !level || !level->values.n || sp_value(m->owner, level->values.at[0], &value);
	if (!known || !(value >= 0 && value <= LEVEL_MOST) || value != floor(value)) {
		sb_report(n->c->diag, SB_ERROR, "L0205", level->span, "the level of a model must be a whole number");
		value = 1;
	}
	m->level = (int)value;
	m->kind = sp_kind_of(d->letter, m->type, m->level);
	if (d->letter == 'd' && m->kind && sp_ideal_diode(m))
		m->kind = sp_ideal_diode(m);
	if (m->kind)
		return;
	if (!sp_is_model_type(m->type)) {
		static const char *const types[] = {"r", "c", "l", "d", "npn", "pnp", "nmos", "pmos", "njf", "pjf", "nmf",
			"pmf", "sw", "csw"};
		sb_message *e = sb_report(n->c->diag, SB_ERROR, "L0206", m->type_span, "models of type '%s' are not there",
				m->type);
		const char *near = sb_nearest(m->type, types, sizeof types / sizeof *types);
		if (near)
			sb_help(e, "did you mean '%s'?", near);
		return;
	}
	if (!sp_kind_of(d->letter, m->type, 1)) {
		sb_also(sb_report(n->c->diag, SB_ERROR, "L0207", d->model_span,
						  "'%s' is a model of type '%s', which is not for '%s'", m->name, m->type, d->name),
				m->span, "defined here");
		return;
	}
	sb_help(sb_report(n->c->diag, SB_ERROR, "L0208", level ? level->span : m->span,
					  "level %d of '%s' is not there", m->level, m->type),
			d->letter == 'm' ? "levels 1 and 3 are there" : "level 1 is there");
}

static void no_parameter(sp_netlist *n, const sp_pair *p, const char *list, const char *of, const char *name)
{
	sb_strings known = {0};
	for (const char *at = list; *at;) {
		at += strspn(at, " ");
		size_t k = strcspn(at, " =");
		if (k)
			sb_push(n->c->arena, known, (const char *)sb_strndup(n->c->arena, at, k));
		at += strcspn(at, " ");
	}
	sb_message *m = sb_report(n->c->diag, SB_ERROR, "L0209", p->span, "%s '%s' has no parameter '%s'", of, name,
							  p->text && !p->values.n ? p->text : p->key);
	const char *near = known.n ? sb_nearest(p->key, known.at, known.n) : NULL;
	if (near)
		sb_help(m, "did you mean '%s'?", near);
}

/* Of models that others publish: what is there for other programs, and changes nothing in the equations. */
static bool is_remark(const char *key)
{
	static const char remarks[] = " mfg vceo icrating iave vpk type ron qg vds irms vrev bvj nk iss version ";
	static const char bins[] = " lmin lmax wmin wmax ";
	return sp_is_word_of(remarks, key) || sp_is_word_of(bins, key);
}

static void check_model(sp_netlist *n, sp_model *m)
{
	for (uint32_t i = 0; i < m->pairs.n && m->kind; i++) {
		sp_pair *p = &m->pairs.at[i];
		if (!strcmp(p->key, "level") || (!p->values.n && !strcmp(p->key, "ako")))
			continue;
		if (sp_parameter_named(m->kind->model, p->key) && p->values.n)
			continue;
		if (is_remark(p->key) || sp_is_foreign(m->kind->letter, p->key)) {
			sb_report(n->c->diag, SB_WARNING, "L0210", p->span, "'%s' of the model '%s' is not used here", p->key,
					  m->name);
			p->values.n = 0;           /* mfg=Name is no expression */
		} else {
			no_parameter(n, p, m->kind->model, "the model", m->name);
		}
	}
}

static void find_model(reading *r, const sp_word *w)
{
	sp_device *d = r->d;
	d->model_name = w->name;
	d->model_span = w->span;
	sp_model *m = sp_find_model(r->s, w->name);
	if (!m) {
		sb_strings near = names_of_models(r->n, r->s);
		sb_message *e = missing(r->n, w->span, "L0201", "model", w->text, &near);
		if (sp_find_param(r->s, w->name))
			sb_help(e, "the value of the parameter is written {%s}", w->text);
		return;
	}
	bool known = m->used;
	if (!known || !m->kind || m->kind->letter != d->letter)
		settle_model(r->n, m, d);
	m->used = true;
	d->model = m;
	d->kind = m->kind;
	if (!known)
		check_model(r->n, m);
}

/* Where the model is named: at the first word from `from` on that is the name of one, or at the last that may be. */
static uint32_t model_place(const reading *r, uint32_t from, uint32_t most)
{
	uint32_t last = from;
	for (uint32_t i = from; i <= most && r->w.at[i].kind == SP_WORD && r->w.at[i + 1].kind != SP_EQUALS; i++) {
		if (sp_find_model(r->s, r->w.at[i].name))
			return i;
		if (!sp_is_number(r->w.at[i].text))
			last = i;
	}
	return last;
}

/* ----------------------------------------------------------------------------------------------- what is behind */

static void check_instance(reading *r, const char *list)
{
	for (uint32_t i = 0; i < r->d->pairs.n; i++) {
		const sp_pair *p = &r->d->pairs.at[i];
		if (!p->values.n && (!strcmp(p->key, "off") || !strcmp(p->key, "on"))) {
			*(strcmp(p->key, "on") ? &r->d->off : &r->d->on) = true;
			continue;
		}
		if (!strcmp(p->key, "tc") && sp_parameter_named(list, "tc1") && p->values.n)
			continue;
		if (!strcmp(p->key, "noisy") || !strcmp(p->key, "noise"))
			continue;
		if (!strcmp(p->key, "ac") && r->d->letter == 'r' && p->values.n) {
			sb_report(r->n->c->diag, SB_WARNING, "L0210", p->span,
					"'ac' of '%s' is not used here: its resistance is the same "
					  "at all frequencies", r->d->name);
			continue;
		}
		if (p->values.n ? sp_parameter_named(list, p->key) != NULL : false)
			continue;
		no_parameter(r->n, p, list, "the device", r->d->name);
	}
}

static void add_pair(reading *r, const char *key, const sp_expr *value, sb_span span)
{
	sp_pair p = {.key = key, .span = span, .text = key};
	if (!value)
		return;
	sb_push(r->n->c->arena, p.values, value);
	sb_push(r->n->c->arena, r->d->pairs, p);
}

/* The rest of the card: a value that has no name, then names with values. */
static void take_rest(reading *r, const char *unnamed, const char *list)
{
	const sp_word *w = &r->w.at[r->at];
	const sp_expr *value = unnamed && is_value(w) ? sp_word_value(r->n->c, r->d->card, w) : NULL;
	r->at += value != NULL;
	r->d->pairs = sp_read_pairs(r->n, r->d->card, &r->w, r->at);
	if (value)
		add_pair(r, unnamed, value, w->span);
	check_instance(r, list);
}

/* 1F is a millionth of a billionth of a farad. */
static void look_at_unit(reading *r, const sp_word *w)
{
	const char *suffix, *end;
	double value;
	if (w->kind != SP_WORD || !sp_number(w->text, &value, &suffix, &end))
		return;
	/* 10f is what it says; 1F is not */
	bool farad = r->d->letter == 'c' && (!strcmp(suffix, "F") || !strcasecmp(suffix, "farad"));
	bool mega = r->d->letter == 'r' && (!strcmp(suffix, "M") || !strcasecmp(suffix, "mohm"));
	if (farad)
		sb_help(sb_report(r->n->c->diag, SB_WARNING, "L0211", w->span, "F is femto here: %s is %g farad", w->text,
						  value),
				"for farad leave the unit away: %.*s", (int)(suffix - w->text), w->text);
	if (mega)
		sb_help(sb_report(r->n->c->diag, SB_WARNING, "L0211", w->span, "M is milli here: %s is %g ohm", w->text, value),
				"mega is written meg: %.*smeg", (int)(suffix - w->text), w->text);
}

/* R, C, L: a value, a model, or both. */
static void passive(reading *r)
{
	sp_device *d = r->d;
	d->kind = sp_kind_of(d->letter, NULL, 1);
	if (!take_nodes(r, 2))
		return;
	for (int i = 0; i < 2 && !is_key(r); i++) {
		const sp_word *w = &r->w.at[r->at];
		if (is_value(w) && !d->value) {
			look_at_unit(r, w);
			d->value = sp_word_value(r->n->c, d->card, w);
		} else if (w->kind == SP_WORD && !d->model_name && sp_find_model(r->s, w->name)) {
			find_model(r, w);
		} else if (w->kind == SP_WORD && !d->value && !d->model_name && strcmp(w->name, "tc")) {
			find_model(r, w);
		} else {
			break;
		}
		r->at++;
	}
	take_rest(r, NULL, sp_kind_of(d->letter, NULL, 1)->instance);
	char own[2] = {d->letter, 0};
	bool geometry = d->model && (sp_pair_of(&d->pairs, "l") || sp_pair_of(&d->model->pairs, "l") ||
								 sp_pair_of(&d->model->pairs, own) || sp_pair_of(&d->model->pairs, "cap") ||
								 sp_pair_of(&d->model->pairs, "ind"));
	if (!d->value && !sp_pair_of(&d->pairs, own) && !geometry && !(d->model_name && !d->model) && d->letter != 'r')
		sb_report(r->n->c->diag, SB_ERROR, "L0212", d->span, "'%s' has no value", d->name);
	else if (!d->value && !sp_pair_of(&d->pairs, own) && !geometry && !(d->model_name && !d->model))
		sb_help(sb_report(r->n->c->diag, SB_ERROR, "L0212", d->span, "'%s' has no value", d->name),
				"give a resistance, or a model and the length L");
}

/* D, Q, M, J, Z: nodes, a model, an area. */
static void semiconductor(reading *r, uint32_t least, uint32_t most)
{
	uint32_t place = model_place(r, r->at + least, r->at + most);
	while (r->at < place)
		if (!take_node(r))
			return;
	if (r->d->nodes.n < least || r->w.at[r->at].kind != SP_WORD) {
		sb_report(r->n->c->diag, SB_ERROR, "L0204", r->d->span, "'%s' has too few nodes, or no model", r->d->name);
		return;
	}
	find_model(r, &r->w.at[r->at++]);
	if (r->d->letter == 'q' && r->d->nodes.n == 5) {
		sb_report(r->n->c->diag, SB_ERROR, "L0213", r->d->span, "a thermal node of a bipolar transistor is not there");
		return;
	}
	const sp_kind *k = r->d->kind ? r->d->kind : sp_kind_of(r->d->letter, NULL, 1);
	take_rest(r, r->d->letter == 'm' ? NULL : "area", k->instance);
	/* The class has four terminals; without the fourth the substrate is at ground. */
	if (r->d->letter == 'q' && r->d->nodes.n == 3)
		sb_push(r->n->c->arena, r->d->nodes, sp_node_named(r->n, r->s, sb_intern(r->n->c->names, "0"), r->d->span));
}

static void switch_card(reading *r)
{
	sp_device *d = r->d;
	if (!take_nodes(r, d->letter == 's' ? 4 : 2))
		return;
	if (d->letter == 'w')
		r->at++;                       /* the source: sp_read_controlled has looked at it */
	if (r->w.at[r->at].kind != SP_WORD) {
		sb_report(r->n->c->diag, SB_ERROR, "L0204", d->span, "'%s' has too few nodes, or no model", d->name);
		return;
	}
	find_model(r, &r->w.at[r->at++]);
	take_rest(r, NULL, " ");
}

static void line_card(reading *r)
{
	sp_device *d = r->d;
	if (!take_nodes(r, 4))
		return;
	d->kind = sp_kind_of(d->letter, NULL, 1);
	take_rest(r, NULL, d->kind->instance);
	if (!sp_pair_of(&d->pairs, "td") && !sp_pair_of(&d->pairs, "f"))
		sb_report(r->n->c->diag, SB_ERROR, "L0214", d->span, "'%s' needs its delay: TD, or F and NL", d->name);
}

static void subcircuit_call(reading *r)
{
	sp_device *d = r->d;
	uint32_t last = r->at;
	while (r->w.at[last].kind == SP_WORD && r->w.at[last + 1].kind != SP_EQUALS &&
		   strcmp(r->w.at[last].name, "params:"))
		last++;
	if (last == r->at) {
		sb_report(r->n->c->diag, SB_ERROR, "L0204", d->span, "'%s' names no subcircuit", d->name);
		return;
	}
	const sp_word *name = &r->w.at[last - 1];
	while (r->at < last - 1)
		take_node(r);
	r->at = last + (r->w.at[last].kind == SP_WORD && !strcmp(r->w.at[last].name, "params:"));
	d->pairs = sp_read_pairs(r->n, d->card, &r->w, r->at);
	d->model_name = name->name;
	d->model_span = name->span;
	d->called = sp_find_scope(r->s, name->name);
	if (!d->called) {
		sb_strings near = names_of_scopes(r->n, r->s);
		missing(r->n, name->span, "L0312", "subcircuit", name->text, &near);
		return;
	}
	d->called->used = true;
	if (d->called->pins.n != d->nodes.n)
		sb_also(sb_report(r->n->c->diag, SB_ERROR, "L0313", d->span, "'%s' connects %u nodes, but '%s' has %u", d->name,
						  d->nodes.n, d->called->name, d->called->pins.n), d->called->span, "defined here");
	for (uint32_t i = 0; i < d->pairs.n; i++) {
		const sp_pair *p = &d->pairs.at[i];
		const sp_param *formal = sb_map_find(&d->called->param_names, p->key);
		if (p->values.n && formal && formal->formal)
			continue;
		if (!strcmp(p->key, "m") && p->values.n) {
			double copies;
			d->copies = p->values.at[0];
			if (sp_value(r->s, d->copies, &copies) && !(copies > 0))
				sb_report(r->n->c->diag, SB_ERROR, "L0315", p->span, "m of a call must be greater than 0");
			continue;
		}
		sb_text list = {0};
		sb_add(&list, " ");
		for (uint32_t k = 0; k < d->called->params.n; k++)
			if (d->called->params.at[k]->formal)
				sb_addf(&list, "%s ", d->called->params.at[k]->name);
		no_parameter(r->n, p, list.at, "the subcircuit", d->called->name);
		sb_text_free(&list);
	}
}

static void coupling(reading *r)
{
	sp_device *d = r->d;
	for (; r->w.at[r->at].kind == SP_WORD && !is_value(&r->w.at[r->at]); r->at++) {
		sp_device *l = sp_find_device(r->s, r->w.at[r->at].name);
		if (!l || l->letter != 'l') {
			sb_report(r->n->c->diag, SB_ERROR, "L0215", r->w.at[r->at].span, "there is no inductor '%s'",
					  r->w.at[r->at].text);
			continue;
		}
		sb_push(r->n->c->arena, d->sources, l);
	}
	if (is_value(&r->w.at[r->at]))
		d->value = sp_word_value(r->n->c, d->card, &r->w.at[r->at++]);
	if (!d->value || r->w.at[r->at].kind != SP_END)
		sb_report(r->n->c->diag, SB_ERROR, "L0216", d->span, "Kname L1 L2 ... VALUE is expected");
	double k;
	if (d->value && sp_value(r->s, d->value, &k) && !(k > -1 - 1e-12 && k < 1 + 1e-12))
		sb_report(r->n->c->diag, SB_ERROR, "L0217", d->value->span, "a coupling lies between -1 and 1");
	if (d->sources.n == 1)
		sb_report(r->n->c->diag, SB_ERROR, "L0216", d->span, "'%s' needs two inductors", d->name);
}

static void refuse(reading *r)
{
	static const struct { char letter; const char *what; } others[] = {
		{'a', "code models of XSPICE"}, {'n', "devices of OSDI"}, {'p', "coupled lines (CPL)"},
		{'o', "lines with losses (LTRA)"}, {'u', "distributed RC lines (URC)"},
		{'y', "S-parameter blocks and single lossy lines (TXL)"}};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].letter == r->d->letter) {
			sb_report(r->n->c->diag, SB_ERROR, "L0218", r->d->span, "'%s': %s are not there", r->d->name,
					  others[i].what);
			return;
		}
	sb_report(r->n->c->diag, SB_ERROR, "L0218", r->d->span, "'%s': there is no device with the letter '%c'", r->d->name,
			  r->d->letter);
}

static void read_device(sp_netlist *n, sp_scope *s, sp_device *d)
{
	reading r = {.n = n, .s = s, .d = d, .w = sp_split(n->c, d->card), .at = 1};
	switch (d->letter) {
	case 'r': case 'c': case 'l': passive(&r); break;
	case 'd': semiconductor(&r, 2, 2); break;
	case 'q': semiconductor(&r, 3, 5); break;
	case 'm': semiconductor(&r, 4, 4); break;
	case 'j': case 'z': semiconductor(&r, 3, 3); break;
	case 's': switch_card(&r); break;
	case 'w': sp_read_controlled(n, s, d, &r.w, 3); switch_card(&r); break;
	case 't': line_card(&r); break;
	case 'x': subcircuit_call(&r); break;
	case 'k': coupling(&r); break;
	case 'v': case 'i': if (take_nodes(&r, 2)) sp_read_source(n, d, &r.w, r.at); break;
	case 'e': case 'f': case 'g': case 'h': case 'b':
		if (take_nodes(&r, 2))
			sp_read_controlled(n, s, d, &r.w, r.at);
		break;
	default: refuse(&r);
	}
}

/* All names first: F, H, K and W name other devices. */
static void name_devices(sp_netlist *n, sp_scope *s)
{
	for (uint32_t i = 0; i < s->cards.n; i++) {
		const sp_card *card = s->cards.at[i];
		uint32_t length = (uint32_t)strcspn(card->text, " \t=,()");
		sp_device *d = sb_new(n->c->arena, sp_device);
		*d = (sp_device){.letter = (char)tolower((unsigned char)*card->text), .card = card, .owner = s,
			.name = sp_lower(n->c->names, card->text, length), .span = sp_span(n->c, card, 0, length)};
		const sp_device *before = sb_map_find(&s->device_names, d->name);
		if (before)
			sb_also(sb_report(n->c->diag, SB_ERROR, "L0105", d->span, "'%s' is there twice", d->name), before->span,
					"the first one");
		else
			sb_map_set(&s->device_names, d->name, d);
		sb_push(n->c->arena, s->devices, d);
	}
}

static void read_scope(sp_netlist *n, sp_scope *s)
{
	name_devices(n, s);
	for (uint32_t k = 0; k < s->devices.n; k++)
		read_device(n, s, s->devices.at[k]);
}

/* Subcircuits that nobody calls are not looked at: libraries are full of them. A netlist without devices is a library
 * itself, and of a component those of its own file can be used. */
void sp_read_devices(sp_netlist *n)
{
	for (uint32_t i = 0; i < n->scopes.n; i++) {
		sp_scope *s = n->scopes.at[i];
		s->used = s->used || !n->top->cards.n || (n->component && s->span.start < n->text->own);
	}
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = 0; i < n->scopes.n; i++) {
			sp_scope *s = n->scopes.at[i];
			if (s->used && s->mark != 3) {
				s->mark = 3;
				read_scope(n, s);
				more = true;
			}
		}
	}
	for (uint32_t i = 0; i < n->scopes.n; i++)
		n->scopes.at[i]->mark = 0;
}
