/* Instances: classes with their modifications applied.
 *
 * A *scope* is one class as one user of it sees it: its own elements after modification and redeclaration, its base
 * classes (each a scope of its own, a part of the whole), and the scope around it. Packages, the classes of components,
 * base classes and functions are all scopes. A scope belongs to exactly one place, so what is found in it is what holds
 * there.
 *
 *     model Plant                         Plant (scope) ─ items: r, c
 *       Resistor r(R = 5);                  └ r (item) ─ scope Resistor ─ items: R (modified by R = 5, seen from Plant)
 *       extends Base;                       └ base scope Base ─ items: ...     (looked up after Plant's own items)
 *     end Plant;
 *
 * An *item* is a named element of a scope: a component or a class. Items are made with their scope. They are *opened*
 * when they are first needed: their type is found, their sizes are evaluated, their own scopes are made, and their
 * variable is declared in the model. So classes may refer to each other in any order. An item that is needed to open
 * itself is a message, not an endless loop.
 *
 * Arrays of components are instantiated once for all of their elements: the item is a *family*, its one scope stands
 * for every element, and each of its dimensions is an *axis*, an iterator that stands for the subscript. A variable in
 * the scope has the axes of all families around it as its leading dimensions; an expression in the scope means it at
 * these iterators, and an equation there is a family over them:
 *
 *     Resistor r[n](R = Rs)    scope        Resistor, axis i in 1:n
 *                              variables    r.R[n], r.v[n], ...
 *                              equations    r.v[i] = r.R[i]*r.i[i],  i in 1:n
 *
 * What follows from the structure (which components are there, their sizes) must then be the same for all elements.
 * Where it turns out to depend on an axis, the family is *given up* (mo_give_up): translation begins again with this
 * array *apart*, one scope for each element in `elements`, row by row. An array that is apart may be in a family, and
 * families in elements that are apart. Arrays of Real, Integer, Boolean, String and enumerations are one item and one
 * variable.
 *
 * A *modifier* is a syntax tree together with the scope in which its expressions are to be read, and the subscripts
 * that pick this instance's share of it when it was given to an array of components without `each`.
 */
#ifndef SALTUS_MODELICA_INSTANCE_H
#define SALTUS_MODELICA_INSTANCE_H

#include "front/modelica/library/library.h"
#include "model/model.h"

typedef struct mo_scope mo_scope;
typedef struct mo_item mo_item;
typedef struct mo_context mo_context;

/* How far something is that is made on demand: an item, the value of a variable. */
typedef enum mo_progress { MO_NEW, MO_BUSY, MO_DONE, MO_FAILED } mo_progress;

typedef enum mo_base { MO_B_CLASS, MO_B_REAL, MO_B_INTEGER, MO_B_BOOLEAN, MO_B_STRING, MO_B_ENUM, MO_B_EXTERNAL_OBJECT,
	MO_B_CLOCK, MO_B_ACTIVATION } mo_base;

/* One dimension of a family. While an equation that cannot be written for all elements at once is made for one point
 * after another, `at` is the number of the element; else it is the iterator. */
typedef struct mo_axis { mo_item *item; uint32_t size, iterator; sx_ref at; } mo_axis;

/* Which share of an array an element takes: a number, or the place along an axis. */
typedef struct mo_share { mo_axis *axis; int64_t at; } mo_share;

/* One modification on its way in: of the element called `name` (interned) of the scope it is handed to. Outer ones come
 * first and win. `ast` has args (for the element's own elements), value, redeclare element, final, each. */
