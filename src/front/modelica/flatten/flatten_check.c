/* Checking the classes of a file or library one by one, as `saltus check` does for whoever writes a library.
 *
 * What can be asked of a class depends on its kind. A model or block is translated as if it were to be simulated, and
 * must be balanced: as many equations as unknowns, with its connectors counted as 4.7 of the specification says. A
 * function is made for arguments of small sizes; where the sizes that fit cannot be guessed, only what does not depend
 * on them is looked at. Partial classes, records, connectors and types are instantiated: their names are looked up,
 * their modifications checked. Packages are looked into.
 *
 * Each class is checked in an arena of its own, so that a library of thousands of classes takes no more memory than its
 * largest model; the library itself, the syntax trees, is read once.
 */
#include "front/modelica/modelica.h"
#include "model/check/model_check.h"
#include "base/file.h"
#include "base/whole.h"
#include "front/modelica/flatten/flatten.h"
#include "front/modelica/library/library_folder.h"

#include <string.h>

/* A class that is to be checked: its full name, and its definition. */
typedef struct listed_class { const char *name; const mo_class *class_def; } listed_class;
typedef sb_vec(listed_class) listing;

enum { DEEPEST = 100 };

/* -------------------------------------------------------------------------------------------------------- the list */

static void list_inside(mo_library *lib, const char *name, mo_class *k, uint32_t depth, listing *out);

static void list_one(mo_library *lib, const char *name, mo_class *k, uint32_t depth, listing *out)
{
	sb_push(lib->arena, *out, ((listed_class){name, k}));
	if (depth < DEEPEST)
		list_inside(lib, name, k, depth, out);
}

static void list_inside(mo_library *lib, const char *name, mo_class *k, uint32_t depth, listing *out)
{
	sb_strings names = {0};

	mo_library_names(lib, k, &names);
	for (uint32_t i = 0; i < names.n; i++) {
		mo_element *e = mo_library_inside(lib, k, names.at[i]);

		if (e && e->class_def)
			list_one(lib, sb_intern(lib->names, sb_printf(lib->arena, "%s.%s", name, names.at[i])), e->class_def,
					 depth + 1, out);
	}
}

/* The element of a dotted name, without inheritance and imports. */
static mo_class *class_of(mo_library *lib, const char *name)
{
	mo_class *k = NULL;

	for (const char *at = name;;) {
		size_t length = strcspn(at, ".");
		const char *part = sb_internn(lib->names, at, length);
		mo_element *e = k ? mo_library_inside(lib, k, part) : mo_library_top(lib, part);

		if (!e || !e->class_def)
			return NULL;
		k = e->class_def;
		if (!at[length])
			return k;
		at += length + 1;
	}
}

static uint32_t experiments_in(const mo_elements *elements, uint32_t depth)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < elements->n; i++) {
		const mo_class *k = elements->at[i]->class_def;

		if (elements->at[i]->kind != MO_EL_CLASS || !k)
			continue;
		n += mo_is_model(k) && mo_has_experiment(k);
		if (k->restriction == MO_PACKAGE && depth < DEEPEST)
			n += experiments_in(&k->elements, depth + 1);
	}
	return n;
}

bool mo_names_library(const sf_request *r)
{
	mo_library *lib = mo_library_new(r->arena, r->names, r->diag);
	const char *path = r->path, *class_name = r->part;
	const char *slash = strrchr(path, '/');
	const mo_file *file;

	if (!r->text && !class_name && sb_is_folder(path))
		return true;
	file = mo_library_asked(lib, r);
	if (class_name) {
		const mo_class *k = file ? class_of(lib, class_name) : NULL;
		return k && k->restriction == MO_PACKAGE;
	}
	if (strcmp(slash ? slash + 1 : path, "package.mo") == 0)
		return true;
	for (uint32_t i = 0; file && i < file->classes.n; i++)
		if (mo_is_model(file->classes.at[i]->class_def))
			return false;
	return file && file->classes.n && experiments_in(&file->classes, 0) != 1;
}

/* Classes of files that could not be read without errors would only repeat them. */
static void leave_out_errors(mo_library *lib, uint32_t first, listing *list)
{
	sb_map wrong = sb_map_new(lib->arena);
	uint32_t kept = 0;

	for (uint32_t i = first; i < sb_messages(lib->diag); i++)
		if (sb_message_at(lib->diag, i).severity == SB_ERROR)
			sb_map_set(&wrong, sb_intern(lib->names, sb_message_at(lib->diag, i).file), list);
	for (uint32_t i = 0; i < list->n; i++)
		if (!sb_map_find(&wrong, sb_intern(lib->names, sb_source_path(lib->diag, list->at[i].class_def->span.source))))
			list->at[kept++] = list->at[i];
	list->n = kept;
}

