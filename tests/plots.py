#!/usr/bin/env python3
"""Results that are there: saltus plot, saltus compare, the options of pictures, the rows between the points of the
grid.

    plots.py --saltus build/saltus [NAME ...]        the tests of these names only
"""
import math
import re
import struct
import sys
import xml.etree.ElementTree

import command_tools
from command_tools import has, same, test, true, usage

PEAK = """model Peak "a peak of a 30th of the interval of the grid"
  Real x(start = 0, fixed = true), y = exp(-((x - 5.03)/0.01)^2);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 10, Interval = 0.5));
end Peak;
"""
VALVE = """model Valve
  type Mode = enumeration(closed, half, open);
  Mode mode = if time < 1 then Mode.closed elseif time < 2 then Mode.half else Mode.open;
  Real T(unit = "K", displayUnit = "degC", start = 300, fixed = true),
    x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(T) = 10;
  der(x) = v;
  der(v) = -x;
  annotation(experiment(StopTime = 4), Documentation(figures = {
    Figure(title = "Phase", plots = {Plot(curves = {Curve(x = x, y = v)})}),
    Figure(title = "Heat", preferred = true, plots = {Plot(curves = {Curve(y = T)})})}));
end Valve;
"""


def words(box, name):
    return [e.text for e in xml.etree.ElementTree.fromstring(box.read(name)).iter() if e.text and e.text.strip()]


def curves(box, name):
    """The points of what is drawn with the width of curves."""
    found = []
    for e in xml.etree.ElementTree.fromstring(box.read(name)).iter():
        if e.tag.endswith("polyline") and e.get("stroke-width") in ("1.8", "1.4"):
            found.append([tuple(map(float, p.split(","))) for p in e.get("points").split()])
    return found


def sine(box, name="sine.csv", frequency=5.0, amplitude=2.0, rows=1000, shift=0.0):
    lines = ["time,u [V],w"]
    for k in range(rows + 1):
        t = k/rows
        lines.append("%r,%r,%r" % (t, amplitude*math.sin(2*math.pi*frequency*(t - shift)), t*t))
    box.write(name, "\n".join(lines) + "\n")


# --------------------------------------------------------------------------------------------------------- pictures


@test
def what_is_drawn_is_recorded(box):
    """Whatever --vars selects for files: of curves, an axis at the right, and what a portrait is drawn over."""
    box.write("valve.mo", VALVE)
    for number, drawn in enumerate((["v"], ["v", "--right", "x"], ["v", "--over", "x"])):
        name = "drawn%d" % number
        box.good("run", "valve.mo", "--vars", "mode", "-o", name + ".csv", "--plot=" + name + ".svg", "--vars-plot",
                 *drawn, "--quiet")
        text = " ".join(words(box, name + ".svg")).split()
        true(all(one in text for one in drawn if one[0] != "-"), "%s in %s" % (drawn, text))
        same(max(len(c) for c in curves(box, name + ".svg")) > 5, True, "a curve of %s" % drawn)


@test
def each_plot_has_its_own_options(box):
    box.write("valve.mo", VALVE)
    box.good("run", "valve.mo", "--size", "500x300", "--plot=a.svg", "--vars-plot", "x", "--title", "One",
             "--plot=b.svg",
             "--vars-plot", "v", "--over", "x", "--equal", "--quiet")
    true("One" in words(box, "a.svg") and "One" not in words(box, "b.svg"), "titles")
    true("x" in words(box, "a.svg") and "v" in words(box, "b.svg") and "x" in words(box, "b.svg"), "curves and labels")
    for name in ("a.svg", "b.svg"):
        root = xml.etree.ElementTree.fromstring(box.read(name))
        same((root.get("width"), root.get("height")), ("500", "300"), "what stands before the first --plot holds for "
                                                                      "all")
    xs, ys = zip(*max(curves(box, "b.svg"), key=len))        # x = cos t, v = -sin t: a circle, with equal units
    # in 4 seconds x goes from 1 to -1, v from 0 to -1 and up to -sin 4
    ratio = (max(ys) - min(ys))/(max(xs) - min(xs))
    true(abs(ratio - (1 - math.sin(4))/2) < 0.01, "units are equally long: %r" % ratio)


