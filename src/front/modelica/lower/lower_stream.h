/* Private to the flattening: stream variables (lower_stream.c). */
#ifndef SALTUS_MODELICA_FLATTEN_STREAM_H
#define SALTUS_MODELICA_FLATTEN_STREAM_H

#include "front/modelica/connect/connect.h"
#include "front/modelica/lower/lower_inside.h"

/* One connector of a set: its stream variable, what it gives to the others (its own, or what comes in through it from outside), and how
 * much flows out of it into the set. */
typedef struct mo_stream_end {
	bool outside;
	bool one_way;      /* nothing ever flows out of it */
	sx_ref own, value, flow;
	double small;      /* flows below count as none */
} mo_stream_end;

bool mo_is_stream(const mo_context *c, uint32_t variable);
bool mo_has_inflow(mo_context *c, uint32_t stream);
uint32_t mo_inflow(mo_context *c, uint32_t stream);              /* the variable; made when first asked for */
uint32_t mo_flow_beside(mo_context *c, uint32_t stream);         /* UINT32_MAX: none */
/* Of a VAR node with subscripts. */
sx_ref mo_inflow_of(mo_context *c, sx_ref stream);
sx_ref mo_flow_of(mo_context *c, sx_ref stream);                 /* 0: none */
mo_stream_end mo_stream_end_of(mo_context *c, sx_ref stream, bool outside);
/* What flows towards end i of a set: the value of its inflow, or, of an outside connector, of its stream variable. */
sx_ref mo_mixture(mo_context *c, const mo_stream_end *ends, uint32_t n, uint32_t i);
/* Before the sets are made: all inflows that they ask for. */
void mo_prepare_streams(mo_context *c, const mo_links *links);

#endif