/* All of their files are read. False if there is no class. */
static bool list_classes(mo_library *lib, const sf_request *r, listing *out)
{
	uint32_t first = sb_messages(lib->diag);
	const char *class_name = r->part;
	const mo_file *file = !r->text && sb_is_folder(r->path)
							  ? mo_library_read(lib, sb_path_join(lib->arena, r->path, "package.mo"))
							  : mo_library_asked(lib, r);
	mo_class *k = class_name ? class_of(lib, class_name) : NULL;

	if (k)
		list_one(lib, sb_intern(lib->names, class_name), k, 0, out);
	for (uint32_t i = 0; file && !class_name && i < file->classes.n; i++)
		if (file->classes.at[i]->class_def)
			list_one(lib, mo_library_full_name(lib, file->classes.at[i]->class_def), file->classes.at[i]->class_def, 0,
					 out);
	leave_out_errors(lib, first, out);
	return out->n > 0;
}

/* ------------------------------------------------------------------------------------------------ models and blocks */

/* Equations and unknowns of the flat model, in which what is open at the border of the class has been closed: no flow,
 * inputs known. */
static bool is_even(const sm_model *m)
{
	uint64_t equations = 0, unknowns = 0;

	for (uint32_t i = 0; i < m->equations.n; i++)
		equations += sm_equation_count(m, m->equations.at[i]);
	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = sm_var(m, i);

		if (v->variability < SM_PARAMETER && v->causality != SM_INPUT)
			unknowns += v->count;
	}
	return equations == unknowns;
}

/* Was an inner variable added at this place? M0209 tells it, from message `first` on. */
static bool was_added(const mo_library *lib, const sm_variable *v, uint32_t first)
{
	int line, column;

	sb_position(lib->diag, v->span, &line, &column);
	for (uint32_t i = first; i < sb_messages(lib->diag); i++) {
		sb_message_view said = sb_message_at(lib->diag, i);

		if (strcmp(said.code, "M0209") == 0 && said.line == line && said.column == column &&
			strcmp(sb_source_path(lib->diag, v->span.source), said.file) == 0)
			return true;
	}
	return false;
}

static bool is_outer(const mo_class *k, const char *name)
{
	for (uint32_t i = 0; i < k->elements.n; i++) {
		const mo_element *e = k->elements.at[i];

		if (e->outer && !e->inner && strcmp(e->name, name) == 0)
			return true;
	}
	return false;
}

/* Unknowns that stand for outer variables: whoever uses the class gives them. */
static uint64_t outer_unknowns(const mo_library *lib, const sm_model *m, const mo_class *k, uint32_t first)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = sm_var(m, i);

		if (v->variability < SM_PARAMETER && !*v->component && (is_outer(k, v->name) || was_added(lib, v, first)))
			n += v->count;
	}
	return n;
}

/* The balance of the class as a component among others. What it says to inner elements around it is not counted by
 * that, so the flat model must be uneven too. False: outer variables alone are missing. */
static bool check_balance(mo_library *lib, const sm_model *m, const mo_class *k, uint32_t first)
{
	sb_arena *scratch = sb_arena_new();
	const sm_balance *b = sm_balances(m, scratch);
	bool uneven = m->components.n && !b[0].unsure && b[0].unknowns != b[0].equations && !is_even(m);
	bool outer = uneven && b[0].unknowns > b[0].equations &&
				 b[0].unknowns - b[0].equations <= outer_unknowns(lib, m, k, first);      /* it may give some itself */

	if (uneven && !outer) {
		sb_message *e =
			sb_report(lib->diag, SB_ERROR, "M0480", k->name_span, "'%s' has %u equation%s for %u unknown%s", m->name,
					  b[0].equations, b[0].equations == 1 ? "" : "s", b[0].unknowns, b[0].unknowns == 1 ? "" : "s");
		sb_note(e, "a class by itself must have as many equations as unknowns; each flow variable of a connector needs "
				   "one equation, an input counts as known, an output as unknown");
		sb_help(e, b[0].unknowns > b[0].equations ? "add the missing equations, or make it partial"
												  : "remove an equation, or declare the missing variable");
	}
	sb_arena_free(scratch);
	return !outer;
}

/* Is there nothing that waits to be connected? */
static bool is_closed(const sm_model *m, sb_arena *arena)
{
	sm_owners owners = sm_owners_new(m, arena);

	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = sm_var(m, i);

		if (v->causality == SM_INPUT ||
			(v->port != SM_NO_PORT && v->variability < SM_PARAMETER && sm_owner(&owners, v->component) == 0))
			return false;
	}
	return true;
}

