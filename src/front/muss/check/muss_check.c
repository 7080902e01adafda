/* Blocks and declarations; who calls whom. */
#include "front/muss/check/muss_check.h"

#include <string.h>
#include <strings.h>

const mu_node *mu_region(const mu_unit *u, mu_kind kind)
{
	for (uint32_t i = 0; i < mu_length(u->node, 1); i++)
		if (mu_list(u->node, 1, i)->kind == kind)
			return mu_list(u->node, 1, i);
	return NULL;
}

mu_symbol *mu_find(const mu_unit *u, const char *name)
{
	return sb_map_find(&u->by_name, name);
}

const mu_call *mu_call_of(const mu_unit *u, const mu_node *apply)
{
	for (uint32_t i = 0; i < u->calls.n; i++)
		if (u->calls.at[i].node == apply)
			return &u->calls.at[i];
	return NULL;
}

int mu_known_type(const mu_text *t, const mu_node *e)
{
	uint64_t kept;
	return sb_map_get(&t->types, (uint64_t)(uintptr_t)e, &kept) ? (int)kept - 1 : -1;
}

static const mu_symbol *field_of(const mu_unit *u, const char *name, size_t length)
{
	for (uint32_t i = 0; i < u->symbols.n; i++) {
		const mu_symbol *s = u->symbols.at[i];
		if (s->group == MU_FIELDS && strlen(s->name) == length && strncmp(s->name, name, length) == 0)
			return s;
	}
	return NULL;
}

static const mu_symbol *space_of(const mu_unit *u)
{
	for (uint32_t i = 0; i < u->symbols.n; i++)
		if (u->symbols.at[i]->space)
			return u->symbols.at[i];
	return NULL;
}

const mu_symbol *mu_in_space(const mu_unit *u, const char *name, int *order)
{
	const mu_symbol *z = space_of(u);
	const char *line = strrchr(name, '_');
	const mu_symbol *f = z && line ? field_of(u, name, (size_t)(line - name)) : NULL;
	size_t n = z ? strlen(z->name) : 0;
	if (!f || strncmp(line + 1, z->name, n) != 0)
		return NULL;
	*order = line[1 + n] ? 2 : 1;
	return !line[1 + n] || strcmp(line + 1 + n, z->name) == 0 ? f : NULL;
}

/* ------------------------------------------------------------------ declarations */

static bool reserved(const char *name)
{
	static const char *const words[] = {"time", "true", "false", "and", "or", "not", "if", "else", "when", "case",
			"end"};
	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasecmp(words[i], name) == 0)
			return true;
	return false;
}

/* An output may also be a state or a field, and is the same variable then. */
static bool same_variable(const mu_symbol *s, int group, int type)
{
	bool one = s->group == MU_OUTPUTS && group == MU_STATES, other = s->group == MU_STATES && group == MU_OUTPUTS;
	return (one || other) && s->type == type;
}

static void declare(mu_checker *c, const mu_node *d, int group)
{
	mu_unit *u = c->unit;
	mu_symbol *s = mu_find(u, d->name);
	int type = d->kind == MU_SPACE ? MU_REAL : (int)d->number;
	if (reserved(d->name)) {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0102", d->name_span, "'%s' is a word of the language", d->name),
				"choose another name");
		return;
	}
	if (s && !same_variable(s, group, type)) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0101", d->name_span, "'%s' is declared a second time",
								  d->name);
		sb_also(m, s->declared->name_span, "'%s' is declared here, in '%s'", d->name, mu_group_text(s->group));
		sb_help(m, "only an output may be declared once more, as a state of the same type");
		return;
	}
	if (!s) {
		s = sb_new(c->text->arena, mu_symbol);
		s->name = d->name;
		s->declared = d;
		s->group = (uint8_t)group;
		s->type = (uint8_t)type;
		s->rank = d->kind == MU_SPACE ? 0 : mu_length(d, 0);
		s->space = d->kind == MU_SPACE;
		sb_push(c->text->arena, u->symbols, s);
		sb_map_set(&u->by_name, s->name, s);
	}
	s->output |= group == MU_OUTPUTS;
	s->state |= group == MU_STATES;
	if (group == MU_STATES && mu_child(d, 1))
		s->declared = d;                                  /* it says the value at the start */
	if (group == MU_INPUTS)
		sb_push(c->text->arena, u->inputs, s);
	if (group == MU_OUTPUTS)
		sb_push(c->text->arena, u->outputs, s);
}

static void check_group(mu_checker *c, const mu_node *g)
{
	mu_unit *u = c->unit;
	int group = (int)g->number;
	bool study = u->kind == MU_STUDY_BLOCK, experiment = u->kind == MU_EXPERIMENT || study;
	if (experiment && (group == MU_INPUTS || group == MU_OUTPUTS))
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0401", g->span, "%s has no %s: nobody is around it",
						  study ? "a study" : "an experiment", mu_group_text(group)),
				"declare them in 'auxiliary variables'%s", study ? "" : ", and define them in the dynamic region");
	if ((study && (group == MU_STATES || group == MU_CALLED)) || (!study && group == MU_EXPERIMENTS))
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0407", g->span, "a %s has no %s", mu_block_text(u->kind),
						  group == MU_STATES ? "states" : mu_group_text(group)),
				study ? "a study has auxiliary variables, parameters, constants and experiments called"
					  : "experiments are called by a study");
	if ((group == MU_FIELDS || group == MU_SPACES) &&
			u->kind != MU_DISTRIBUTED)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0103", g->span,
						  "only a distributed submodel has a space and fields"),
				"begin it with 'Distributed submodel %s is'", u->name);
	if (group == MU_PERIOD && u->kind != MU_SAMPLED_BLOCK)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0103", g->span, "only a sampled submodel has a period"),
				"begin it with 'Sampled submodel %s is'", u->name);
	if (group == MU_PERIOD)
		u->period = g;
	for (uint32_t i = 0; i < mu_length(g, 0); i++) {
		const mu_node *item = mu_list(g, 0, i);
		if (group == MU_CALLED)
			sb_push(c->text->arena, u->called, item);
		else if (group == MU_EXPERIMENTS)
			sb_push(c->text->arena, u->experiments, ((mu_asked){.node = item}));
		else if (item->kind == MU_DECLARE || item->kind == MU_SPACE)
			declare(c, item, group);
	}
}

