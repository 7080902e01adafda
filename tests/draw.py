#!/usr/bin/env python3
"""Pictures of models: saltus draw.

    draw.py --saltus build/saltus [NAME ...]        the tests of these names only

Where a point must come to lie is computed here from the words of chapter 18 of the specification, with complex numbers:
the extent of a coordinate system is put onto the extent of a placement, that is turned about the origin, and moved
there. A rectangle without a line, whose corners are known, tells how units are pixels in a picture.
"""
import base64
import itertools
import math
import os
import random
import re
import struct
import sys
import xml.etree.ElementTree
import zlib

import command_tools
from command_tools import has, same, test, true, usage

SIZE = 1000                       # units that the frame is wide and high
MARGIN = 4                        # units around what is drawn
FRAME = ("Rectangle(extent = {{-500, -500}, {500, 500}}, pattern = LinePattern.None, "
         "fillPattern = FillPattern.Solid, fillColor = {1, 2, 3})")


def svg(box, name):
    return xml.etree.ElementTree.fromstring(box.read(name))


def tag(element):
    return element.tag.rpartition("}")[2]


def path_points(element):
    """All points of a path, control points too."""
    numbers = [float(x) for x in re.findall(r"-?\d+\.\d+", element.get("d"))]
    return [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2])]


class Picture:
    """An SVG file, with its paths in units of the class that is drawn."""

    def __init__(self, box, name):
        self.root = svg(box, name)
        self.paths = [e for e in self.root.iter() if tag(e) == "path"]
        frame = [e for e in self.paths if e.get("fill") == "#010203"]
        self.frame = path_points(frame[0]) if frame else None

    def units(self, pixel):
        xs, ys = [p.real for p in self.frame], [p.imag for p in self.frame]
        return complex(-500 + SIZE*(pixel.real - min(xs))/(max(xs) - min(xs)),
                       500 - SIZE*(pixel.imag - min(ys))/(max(ys) - min(ys)))

    def strokes(self, color):
        return [[self.units(p) for p in path_points(e)] for e in self.paths if e.get("stroke") == color]

    def fills(self, color):
        return [[self.units(p) for p in path_points(e)] for e in self.paths if e.get("fill") == color]

    def texts(self):
        return [e for e in self.root.iter() if tag(e) == "text"]

    def words(self):
        return [e.text for e in self.texts()]


def near(got, wanted, what="", within=0.01):
    got, wanted = list(got), list(wanted)
    same(len(got), len(wanted), what + ": number of points")
    for g, w in zip(got, wanted):
        if abs(g - w) > within:
            raise AssertionError("%s: got %s, wanted %s" % (what, got, wanted))


def drawn(box, text, *options, name="p.svg", **rest):
    box.write("m.mo", text)
    box.good("draw", "m.mo", "-o", name, "--quiet", "--width", str(4*(SIZE + 2*MARGIN)), *options, **rest)
    return Picture(box, name)


def icon(box, graphics, *options, system="", more=""):
    return drawn(box, "model M\n%s  annotation(Icon(%sgraphics = {%s, %s}));\nend M;\n"
                 % (more, system, FRAME, graphics), "--icon", *options)


def turned(z, degrees, origin=0):
    return z*complex(math.cos(math.radians(degrees)), math.sin(math.radians(degrees))) + origin


def placed(z, system, extent, rotation=0, origin=0):
    """Where a placement puts a point of an icon."""
    (a, b), (c, d) = system, extent
    scaled = complex(c.real + (z.real - a.real)/(b.real - a.real)*(d.real - c.real),
                     c.imag + (z.imag - a.imag)/(b.imag - a.imag)*(d.imag - c.imag))
    return turned(scaled, rotation, origin)


def modelica(z):
    return "{%r, %r}" % (z.real, z.imag)


USUAL = (-100 - 100j, 100 + 100j)


# ------------------------------------------------------------------------------------------------------------ places

@test
def a_shape_is_turned_about_zero_and_then_moved(box):
    points = [10 + 0j, 60 + 20j, -30 + 45j]
    for rotation, origin in ((0, 0j), (90, 0j), (-30, 40 - 70j), (180, 5 + 5j), (405, -100 + 0j)):
        p = icon(box, "Line(points = {%s}, origin = %s, rotation = %d, color = {255, 0, 0})" %
                 (", ".join(map(modelica, points)), modelica(origin), rotation))
        near(p.strokes("#ff0000")[0], [turned(z, rotation, origin) for z in points], "rotation %d" % rotation)


CORNER = "Line(points = {{-100, -100}, {100, -50}, {20, 90}}, color = {255, 0, 0})"
CORNERS = [-100 - 100j, 100 - 50j, 20 + 90j]


def component(placement, system=USUAL):
    return """package P
  model C annotation(Icon(coordinateSystem(extent = {%s, %s}), graphics = {%s})); end C;
  model M C c annotation(Placement(%s)); annotation(Diagram(graphics = {%s})); end M;
end P;
""" % (modelica(system[0]), modelica(system[1]), CORNER, placement, FRAME)


@test
def a_component_is_scaled_mirrored_turned_and_moved(box):
    cases = [((-10 - 10j, 10 + 10j), 0, 0j), ((-10 - 10j, 10 + 10j), 90, 50 + 20j),
             ((10 - 10j, -10 + 10j), 0, 50 + 20j),
             ((-10 + 10j, 10 - 10j), 0, 30j), ((10 + 10j, -10 - 10j), 270, 0j), ((-40 - 10j, 80 + 30j), 33, -20 + 10j),
             ((20 - 5j, -20 + 5j), -45, 12 + 13j), ((100 + 40j, 140 + 60j), 0, 0j)]
    for extent, rotation, origin in cases:
        p = drawn(box, component("transformation(extent = {%s, %s}, rotation = %d, origin = %s)" %
                                 (modelica(extent[0]), modelica(extent[1]), rotation, modelica(origin))))
        near(p.strokes("#ff0000")[0], [placed(z, USUAL, extent, rotation, origin) for z in CORNERS],
             str((extent, rotation, origin)))