typedef struct mo_modifier {
	const char *name;
	mo_modification *ast;
	mo_expr *value;                /* = value; NULL if only nested */
	mo_scope *scope;               /* where its expressions are read */
	mo_share *subscripts; uint32_t subscript_count;    /* of the array elements passed through without each */
	/* each: the value has only the trailing dimensions of the item and is the same for all leading ones; so is what
	 * comes from the definition of a type that is used for an array */
	bool each, final;
	bool used;                     /* an unused modifier is an error M02xx */
	sb_span span;
	struct mo_modifier *next;
	uint32_t depth;                /* which name of ast->name this is; past it the rest of the dotted name is nested */
	uint32_t order;                /* its place in the list of its item: smaller is further out */
	const struct mo_modifier *parent;   /* what it was written in: the modifier of the component around */
	bool inherits; /* written in an extends clause or a short class, where protected elements may be modified */
	bool is_break;                 /* = break: takes an inner value away */
	bool soft;                     /* of a constraining class: need not be used */
	bool weak; /* of the constraining class of this very element: what its declaration says wins (7.3.2) */
	bool of_type;                  /* of an attribute: the type says it, not the declaration or a modification of it */
	struct mo_modifier *origin;    /* what it is a copy of: both are used when one is */
} mo_modifier;

/* What a scope is for: a component of the translated model (all its variables are declared), a class as a namespace
 * (only constants and parameters are declared, when they are first used), or a function (nothing is declared, sizes are
 * not evaluated). */
typedef enum mo_use { MO_USE_MODEL, MO_USE_CLASS, MO_USE_FUNCTION } mo_use;

/* One dimension of a component as it is written, and where it is read. */
typedef struct mo_dim { mo_expr *size; mo_scope *scope; } mo_dim;

struct mo_scope {
	mo_context *context;
	mo_class *class_def;           /* NULL for predefined types */
	mo_base base; /* MO_B_CLASS, or the predefined type that this class is (directly or by extension) */
	uint32_t enumeration;          /* of MO_B_ENUM: number of sm_enum + 1 */
	mo_scope *parent;              /* the scope around the class; NULL at the top */
	mo_scope *derived;             /* this scope is a base-class part of that one; NULL if it is the whole */
	sb_vec(mo_scope *) bases;      /* extends, in order */
	sb_vec(mo_item *) items;       /* own, in order of declaration */
	sb_map by_name;                /* own items */
	mo_modifier *modifiers;        /* what was handed in from outside */
	mo_item *owner; /* the component or class item whose scope (or whose part's scope) this is; NULL at the top */
	const char *prefix; /* full name of the component it belongs to, "" at the top: r[3].p, or r.p in a family */
	mo_axis **axes; uint32_t axis_count; /* of the families around, from the outside in; the last ones are its own */
	mo_expr **dims; uint32_t dim_count; mo_scope *dims_scope;   /* type A = Real[3] */
	bool opened;                   /* all items of the component tree below are open */
	uint8_t state; /* 0 items not made yet (the root before mo_instantiate_open), 1 being made, 2 made */
	uint8_t use;                   /* mo_use */
	uint32_t element;              /* of an array of components: which element of the owner, from 0, row by row */
	/* a base class that is inherited twice: its items are those of the first, its equations count once */
	bool duplicate;
	struct mo_class_index *index;  /* private: the elements of the class by name */
	mo_item *replaced;             /* of `redeclare model extends M`: the M that it extends */
	mo_modifications *breaks;      /* extends A(break x): of the clause that made this part, or NULL */
	uint32_t parts;                /* private: of a whole, how many base classes it has, direct and indirect ones */
	bool hides;                    /* inherited in a protected section: all in it is protected */
	bool incomplete; /* a base class was not found (reported): what is missing here is not reported again */
};

typedef enum mo_item_kind { MO_I_COMPONENT, MO_I_CLASS } mo_item_kind;

struct mo_item {
	mo_item_kind kind;
	const char *name;              /* simple name */
	mo_element *ast;               /* the declaration that holds (the redeclared one, if it was redeclared) */
	mo_scope *scope; /* the scope (part) in which it is declared: its type, sizes and own binding are read there */
	mo_scope *home;                /* where a redeclared element's text is read; equal to scope otherwise */
	mo_modifier *modifiers;        /* for this item, outermost first */
	bool is_protected, is_final;
	uint8_t state;                 /* mo_progress of opening; failures are reported */
	bool sizing;                   /* its value is being looked at for its sizes */

