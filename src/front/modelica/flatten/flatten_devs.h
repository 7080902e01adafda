/* Private to this room: atomic models of DEVS as they are collected (flatten_devs.c), and the network that is made of
 * all of them (flatten_network.c). */
#ifndef SALTUS_MODELICA_FLATTEN_DEVS_H
#define SALTUS_MODELICA_FLATTEN_DEVS_H

#include "devs/devs.h"
#include "front/modelica/flatten/flatten_inside.h"

typedef sb_vec(mo_item *) mo_item_list;
/* in, out: ports that carry messages; both in the order of their declarations. */
typedef struct mo_atomic {
	mo_scope *scope;
	const mo_class *class_def;
	const sm_external *code;
	bool confluent;
	mo_item_list items[SALTUS_KINDS], in, out;
} mo_atomic;

typedef enum mo_devs_word { MO_DEVS_NOTHING, MO_DEVS_ATOMIC, MO_DEVS_PARALLEL, MO_DEVS_CLASSIC } mo_devs_word;
/* What a class says of itself: annotation(__Saltus(devs = "atomic")). */
mo_devs_word mo_says_devs(mo_context *c, mo_scope *scope, const mo_class *k);
void mo_hide_message(mo_context *c, const mo_item *item);        /* the variable is none that anybody sees */
bool mo_check_passed(mo_context *c);                             /* false after a message: one of them is read */
/* A setting of the class that is true or false. */
bool mo_says_so(mo_context *c, mo_scope *scope, const mo_class *k, const char *name);

#endif