@test
def the_coordinate_system_of_the_component_counts(box):
    system = (-200 - 50j, 300 + 150j)
    p = drawn(box, component("transformation(extent = {{0, 0}, {50, 20}}, rotation = 90)", system))
    near(p.strokes("#ff0000")[0], [placed(z, system, (0j, 50 + 20j), 90) for z in CORNERS])


@test
def a_component_without_an_extent_is_a_tenth_of_its_coordinate_system(box):
    p = drawn(box, component("transformation(origin = {50, 60})"))
    near(p.strokes("#ff0000")[0], [50 + 60j + 0.1*z for z in CORNERS])


@test
def scales_of_nested_parts_are_multiplied(box):
    rng = random.Random(7)
    for _ in range(6):
        inner = (complex(rng.randint(-90, 90), rng.randint(-90, 90)),
                 complex(rng.randint(-90, 90), rng.randint(91, 150)), rng.randint(-180, 180),
                 complex(rng.randint(-50, 50), rng.randint(-50, 50)))
        outer = (complex(rng.randint(-60, -10), 40), complex(rng.randint(10, 60), -30), rng.randint(-180, 180),
                 20 + 30j)
        if inner[0].real == inner[1].real:
            continue
        p = drawn(box, """package P
  connector K Real x; annotation(Icon(graphics = {%s})); end K;
  model C K k annotation(Placement(transformation(extent = {%s, %s}, rotation = %d, origin = %s))); end C;
  model M C c annotation(Placement(transformation(extent = {%s, %s}, rotation = %d, origin = %s)));
    annotation(Diagram(graphics = {%s})); end M;
end P;
""" % ((CORNER, modelica(inner[0]), modelica(inner[1]), inner[2], modelica(inner[3]), modelica(outer[0]),
        modelica(outer[1]), outer[2],
       modelica(outer[3]), FRAME)))
        near(p.strokes("#ff0000")[0],
             [placed(placed(z, USUAL, inner[:2], *inner[2:]), USUAL, outer[:2], *outer[2:]) for z in CORNERS],
             str((inner, outer)))


@test
def an_icon_has_connectors_at_their_icon_transformation(box):
    text = """package P
  connector K Real x; annotation(Icon(graphics = {%s})); end K;
  model M
    K k annotation(Placement(transformation(extent = {{0, 0}, {20, 20}}),
      iconTransformation(extent = {{-120, 40}, {-100, 60}})));
    K l annotation(Placement(transformation(extent = {{100, 0}, {120, 20}}, rotation = 0)));
    K hidden annotation(Placement(iconVisible = false, transformation(extent = {{0, 100}, {20, 120}})));
  protected
    K inside annotation(Placement(transformation(extent = {{0, 0}, {20, 20}})));
    annotation(Icon(graphics = {%s}), Diagram(graphics = {%s}));
  end M;
end P;
""" % (CORNER, FRAME, FRAME)
    p = drawn(box, text, "--icon")
    extents = [(-120 + 40j, -100 + 60j), (100 + 0j, 120 + 20j)]
    same(len(p.strokes("#ff0000")), 2)
    for line, extent in zip(p.strokes("#ff0000"), extents):
        near(line, [placed(z, USUAL, extent) for z in CORNERS])
    p = drawn(box, text, "--diagram")
    same(len(p.strokes("#ff0000")), 4, "in the diagram all are shown")
    near(p.strokes("#ff0000")[0], [placed(z, USUAL, (0j, 20 + 20j)) for z in CORNERS])


@test
def in_a_diagram_a_connector_of_the_class_has_its_diagram_layer(box):
    text = """package P
  connector K Real x; annotation(Icon(graphics = {%s}),
    Diagram(graphics = {Text(extent = {{-100, 0}, {100, 100}}, textString = "%%name")})); end K;
  model C K k annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}))); end C;
  model M
    K mine annotation(Placement(transformation(extent = {{0, 0}, {20, 20}})));
    C c annotation(Placement(transformation(extent = {{50, 0}, {70, 20}})));
    annotation(Diagram(graphics = {%s}));
  end M;
end P;
""" % (CORNER, FRAME)
    p = drawn(box, text)
    same(len(p.strokes("#ff0000")), 1, "the icon of the connector of c")
    true("mine" in p.words(), p.words())


