/* Private to the files that implement instance.h.
 *
 *   instantiate.c      contexts, the root, opening all components; what others ask of scopes
 *   class_index.c   the elements of a class by name, made once a class
 *   scope.c         a scope's items and base classes
 *   inherit.c       what is inherited more than once
 *   broken.c        what of a base class is left out
 *   modifier.c      modifications on their way in: nesting, splitting over arrays, final, duplicates, unread ones
 *   redeclare.c     redeclarations and constraining classes
 *   restriction.c   what classes of each kind may contain
 *   name_lookup.c        names
 *   component.c     opening of components
 *   declare.c       their variables
 *   component_size.c  their dimensions
 *   component_family.c        arrays of components that are instantiated once for all elements
 *   inner_outer.c   outer elements
 *   subtype.c       plug compatibility
 *   override.c      values from outside
 */
#ifndef SALTUS_MODELICA_SCOPE_H
#define SALTUS_MODELICA_SCOPE_H

#include "front/modelica/instance/instance.h"

enum { MO_DEEPEST = 500, MO_MOST_ELEMENTS = 2 * 1000 * 1000, MO_MOST_PARTS = 1000, MO_MOST_SCOPES = 3 * 1000 * 1000 };

/* What an import clause brings in; imports are absolute names, so the answer is the same wherever the class is used. */
typedef struct mo_import { mo_element *ast; const char *last; uint8_t state; mo_item *item; } mo_import;

/* The elements of a class, the same for all scopes of it. */
typedef struct mo_class_index {
	mo_class *class_def;
	mo_elements items; /* components and classes but for redeclared ones, in order: item k is items.at[k] */
	sb_map by_name;                          /* name -> k + 1 */
	mo_elements extends;
	/* redeclared elements of the class's body, as modifications of its base classes */
	sb_vec(mo_modification *) redeclares;
	sb_vec(mo_import) imports, import_alls;
	sb_map import_by_name;                   /* name -> number in imports + 1 */
	sb_vec(uint32_t) extends_after;          /* for each extends clause: how many items are declared before it */
	bool constrained;                        /* one of the items has modifications after constrainedby */
} mo_class_index;

/* What a variable of the model is the variable of (NULL: none that is written), and whether its attributes and value
 * are made: MO_NEW ... */
typedef struct mo_declared { mo_item *item; uint8_t bound; } mo_declared;

struct mo_instances {
	sb_map indexes;                          /* mo_class* -> mo_class_index* */
	sb_map reported;                         /* syntax nodes about which something was said already */
	sb_map checked;                          /* lists of modifications whose duplicates were looked for */
	sb_map enums;                            /* mo_class* of an enumeration -> number of its sm_enum + 1 */
	sb_map own;                              /* mo_element* -> its own modification, the innermost of its item */
	sb_map members; /* scope -> mo_items of its components, as connections need them again and again */
	sb_vec(mo_declared) declared;            /* by variable of the model */
	mo_class *external_object;
	bool too_deep, too_many;                 /* reported: scopes, scalars */
	bool activation_sought;                  /* a class of the name of the type Activation */
	uint32_t scopes;                         /* made so far */
	uint32_t suggestions;                    /* of near names made so far */
};

mo_class_index *mo_index_of(mo_context *c, mo_class *class_def);
mo_item *mo_import_item(mo_context *c, mo_import *import);

/* Scopes. A scope of a class item with the modifiers of its user (outermost first) before those of the class item. */
mo_scope *mo_make_scope(mo_context *c, mo_item *class_item, mo_modifier *modifiers, mo_item *owner, const char *prefix,
						mo_use use);
