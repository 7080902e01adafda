/* Stream variables (lower_stream.c), for those who make connection sets. */
#ifndef SALTUS_MODELICA_LOWER_STREAM_H
#define SALTUS_MODELICA_LOWER_STREAM_H

#include "front/modelica/lower/lower.h"

/* One connector of a set: its stream variable, what it gives to the others (its own, or what comes in through it from
 * outside), and how much flows out of it into the set. */
typedef struct mo_stream_end {
	bool outside;
	bool one_way;      /* nothing ever flows out of it */
	sx_ref own, value, flow;
	double small;      /* flows below count as none; 0: nobody has said so */
} mo_stream_end;

bool mo_is_stream(const mo_context *c, uint32_t variable);
bool mo_has_inflow(mo_context *c, uint32_t stream);
uint32_t mo_inflow(mo_context *c, uint32_t stream);              /* the variable; made when first asked for */
/* Of a VAR node with subscripts. */
sx_ref mo_inflow_of(mo_context *c, sx_ref stream);
mo_stream_end mo_stream_end_of(mo_context *c, sx_ref stream, bool outside);
/* What flows towards end i of a set: the value of its inflow, or, of an outside connector, of its stream variable. */
sx_ref mo_mixture(mo_context *c, const mo_stream_end *ends, uint32_t n, uint32_t i);
/* Once all inflows are asked for: what is said of a stream variable holds for its inflow too. */
void mo_describe_inflows(mo_context *c);

#endif
