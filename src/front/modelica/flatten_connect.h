/* Private to the flattening: connections as they are collected (flatten_connect.c) and made into equations
 * (flatten_sets.c).
 *
 * A connection of two connectors is taken apart into *links* of their variables. A link joins two whole variables
 * (arrays of equal shape count as one thing), or two elements. Each end has a face: `outside` where the connector is
 * one of the class that holds the connect, seen from within; `inside` where it belongs to a component of that class.
 * Flow into an inside connector counts positive in a sum, flow into an outside one negative.
 *
 *     model Series                       links of .i           sums
 *       Pin p, n;  R a, b;
 *     equation
 *       connect(p, a.p);                 p.i' - a.p.i          -p.i + a.p.i = 0
 *       connect(a.n, b.p);               a.n.i - b.p.i         a.n.i + b.p.i = 0
 *       connect(b.n, n);                 b.n.i - n.i'          b.n.i - n.i = 0        (' outside)
 */
#ifndef SALTUS_MODELICA_FLATTEN_CONNECT_H
#define SALTUS_MODELICA_FLATTEN_CONNECT_H

#include "front/modelica/flatten_inside.h"

enum { MO_WHOLE_VARIABLE = UINT32_MAX };

typedef struct mo_link_end {
	uint32_t variable, element;
	bool outside;
} mo_link_end;
typedef struct mo_link {
	mo_link_end a, b;
	sb_span span;
	const char *component;
} mo_link;

struct mo_connections {
	sb_vec(mo_link) links;
};

#endif
