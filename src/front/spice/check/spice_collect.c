/* Cards to scopes, parameters, functions and models. Devices and directives are kept for later. */
#include "front/spice/check/spice_check.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct collector { sp_netlist *n; sp_scope *scope; } collector;

bool sp_is_ground(const char *name)
{
	return !strcmp(name, "0") || !strcmp(name, "gnd") || !strcmp(name, "gnd!");
}

static sp_scope *new_scope(sp_netlist *n, const char *name, sp_scope *around, const sp_card *card, sb_span span)
{
	sb_arena *arena = n->c->arena;
	sp_scope *s = sb_new(arena, sp_scope);
	*s = (sp_scope){.name = name, .around = around, .card = card, .span = span,
		.param_names = sb_map_new(arena), .node_names = sb_map_new(arena), .device_names = sb_map_new(arena),
		.model_names = sb_map_new(arena), .scope_names = sb_map_new(arena), .function_names = sb_map_new(arena)};
	sb_push(arena, n->scopes, s);
	return s;
}

sp_node *sp_node_named(sp_netlist *n, sp_scope *s, const char *name, sb_span span)
{
	sp_node *node = sb_map_find(&s->node_names, name);
	if (node)
		return node;
	node = sp_is_ground(name) ? NULL : sb_map_find(&n->globals, name);
	if (!node) {
		node = sb_new(n->c->arena, sp_node);
		*node = (sp_node){.name = name, .owner = s, .span = span, .ground = sp_is_ground(name)};
		if (!node->ground)
			sb_push(n->c->arena, s->nodes, node);
	}
	sb_map_set(&s->node_names, name, node);
	return node;
}

static sp_param *add_param(collector *k, const char *name, const sp_expr *value, sb_span span, bool formal)
{
	sp_param *p = sb_map_find(&k->scope->param_names, name);
	if (p && p->formal && !formal) {
		sb_also(sb_report(k->n->c->diag, SB_ERROR, "L0102", span, "'%s' is a parameter of the subcircuit already",
						  name),
				p->span, "declared here");
		return p;
	}
	if (p) {                             /* the last one counts, as in ngspice */
		sb_also(sb_report(k->n->c->diag, SB_WARNING, "L0103", span, "the parameter '%s' is set again", name), p->span,
				"this value does not count");
		p->value = value;
		p->span = span;
		return p;
	}
	p = sb_new(k->n->c->arena, sp_param);
	*p = (sp_param){.name = name, .value = value, .owner = k->scope, .span = span, .formal = formal};
	sb_push(k->n->c->arena, k->scope->params, p);
	sb_map_set(&k->scope->param_names, name, p);
	return p;
}

/* ------------------------------------------------------------------------------------------------ name = value */

static bool is_identifier(const char *text)
{
	if (!isalpha((unsigned char)*text) && *text != '_')
		return false;
	for (; *text; text++)
		if (!isalnum((unsigned char)*text) && !strchr("_.#", *text))
			return false;
	return true;
}

/* Does a key begin at word i: NAME = and not NAME ==? */
static bool is_key(const sp_words *w, uint32_t i)
{
	return i + 2 < w->n && w->at[i].kind == SP_WORD && w->at[i + 1].kind == SP_EQUALS &&
		w->at[i + 2].kind != SP_EQUALS && is_identifier(w->at[i].name);
}

/* The words from `from` on as one expression, up to the next key. */
static const sp_expr *value_text(collector *k, const sp_card *card, const sp_words *w, uint32_t from, uint32_t *next)
{
	uint32_t i = from, depth = 0;
	for (; w->at[i].kind != SP_END && !(depth == 0 && i > from && is_key(w, i)); i++) {
		depth += w->at[i].kind == SP_OPEN;
		depth -= w->at[i].kind == SP_CLOSE && depth;
	}
	*next = i;
	if (i == from) {
		sb_report(k->n->c->diag, SB_ERROR, "L0004", w->at[from].span, "a value is expected here");
		return NULL;
	}
	if (i == from + 1)
		return sp_word_value(k->n->c, card, &w->at[from]);
	const sp_word *first = &w->at[from], *last = &w->at[i - 1];
	return sp_read_expression(k->n->c, card, first->from - (first->kind == SP_BRACED),
							  last->to + (last->kind == SP_BRACED));
}