	/* classes, once open */
	mo_scope *class_scope;         /* the class as a scope (for packages, types, functions) */

	/* components, once open */
	const char *full_name;         /* dotted, with subscripts of enclosing arrays */
	bool present;                  /* false: its condition is false */
	mo_base base;
	uint8_t variability;           /* mo_variability, the strongest of the prefixes around it */
	bool flow, stream, input, output;    /* input, output: of this declaration or its type */
	mo_item *outer_of;             /* an outer component: the inner one it stands for */
	uint32_t rank, *shape;
	/* of a component: its class, for an array the first element's; for primitives the predefined or derived type's
	 * scope */
	mo_scope *type;
	bool family;                   /* an array of components that all are `type` */
	mo_axis **axes; uint32_t axis_count;   /* of a family: those of its scope */
	/* of an array of components that are apart: one scope for each; count is the product of shape */
	mo_scope **elements;
	uint32_t count;
	/* of a primitive in the model: its variable; UINT32_MAX for function locals and class constants not yet declared */
	uint32_t variable;
	/* what gives its value: the outermost `= value` (also its own declaration's), NULL if none. For a field of a record
	 * that is bound as a whole see record_binding */
	mo_modifier *binding;
	/* the enclosing record component whose binding gives this field its value, NULL if none; then binding is NULL. For
	 * an array of records the element is scope->element of the scopes between */
	mo_item *record_binding;
	mo_dim *dims; /* `rank` dimensions as written; in functions shape is NULL and only these are known */
	mo_element *declared;          /* the declaration before redeclaration; equal to ast otherwise */
	mo_item *merged; /* inherited a second time: this one counts instead; mo_lookup and mo_member never return such */
	mo_item *replaced;             /* the class item that a `redeclare class extends` extends */
	/* private: the redeclared element whose constrainedby holds, NULL: the first one's */
	mo_element *constraint; mo_scope *constraint_scope;
	/* in an expandable connector: named by a connection, so it is there; not declared, but added by a connection; an
	 * array whose size follows from its uses */
	bool wanted, added, growable;
	bool broken;                   /* taken away by extends A(break x): present is false */
	/* of a port that carries messages, in a class with equations: the activation of its messages + 1; 0: none yet */
	uint32_t message_activation;
	bool *sent;                    /* of an array of such ports: by element, equations send; NULL: none */
	bool asked;                    /* of a variable: an expression reads it */
	/* the connection that the sizes written ':' (of a class: an inferred type) follow from; source 0: none */
	sb_span sized_by;
};

/* What this room asks of those after it. Sizes and conditions of components are expressions, which are lowered and
 * evaluated there, and what they need may again be components that are opened here. Who makes a context fills the table
 * in (flatten/flatten.c). */
typedef enum mo_sizes { MO_NO_VALUE, MO_NO_SIZES, MO_SIZED } mo_sizes;
typedef struct mo_instance_asks {
	/* false after a message */
	bool (*integer)(mo_context *c, mo_scope *scope, const mo_expr *e, const char *what, int64_t *out);
	bool (*boolean)(mo_context *c, mo_scope *scope, const mo_expr *e, const char *what, bool *out);
	/* The sizes of the value that an item with ':' is bound to, at most item->rank; MO_NO_VALUE perhaps after a
	 * message. */
	mo_sizes (*sizes)(mo_context *c, mo_item *item, uint32_t *sizes, uint32_t *rank);
	/* The sizes of a connector with ':' that no value gives, all item->rank of them, from what it is connected to.
	 * MO_NO_VALUE: it is no connector; MO_NO_SIZES: why there are none is said. */
	mo_sizes (*connected)(mo_context *c, mo_item *item, uint32_t *sizes);
	/* A type of a component that follows from what its connectors are connected to: redefines it, if that says more. */
	void (*type)(mo_context *c, mo_item *type);
	/* Attributes and value of a variable, made once, on demand. */
	bool (*bind)(mo_context *c, mo_item *item);
} mo_instance_asks;