@test
def layers_of_base_classes_come_first(box):
    text = """package P
  partial model A annotation(Icon(coordinateSystem(extent = {{-200, -100}, {200, 100}}),
    graphics = {%s, Line(points = {{0, 0}, {10, 0}}, color = {255, 0, 0})})); end A;
  model B extends A; annotation(Icon(graphics = {Line(points = {{0, 0}, {20, 0}}, color = {255, 0, 0})})); end B;
  model M extends B; annotation(Icon(graphics = {Line(points = {{0, 0}, {30, 0}}, color = {255, 0, 0})})); end M;
  model H extends B annotation(IconMap(primitivesVisible = false));
    annotation(Icon(graphics = {%s, Line(points = {{0, 0}, {30, 0}}, color = {255, 0, 0})})); end H;
  model S = B annotation(IconMap(primitivesVisible = false),
    Icon(graphics = {%s, Line(points = {{0, 0}, {40, 0}}, color = {255, 0, 0})}));
  model Q extends A annotation(IconMap(extent = {{0, 0}, {40, 50}})); annotation(Icon(graphics = {%s})); end Q;
end P;
""" % (FRAME, FRAME, FRAME, FRAME.replace("{1, 2, 3}", "{3, 2, 1}"))
    box.write("m.mo", text)
    for name, ends in (("M", [10, 20, 30]), ("H", [30]), ("S", [40])):
        box.good("draw", "m.mo:P." + name, "--icon", "-o", "p.svg", "--width", "4032")
        p = Picture(box, "p.svg")
        same([round(line[1].real) for line in p.strokes("#ff0000")], ends, name)
    box.good("draw", "m.mo:P.Q", "--icon", "-o", "p.svg", "--width", "4032")
    p = Picture(box, "p.svg")
    p.frame = path_points([e for e in p.paths if e.get("fill") == "#030201"][0])
    near(p.strokes("#ff0000")[0], [placed(z, (-200 - 100j, 200 + 100j), (0j, 40 + 50j)) for z in (0j, 10 + 0j)],
         "mapped")


@test
def parameters_of_the_component_are_in_its_icon(box):
    p = drawn(box, """package P
  type Kind = enumeration(slow, fast);
  model C
    parameter Real k = 2; parameter Kind kind = Kind.slow; parameter Boolean shown = false;
    parameter Real v[2] = {1, 2.5};
    parameter Real angle = 0; parameter String s = "x"; Real y;
    annotation(Icon(graphics = {Text(extent = {{-100, 0}, {100, 20}},
      textString = "%%name k=%%k %%kind %%{v} %%class %%s 5%%%% %%nobody"),
      Line(visible = shown, points = {{0, 0}, {100, 0}}, rotation = 2*angle, color = {255, 0, 0}),
      Rectangle(extent = DynamicSelect({{0, 0}, {50, 50}}, {{0, 0}, {50, y}}),
        lineColor = if shown then {0, 255, 0} else {0, 0, 255})}));
  end C;
  model M
    C a annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
    parameter Real g = 3;
    C b(k = 2*g, kind = Kind.fast, shown = true, angle = 45)
      annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    annotation(Diagram(graphics = {%s}));
  end M;
end P;
""" % FRAME)
    same(p.words(), ["a k=2 slow {1, 2.5} C x 5% %nobody", "b k=6 fast {1, 2.5} C x 5% %nobody"])
    near(p.strokes("#ff0000")[0], [100 + 0j, 100 + 10j])
    same((len(p.strokes("#ff0000")), len(p.strokes("#00ff00")), len(p.strokes("#0000ff"))), (1, 1, 1))
    near(p.strokes("#0000ff")[0], [0, 5, 5 + 5j, 5j])
    p = drawn(box, box.read("m.mo").decode(), "-p", "g=5")
    true("k=10" in p.words()[1], p.words())


@test
def what_is_not_there_is_not_drawn(box):
    p = drawn(box, """package P
  connector K Real x; annotation(Icon(graphics = {%s})); end K;
  model C parameter Boolean use = true;
    K k if use annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}))); K l; end C;
  model M
    parameter Boolean n = false;
    C a annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
    C b(use = false) annotation(Placement(transformation(extent = {{50, -10}, {70, 10}})));
    C c if n annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    connect(a.k, b.l) annotation(Line(points = {{0, 0}, {60, 0}}, color = {0, 255, 0}));
    connect(a.k, b.k) annotation(Line(points = {{0, 0}, {60, 0}}, color = {0, 255, 0}));
    connect(a.k, c.l) annotation(Line(points = {{0, 0}, {60, 0}}, color = {0, 255, 0}));
    if n then connect(a.l, b.l) annotation(Line(points = {{0, 0}, {60, 0}}, color = {0, 255, 0})); end if;
    annotation(Diagram(graphics = {%s}));
  end M;
end P;
""" % (CORNER, FRAME))
    same(len(p.strokes("#00ff00")), 1, "connections")
    same(len(p.strokes("#ff0000")), 3, "k and l of a, l of b")


# ------------------------------------------------------------------------------------------------------------ shapes

@test
def an_ellipse_is_one_and_an_arc_is_a_part_of_it(box):
    p = icon(box, "Ellipse(extent = {{-60, -20}, {60, 20}}, lineColor = {255, 0, 0})")
    for z in p.strokes("#ff0000")[0][::3]:
        true(abs((z.real/60)**2 + (z.imag/20)**2 - 1) < 1e-3, z)
    p = icon(box, "Ellipse(extent = {{-60, -20}, {60, 20}}, startAngle = 30, endAngle = 120, lineColor = {255, 0, 0})")
    points = p.strokes("#ff0000")[0]
    ends = [complex(60*math.cos(math.radians(t)), 20*math.sin(math.radians(t))) for t in (30, 120)]
    near([points[0], points[3], points[4]], ends + [0j], "radial")
    p = icon(box, "Ellipse(extent = {{-60, -20}, {60, 20}}, startAngle = 30, endAngle = 120, closure = "
                  "EllipseClosure.Chord, lineColor = {255, 0, 0})")
    near([p.strokes("#ff0000")[0][-1]], ends[1:], "chord")


@test
def a_smooth_line_touches_the_middles_of_its_edges(box):
    points = [0j, 100 + 0j, 100 + 100j, 0 + 100j]
    p = icon(box, "Line(points = {%s}, smooth = Smooth.Bezier, color = {255, 0, 0})" % ", ".join(map(modelica, points)))
    got = p.strokes("#ff0000")[0]
    near([got[0], got[1], got[4], got[5], got[8], got[9]], [0, 50, 100 + 50j, 100 + 50j, 50 + 100j, 100j])
    near(got[2:4], [50 + 50*2/3, 100 + 50j - 50j*2/3], "a parabola as a cubic curve")