@test
def phase_portraits_follow_the_steps(box):
    """A motion that is over in a hundredth of the distance of the rows: x = 1 - exp(-1000 t), v = 1000 (1 - x) is a
    straight line in the plane of x and v, and has points all along."""
    box.write("quick.mo", "model Quick\n  Real x(start = 0, fixed = true), v = 1000*(1 - x);\nequation\n  der(x) = v;\n"
                          "  annotation(experiment(StopTime = 50));\nend Quick;\n")
    box.good("run", "quick.mo", "--plot=portrait.svg", "--vars-plot", "v", "--over", "x", "--quiet")
    points = max(curves(box, "portrait.svg"), key=len)
    left, right = min(points)[0], max(points)[0]
    between = [p for p in points if left + 0.1*(right - left) < p[0] < right - 0.1*(right - left)]
    assert len(between) > 4, points


@test
def figures_of_the_model_by_title(box):
    box.write("valve.mo", VALVE)
    box.good("run", "valve.mo", "--plot=a.svg", "--plot=b.svg", "--figure", "Phase", "--quiet")
    true("Heat" in words(box, "a.svg") and "degC" in words(box, "a.svg"), words(box, "a.svg"))
    true("Phase" in words(box, "b.svg") and "x" in words(box, "b.svg"), words(box, "b.svg"))
    said = box.call("run", "valve.mo", "--plot=c.svg", "--figure", "Phaze", "--json")
    same((said.status, said.codes()), (1, ["U0805"]))
    has(said.out, "did you mean 'Phase'?")


@test
def enumerations_have_names(box):
    box.write("valve.mo", VALVE)
    box.good("run", "valve.mo", "--plot=a.svg", "--vars-plot", "mode,x", "--quiet")
    for word in ("closed", "half", "open"):
        true(word in words(box, "a.svg"), "%s in %r" % (word, words(box, "a.svg")))


@test
def second_axis_ranges_and_scales(box):
    sine(box)
    box.good("plot", "sine.csv", "--vars", "u", "--right", "w", "--right-label", "beside", "--x-range", "0:0.5",
             "--y-range", ":3",
             "-o", "a.svg", "--quiet")
    text = words(box, "a.svg")
    true("w \u2192" in text and "beside" in text and "0.50" in text and "0.55" not in text, text)
    box.good("plot", "sine.csv", "--vars", "w", "--log-axis", "x,y", "-o", "b.svg", "--quiet")
    (points,) = curves(box, "b.svg")                 # w = t^2: a straight line; zero is not on it
    slope = [(b[1] - a[1])/(b[0] - a[0]) for a, b in zip(points, points[1:]) if b[0] - a[0] > 5]
    true(max(slope) - min(slope) < 0.2, "a power is a straight line on logarithmic axes: %r" % slope)


@test
def spectrum_of_a_sine(box):
    sine(box, rows=1000)
    box.good("plot", "sine.csv", "--vars", "u", "--spectrum=rectangular", "--x-range", "0:10", "--y-range", "0:2", "-o",
             "a.svg", "--quiet")
    (points,) = curves(box, "a.svg")
    top = min(points, key=lambda p: p[1])
    left, right = min(p[0] for p in points), max(p[0] for p in points)
    true(abs((top[0] - left)/(right - left) - 0.5) < 0.01, "the peak is at 5 Hz")
    bottom = max(p[1] for p in points)
    true(abs(top[1] - min(p[1] for p in points)) < 0.1 and bottom - top[1] > 300, "its height is the amplitude 2")
    true("frequency [Hz]" in words(box, "a.svg"), "the label")


@test
def histogram_of_a_ramp(box):
    box.write("ramp.csv", "time,u\n0,0\n0.3,3\n1,10\n")
    box.good("plot", "ramp.csv", "--vars", "u", "--histogram=5", "-o", "a.svg", "--quiet")
    boxes = [float(e.get("height")) for e in xml.etree.ElementTree.fromstring(box.read("a.svg")).iter()
             if e.tag.endswith("rect") and e.get("fill") == "#0072b2" and float(e.get("height")) > 20]
    same((len(boxes), round(max(boxes) - min(boxes), 3)), (5, 0), "five bars of one height")


