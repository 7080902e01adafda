#!/usr/bin/env python3
"""Pictures of models: what has no place is arranged; values and activations.

    draw_arranged.py --saltus build/saltus [NAME ...]        the tests of these names only
"""
import itertools
import os
import random
import sys

import command_tools
from command_tools import has, same, test, true, usage
from draw_tools import NET, PORTS, Picture, boxes, lines, path_points, svg, tag


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
def who_programs_events_is_framed(box):
    """A block that only programs an event is run by what activates it."""
    box.write("d.mo", """model D
  import Saltus.Diagrams.Activations.*;
  SampleClock clock(period = 1);
  EventDelay late(delay = 0.5);
  Counter count;
equation
  connect(clock.o, late.e);
  connect(late.o, count.e);
end D;
""")
    lines = box.good("draw", "d.mo", "--activation", "-o", "p.svg").out.splitlines()
    true(any(line.startswith("clock.o") and line.endswith(": late") for line in lines), lines)
    true(any(line.startswith("late.o") and line.endswith(": count") for line in lines), lines)


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


if __name__ == "__main__":
    sys.exit(command_tools.main())