@test
def arrows_point_outwards(box):
    p = icon(box, "Line(points = {{0, 0}, {100, 0}}, arrow = {Arrow.None, Arrow.Filled}, arrowSize = 10, "
                  "color = {255, 0, 0})")
    head = p.fills("#ff0000")[0]
    near([head[1]], [100 + 0j], "its tip")
    true(all(abs(z.real - 90) < 0.01 for z in (head[0], head[2])), head)


@test
def fills_are_gradients_and_hatches(box):
    p = icon(box, "Rectangle(extent = {{0, 0}, {100, 40}}, fillPattern = FillPattern.HorizontalCylinder, lineColor = "
                  "{255, 0, 0}, fillColor = {0, 255, 0})")
    bands = [e for e in p.root.iter() if tag(e) == "linearGradient"]
    same([s.get("stop-color") for s in bands[0]], ["#ff0000", "#00ff00", "#ff0000"])
    a, b = map(float, re.findall(r"[-\d.e+]+", bands[0].get("gradientTransform"))[:2])
    true(abs(a) < 1e-9 and abs(b) > 100, "colours change upwards: %g %g" % (a, b))
    p = icon(box, "Ellipse(extent = {{0, 0}, {100, 40}}, fillPattern = FillPattern.Sphere, lineColor = {255, 0, 0}, "
                  "fillColor = {0, 255, 0})")
    balls = [e for e in p.root.iter() if tag(e) == "radialGradient"]
    same([s.get("stop-color") for s in balls[0]], ["#00ff00", "#ff0000"])
    p = icon(box, "Polygon(points = {{0, 0}, {100, 0}, {0, 100}}, pattern = LinePattern.None, fillPattern = "
                  "FillPattern.Vertical, lineColor = {255, 0, 0}, "
                  "fillColor = {0, 255, 0})")
    lines = p.strokes("#ff0000")
    same(len(lines), 1)
    for a, b in zip(lines[0][::2], lines[0][1::2]):
        true(abs(a.real - b.real) < 0.01, "vertical")
        near(sorted([a, b], key=lambda z: z.imag), [complex(a.real, 0), complex(a.real, 100 - a.real)],
             "from edge to edge")


@test
def texts_fit_their_extent_and_are_upright(box):
    p = icon(box, ", ".join('Text(extent = {{-100, -10}, {100, 10}}, rotation = %d, textString = "T%d")' % (d, d)
                            for d in (0, 90, 180, 270, 45, 225)))
    angles = {e.text: re.search(r"rotate\(([-\d.]+)", e.get("transform") or "rotate(0") for e in p.texts()}
    same({k: float(m.group(1)) for k, m in angles.items()},
         {"T0": 0, "T90": -90, "T180": 0, "T270": -90, "T45": -45, "T225": -45})
    p = icon(box, 'Text(extent = {{-100, -10}, {100, 10}}, textString = "M"), Text(extent = {{-10, -100}, {10, 100}}, '
                  'textString = "much longer")')
    sizes = [float(e.get("font-size"))/4 for e in p.texts()]
    true(15 < sizes[0] < 20 and sizes[1] < 5, sizes)
    p = icon(box, 'Text(extent = {{-100, -10}, {100, 10}}, fontSize = 72, textString = "two\\n'
                  'lines", textStyle = {TextStyle.Bold, TextStyle.Italic}, '
                  'horizontalAlignment = TextAlignment.Left)')
    first = p.texts()[0]
    same(p.words(), ["two", "lines"])
    near([float(first.get("font-size"))/4], [25.4], "an inch")
    same((first.get("font-weight"), first.get("font-style"), first.get("text-anchor")), ("bold", "italic", "start"))
    near([p.units(complex(float(first.get("x")), 0)).real], [-100], within=0.1)
    p = drawn(box, """package P
  model C annotation(Icon(graphics = {Text(extent = {{-100, -10}, {0, 10}}, textString = "left",
    horizontalAlignment = TextAlignment.Left)})); end C;
  model M C c annotation(Placement(transformation(extent = {{100, -100}, {-100, 100}})));
    annotation(Diagram(graphics = {%s})); end M;
end P;
""" % FRAME)
    same(p.texts()[0].get("text-anchor"), "end", "mirrored")
    near([p.units(complex(float(p.texts()[0].get("x")), 0)).real], [100], within=0.1)


def png(width, height):
    rows = b"".join(b"\0" + b"\xff\0\0"*width for _ in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) +
            chunk(b"IEND", b""))


@test
def bitmaps_of_texts_and_files(box):
    image = png(4, 2)
    text = base64.b64encode(image).decode()
    p = icon(box, 'Bitmap(extent = {{0, 0}, {100, 100}}, imageSource = "%s")' % text)
    found = [e for e in p.root.iter() if tag(e) == "image"]
    same(found[0].get("href"), "data:image/png;base64," + text)
    a, b, c, d, e, f = map(float, re.findall(r"[-\d.e+]+", found[0].get("transform")))
    near([p.units(complex(e, f)), p.units(complex(a + c + e, b + d + f))], [75j, 100 + 25j],
         "twice as wide as high, in the middle", within=0.1)
    with open(box.path("red.png"), "wb") as out:
        out.write(image)
    p = icon(box, 'Bitmap(extent = {{0, 0}, {100, 100}}, fileName = "modelica://M/red.png")')
    same(len([e for e in p.root.iter() if tag(e) == "image"]), 1)
    said = box.call("draw", "m.mo", "--icon", "-o", "p.png")
    same(said.status, 0, said.err)
    icon(box, 'Bitmap(extent = {{0, 0}, {100, 100}}, fileName = "modelica://M/none.png"), Bitmap(extent = {{0, 0}, {9, '
              '9}}, imageSource = "AAAA")')
    said = box.call("draw", "m.mo", "--icon", "-o", "p.svg")
    same((said.status, said.err.count("U0824")), (0, 2), said.err)
    true("none.png" in Picture(box, "p.svg").words(), "a word in the frame")