@test
def several_runs_over_each_other(box):
    sine(box, "a.csv")
    sine(box, "b.csv", amplitude=1.0)
    box.write("sub/a.csv", "time,u\n0,0\n1,1\n")
    said = box.good("plot", "a.csv", "half=b.csv", "sub/a.csv", "--vars", "u", "-o", "p.svg")
    text = words(box, "p.svg")
    for word in ("u (a.csv)", "u (half)", "u (sub/a.csv)"):
        true(word in text, text)
    has(said.out, "wrote p.svg")
    same(len(curves(box, "p.svg")), 3, "curves")
    said = box.good("plot", "a.csv", "sub/a.csv", "--plot", "--vars-plot", "w")
    has(said.err, "U0804")
    has(said.err, "'w' is not in 'sub/a.csv'")


@test
def a_model_is_run_for_its_picture(box):
    has(box.good("plot", "plain.mo", "--vars", "x").out, "x")
    has(box.good("plot", "plain.mo", "-p", "k=1", "--vars", "x", "--time", "0:0.5").out, "0.5")


@test
def a_peak_between_the_rows_of_the_grid(box):
    """y reaches 1 for a fiftieth of a second; the steps are a hundredth, the rows half a second apart."""
    box.write("peak.mo", PEAK)
    heights = {}
    for which in ("grid", "peaks", "steps", None):
        option = ["--record", which] if which else []
        box.good("run", "peak.mo", "--max-step", "0.01", "-o", "r.csv", "--plot=a.svg", "--vars-plot", "y", "--quiet",
                 *option)
        names, rows = box.table("r.csv")
        y = [row[names.index("y")] for row in rows]
        true(all(b[0] >= a[0] for a, b in zip(rows, rows[1:])), "the order of time")
        heights[which] = max(y), len(rows), max(p[1] for c in curves(box, "a.svg") for p in c) - min(p[1]
                for c in curves(box, "a.svg") for p in c)
    true(heights["grid"][0] < 0.01 and heights["grid"][1] == 21, "the grid alone does not see it")
    true(heights["peaks"][0] > 0.5 and heights["peaks"][1] < 30, heights)
    true(heights["steps"][0] > 0.5 and heights["steps"][1] > 1000, heights)
    same(heights[None][:2], heights["grid"][:2], "a file has the grid, as it is asked for")
    true(heights[None][2] > 300, "a picture shows the peak, whoever asks for it")


@test
def a_million_rows_are_drawn_small(box):
    sine(box, rows=200000, frequency=500)
    box.good("plot", "sine.csv", "--vars", "u", "-o", "a.svg", "--quiet")
    true(len(box.read("a.svg")) < 400000, "%d bytes" % len(box.read("a.svg")))


@test
def bad_options_of_pictures(box):
    sine(box)
    files = ["sine.csv"]
    for words_, code in ((["--x-range", "3:1"], "U0003"), (["--x-range", "a:b"], "U0003"),
                         (["--y-range", ":"], "U0003"), (["--size", "10"], "U0003"),
                         (["--size", "0x5"], "U0003"), (["--log-axis", "z"], "U0003"), (["--panels", "two"], "U0003"),
                         (["--columns", "0"], "U0003"),
                         (["--spectrum=box"], "U0003"), (["--histogram=-3"], "U0003"), (["--title"], "U0002"),
                         (["--equal=1"], "U0003"),
                         (["--spectrum", "--over", "u"], "U0801"), (["--histogram", "--spectrum"], "U0801"),
                         (["--mark-events", "--over", "u"], "U0801"),
                         (["--title", "a", "--title", "b"], "U0361"), (["--xrange", "0:1"], "U0001"),
                         (["-o", "a.csv"], "U0003")):
        said = box.call("plot", "sine.csv", *words_)
        same((said.status, said.out, box.files()), (2, "", files), "%s: %s" % (words_, said.err))
        has(said.err, "[%s]" % code)
    for words_, code in ((["--vars", "q"], "U0105"), (["--over", "q"], "U0105"), (["--right", "q"], "U0105"),
                         (["--figure", "F"], "U0805"),
                         (["--log-axis", "y", "--y-range", "-1:3"], "U0802")):
        said = box.call("plot", "sine.csv", *words_)
        same((said.status, said.out), (1, ""), "%s: %s" % (words_, said.err))
        has(said.err, "[%s]" % code)
    has(box.good("plot", "sine.csv", "--vars", "u", "--time", "5:6").err, "U0803")
    has(box.call("plot").err, "U0005")