/* A connector whose sizes are being looked for, and the connection that is followed. */
typedef struct mo_sizing { mo_item *item; sb_span by; } mo_sizing;

struct mo_context {
	const mo_instance_asks *asks;
	const struct mo_lower_asks *lower_asks;
	sb_arena *arena; sb_names *names; sb_diag *diag;
	mo_library *library;
	sm_model *model; sx_pool *pool;
	mo_scope *root;                /* of the class that is translated */
	mo_scope *top;                 /* the unnamed scope of all top-level classes and predefined names */
	/* What each room keeps for itself; made when first needed. */
	struct mo_instances *instances;
	struct mo_evaluation *evaluation;
	struct mo_values *values;
	struct mo_lowering *lowering;
	struct mo_functions *functions;
	struct mo_connections *connections;
	struct mo_flattening *flattening;
	uint32_t depth;                /* of instantiation; past 500 it is a message */
	bool apart;                    /* all arrays of components are taken apart */
	sb_map *apart_names; /* names (without subscripts, interned) of arrays of components that are; NULL: none */
	bool gave_up; /* a family was given up: what is made now is thrown away, and translation begins again */
	uint32_t families;             /* made so far */
	uint64_t elements;             /* of all of them: how many scopes there would be if they were apart */
	sb_map axis_of;                /* iterator -> mo_axis */
	sb_vec(mo_scope *) buses;      /* of all components that are expandable connectors */
	const mo_scope *point;         /* the scope whose axes are numbers now; NULL: none */
	sb_vec(sf_given) given;     /* elements of arrays that have values from outside: n[2], 5 */
	bool lasting;                  /* the modifier being read is the value of what is no parameter: see mo_env */
	bool periods;                  /* somebody asks for the period of an activation */
	sb_vec(mo_sizing) sizing;      /* from the outside in */
	bool *needs_points; /* set where a modifier cannot be read for all elements of a family at once; may be NULL */
};

/* A context with the predefined types at its top. The model may be NULL for tools that only look classes up. */
mo_context *mo_context_new(sb_arena *arena, sb_names *names, sb_diag *diag, mo_library *library, sm_model *model,
                           const mo_instance_asks *asks);

/* Families. The axis of an iterator, NULL for other iterators; the subscript that a share stands for now. */
mo_axis *mo_axis_of(mo_context *c, uint32_t iterator);
sx_ref mo_share_now(mo_context *c, const mo_share *share);
/* The shares of element number `element` (of the one element of a family: the axes), one for each dimension. */
mo_share *mo_shares(mo_context *c, const mo_item *item, uint32_t element);
/* While equations are made point by point, the axes of `point` are numbers. What is made on demand meanwhile for all
 * elements (values of parameters) is made between these two. */
sx_ref *mo_suspend_point(mo_context *c);
void mo_resume_point(mo_context *c, sx_ref *saved);
/* This array must be taken apart. Always false. */
bool mo_give_up(mo_context *c, const mo_axis *axis);
bool mo_give_up_scope(mo_context *c, const mo_scope *scope);     /* all axes of it */
typedef sb_vec(const mo_axis *) mo_axes;
mo_axes mo_axes_in(mo_context *c, sx_ref e);                     /* each one once */
bool mo_has_axis(mo_context *c, sx_ref e);
/* One of the axes around: for names of other iterators, when printed. */
bool mo_axis_is_called(const mo_scope *scope, const char *name);

/* Instantiation, in three steps: the root scope with nothing in it, the overrides as outermost modifiers of it, and
 * then all of its components. The root is c->root from the first step on. All return NULL or false after errors. */
mo_scope *mo_root_scope(mo_context *c, mo_element *class_element, mo_scope *around);
/* The same of any class, also of one that cannot be simulated. */
mo_scope *mo_open_root(mo_context *c, mo_element *class_element, mo_scope *around);
/* Elements of arrays among them, such as n[2] and n[2].start, are kept in c->given, and put into the values of
 * variables (attribute "") and into their start values (".start"). */
