/* Types that follow from connections (docs/diagrams.md): a type of a block that is declared with
 *
 *     replaceable type T = Real annotation(__Saltus(inferred = true));
 *
 * is that of what one of the block's connectors of type T is connected to, unless a redeclaration says what it is. The
 * connectors are gone through in their order, what drives them first. Where the other end has such a type itself, its
 * block is asked in turn; a block that is being asked already has nothing to offer, so a loop of blocks gets its type
 * from whatever leads into it. Where nobody has a type, the declared one stays.
 *
 * A signal of an expandable connector has the type of whatever else is connected to it: to this signal, or to that of
 * the same name in an expandable connector that this one is connected to.
 */
#include "front/modelica/connect/connect_search.h"

enum { LONGEST_CHAIN = 100 };

/* A type by its name, and where the name is read. */
typedef struct known { const mo_type_name *name; mo_scope *home; sb_span by; mo_item *leaf; } known;

/* A signal of an expandable connector. */
typedef struct signal { mo_scope *bus; const char *name; } signal;

typedef struct inference {
	mo_context *c;
	sb_vec(mo_item *) asked;           /* inferred types on the way */
	sb_vec(signal) signals;            /* of expandable connectors on the way */
	known type;
} inference;

static bool find_type(inference *f, mo_item *type);

static bool is_asked(const inference *f, const mo_item *type)
{
	for (uint32_t i = 0; i < f->asked.n; i++)
		if (f->asked.at[i] == type)
			return true;
	return false;
}

/* What the type of a component comes to. Classes of connectors are followed; a type keeps its name, for its limits. */
static bool type_of(inference *f, mo_item *item, sb_span by)
{
	mo_scope *scope = item->home;
	const mo_type_name *name = &item->ast->type;
	for (int i = 0; i < LONGEST_CHAIN; i++) {
		mo_item *type = mo_find_class_item(f->c, scope, name);
		if (!type)
			return false;
		const mo_class *def = type->ast->class_def;
		bool open = mo_is_inferred(type) && type->ast == type->declared;
		if (open && type->state != MO_DONE)
			return !is_asked(f, type) && find_type(f, type);
		if (!def && (type->base == MO_B_ACTIVATION || type->base == MO_B_CLOCK))
			return false;            /* no signal: the connection is told */
		if (!def || def->form != MO_FORM_SHORT || (def->restriction == MO_TYPE && !open && !def->base_dims.n)) {
			f->type = (known){ name, scope, by, type };
			return true;
		}
		scope = type->home;
		name = &def->base;
	}
	return false;
}

static void take(mo_search *s, const mo_env *env, const mo_equation *q, const mo_expr *other);

/* Nobody has declared the signal: what stands for it has a place and a name, which is all that a search reads. */
static bool type_of_signal(inference *f, mo_scope *bus, const char *name, mo_search_ends wanted)
{
	mo_item stands = { .kind = MO_I_COMPONENT, .name = name, .full_name = name, .scope = bus, .home = bus };
	bool found = false;

	for (uint32_t i = 0; i < f->signals.n; i++)
		if (f->signals.at[i].bus == bus && f->signals.at[i].name == name)
			return false;
	sb_push(f->c->arena, f->signals, ((signal){ bus, name }));
	for (int side = 0; side < 2 && !found; side++) {
		mo_search s = { .c = f->c, .item = &stands, .take = take, .user = f };
		if (mo_path_to_connector(&s, side == 1))
			mo_read_connections(&s, wanted);
		found = s.found && !s.failed;
	}
	f->signals.n--;
	return found;
}

static void take(mo_search *s, const mo_env *env, const mo_equation *q, const mo_expr *other)
{
	inference *f = s->user;
	bool outside, family = mo_whole_scope(s->item->scope)->axis_count;
	known before = f->type;
	mo_item *item = mo_named_end(s->c, env, other, &outside);
	mo_scope *bus = item ? NULL : mo_named_bus(s->c, env, other);
	if (bus && !type_of_signal(f, bus, other->parts.at[other->parts.n - 1].name, s->wanted))
		return;
	if (!bus && (!item || item->kind != MO_I_COMPONENT || !type_of(f, item, q->span)))
		return;
	if (s->growing && before.leaf != f->type.leaf)
		s->failed = !mo_give_up_scope(s->c, mo_whole_scope(s->item->scope));
	s->growing = true;                 /* a family looks at all connections: its elements may differ */
	s->found = true;
	if (family)
		f->type = before.leaf ? before : f->type;
}

/* Is a connector of this type, by classes of the same component? */
static bool has_type(mo_context *c, mo_item *item, const mo_item *wanted)
{
	mo_scope *scope = item->home;
	const mo_type_name *name = &item->ast->type;
	for (int i = 0; i < LONGEST_CHAIN; i++) {
		mo_item *type = mo_find_class_item(c, scope, name);
		if (!type || type == wanted)
			return type == wanted;
		const mo_class *def = type->ast->class_def;
		if (!def || def->form != MO_FORM_SHORT)
			return false;
		scope = type->home;
		name = &def->base;
	}
	return false;
}

static bool ask(inference *f, mo_item *connector, bool outside, mo_search_ends wanted)
{
	mo_search s = { .c = f->c, .item = connector, .take = take, .user = f };
	f->type = (known){0};
	if (mo_path_to_connector(&s, outside))
		mo_read_connections(&s, wanted);
	return s.found && !s.failed && !f->c->gave_up;
}

static bool find_type(inference *f, mo_item *type)
{
	static const struct { bool outside; mo_search_ends wanted; } turns[] = {
		{ true, MO_DRIVERS }, { false, MO_DRIVERS }, { true, MO_ANYBODY }, { false, MO_ANYBODY } };
	mo_items items = {0};
	sb_push(f->c->arena, f->asked, type);
	mo_components(mo_whole_scope(type->scope), &items);
	for (uint32_t t = 0; t < sizeof turns / sizeof *turns; t++)
		for (uint32_t i = 0; i < items.n; i++)
			if (mo_is_of_connector_class(f->c, items.at[i]) && has_type(f->c, items.at[i], type) &&
				ask(f, items.at[i], turns[t].outside, turns[t].wanted))
				return true;
	return false;
}

const mo_item *mo_inferred_type(mo_context *c, const mo_item *item)
{
	mo_scope *scope = item->home;
	const mo_type_name *name = &item->ast->type;
	for (int i = 0; i < LONGEST_CHAIN; i++) {
		const mo_item *type = mo_find_class_item(c, scope, name);
		const mo_class *def = type ? type->ast->class_def : NULL;
		if (!def || def->form != MO_FORM_SHORT || mo_is_inferred(type))
			return def && mo_is_inferred(type) ? type : NULL;
		scope = type->home;
		name = &def->base;
	}
	return NULL;
}

void mo_type_by_connections(mo_context *c, mo_item *type)
{
	inference f = { .c = c };
	if (mo_whole_scope(type->scope)->use != MO_USE_MODEL || !find_type(&f, type))
		return;
	mo_element *e = sb_new(c->arena, mo_element);
	mo_class *def = sb_new(c->arena, mo_class);
	*e = *type->ast;
	*def = *type->ast->class_def;
	def->base = *f.type.name;
	if (f.type.leaf->ast->class_def)     /* a bus is a record */
		def->restriction = f.type.leaf->ast->class_def->restriction;
	e->class_def = def;
	type->ast = e;
	type->home = f.type.home;
	type->sized_by = f.type.by;
}