void mo_elaborate(mo_scope *scope);
void mo_merge_inherited(mo_scope *whole);                         /* elements that are inherited more than once */
mo_item *mo_own_item(mo_scope *scope, const char *name);          /* declared in this part, merged ones not followed */
mo_item *mo_new_item(mo_scope *scope, mo_element *ast);
/* The variable of a primitive component, without attributes and value: its number, or UINT32_MAX after an error. */
uint32_t mo_declare(mo_context *c, mo_item *item);
bool mo_open_component(mo_context *c, mo_item *item, sb_span at);
bool mo_size_of(mo_context *c, const mo_item *item, const mo_dim *dim, uint32_t number, int64_t *size);
bool mo_size_component(mo_context *c, mo_item *item);             /* dims is set; fills in shape and count */
bool mo_open_outer(mo_context *c, mo_item *item);
/* Is the array of components to be one family? Then it gets its axes. */
bool mo_make_family(mo_context *c, mo_item *item, mo_use use);
bool mo_missing_inner(mo_context *c, mo_item *outer, const char *why);   /* reports, and is false */

void mo_check_object(mo_context *c, const mo_class *def);         /* what a class of external objects may hold */

/* Modifiers. */
typedef struct mo_modifier_list { mo_modifier *first, *last; uint32_t n; } mo_modifier_list;
/* Adds a copy, with its origin. */
mo_modifier *mo_list_add(mo_context *c, mo_modifier_list *list, const mo_modifier *m);
void mo_list_join(mo_context *c, mo_modifier_list *list, const mo_modifier *more);         /* copies of all of them */
/* Arguments as written, read in a scope. */
void mo_list_args(mo_context *c, mo_modifier_list *list, const mo_modifications *args, mo_scope *scope, bool inherits);
/* What the modifiers of an item say about the item's own elements; subscripts are those of the element of an array, if
 * it is one. */
mo_modifier *mo_nested_modifiers(mo_context *c, const mo_modifier *modifiers, const mo_share *subscripts,
								 uint32_t count);
void mo_use_modifier(mo_modifier *m);
bool mo_modifier_is_last(const mo_modifier *m); /* the last of its dotted name: value and redeclaration are about it */
void mo_check_finals(mo_context *c, mo_item *item);
void mo_report_unused(mo_scope *scope, mo_modifier *modifiers);
void mo_check_breaks(mo_scope *part);            /* broken.c: what is to be left out must be there */
void mo_check_attributes(mo_context *c, mo_item *item);
void mo_check_each(mo_context *c, const mo_item *item, const mo_modifier *nested);
void mo_check_attribute(mo_context *c, const mo_modifier *a, mo_base base);
bool mo_is_attribute(mo_base base, const char *name);

/* What classes of a kind may contain; once a class. */
void mo_check_content(mo_context *c, const mo_class *def);
void mo_check_simple(mo_scope *scope);
void mo_check_prefixes(mo_context *c, const mo_item *item);
void mo_check_block(mo_context *c, mo_item *item);                /* connectors of blocks have a direction */
void mo_check_balance(mo_context *c, mo_item *item);              /* connectors have as many flows as potentials */
void mo_check_stream(mo_context *c, const mo_item *item);         /* streams have one flow that carries them */
/* What a short class or a type that only extends another is made of, or NULL. */
const mo_scope *mo_renamed(const mo_scope *type);
uint32_t mo_type_rank(const mo_scope *type);                      /* dimensions of type A = B[3] and of B */

/* Takes the redeclarations among an item's modifiers into account: sets ast, home, replaced and the modifiers that
 * remain. */
void mo_apply_redeclarations(mo_context *c, mo_item *item);
/* Constrainedby A(x = 1) of an element that is not redeclared. */
void mo_apply_constraint(mo_context *c, mo_item *item);
bool mo_check_constraint(mo_context *c, mo_item *item);

/* Names. */
/* Inherited false: not in the scope's own base classes. */
mo_item *mo_lookup_first(mo_scope *scope, const char *name, bool inherited);
mo_item *mo_find_class_from(mo_context *c, mo_scope *scope, const mo_type_name *name, bool inherited);
const char *mo_type_name_text(mo_context *c, const mo_type_name *name);
const char *mo_class_text(mo_scope *scope);                       /* the full name of its class, for messages */

bool mo_enter(mo_context *c, sb_span at); /* one level deeper; reports and returns false past the deepest */
void mo_leave(mo_context *c);

#endif
