/* Diagrams of Xcos and Scicos: from a .zcos or .xcos file to Modelica text, and so to the flat model. docs/xcos.md says
 * what is read.
 *
 *     file ──read──▶ XML, values ──diagram──▶ blocks, links ──write──▶ Modelica text ──front/modelica──▶ sm_model
 *
 * The folder has rooms. Each has a first header, which explains it, and knows only those before it:
 *
 *     read        xcos_read.h      archives, XML, streams of Java objects, with limits
 *     scilab      xcos_scilab.h    expressions of Scilab: contexts and parameters of blocks
 *     diagram     xcos_diagram.h   blocks, ports, links; diagrams in diagrams
 *     write       xcos_write.h     diagrams as Modelica text, with blocks of lib/Saltus/Xcos
 *
 * Messages: X00xx reading, X001x parameters and contexts, X002x sizes and types, X003x links.
 */
#ifndef SALTUS_FRONT_XCOS_XCOS_H
#define SALTUS_FRONT_XCOS_XCOS_H

#include "front/written/written.h"

/* The diagram as Modelica text, with the same layout; its words have places in the diagram. False after messages. */
bool xc_make(const sf_request *request, sf_writing *out);

#endif
