/* MODULEs, MODELs and their instances: their trees are put where they are called, with other names. What follows sees
 * one flat program.
 *
 *     cosy_module.c        calls of MODULEs and MODELs: their trees put in place; loops that hold such calls are
 *                          written out
 *     cosy_module_check.c  over- and underspecified modules
 *     cosy_instances.c     instances of FULL MODELs
 *     cosy_external.c      EXTERNAL MODELs: of COSY, of Modelica
 */
#ifndef SALTUS_FRONT_COSY_MODULE_H
#define SALTUS_FRONT_COSY_MODULE_H

#include "front/cosy/expression/cosy_expression.h"

bool co_put_modules_in(co_context *c);
co_node *co_instantiate(co_context *c, const co_node *parts, const sb_map *names, const char *prefix, int depth,
						bool in_module);
/* Names: interned name -> co_node that replaces it. */
co_node *co_copy(co_context *c, const co_node *n, const sb_map *names);
co_node *co_unrolled(co_context *c, const co_node *loop, int64_t k);      /* the body of a FOR for one value */
void co_check_module(co_context *c, const co_node *call, co_symbol *symbol, const co_node *model, uint32_t declared);

/* Instances. */
void co_make_instances(co_context *c);
co_node *co_connect_instance(co_context *c, const co_node *call, co_symbol *symbol);
void co_check_instances(co_context *c);
co_node *co_plain_name(co_context *c, const char *name, sb_span span);    /* a NAME without subscripts */

/* EXTERNAL MODELs. */
void co_read_external(co_context *c, co_symbol *s);
void co_call_external(co_context *c, const co_node *call);

#endif