@test
def bad_files_of_results(box):
    for text, code, place in (("", "F0050", ""), ("time,x\n0,1\n1,two\n", "F0054", "r.csv:3:3"),
                              ("time,x\n0,1\n1\n", "F0055", "r.csv:3:1"),
                              ("time,x\n1,1\n0,2\n", "F0056", "r.csv:3:1"), ("time,x,x\n0,1,1\n", "F0053", "r.csv:1:8"),
                              ("time,x\n0,\"1\n", "F0051", "r.csv:2:3"),
                              ("time;x\n0;1,5\n1;1.5\n", "F0057", "r.csv:2:3")):
        box.write("r.csv", text)
        said = box.call("plot", "r.csv")
        same((said.status, said.out), (1, ""), said.err)
        has(said.err, "[%s]" % code)
        has(said.err, place)
    box.write("r.mat", "not a MAT file at all, but long enough to look at")
    has(box.call("plot", "r.mat").err, "F0061")
    has(box.call("plot", "none.csv").err, "F0001")
    said = box.call("plot", "none.csv", "--plot", "none.svg")
    has(said.err, "U0991")
    has(said.err, "--plot=none.svg")
    box.write("r.csv", "time;x\n0;1,5\n1;2,5\n")
    said = box.good("plot", "r.csv")
    has(said.err, "F0057")
    has(said.err, "decimal commas")


# ------------------------------------------------------------------------------------------------------- comparisons


@test
def what_is_the_same_agrees(box):
    """One event of this model is the smallest possible time before a row of the grid."""
    box.good("run", "clock.mo", "-o", "a.csv", "-o", "a.mat", "--quiet")
    said = box.good("compare", "a.csv", "a.mat")
    has(said.out, "same")
    has(said.out, "agree from 0 to 1")
    same(box.call("compare", "a.csv", "a.mat", "--quiet").out, "", "--quiet")


@test
def a_model_is_run_to_be_compared(box):
    box.good("run", "plain.mo", "-o", "a.csv", "--quiet")
    box.good("compare", "a.csv", "plain.mo")
    said = box.call("compare", "a.csv", "plain.mo", "-p", "k=2.01", "--vars", "x", "--json")
    same(said.status, 1)
    (x,) = said.json()["variables"]
    # exp(-2 t) - exp(-2.01 t) is largest at log(2.01/2)/0.01 = 0.49875: 0.0018349
    true(abs(x["largest"] - 0.0018349) < 1e-6 and abs(x["time"] - 0.498) < 0.01, x)
    # the same as a table: exp(-2*0.49875) = 0.36880 in the file
    row = next(line for line in box.call("compare", "a.csv", "plain.mo", "-p", "k=2.01", "--vars", "x").out.split("\n")
               if line.split()[:1] == ["x"])
    values = [float(word) for word in re.findall(r"[0-9.]+(?:e-?[0-9]+)?", row)]
    true(abs(values[0] - 0.0018349) < 1e-6 and abs(values[2] - math.exp(-2*values[1])) < 1e-5
         and abs(values[3] - math.exp(-2.01*values[1])) < 1e-5, row)
    box.good("compare", "a.csv", "plain.mo", "-p", "k=2.01", "--vars", "x", "--tol", "0.01")
    box.good("compare", "a.csv", "plain.mo", "-p", "k=2.01", "--vars", "x", "--abs", "0.002")