/* What a class is not told until it is used: the partial class that a replaceable one is by default, the parameters
 * that sizes and assertions depend on, the root of what it is connected to. A class with such messages alone is not
 * wrong. */
static bool waits_for_use(const char *code)
{
	static const char *const codes[] = {"M0206", "M0208", "M0227", "M0234", "M0307", "M0314", "M0315",
										"M0316", "M0404", "M0425", "M0436", "M0437", "M0534", "M0551"};

	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (strcmp(code, codes[i]) == 0)
			return true;
	return false;
}

/* Takes such messages back if there are no others. Partial components alone are a mistake. */
static bool excuse(mo_library *lib, uint32_t first)
{
	bool only_partial = true;

	for (uint32_t i = first; i < sb_messages(lib->diag); i++) {
		sb_message_view m = sb_message_at(lib->diag, i);

		if (m.severity != SB_ERROR)
			continue;
		if (!waits_for_use(m.code))
			return false;
		only_partial &= strcmp(m.code, "M0206") == 0;
	}
	if (only_partial)
		return false;
	sb_take_back(lib->diag, first, NULL);
	return true;
}

/* Parameters without values and outer elements without inner ones are how a class is before it is used. */
static bool is_about_class(const char *code)
{
	return strcmp(code, "M0403") && strcmp(code, "M0208") && strcmp(code, "M0209");
}

static sm_model *check_model(sb_arena *arena, mo_library *lib, const listed_class *listed, bool *waits)
{
	uint32_t first = sb_messages(lib->diag);
	sm_model *m = mo_flatten_class(arena, lib, listed->name, NULL);

	if (!m)
		return NULL;
	*waits = !check_balance(lib, m, listed->class_def, first);
	sb_take_back(lib->diag, first, is_about_class);
	return !*waits && is_closed(m, arena) ? m : NULL;
}

/* --------------------------------------------------------------------------------------------- what is only opened */

static mo_item *item_of(mo_context *c, const listed_class *listed)
{
	mo_scope *around = NULL;
	mo_element *element = mo_find_element(c, listed->name, &around);
	mo_item *item = element ? mo_member(around ? around : c->top, element->name) : NULL;

	if (element && !item && (!around || around == c->top))
		item = mo_lookup(c->top, element->name);
	return item && item->kind == MO_I_CLASS ? item : NULL;
}

static void check_by_opening(sb_arena *arena, mo_library *lib, const listed_class *listed)
{
	mo_context *c = mo_flattening_new(arena, lib);
	mo_item *item = item_of(c, listed);
	mo_scope *scope = item ? mo_class_scope(c, item) : NULL;
	uint32_t first = sb_messages(c->diag);

	if (scope)
		mo_open_components(c, scope);
	sb_take_back(c->diag, first, is_about_class);
}

/* -------------------------------------------------------------------------------------------------------- functions */

/* An argument that fits an input: ones in the sizes that are written, and of size n where none is. NULL: there is
 * none. */
static mo_value *argument(mo_context *c, mo_item *item, int64_t n, bool *guessed, uint32_t depth);

static mo_value *record_argument(mo_context *c, mo_item *item, int64_t n, bool *guessed, uint32_t depth)
{
	const mo_items *all = item->type && mo_is_record(item->type) && depth < DEEPEST ? mo_members(c, item->type) : NULL;
	const char **names;
	mo_value **fields;

	if (!all)
		return NULL;
	names = sb_new_array(c->arena, const char *, all->n + 1);
	fields = sb_new_array(c->arena, mo_value *, all->n + 1);
	for (uint32_t i = 0; i < all->n; i++) {
		names[i] = all->at[i]->name;
		if (!mo_open(c, all->at[i], item->ast->span) || !(fields[i] = argument(c, all->at[i], n, guessed, depth + 1)))
			return NULL;
	}
	return mo_value_record(c, item->type, 0, NULL, names, fields, all->n);
}

static mo_value *scalar_argument(mo_context *c, const mo_item *item, int64_t n, bool *guessed)
{
	switch (item->base) {
	case MO_B_REAL: return mo_value_scalar(c, sx_real(c->pool, 1), MO_B_REAL, 0);
	case MO_B_INTEGER: *guessed = true; return mo_value_scalar(c, sx_int(c->pool, n), MO_B_INTEGER, 0);
	case MO_B_BOOLEAN: return mo_value_scalar(c, sx_bool(c->pool, true), MO_B_BOOLEAN, 0);
	case MO_B_STRING: return mo_string_value(c, "text");
	case MO_B_ENUM: return mo_value_scalar(c, sx_int(c->pool, 1), MO_B_ENUM, item->type ? item->type->enumeration : 0);
	default: return NULL;
	}
}

