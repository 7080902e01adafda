#!/usr/bin/env python3
"""Pictures of models: saltus draw.

    draw.py --saltus build/saltus [NAME ...]        the tests of these names only

Where a point must come to lie is computed here from the words of chapter 18 of the specification, with complex numbers:
the extent of a coordinate system is put onto the extent of a placement, that is turned about the origin, and moved
there. A rectangle without a line, whose corners are known, tells how units are pixels in a picture.
"""
import base64
import math
import random
import re
import struct
import sys
import zlib

import command_tools
from command_tools import has, same, test, true, usage
from draw_tools import NET, Picture, SIZE, boxes, lines, path_points, svg, tag

MARGIN = 4                        # units around what is drawn
FRAME = ("Rectangle(extent = {{-500, -500}, {500, 500}}, pattern = LinePattern.None, "
         "fillPattern = FillPattern.Solid, fillColor = {1, 2, 3})")


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
