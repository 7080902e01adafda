/* What follows from the other ends of a connector's connections, before connections are collected: sizes
 * (connect_sizes.c) and types (connect_types.c). The connect equations are looked through as they are written. */
#ifndef SALTUS_MODELICA_CONNECT_SEARCH_H
#define SALTUS_MODELICA_CONNECT_SEARCH_H

#include "front/modelica/connect/connect_ends.h"

enum { MO_MOST_PARTS = 50 };

/* Which ends of connections count: those that drive, all, or those whose sizes are written. */
typedef enum mo_search_ends { MO_DRIVERS, MO_ANYBODY, MO_WRITTEN } mo_search_ends;

typedef struct mo_search {
	mo_context *c;
	mo_item *item;                     /* about which something is wanted: the last of the path */
	mo_item *path[MO_MOST_PARTS];      /* from a component of the class whose connections are read */
	uint32_t n;
	mo_search_ends wanted;
	uint32_t *sizes;
	bool found, failed;                /* failed: said why, or translation begins again */
	bool growing;                      /* only parts of it were connected so far */
	sb_span met;                       /* a connection of it that has no size to offer */
	/* not sizes are wanted: `other` names what it is connected to by q */
	void (*take)(struct mo_search *s, const mo_env *env, const mo_equation *q, const mo_expr *other);
	void *user;
} mo_search;

/* The path to the item from its own class, or (outside) from the class around it; false: there is none. */
bool mo_path_to_connector(mo_search *s, bool outside);
/* Looks through the connections of the class around the first of the path. */
void mo_read_connections(mo_search *s, mo_search_ends wanted);
/* What a reference names, its last part not opened. NULL: it is not there, or a part before is not open yet. */
mo_item *mo_named_end(mo_context *c, const mo_env *env, const mo_expr *e, bool *outside);
/* The expandable connector whose signal a reference names, which need not be declared in it; NULL: there is none. */
mo_scope *mo_named_bus(mo_context *c, const mo_env *env, const mo_expr *e);
/* Is a component, which may not be open yet, declared with a class of connectors? */
bool mo_is_of_connector_class(mo_context *c, mo_item *item);
/* connect_types.c: the type of a component, if it is one that follows from connections; `sized_by` is the connection
 * that it has followed from, source 0: it is as it is written. NULL: it does not. */
const mo_item *mo_inferred_type(mo_context *c, const mo_item *item);

#endif