static mo_value *argument(mo_context *c, mo_item *item, int64_t n, bool *guessed, uint32_t depth)
{
	sx_ref *dims = sb_new_array(c->arena, sx_ref, item->rank + 1);
	mo_value *v;

	if (mo_is_functional(item))
		return NULL;
	v = item->base == MO_B_CLASS ? record_argument(c, item, n, guessed, depth) : scalar_argument(c, item, n, guessed);
	for (uint32_t d = 0; d < item->rank; d++) {
		const mo_expr *size = item->dims ? item->dims[d].size : NULL;
		bool written = size && size->kind == MO_E_INTEGER;

		dims[d] = sx_int(c->pool, written ? sb_whole(size->number) : n);
		*guessed |= !written;
	}
	return v && item->rank ? mo_fill(c, v, dims, item->rank) : v;
}

/* Messages that may be about the sizes that were guessed: sizes, subscripts, values that cannot be evaluated. */
static bool depends_on_sizes(const char *code)
{
	static const char *const codes[] = {"M0305", "M0306", "M0307", "M0310", "M0312", "M0313", "M0314",
										"M0316", "M0318", "M0322", "M0325", "M0326", "M0327", "M0335",
										"M0535", "M0539", "M0553", "M0554", "M0556"};

	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (strcmp(code, codes[i]) == 0)
			return true;
	return strncmp(code, "M09", 3) == 0;
}

static bool is_about_more(const char *code) { return !depends_on_sizes(code); }

/* Makes the function for arguments of size n. False: there are no arguments that would fit. */
static bool make_function(mo_context *c, const listed_class *listed, int64_t n, bool *guessed)
{
	mo_item *item = item_of(c, listed);
	mo_scope *scope = item ? mo_function_scope(c, item) : NULL;
	mo_items inputs = {0};
	mo_signature signature;
	mo_value **args;

	if (!scope || !mo_inputs_of_function(c, scope, listed->class_def->name_span, &inputs))
		return true;
	args = sb_new_array(c->arena, mo_value *, inputs.n + 1);
	for (uint32_t i = 0; i < inputs.n; i++)
		if (!(args[i] = argument(c, inputs.at[i], n, guessed, 0)))
			return false;
	mo_specialise(c, scope, args, inputs.n, listed->class_def->name_span, &signature);
	return true;
}

/* Sizes that fit are looked for; without success only what has nothing to do with them is said. */
static void check_function(sb_arena *arena, mo_library *lib, const listed_class *listed)
{
	uint32_t first = sb_messages(lib->diag), errors = sb_errors(lib->diag);

	for (int64_t n = 3;; n--) {
		mo_context *c = mo_flattening_new(arena, lib);
		bool guessed = false, made = make_function(c, listed, n, &guessed);

		if (!made || sb_errors(lib->diag) == errors || !guessed)
			return;
		sb_take_back(lib->diag, first, n > 1 ? NULL : is_about_more);
		if (n == 1)
			return;
	}
}

static bool is_function(const mo_class *k)
{
	return k->restriction == MO_FUNCTION || k->restriction == MO_OPERATOR_FUNCTION;
}

/* Of a model or block that can be simulated as far as the front end can tell, *closed is its flat model: nothing of it
 * waits to be connected. Whether it waits: see sf_checked. */
static bool check_class(sb_arena *arena, mo_library *lib, const listed_class *listed, sm_model **closed)
{
	const mo_class *k = listed->class_def;
	uint32_t first = sb_messages(lib->diag), errors = sb_errors(lib->diag);
	bool waits = false;

	*closed = NULL;
	if (mo_is_model(k))
		*closed = check_model(arena, lib, listed, &waits);
	else if (is_function(k) && !k->is_partial)
		check_function(arena, lib, listed);
	else
		check_by_opening(arena, lib, listed);
	return sb_errors(lib->diag) > errors ? excuse(lib, first) : waits;
}

bool mo_check_library(const sf_request *r, sf_seen seen, void *context)
{
	mo_library *lib = mo_library_new(r->arena, r->names, r->diag);
	listing list = {0};
	bool listed;

	lib->run = r->run;
	listed = list_classes(lib, r, &list);
	for (uint32_t i = 0; listed && i < list.n; i++) {
		const mo_class *k = list.at[i].class_def;
		uint32_t errors = sb_errors(r->diag);
		sf_checked one = {.name = list.at[i].name,
						  .kind = mo_restriction_text(k->restriction),
						  .partial = k->is_partial,
						  .arena = sb_arena_new()};

		one.waits = check_class(one.arena, lib, &list.at[i], &one.closed);
		one.errors = sb_errors(r->diag) - errors;
		seen(context, &one);
		sb_arena_free(one.arena);
	}
	return listed;
}