static void parameters(collector *k, const sp_card *card, const sp_words *w, uint32_t at, bool formal)
{
	while (w->at[at].kind != SP_END) {
		const sp_word *name = &w->at[at];
		if (name->kind == SP_WORD && !strcmp(name->name, "params:")) {
			at++;
			continue;
		}
		if (!is_key(w, at)) {
			sb_report(k->n->c->diag, SB_ERROR, "L0006", name->span, "NAME = VALUE is expected here");
			return;
		}
		const sp_expr *value = value_text(k, card, w, at + 2, &at);
		add_param(k, name->name, value, name->span, formal);
	}
}

/* f(x, y) = expression, or without the sign. */
static bool function_card(collector *k, const sp_card *card, const sp_words *w)
{
	sb_arena *arena = k->n->c->arena;
	uint32_t at = 1, next;
	if (w->at[at].kind != SP_WORD || w->at[at + 1].kind != SP_OPEN)
		return false;
	sp_function *f = sb_new(arena, sp_function);
	*f = (sp_function){.name = w->at[at].name, .owner = k->scope, .span = w->at[at].span};
	for (at += 2; w->at[at].kind == SP_WORD; at++)
		sb_push(arena, f->args, w->at[at].name);
	if (w->at[at].kind != SP_CLOSE) {
		sb_report(k->n->c->diag, SB_ERROR, "L0007", w->at[at].span,
				  "')' is expected here, behind the arguments of '%s'", f->name);
		return true;
	}
	at++;
	at += w->at[at].kind == SP_EQUALS;
	f->body = value_text(k, card, w, at, &next);
	if (sp_builtin_named(f->name))
		sb_report(k->n->c->diag, SB_WARNING, "L0104", f->span, "'%s' is a function of SPICE, which this one replaces",
				  f->name);
	sb_push(arena, k->scope->functions, f);
	sb_map_set(&k->scope->function_names, f->name, f);
	return true;
}

/* Behind a word: NAME = VALUE [VALUE ...]. */
sp_pairs sp_read_pairs(sp_netlist *n, const sp_card *card, const sp_words *w, uint32_t at)
{
	sp_pairs pairs = {0};
	while (w->at[at].kind != SP_END) {
		if (w->at[at].kind == SP_OPEN || w->at[at].kind == SP_CLOSE) {
			at++;
			continue;
		}
		sp_pair p = {.key = w->at[at].name, .span = w->at[at].span, .text = w->at[at].text};
		if (w->at[at].kind != SP_WORD && w->at[at].kind != SP_BRACED) {
			sb_report(n->c->diag, SB_ERROR, "L0006", w->at[at].span, "NAME = VALUE is expected here");
			return pairs;
		}
		if (w->at[at + 1].kind != SP_EQUALS) {        /* a word alone */
			sb_push(n->c->arena, pairs, p);
			at++;
			continue;
		}
		at += 2;
		bool more = w->at[at].kind == SP_STRING;
		if (more)
			p.text = w->at[at++].text;
		while (!more && w->at[at].kind != SP_END && w->at[at + 1].kind != SP_EQUALS) {
			bool number = w->at[at].kind == SP_BRACED || (w->at[at].kind == SP_WORD && sp_is_number(w->at[at].text));
			if (p.values.n && !number)
				break;
			const sp_expr *value = sp_word_value(n->c, card, &w->at[at]);
			p.text = w->at[at].text;
			at++;
			if (value)
				sb_push(n->c->arena, p.values, value);
			else
				break;
		}
		if (!p.values.n && !more)
			sb_report(n->c->diag, SB_ERROR, "L0004", w->at[at].span, "a value is expected here");
		sb_push(n->c->arena, pairs, p);
	}
	return pairs;
}

const sp_pair *sp_pair_of(const sp_pairs *pairs, const char *key)
{
	const sp_pair *found = NULL;
	for (uint32_t i = 0; i < pairs->n; i++)
		if (strcmp(pairs->at[i].key, key) == 0)
			found = &pairs->at[i];
	return found;
}

/* --------------------------------------------------------------------------------------------------- directives */

