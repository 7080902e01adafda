/* Private to this room: expandable connectors (connect_expand.c). */
#ifndef SALTUS_MODELICA_CONNECT_EXPAND_H
#define SALTUS_MODELICA_CONNECT_EXPAND_H

#include "front/modelica/connect/connect_ends.h"

/* While connections are looked through for what they add: groups of connected buses. */
struct mo_buses {
	sb_vec(mo_scope *) scopes;
	sb_u32s group;      /* by scope: union-find */
	sb_map number;      /* scope -> its number */
	bool changed;
};

/* Makes an array of a bus as large as these subscripts ask for. */
bool mo_grow_to_subscripts(mo_context *c, const mo_env *env, mo_item *item, const mo_part *part);
/* What connections see as a signal of a bus: neither flow nor stream. */
bool mo_is_bus_signal(mo_context *c, uint32_t variable);

#endif