bool mo_has_given_elements(const sf_given *overrides, uint32_t count);
sx_ref mo_with_given_elements(mo_context *c, uint32_t variable, const char *attribute, sx_ref binding);
bool mo_override_modifiers(mo_context *c, mo_scope *root, const sf_given *overrides, uint32_t count);
/* The expressions of a request for inputs. They see the names of the model itself, as those of an extends clause do. */
bool mo_give_inputs(mo_context *c, mo_scope *root, const sf_request *request);
bool mo_instantiate_open(mo_context *c, mo_scope *root);

/* Finds a simple name as seen from a scope: own items, inherited ones, imports, then the scopes around (stopping at
 * encapsulated ones, but for predefined names), then the top. Of the components of enclosing classes only constants are
 * found. NULL: none, nothing reported. The item may be of any kind; it is opened by mo_open. */
mo_item *mo_lookup(mo_scope *scope, const char *name);
/* The component of a class around that mo_lookup does not return because it is not a constant, for the message; NULL:
 * none. */
mo_item *mo_hidden_component(mo_scope *scope, const char *name);
/* May the item be named with a dot from a scope? Reports M0207 and returns false if it is protected and the scope is
 * not inside its class. */
bool mo_accessible(mo_context *c, const mo_scope *from, const mo_item *item, sb_span at);
mo_scope *mo_item_scope(mo_item *item);               /* of an open item: what is inside it, NULL if nothing */
/* Finds a name inside a scope: own and inherited items only. */
mo_item *mo_member(mo_scope *scope, const char *name);
bool mo_open(mo_context *c, mo_item *item, sb_span at);      /* false after a reported failure */
/* A dotted class name seen from a scope, as an opened class scope; reports unknown names (with near ones) and returns
 * NULL. */
mo_scope *mo_find_class(mo_context *c, mo_scope *scope, const mo_type_name *name);
/* Dotted name as seen from scope, quiet: the class item or NULL. For functions called in expressions: parts of a
 * MO_E_CALL. */
mo_item *mo_find_item(mo_context *c, mo_scope *scope, const mo_part *parts, uint32_t count, bool global);

/* A fresh scope of a class for a use of its own: a function called, with no modifiers. Its components are not declared
 * in the model. */
mo_scope *mo_class_scope(mo_context *c, mo_item *class_item);

/* The class item that a component's or short class's type name stands for, without opening it; reports like
 * mo_find_class. */
/* replaceable type T = Real annotation(__Saltus(inferred = true)): follows from connections (connect_types.c) */
bool mo_is_inferred(const mo_item *type);
mo_item *mo_find_class_item(mo_context *c, mo_scope *scope, const mo_type_name *name);
/* The scope of the class element by its full dotted name (A.B.C), for the class that is to be translated: its element,
 * and in *around the scope it is declared in. Reports unknown names and returns NULL. */
mo_element *mo_find_element(mo_context *c, const char *dotted, mo_scope **around);
/* Reports that the sizes of a connector depend on themselves; false, and nothing, if the item is not being sized. */
bool mo_report_size_circle(mo_context *c, const mo_item *item);
/* The enumeration, or Boolean, that a dimension is written with (Real x[Color]) and that its subscripts are of; NULL:
 * Integers. */
mo_scope *mo_dim_type(mo_context *c, const mo_dim *dim);
/* Opens all items of the component tree below a scope. */
bool mo_open_components(mo_context *c, mo_scope *scope);
/* The scope that this one is a part of (itself, if it is no part of another). */
mo_scope *mo_whole_scope(const mo_scope *scope);
/* Is the connection taken away by extends A(break connect(a, b))? */
bool mo_connect_broken(const mo_scope *scope, const mo_equation *connect);
/* The inner item for an outer one, from the instances around; NULL: none (nothing is reported). */
bool mo_is_inner(const mo_item *item);
mo_item *mo_find_inner(mo_context *c, mo_item *outer);

/* Every component item of a scope, inherited ones included, in the order of the specification (base classes' elements
 * at the place of their extends clause). And every section with the scope its names are read in. */