@test
def events_are_matched_by_their_order(box):
    """The same staircase a little later: it agrees, and how much later is told. Much later it does not."""
    def staircase(name, shift, skip=None):
        lines, level = ["time,n", "0,0"], 0
        for k in range(1, 9):
            if k != skip:
                lines += ["%r,%d" % (k + shift, level), "%r,%d" % (k + shift, level + 1)]
                level += 1
        box.write(name, "\n".join(lines + ["9,%d" % level]) + "\n")
    staircase("a.csv", 0.0)
    staircase("b.csv", 0.004)
    staircase("c.csv", 0.2)
    staircase("d.csv", 0.0, skip=5)
    said = box.good("compare", "a.csv", "b.csv")
    has(said.out, "8 matched by their order, at most 0.004 s apart")
    same(box.call("compare", "a.csv", "c.csv").status, 1)
    box.good("compare", "a.csv", "c.csv", "--time-tol", "0.25")
    said = box.call("compare", "a.csv", "d.csv")
    same(said.status, 1)
    has(said.out, "the one at 5 is only in the first")


@test
def names_units_and_ends(box):
    sine(box, "a.csv")
    sine(box, "b.csv")
    box.write("b.csv", box.read("b.csv").decode().replace("u [V],w", "other [mV],v"))
    said = box.call("compare", "a.csv", "b.csv")
    same(said.status, 1)
    has(said.err, "U0810")
    said = box.good("compare", "a.csv", "b.csv", "--map", "u=other")
    for text in ("U0811", "only in 'a.csv': w", "only in 'b.csv': v", "U0812", "is in V in the first result, in mV"):
        has(said.err, text)
    has(box.call("compare", "a.csv", "b.csv", "--map", "u=nothing").err, "U0105")
    box.write("c.csv", "time,w\n" + "\n".join("%r,%r" % (k/100, (k/100)**2) for k in range(51)) + "\n")
    said = box.call("compare", "a.csv", "c.csv")
    same(said.status, 1)
    has(said.err, "'c.csv' ends at 0.5")
    box.good("compare", "c.csv", "a.csv", "--tol", "1e-3")
    box.write("d.csv", "time,w\n5,1\n6,2\n")
    has(box.call("compare", "a.csv", "d.csv").err, "no time in common")


@test
def what_is_not_a_number_does_not_agree(box):
    box.write("a.csv", "time,x,y\n0,1,NaN\n1,2,3\n")
    box.write("b.csv", "time,x,y\n0,1,NaN\n1,NaN,3\n")
    said = box.call("compare", "a.csv", "b.csv", "--json")
    found = {v["name"]: v["status"] for v in said.json()["variables"]}
    same((said.status, found), (1, {"x": "differs", "y": "agrees"}))


@test
def comparisons_have_a_picture(box):
    sine(box, "a.csv")
    sine(box, "b.csv", shift=0.01)
    said = box.call("compare", "a.csv", "b.csv", "--plot=p.png", "--plot=p.svg", "--vars", "u")
    same(said.status, 1)
    width, height = struct.unpack(">II", box.read("p.png")[16:24])
    true(width > 300 and height > 200, "a picture")
    text = words(box, "p.svg")
    true(all(word in text for word in ("tube", "a", "b", "u")), text)
    largest = float(re.search(r"u +([\d.]+)", said.out).group(1))
    true(abs(largest - 4*math.sin(math.pi*5*0.01)) < 1e-3, "2 sin(x) - 2 sin(x - d) is at most 4 sin(d/2)")


@test
def bad_comparisons(box):
    usage(box, "U0814", "compare", "a.csv")
    usage(box, "U0814", "compare", "a.csv", "b.csv", "c.csv")
    usage(box, "U0005", "compare")
    usage(box, "U0003", "compare", "a.csv", "b.csv", "--map", "x")
    usage(box, "U0003", "compare", "a.csv", "b.csv", "--tol", "-1")
    same(box.call("compare", "a.csv", "plain.mo").status, 1)
    same(box.call("compare", "plain.mo", "failing.mo").status, 1)


@test
def help_tells_of_both(box):
    for name, words_ in (("plot", ("--over", "--spectrum", "--vars")), ("compare", ("--tol", "--map", "--time-tol"))):
        out = box.good("help", name).out
        for word in words_:
            has(out, word)
        true(max(map(len, out.splitlines())) <= 130, "lines")


if __name__ == "__main__":
    sys.exit(command_tools.main())