static void check_values(mu_checker *c)
{
	mu_unit *u = c->unit;
	for (uint32_t i = 0; i < u->symbols.n; i++) {
		const mu_symbol *s = u->symbols.at[i];
		const mu_node *d = s->declared, *value = s->space ? NULL : mu_child(d, 1);
		if (s->space) {
			for (uint32_t k = 0; k < 3; k++)
				mu_expect(c, mu_child(d, k), k == 2 ? MU_INTEGER : MU_REAL);
			continue;
		}
		if (value)
			mu_expect(c, value, s->type);
		for (uint32_t k = 0; k < s->rank; k++)
			mu_expect(c, mu_list(d, 0, k), MU_INTEGER);
		if (!value && (s->group == MU_CONSTANTS || (s->group == MU_PARAMETERS && u->kind >= MU_EXPERIMENT)))
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0104", d->name_span, "the %s '%s' has no value",
							  s->group == MU_CONSTANTS ? "constant" : "parameter", s->name),
					"write '%s = ...'", s->name);
		bool holds = s->group == MU_CONSTANTS || s->group == MU_PARAMETERS || s->state || s->group == MU_AUXILIARY;
		if (value && !holds)
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0105", value->span, "%s have no value in their declaration",
							  mu_group_text(s->group)), "define '%s' in a region", s->name);
	}
}

/* ------------------------------------------------------------------ blocks */

static void new_unit(mu_text *t, const mu_node *b)
{
	mu_unit *u = sb_new(t->arena, mu_unit);
	const mu_unit *other = sb_map_find(&t->by_name, b->name);
	u->by_name = sb_map_new(t->arena);
	u->node = b;
	u->name = b->name;
	u->kind = (mu_block)(int)b->number;
	if (other) {
		sb_message *m = sb_report(t->diag, SB_ERROR, "N0106", b->name_span, "there are two blocks with the name '%s'",
								  b->name);
		sb_also(m, other->node->name_span, "the first one is here");
		return;
	}
	sb_push(t->arena, t->units, u);
	sb_map_set(&t->by_name, u->name, u);
}

/* A block may not call itself, not through others either. */
static bool in_circle(mu_text *t, mu_unit *u, sb_text *way)
{
	if (u->mark == 2)
		return false;
	if (u->mark == 1)
		return true;
	u->mark = 1;
	for (uint32_t i = 0; i < u->calls.n; i++) {
		mu_unit *next = (mu_unit *)u->calls.at[i].unit;
		if (next && in_circle(t, next, way)) {
			sb_text rest = {0};
			sb_addf(&rest, "'%s' calls '%s'%s%s", u->name, next->name, way->n ? ", and " : "", way->n ? way->at : "");
			if (way->n)
				way->n = 0;
			sb_add(way, rest.at);
			sb_text_free(&rest);
			return true;
		}
	}
	u->mark = 2;
	return false;
}

static void check_circles(mu_text *t)
{
	for (uint32_t i = 0; i < t->units.n; i++) {
		sb_text way = {0};
		mu_unit *u = t->units.at[i];
		if (!u->mark && in_circle(t, u, &way)) {
			sb_message *m = sb_report(t->diag, SB_ERROR, "N0304", u->node->name_span,
									  "a submodel calls itself: %s", way.at);
			sb_help(m, "a submodel is a part of what calls it, and nothing is a part of itself");
			sb_text_free(&way);
			return;
		}
		sb_text_free(&way);
	}
}

mu_text *mu_check(sb_arena *arena, sb_names *names, sb_diag *diag, const mu_node *tree)
{
	mu_text *t = sb_new(arena, mu_text);
	t->arena = arena;
	t->names = names;
	t->diag = diag;
	t->tree = tree;
	t->by_name = sb_map_new(arena);
	t->types = sb_map_new(arena);
	t->compiled = sb_map_new(arena);
	for (uint32_t i = 0; i < mu_length(tree, 0); i++)
		new_unit(t, mu_list(tree, 0, i));
	for (uint32_t i = 0; i < t->units.n; i++) {           /* all declarations first: calls need them */
		mu_checker c = {.text = t, .unit = t->units.at[i]};
		for (uint32_t k = 0; k < mu_length(c.unit->node, 0); k++)
			check_group(&c, mu_list(c.unit->node, 0, k));
	}
	for (uint32_t i = 0; i < t->units.n; i++) {
		mu_checker c = {.text = t, .unit = t->units.at[i]};
		check_values(&c);
		mu_check_regions(&c);
	}
	for (uint32_t i = 0; i < t->units.n; i++)             /* when it is known what experiments are made of */
		if (t->units.at[i]->kind == MU_STUDY_BLOCK)
			mu_check_study(&(mu_checker){.text = t, .unit = t->units.at[i], .region = MU_STUDY});
	check_circles(t);
	if (!sb_errors(diag))
		mu_check_limits(t);
	return t;
}