# ------------------------------------------------------------------------------------------------------- arrangement

NET = """package P
  connector In = input Real;
  connector Out = output Real;
  connector Pin Real v; flow Real i; end Pin;
  block B In u; Out y; end B;
  block Sum In a, b; Out y; end Sum;
  model R Pin p, n; end R;
  model Loop
    In w; Out z; Sum sum; B controller, plant, sensor; B alone;
  equation
    connect(w, sum.a); connect(sum.y, controller.u); connect(controller.y, plant.u); connect(plant.y, z);
    connect(plant.y, sensor.u);
    connect(sensor.y, sum.b);
  end Loop;
  model Circuit
    R source, r1, r2, c, l, ground;
  equation
    connect(source.p, r1.p); connect(r1.n, r2.p); connect(r1.n, c.p); connect(c.n, source.n);
    connect(r2.n, l.p); connect(l.n, source.n);
    connect(source.n, ground.p);
  end Circuit;
end P;
"""
BOX, PORTS = "#1f3f6f", ("#555555", "#00007f")


def boxes(picture):
    """Corners of the boxes that stand for classes without an icon, in pixels."""
    for e in picture.paths:
        if e.get("stroke") == BOX and e.get("fill") != "none":
            points = path_points(e)
            yield (min(p.real for p in points), min(p.imag for p in points), max(p.real for p in points),
                   max(p.imag for p in points))


def lines(picture):
    return [path_points(e) for e in picture.paths if e.get("fill") == "none" and e.get("stroke") in PORTS]


def ports(picture):
    """The middles of squares and triangles."""
    middles = []
    for e in picture.paths:
        if e.get("stroke") in PORTS and e.get("fill") != "none":
            points = path_points(e)
            middles.append(complex((min(p.real for p in points) + max(p.real for p in points))/2,
                                   (min(p.imag for p in points) + max(p.imag for p in points))/2))
    return middles


def check_arranged(picture, parts, links):
    all_boxes = list(boxes(picture))
    same(len(all_boxes), parts, "boxes")
    for a, b in itertools.combinations(all_boxes, 2):
        true(a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1], "%s and %s overlap" % (a, b))
    found = lines(picture)
    same(len(found), links, "lines")
    places = ports(picture)
    for line in found:
        for end in (line[0], line[-1]):
            true(min(abs(end - p) for p in places) < 0.02, "a line ends at %s, where there is no port" % end)
        for a, b in zip(line, line[1:]):
            true(abs(a.real - b.real) < 0.011 or abs(a.imag - b.imag) < 0.011, "a slanted line: %s" % line)
            for x0, y0, x1, y1 in all_boxes:
                low, high = (min(a.real, b.real), min(a.imag, b.imag)), (max(a.real, b.real), max(a.imag, b.imag))
                inside = low[0] < x1 - 8 and high[0] > x0 + 8 and low[1] < y1 - 0.1 and high[1] > y0 + 0.1
                true(not inside, "a line goes through a box: %s" % line)


def overlap(a, b, c, d):
    """Do two segments lie on each other?"""
    for level, along in ((lambda z: z.imag, lambda z: z.real), (lambda z: z.real, lambda z: z.imag)):
        if max(map(level, (a, b, c, d))) - min(map(level, (a, b, c, d))) < 0.5:
            return min(max(along(a), along(b)), max(along(c), along(d))) - max(min(along(a), along(b)),
                    min(along(c), along(d))) > 0.5
    return False


def check_apart(picture):
    """Lines that are not connected do not lie on each other."""
    found = lines(picture)
    net = list(range(len(found)))
    for i, k in itertools.combinations(range(len(found)), 2):
        if any(abs(a - b) < 0.02 for a in (found[i][0], found[i][-1]) for b in (found[k][0], found[k][-1])):
            net = [net[k] if x == net[i] else x for x in net]
    for i, k in itertools.combinations(range(len(found)), 2):
        for (a, b), (c, d) in itertools.product(zip(found[i], found[i][1:]), zip(found[k], found[k][1:])):
            true(net[i] == net[k] or not overlap(a, b, c, d), "lines lie on each other: %s %s" % (found[i], found[k]))


@test
def what_has_no_place_is_arranged(box):
    box.write("net.mo", NET)
    for name, parts, links in (("Loop", 5, 6), ("Circuit", 6, 7)):
        box.good("draw", "net.mo:P." + name, "-o", "p.svg")
        check_arranged(Picture(box, "p.svg"), parts, links)
        check_apart(Picture(box, "p.svg"))
    box.good("draw", "net.mo:P.Loop", "-o", "p.svg")
    x = {e.text: float(e.get("x")) for e in Picture(box, "p.svg").texts()}
    true(x["w"] < x["sum"] < x["controller"] < x["plant"] < x["sensor"], "signals go to the right: %s" % x)


