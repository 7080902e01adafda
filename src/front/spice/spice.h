/* SPICE: netlists, in the dialect of ngspice and the everyday forms of LTspice and PSpice.
 *
 *     text ──cards──▶ scopes of devices ──check──▶ circuit ──write──▶ Modelica, with the places that each word is from
 *                                                     └──▶ analyses
 *
 * A netlist is a text of cards: devices between nodes, models of devices, subcircuits, and what is to be computed.
 * Everything behind this folder sees a package of Modelica: a subcircuit is a class with electrical pins, a device a
 * component of lib/Spice, a node a set of connections. A netlist and its subcircuits can therefore be used in a model
 * of Modelica, and circuits have all that models have: events, modes, linearisation, studies, export.
 *
 * The text that is made is shown by `saltus convert` only. Every word of it carries the place in the netlist that it
 * stands for (sb_origin), so that whatever is said later points there.
 *
 *     syntax     files, cards, words, expressions
 *     check      names, devices, models, the circuit as a graph; messages in the words of SPICE
 *     write      the circuit as Modelica
 *
 * Messages have the letter L: L00 spelling and grammar, L01 names and nodes, L02 devices and models, L03 subcircuits
 * and files, L04 analyses.
 */
#ifndef SALTUS_FRONT_SPICE_H
#define SALTUS_FRONT_SPICE_H

#include "front/written/written.h"

typedef struct sp_netlist sp_netlist;

/* A netlist, read and checked; NULL after messages. The nodes of a netlist that is a component of another model are
 * pins, whose connections, also to ground, are not known yet. */
sp_netlist *sp_read(const sf_request *request, bool component);
/* The package of Modelica that it is, with the places of its words. Its model, if there are devices outside of
 * subcircuits, is `circuit`. resting: for analyses at rest, in place of the transient. */
bool sp_package(sp_netlist *n, const char *path, bool resting, sf_writing *out);     /* false after messages */
const char *sp_circuit(const sp_netlist *n, const char *path);       /* the name of that model; NULL: there is none */
bool sp_make(const sf_request *request, sf_writing *out);            /* a file as a package; false after messages */

/* Gives the model of a netlist the names of SPICE, and the analyses. */
void sp_finish(sp_netlist *n, const char *path, sm_model *model);

#endif
