/* Pictures: the graphical annotations of classes (Modelica 3.6, chapter 18) as sketches (front/sketch.h).
 *
 *     annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(...), Text(...)}));
 *     R r annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 90, origin = {40, 0})));
 *     connect(r.p, c.p) annotation(Line(points = {{40, 10}, {40, 30}, {0, 30}}, color = {0, 0, 255}));
 *
 * The class is instantiated as far as its components and their connectors; nothing is flattened. Partial classes,
 * connectors, packages and unfinished classes can therefore be drawn too: a component whose class cannot be found is a
 * box, with a warning.
 *
 * Values are evaluated in the scope in which they are written, with the parameters of the component that is drawn. The
 * first value of DynamicSelect counts. A value that is not known, or not what it has to be, is told with its place; the
 * rest is drawn.
 *
 *   picture.c             the class that is asked for
 *   picture_class.c       layers, coordinate systems, base classes
 *   picture_part.c        components and connectors, where they are, and what those without graphics look like
 *   picture_link.c        connections
 *   picture_shape.c       lines, polygons, rectangles, ellipses, texts, bitmaps
 *   picture_bitmap.c      images of files and of texts in base 64
 *   picture_text.c        %name and the like
 *   picture_value.c       values of annotations
 *   picture_inside.h      what they share
 */
#ifndef SALTUS_MODELICA_PICTURE_H
#define SALTUS_MODELICA_PICTURE_H

#include "front/modelica/flatten/flatten.h"
#include "front/sketch.h"

#endif