static void subcircuit(collector *k, const sp_card *card, const sp_words *w)
{
	sp_netlist *n = k->n;
	if (w->at[1].kind != SP_WORD) {
		sb_report(n->c->diag, SB_ERROR, "L0306", w->at[0].span, "a subcircuit needs a name: .subckt NAME NODE ...");
		k->scope = new_scope(n, "", k->scope, card, w->at[0].span);
		return;
	}
	sp_scope *s = new_scope(n, w->at[1].name, k->scope, card, w->at[1].span);
	sp_scope *before = sb_map_find(&k->scope->scope_names, s->name);
	if (before)
		sb_also(sb_report(n->c->diag, SB_WARNING, "L0307", s->span, "the subcircuit '%s' is defined again", s->name),
				before->span, "this definition does not count");
	sb_push(n->c->arena, k->scope->inside, s);
	sb_map_set(&k->scope->scope_names, s->name, s);
	k->scope = s;
	uint32_t at = 2;
	for (; w->at[at].kind == SP_WORD && !is_key(w, at) && strcmp(w->at[at].name, "params:"); at++) {
		sp_node *pin = sp_node_named(n, s, w->at[at].name, w->at[at].span);
		if (pin->ground || pin->owner != s || pin->pin)
			sb_report(n->c->diag, SB_ERROR, "L0308", w->at[at].span, pin->pin && pin->owner == s ?
					  "'%s' is a node of the subcircuit twice" : "'%s' is ground or global, and cannot be a node of a "
					  "subcircuit", pin->name);
		else
			sb_push(n->c->arena, s->pins, pin);
		pin->pin = pin->owner == s;
	}
	parameters(k, card, w, at, true);
}

static void ends(collector *k, const sp_words *w)
{
	sb_diag *diag = k->n->c->diag;
	if (!k->scope->around) {
		sb_report(diag, SB_ERROR, "L0309", w->at[0].span, "there is no .subckt that this card would end");
		return;
	}
	if (w->at[1].kind == SP_WORD && strcmp(w->at[1].name, k->scope->name) != 0)
		sb_also(sb_report(diag, SB_WARNING, "L0310", w->at[1].span, "this ends the subcircuit '%s', not '%s'",
						  k->scope->name, w->at[1].name), k->scope->span, "defined here");
	k->scope = k->scope->around;
}

static void model(collector *k, const sp_card *card, const sp_words *w)
{
	sp_netlist *n = k->n;
	if (w->at[1].kind != SP_WORD || w->at[2].kind != SP_WORD) {
		sb_report(n->c->diag, SB_ERROR, "L0202", w->at[0].span,
				  "a model needs a name and a type: .model NAME TYPE(...)");
		return;
	}
	sp_model *m = sb_new(n->c->arena, sp_model);
	*m = (sp_model){.name = w->at[1].name, .type = w->at[2].name, .owner = k->scope, .span = w->at[1].span,
		.type_span = w->at[2].span, .card = card, .level = -1};
	uint32_t from = 3;
	if (w->at[3].kind == SP_EQUALS) {        /* .model NAME RON=1: the type follows from who uses it */
		m->type = "";
		m->type_span = m->span;
		from = 2;
	}
	m->pairs = sp_read_pairs(n, card, w, from);
	sp_model *before = sb_map_find(&k->scope->model_names, m->name);
	if (before)
		sb_also(sb_report(n->c->diag, SB_WARNING, "L0203", m->span, "the model '%s' is defined again", m->name),
				before->span, "this definition does not count");
	sb_push(n->c->arena, k->scope->models, m);
	sb_map_set(&k->scope->model_names, m->name, m);
}

static void global(collector *k, const sp_words *w)
{
	sp_netlist *n = k->n;
	for (uint32_t i = 1; w->at[i].kind == SP_WORD; i++) {
		if (sp_is_ground(w->at[i].name))
			continue;
		sp_node *node = sp_node_named(n, n->top, w->at[i].name, w->at[i].span);
		node->global = true;
		sb_map_set(&n->globals, node->name, node);
	}
}

/* Directives that are known, and read when the circuit is known. */
static const char later[] = " .ic .nodeset .options .option .opt .temp .tran .op .dc .ac .tf .save .print .plot .probe "
	".meas .measure .step .four .noise .pz .sens .disto .sp .pss .fourier .sextract .guess ";
static const char harmless[] = " .title .width .backanno .end .endc .csparam ";