def chain(rng, n, back, beside):
    """Blocks one after another, with lines back from some to earlier ones, beside others that are on their own way."""
    links = ["connect(b%d.y, b%d.u[1]);" % (k, k + 1) for k in range(n - 1)]
    for k in range(back):
        to, start = sorted(rng.sample(range(n), 2))
        links.append("connect(b%d.y, b%d.u[%d]);" % (start, to, k + 2))
    links += ["connect(b%d.y, c%d.u[1]);" % (rng.randrange(n), k) for k in range(beside)]
    return ("package N\n  connector In = input Real;\n  connector Out = output Real;\n"
            "  block B In u[8]; Out y; end B;\n"
            "  model M\n    B %s;\n  equation\n    %s\n  end M;\nend N;\n" %
            (", ".join(["b%d" % k for k in range(n)] + ["c%d" % k for k in range(beside)]), "\n    ".join(links)))


@test
def lines_that_go_back_pass_closely(box):
    rng = random.Random(5)
    for n, back, beside in [(rng.randint(3, 7), rng.randint(1, 4), rng.randint(0, 3)) for _ in range(25)]:
        box.write("net.mo", chain(rng, n, back, beside))
        box.good("draw", "net.mo", "-o", "p.svg")
        picture = Picture(box, "p.svg")
        check_apart(picture)
        all_boxes = list(boxes(picture))
        size = max(b[3] - b[1] for b in all_boxes)
        top, bottom = min(b[1] for b in all_boxes), max(b[3] for b in all_boxes)
        room = (0.6 + 0.15*(back + beside))*size         # for names, and for lines beside each other
        for z in itertools.chain(*lines(picture)):
            true(top - room < z.imag < bottom + room,
                 "a line goes to %s, far from the parts: %s to %s" % (z, top, bottom))


@test
def any_net_can_be_arranged(box):
    rng = random.Random(3)
    for n, m in ((1, 0), (2, 1), (5, 9), (12, 20), (30, 45)):
        links = set()
        while len(links) < m:
            link = tuple("b%d.%s" % (rng.randrange(n), rng.choice(("p", "n"))) for _ in range(2))
            links.update({link} if link[0] != link[1] else ())
        box.write("net.mo", "package N\n  connector Pin Real v; flow Real i; end Pin;\n  model R Pin p, n; end R;\n"
                            "  model M\n    R %s;\n  equation\n%s  end M;\nend N;\n" %
                  (", ".join("b%d" % i for i in range(n)),
                   "".join("    connect(%s, %s);\n" % link for link in sorted(links))))
        box.good("draw", "net.mo", "-o", "p.svg")
        check_arranged(Picture(box, "p.svg"), n, len(links))
        check_apart(Picture(box, "p.svg"))


@test
def crossed_connections_stay_apart(box):
    """Ports at the same heights on both sides of a channel, connected in any order: no
    order of the tracks may be good for all of them."""
    rng = random.Random(5)
    for ports_, layers, width in ((2, 2, 1), (3, 2, 1), (4, 3, 1), (2, 3, 2), (4, 2, 3)):
        names = [[(w, i) for w in range(width) for i in range(ports_)] for _ in range(layers)]
        links = [(l, a, b) for l in range(layers - 1) for a,
                 b in zip(names[l], rng.sample(names[l + 1], len(names[l])))]
        box.write("net.mo", "package N\n  connector In = input Real;\n  connector Out = output Real;\n"
                            "  block B %s end B;\n  model M\n    B %s;\n  equation\n%s  end M;\n"
                  "end N;\n" % (" ".join("In u%d; Out y%d;" % (i, i) for i in range(ports_)),
                                ", ".join("b%d_%d" % (l, w) for l in range(layers) for w in range(width)),
                                "".join("    connect(b%d_%d.y%d, b%d_%d.u%d);\n" % ((l,) + a + (l + 1,) + b) for l, a,
                                        b in links)))
        box.good("draw", "net.mo", "-o", "p.svg")
        check_arranged(Picture(box, "p.svg"), layers*width, len(links))
        check_apart(Picture(box, "p.svg"))


@test
def lines_from_above_and_below_stay_apart(box):
    """Parts with two outputs below and an array of inputs above: different signals may meet at the port where both end,
    in its last piece alone. The name of a part is over the line that leaves below it."""
    rng = random.Random(9)
    for n in (3, 4, 5, 6, 7):
        links = ["connect(b%d.%s, b%d.e[%d]);" % (rng.randrange(k), rng.choice(("yes", "no")), k, i + 1)
                 for k in range(1, n) for i in range(rng.randint(1, 2))]
        box.write("net.mo", """package N
  connector In = input Real;
  connector Out = output Real;
  block B
    In e[2] annotation(Placement(transformation(extent = {{-10, 100}, {10, 120}})));
    Out yes annotation(Placement(transformation(extent = {{-60, -120}, {-40, -100}})));
    Out no annotation(Placement(transformation(extent = {{40, -120}, {60, -100}})));
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}),
      Text(extent = {{-150, -110}, {150, -150}}, textString = "%%name of a part")}));
  end B;
  model M
    B %s;
  equation
    %s
  end M;
end N;
""" % (", ".join("b%d" % k for k in range(n)), "\n    ".join(links)))
        box.good("draw", "net.mo", "-o", "p.svg")
        picture = Picture(box, "p.svg")
        found = lines(picture)
        same(len(found), len(links), "lines")
        for one, other in itertools.combinations(found, 2):
            if abs(one[0] - other[0]) < 0.02:
                continue
            last = abs(one[-1] - other[-1]) < 0.02
            for (i, (a, b)), (k, (c, d)) in itertools.product(enumerate(zip(one, one[1:])),
                                                              enumerate(zip(other, other[1:]))):
                ends = last and i == len(one) - 2 and k == len(other) - 2
                true(ends or not overlap(a, b, c, d), "lines lie on each other: %s %s" % (one, other))
        with open(os.path.join(box.folder, "p.svg")) as file:
            text = file.read()
        true(text.rindex("<text") > text.rindex("<path"), "names are written last")