typedef sb_vec(mo_item *) mo_items;
void mo_components(mo_scope *scope, mo_items *out);
typedef struct mo_scoped_section { mo_section *section; mo_scope *scope; } mo_scoped_section;
typedef sb_vec(mo_scoped_section) mo_scoped_sections;
void mo_sections(mo_scope *scope, mo_scoped_sections *out);
/* The same components, found once for each scope; forgotten when one is added. */
const mo_items *mo_members(mo_context *c, mo_scope *scope);
void mo_forget_members(mo_context *c);

/* Variables of the model (declare.c). The item of a variable, NULL: none that is written. How far its attributes and
 * value are (mo_progress), NULL: the item has no variable; the table moves when variables are declared. */
mo_item *mo_item_of_variable(mo_context *c, uint32_t variable);
uint8_t *mo_binding_state(mo_context *c, const mo_item *item);
bool mo_is_declaring(mo_context *c, const mo_item *item);              /* are they being made right now? */
sx_type mo_sx_type(mo_base base);
/* behind which parts of names the axes stand */
uint32_t *mo_axis_parts(mo_context *c, const mo_scope *scope, uint32_t more);
const char *mo_object_name(mo_context *c, const mo_scope *object);     /* of a class of external objects */

/* The name in a scope (visible: or around it) that is nearest to one that was not found, or NULL; for the first
 * mistakes only, which mo_may_suggest counts. */
const char *mo_near_name(mo_context *c, mo_scope *scope, const char *name, bool visible);
bool mo_may_suggest(mo_context *c);
/* true the first time it is asked about this node: a mistake in a class is reported once, however often the class is
 * used. */
bool mo_first_report(mo_context *c, const void *node);
/* A name that an import was to bring, and did not: that is said already. And what to do about a library that is not
 * found. */
bool mo_import_failed(const mo_scope *scope, const char *name);
void mo_help_library(sb_message *m);
/* Names that are visible, for "did you mean". */
void mo_visible_names(mo_scope *scope, sb_strings *out);

/* An attribute of a primitive component (start, fixed, unit, ...): the modifier that holds, from the outermost
 * modification to the type definitions, or NULL. The value is read with mo_lower_modifier. */
mo_modifier *mo_attribute(mo_context *c, mo_item *item, const char *name);

/* annotation(__Saltus(name = ...)); NULL: it is not there. */
const mo_modification *mo_own_setting(const mo_modifications *annotation, const char *name);

/* Ports that carry messages of DEVS (docs/devs.md): connector In = input Job annotation(__Saltus(message = true)). Is
 * the component such a port; the port that it is, or is a field of, or NULL. */
bool mo_is_message(const mo_item *item);
const mo_item *mo_message_of(const mo_item *item);
/* How many of its dimensions are those of an array of ports: connector V = input Real[3] has one that is not. */
uint32_t mo_message_rank(const mo_item *port);
/* The activation that comes with each message: a variable, made when it is first asked for. */
uint32_t mo_message_activation(mo_context *c, mo_item *port);

/* Has it only what a package may have? Names may be looked up in such classes. */
bool mo_is_package_like(mo_scope *scope);
mo_restriction mo_scope_restriction(const mo_scope *scope);
bool mo_is_connector(const mo_scope *scope);
bool mo_is_expandable(const mo_scope *scope);
bool mo_is_in_bus(const mo_item *item); /* in an expandable connector, at any depth of connectors and records */
/* the function of an overdetermined record or type; NULL: it has none */
mo_item *mo_equality_constraint(mo_scope *type);
bool mo_is_record(const mo_scope *scope); /* also of connector C = output Complex, which is a connector too */
void mo_full_class_name(const mo_scope *scope, sb_text *out);
/* Plug compatibility by the specification's subtype rules, for redeclaration and constrainedby; *why is set when
 * false. */
bool mo_subtype(mo_context *c, mo_scope *sub, mo_scope *super, const char **why);

#endif