static void directive(collector *k, const sp_card *card)
{
	sp_netlist *n = k->n;
	sp_words w = sp_split(n->c, card);
	const char *word =
		card->control ? sb_intern(n->c->names, sb_printf(n->c->arena, ".%s", w.at[0].name)) : w.at[0].name;
	if (sp_is_word_of(" .subckt .macro ", word))
		subcircuit(k, card, &w);
	else if (sp_is_word_of(" .ends .eom ", word))
		ends(k, &w);
	else if (!strcmp(word, ".model"))
		model(k, card, &w);
	else if (sp_is_word_of(" .func ", word) || (sp_is_word_of(" .param .params ", word) && w.at[2].kind == SP_OPEN)) {
		if (!function_card(k, card, &w))
			sb_report(n->c->diag, SB_ERROR, "L0007", w.at[1].span, ".func NAME(ARGUMENTS) {EXPRESSION} is expected");
	} else if (sp_is_word_of(" .param .params ", word))
		parameters(k, card, &w, 1, false);
	else if (!strcmp(word, ".global"))
		;                                /* before all others */
	else if (sp_is_word_of(later, word))
		sb_push(n->c->arena, n->directives, ((sp_directive){word, card, k->scope}));
	else if (!sp_is_word_of(harmless, word)) {
		static const char *const known[] = {".subckt",  ".ends",    ".model", ".func", ".param", ".global", ".ic",
											".nodeset", ".options", ".temp",  ".tran", ".op",    ".dc",     ".ac",
											".tf",      ".save",    ".print", ".plot", ".probe", ".meas",   ".step",
											".four",    ".include", ".lib",   ".end"};
		const char *near = sb_nearest(word, known, sizeof known / sizeof *known);
		sb_message *m = sb_report(n->c->diag, SB_ERROR, "L0008", w.at[0].span, "'%s' is not known here", w.at[0].text);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
	}
}

static void device_card(collector *k, const sp_card *card)
{
	if (isalpha((unsigned char)*card->text)) {
		sb_push(k->n->c->arena, k->scope->cards, (sp_card *)card);
		return;
	}
	sb_help(sb_report(k->n->c->diag, SB_ERROR, "L0009", sp_span(k->n->c, card, 0, 1),
					  "a card begins with the letter of a device, or with a dot"),
			"a comment begins with *, a line that continues a card with +");
}

static sp_param *own_param(collector *k, const char *name, double value)
{
	sp_context *c = k->n->c;
	return add_param(k, sb_intern(c->names, name), sp_number_expr(c, value, (sb_span){c->source, 0, 0}),
					 (sb_span){c->source, 0, 0}, true);
}

/* .step param NAME ...: the parameter needs no .param of its own; the first value is as good as any. */
static void stepped(collector *k, const sp_card *card)
{
	sp_words w = sp_split(k->n->c, card);
	for (uint32_t i = 1; w.at[i].kind == SP_WORD && i < 3; i++) {
		const sp_word *name = &w.at[i + 1], *first = &w.at[i + 2];
		if (strcmp(w.at[i].name, "param") != 0)
			continue;
		if (first->kind == SP_WORD && !strcmp(first->name, "list"))
			first++;
		if (name->kind != SP_WORD || sb_map_find(&k->n->top->param_names, name->name) || first->kind > SP_BRACED)
			return;
		collector top = {.n = k->n, .scope = k->n->top};
		add_param(&top, name->name, sp_word_value(k->n->c, card, first), name->span, false);
		return;
	}
}

void sp_collect(sp_netlist *n)
{
	const sp_cards *cards = &n->text->cards;
	collector k = {.n = n, .scope = new_scope(n, "", NULL, NULL, (sb_span){n->c->source, 0, 0})};
	n->top = k.scope;
	n->top->used = true;
	n->temper = own_param(&k, "temper", 27);
	n->still = own_param(&k, "still sources", 0);
	n->share = own_param(&k, "share of sources", 1);        /* ramps, in this order */
	n->limit = own_param(&k, "limit of junctions", 1e6);
	n->gmin = own_param(&k, "gmin of junctions", 1e-12);
	for (uint32_t i = 0; i < cards->n; i++) {
		if (strncasecmp(cards->at[i]->text, ".global", 7) != 0)
			continue;
		sp_words w = sp_split(n->c, cards->at[i]);
		global(&k, &w);
	}
	for (uint32_t i = 0; i < cards->n; i++)
		if (*cards->at[i]->text == '.' || cards->at[i]->control)
			directive(&k, cards->at[i]);
		else
			device_card(&k, cards->at[i]);
	for (uint32_t i = 0; i < n->directives.n; i++)
		if (!strcmp(n->directives.at[i].word, ".step"))
			stepped(&k, n->directives.at[i].card);
	for (; k.scope->around; k.scope = k.scope->around)
		sb_report(n->c->diag, SB_ERROR, "L0311", k.scope->span, "the subcircuit '%s' has no .ends", k.scope->name);
}