@test
def placed_and_arranged_parts_are_connected(box):
    box.write("net.mo", NET.replace("B controller, plant, sensor",
                                    "B controller annotation(Placement(transformation(extent = {{-10, 50}, {10, "
                                    "70}}))); B plant, sensor"))
    box.good("draw", "net.mo:P.Loop", "-o", "p.svg")
    picture = Picture(box, "p.svg")
    same((len(list(boxes(picture))), len(lines(picture))), (4, 6),
         "`alone` is not shown beside what its author has placed")
    places = ports(picture)
    for line in lines(picture):
        true(all(min(abs(end - p) for p in places) < 0.02 for end in (line[0], line[-1])), line)


# --------------------------------------------------------------------------------------------------------- the file

@test
def the_same_class_gives_the_same_bytes(box):
    box.write("net.mo", NET)
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        box.good("draw", "net.mo:P.Circuit", "-o", name)
    same(box.read("a.svg"), box.read("b.svg"))
    same(box.read("a.png"), box.read("b.png"))


@test
def names_with_odd_letters_are_good_xml(box):
    p = icon(box, 'Text(extent = {{-10, -10}, {10, 10}}, textString = "a < b & \\"c\\" > ü \\t%name")')
    true(p.words()[0].startswith('a < b & "c" > ü'), p.words())


@test
def several_files_and_widths(box):
    box.write("net.mo", NET)
    said = box.good("draw", "net.mo:P.Loop", "-o", "a.svg", "-o", "a.png", "--width", "640")
    same(said.out, "wrote a.svg\nwrote a.png\n")
    same(svg(box, "a.svg").get("width"), "640")
    same(struct.unpack(">I", box.read("a.png")[16:20])[0], 960)


@test
def classes_of_all_kinds(box):
    box.write("k.mo", NET)
    for name in ("P.Pin", "P.In", "P.R", "P.B", "P"):
        box.good("draw", "k.mo:" + name, "-o", "p.svg", "--icon")
        svg(box, "p.svg")
    box.write("c.mo", "connector K\n  Real x;\nend K;\n")
    has(box.good("draw", "c.mo", "-o", "p.svg").err, "U0822")
    box.write("part.mo", "partial model A\n  replaceable B b;\n  partial model B end B;\nend A;\n")
    box.good("draw", "part.mo:A", "-o", "p.svg")
    same(len(list(boxes(Picture(box, "p.svg")))), 1)


# ------------------------------------------------------------------------------------------- values and activations

VALUES = """package V
  connector In = input Real;
  connector Out = output Real;
  connector Pin Real v; flow Real i; end Pin;
  block Gain
    In u;
    Out y;
    parameter Real k(unit = "V") = 3;
    Real hidden = 7*u;
  equation
    y = k*u;
  end Gain;
  block Ramp
    Out y;
  equation
    y = time;
  end Ramp;
  model Load
    Pin p;
    Real v(unit = "V", displayUnit = "mV") = p.v;
    Integer n = if time > 1 then 12 else 3;
    Boolean late = time > 1;
  equation
    p.i = v/2;
  end Load;
  model Source
    Pin p;
    In u;
  equation
    p.v = u;
  end Source;
  model Top
    Ramp ramp;
    Gain gain;
    Source source;
    Load load;
    Gain many[2](k = {10, 20});
    Out result;
  equation
    connect(ramp.y, gain.u);
    connect(gain.y, source.u);
    connect(source.p, load.p);
    connect(ramp.y, many[1].u);
    connect(ramp.y, many[2].u);
    connect(many[2].y, result);
  end Top;
end V;
"""


def words(box, name):
    return [e.text for e in svg(box, name).iter() if tag(e) == "text"]


@test
def values_stand_beside_the_components(box):
    """y = 3*t, what it drives, and both elements of an array, at a time that is asked for."""
    box.write("v.mo", VALUES)
    box.good("draw", "v.mo:V.Top", "--values", "1.5", "-o", "p.svg")
    said = words(box, "p.svg")
    for line in ("y = 1.5", "y = 4.5", "p.v = 4.5", "p.i = -2.25", "v = 4500 mV", "n = 12", "late = true", "[1].y = 15",
                 "[2].y = 30", "30"):
        true(line in said, "%s in %s" % (line, said))
    true(not any("hidden" in w or w.startswith("u = ") for w in said), said)
    box.good("draw", "v.mo:V.Top", "--values", "0.5", "-p", "gain.k=8", "-o", "p.svg")
    true({"y = 4", "n = 3", "late = false", "v = 4000 mV"} <= set(words(box, "p.svg")), words(box, "p.svg"))
    box.good("draw", "v.mo:V.Top", "-o", "p.svg")
    true(not any(" = " in w for w in words(box, "p.svg")), "no values where none are asked for")


ACTIVATED = """model A
  import Saltus.Diagrams.*;
  Activations.SampleClock fast(period = 0.1), slow(period = 0.5, domain = "second");
  Counter a, b;
  Both c;
  Real x = time;
  block Counter
    Interfaces.ActivationInput e;
    Interfaces.RealOutput y(start = 0, fixed = true);
  equation
    when e then
      y = pre(y) + 1;
    end when;
  end Counter;
  block Both
    Interfaces.ActivationInput e, f;
    Interfaces.RealOutput y(start = 0, fixed = true), z(start = 0, fixed = true);
  equation
    when e then
      y = pre(y) + 1;
    end when;
    when f then
      z = pre(z) + 1;
    end when;
  end Both;
equation
  connect(fast.o, a.e);
  connect(slow.o, b.e);
  connect(fast.o, c.e);
  connect(slow.o, c.f);
end A;
"""


@test
def activations_have_colours(box):
    """One part of each clock, and one that both run: four frames in two colours, and connections in them."""
    box.write("a.mo", ACTIVATED)
    said = box.good("draw", "a.mo", "--activation", "-o", "p.svg").out
    lines = [line for line in said.splitlines() if line.startswith(("fast.o", "slow.o"))]
    same(len(lines), 2, said)
    true(lines[0].endswith(": a, c") and lines[1].endswith(": b, c"), said)
    strokes = [e.get("stroke") for e in svg(box, "p.svg").iter() if e.get("stroke")]
    for color in ("#0072b2", "#d55e00"):
        same(strokes.count(color), 2 + 2 + 1, "two frames, two connections, one line of the legend: %s" % strokes)
    true(all(any(w.startswith(name) for w in words(box, "p.svg")) for name in ("fast.o every", "slow.o every")),
         "legend")


@test
def mistakes_of_values_and_activations(box):
    usage(box, "U0003", "draw", "v.mo:V.Top", "--icon", "--values", "1", "-o", "p.svg", says=("--icon",))
    usage(box, "U0003", "draw", "v.mo:V.Top", "--values", "soon", "-o", "p.svg")
    box.write("v.mo", VALUES + "model Late\n  Real x = time;\n  V.Ramp r;\n"
                               "  annotation(experiment(StartTime = 2, StopTime = 3));\nend Late;\n"
              "model Open\n  Real x;\n  V.Ramp r;\nend Open;\n")
    for arguments, code in ((("v.mo:Late", "--values", "1"), "U0977"), (("v.mo:Open", "--values", "1"), "S0")):
        said = box.call("draw", *arguments, "-o", "p.svg")
        same(said.status, 1, said.err)
        has(said.err, code)
    has(box.good("draw", "v.mo:V.Top", "--activation", "-o", "p.svg").err, "U0978")


# --------------------------------------------------------------------------------------------------------- messages

@test
def what_cannot_be_drawn_is_told(box):
    usage(box, "U0005", "draw", "plain.mo")
    usage(box, "U0003", "draw", "plain.mo", "-o", "p.gif", says=(".svg",))
    usage(box, "U0003", "draw", "plain.mo", "-o", "p.svg", "--icon", "--diagram")
    usage(box, "U0003", "draw", "plain.mo", "-o", "p.svg", "--width", "10001", says=("10000",))
    usage(box, "U0827", "draw", "r.csv", "-o", "p.svg", says=("saltus plot",))
    box.write("net.mo", NET)
    box.write("flat.mo", "model Flat\n  Real x = 1;\nend Flat;\n")
    for arguments, code, word in ((("net.mo:P.Lop", "-o", "p.svg"), "M0238", "did you mean 'P.Loop'"),
                                  (("none.mo", "-o", "p.svg"), "F0001", "none.mo"),
                                  (("flat.mo", "--diagram", "-o", "p.svg"), "U0821", "--icon"),
                                  (("says.cosy", "-o", "p.svg"), "U0820", "Modelica"),
                                  (("net.mo:P.Loop", "-o", "no/such/p.svg"), "F0", "no/such")):
        said = box.call("draw", *arguments)
        same(said.status, 1, said.err)
        has(said.err, code)
        has(said.err, word)
    same([f for f in box.files() if f.startswith("p.")], [])


@test
def a_wrong_annotation_is_told_with_its_place(box):
    wrong = {'Line(points = {{0, 0}, {1}}, color = {255, 0, 0})': "'points' of Line",
             'Rectangle(lineColor = {0, 0, 255})': "no extent",
             'Rectangle(extent = {{0, 0}, {1, 1}}, fillPattern = FillPattern.Soild)': "Solid",
             'Circle(extent = {{0, 0}, {1, 1}})': "'Circle'",
             'Line(points = {{0, 0}, {nobody, 1}})': "nobody",
             'Text(extent = {{0, 0}, {1, 1}}, textString = 5)': "textString", '7': "graphics",
             'Line(points = {{0, 0}, {1, 1}}, arrow = Arrow.Filled)': "arrow",
             'Polygon(points = {{0, 0}, {1e9, 1}})': "million"}
    for text, word in wrong.items():
        box.write("m.mo", "model M\n  annotation(Icon(graphics = {Line(points = {{0, 0}, {50, 0}}, color = {255, 0, "
                          "0}),\n    %s}));\nend M;\n" % text)
        said = box.call("draw", "m.mo", "--icon", "-o", "p.svg")
        same(said.status, 0, said.err)
        has(said.err, "warning[U0823]")
        has(said.err, "m.mo:3:")
        has(said.err, word)
        true(any(e.get("stroke") == "#ff0000" for e in Picture(box, "p.svg").paths), "the rest is drawn")


@test
def an_unknown_class_of_a_component_is_a_box(box):
    box.write("m.mo", "model M\n  Nowhere.Resistor r annotation(Placement(transformation(extent = {{-10, -10}, {10, "
                      "10}})));\n  Missing m, other;\nequation\n  connect(m.a, r.b);\nend M;\n")
    said = box.call("draw", "m.mo", "-o", "p.svg")
    same((said.status, said.err.count("U0825")), (0, 3), said.err)
    same(len(list(boxes(Picture(box, "p.svg")))), 2)


if __name__ == "__main__":
    sys.exit(command_tools.main())
