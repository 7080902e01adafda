#!/usr/bin/env python3
"""The command line: JSON, CSV, MAT and pictures, and files that cannot be written.

    command_files.py --saltus build/saltus [NAME ...]        the tests of these names only
"""
import math
import os
import resource
import struct
import sys
import xml.etree.ElementTree

from command_tools import LARGE, has, main, same, test, true


@test
def selected(box):
    """What --vars selects is found without making the names of everything else, and says so if it is nothing."""
    box.write("large.mo", LARGE)
    arguments = ["run", "large.mo", "--stop", "0.01", "--solver", "rk4", "--step", "0.001", "--json", "--vars"]
    final = box.good(*arguments, "u[1],T[3,*],mid*").json()["final"]
    same(sorted(final), sorted(["u[1]", "middle"] + ["T[3,%d]" % j for j in range(1, 11)]), "names")
    same(len(box.good(*arguments, "q").json()["final"]), 1001, "an array by its name")
    same(box.call(*arguments, "u[1001]").codes(), ["U0105"], "an element that is not there")
    box.good(*arguments, "der(u[7]),u[7]", "-o", "out.csv")
    same(box.table("out.csv")[0], ["time", "u[7]", "der(u[7])"], "columns")
    box.good(*arguments, "der(*", "-o", "out.csv")
    same(len(box.table("out.csv")[0]), 1 + 999 + 10000, "all derivatives")


@test
def json_shape(box):
    said = box.good("run", "plain.mo", "--json")
    same(said.err, "", "stderr")
    same(said.out.count("\n"), 1, "lines")
    j = said.json()
    wanted = ["model", "status", "solver", "time", "wall", "steps", "rhs", "jacobians", "events", "states", "equations",
              "final",
              "messages"]
    same([k for k in j if k in wanted], wanted, "keys")
    same((j["model"], j["status"], j["states"], j["messages"]), ("Plain", "done", 1, []))
    same(j["time"], {"start": 0, "stop": 1})
    same(sorted(j["wall"]), sorted(["front", "structure", "code", "simulate", "total"]))
    true(all(x >= 0 for x in j["wall"].values()) and j["wall"]["total"] > 0, "wall times")
    same(sorted(j["events"]), ["state", "step", "time"])
    same(j["events"]["state"], 1)
    true(j["steps"] > 0 and j["rhs"] >= j["steps"], "counters")
    true(abs(j["final"]["x"] - math.exp(-2)) < 1e-5, "x")
    same(j["final"]["minus"], -j["final"]["x"], "a negated alias")
    same(j["final"]["same"], j["final"]["x"], "an alias")
    for name, value in {"k": 2, "n": 3, "b": True, "s": "abc", "a[2]": 2, "c[1,2]": 2, "v[2]": 2,
                        "above": False}.items():
        same(j["final"][name], value, name)


@test
def json_failed(box):
    said = box.call("run", "broken.mo", "--json")
    same((said.status, said.err), (1, ""))
    j = said.json()
    same(j["status"], "failed")
    first = j["messages"][0]
    same((first["severity"], first["code"], first["file"], first["line"], first["column"]),
         ("error", "M0120", "broken.mo", 2, 9))
    true(first["text"] and first["help"], "text and help")
    said = box.call("run", "failing.mo", "--json")
    j = said.json()
    same((said.status, j["status"], j["messages"][0]["code"]), (1, "failed", "R0204"))
    true(abs(j["time"]["stop"] - 0.5) < 0.01, "where it stopped: %r" % j["time"])
    j = box.call("run", "nothing.mo", "--json").json()
    same((j["status"], j["messages"][0]["code"]), ("failed", "F0001"))


@test
def json_vars(box):
    final = box.good("run", "plain.mo", "--json", "--vars", "x,a[*],m*").json()["final"]
    same(sorted(final), ["a[1]", "a[2]", "a[3]", "minus", "mode", "x"])


@test
def csv_form(box):
    box.write("quoted.mo", "model Quoted\n  Real 'a,\"b' = time;\n  Real c[2, 2] = [time, 2; 3, 4];\nend Quoted;\n")
    box.good("run", "quoted.mo", "-o", "a.csv", "--step", "0.5")
    raw = box.read("a.csv")
    lines = raw.split(b"\r\n")
    same(lines[-1], b"", "the last line ends with CRLF")
    true(all(b"\n" not in line and b"\r" not in line for line in lines), "CRLF only")
    same(lines[0], b"time,\"'a,\"\"b'\",\"c[1,1]\",\"c[1,2]\",\"c[2,1]\",\"c[2,2]\"", "the header")
    same(len({line.count(b",") for line in lines[1:-1]}), 1, "columns")


@test
def csv_decimals(box):
    """Numbers read back exactly, and are the shortest that do."""
    box.good("run", "plain.mo", "-o", "a.csv", "--json")
    for line in box.read("a.csv").decode().split("\r\n")[1:-1]:
        for word in line.split(","):
            shortest = repr(float(word))
            true(len(word) <= len(shortest), "%s is longer than %s" % (word, shortest))
    header, rows = box.table("a.csv")
    final = box.good("run", "plain.mo", "--json").json()["final"]
    same(rows[-1][header.index("x")], final["x"], "the last value, as in JSON")


@test
def events_at_the_very_end(box):
    """Ten holds of one second in ten seconds are ten events, whether the run ends with the last one or later."""
    box.write("holds.cosy", "PROGRAM HOLDS; VAR PROCESS A; INTEGER N; MONITOR SIMULATE FROM 0.0 TO 10.0 END; SYSTEM "
                            "INITIAL N := 0; CREATE A END;\n"
              "DISCRETE PROCESSES PROCESS A; BEGIN WHILE N < 10 DO BEGIN HOLD 1.0; N := N + 1 END END A END END END "
              "END.\n")
    for stop in "10", "10.5":
        told = box.good("run", "holds.cosy", "--json", "--stop", stop).json()
        same((told["final"]["N"], told["events"]["time"]), (10, 10), stop)


@test
def large_integers(box):
    """2*4503599627370497 + 1 is beyond 2^53: JSON has all its digits, a file cannot, and that is told."""
    box.write("large.mo", "model Large\n  Integer k(start = 4503599627370497, fixed = true);\n  parameter Integer none "
                          "= sum(i for i in 1:0);\nequation\n"
              "  when time > 0.5 then\n    k = 2*pre(k) + 1;\n  end when;\nend Large;\n")
    told = box.good("run", "large.mo", "--json").json()
    same(told["final"], {"k": 9007199254740995, "none": 0})
    same(told["messages"], [])
    same(box.good("run", "large.mo", "--json", "-o", "k.csv").codes(), ["R0267"])


@test
def csv_grid(box):
    """The grid is n*H, not a running sum. Without events there is nothing else; with them the last instant is a row
    too."""
    box.good("run", "plain.mo", "-o", "a.csv", "--step", "0.1", "--events", "none", "--stop", "10")
    same([row[0] for row in box.table("a.csv")[1]], [k * 0.1 for k in range(101)])
    box.good("run", "plain.mo", "-o", "b.csv", "--step", "0.3", "--events", "none")
    same([row[0] for row in box.table("b.csv")[1]], [0, 0.3, 0.6, 3 * 0.3])
    box.good("run", "plain.mo", "-o", "c.csv", "--step", "0.3")
    same(box.table("c.csv")[1][-1][0], 1, "the stop time")


@test
def csv_events(box):
    def column(which):
        box.good("run", "clock.mo", "-o", "a.csv", "--step", "0.25", "--events", which)
        header, rows = box.table("a.csv")
        return [(row[0], row[header.index("n")]) for row in rows]
    both, after, none = column("both"), column("after"), column("none")
    grid = [0, 0.25, 0.5, 0.75, 1]
    same([t for t, n in none], grid)
    same(sorted(set(t for t, n in after)), sorted(set(grid + [0.3, 0.6, 0.3*3])))
    same(len(after), 8, "one row each")
    same([n for t, n in both if t == 0.3], [0, 1], "left and right limit")
    same([n for t, n in after if t == 0.3], [1], "the right limit")
    same([n for t, n in both if t == 0.6], [1, 2])


@test
def csv_vars(box):
    box.good("run", "plain.mo", "-o", "a.csv", "--vars", "x,minus")
    same(box.table("a.csv")[0], ["time", "x", "minus"])
    said = box.call("run", "plain.mo", "--vars", "minsu", "--json")
    same((said.status, said.codes()), (1, ["U0105"]), "a pattern that selects nothing")
    has(said.json()["messages"][0]["help"], "minus")


@test
def mat_file(box):
    try:
        import numpy
        import scipy.io
    except ImportError:
        raise AssertionError("python3-scipy is needed (scripts/setup --all installs it)")
    box.good("run", "plain.mo", "-o", "a.mat", "-o", "a.csv")
    mat = scipy.io.loadmat(box.path("a.mat"), chars_as_strings=False)
    for name in ("Aclass", "name", "description", "dataInfo", "data_1", "data_2"):
        true(name in mat, "%s is in the file" % name)
    same(["".join(row).strip("\0 ") for row in mat["Aclass"]], ["Atrajectory", "1.1", "", "binTrans"])
    names = ["".join(column).strip("\0 ") for column in mat["name"].T]
    texts = ["".join(column).strip("\0 ") for column in mat["description"].T]
    header, rows = box.table("a.csv")
    same(names[0], "time")
    same(sorted(names), sorted(header), "the names are those of the CSV file")
    has(texts[names.index("x")], "the voltage")
    has(texts[names.index("x")], "V")
    rows = numpy.array(rows)
    for number, name in enumerate(names):
        which, where = int(mat["dataInfo"][0, number]), int(mat["dataInfo"][1, number])
        data = mat["data_%d" % (2 if which in (0, 2) else 1)]
        values = data[abs(where) - 1] * (1 if where > 0 else -1)
        wanted = rows[:, header.index(name)]
        if which == 1:
            true((wanted == values[0]).all() and (values == values[0]).all(), "the constant %s" % name)
        else:
            true(values.shape == wanted.shape and (values == wanted).all(), "the values of %s" % name)
    same(int(mat["dataInfo"][1, names.index("minus")]), -int(mat["dataInfo"][1, names.index("x")]),
         "a negated alias is stored once")
    same(mat["data_1"].shape[1], 2, "constants at the start and the stop time")


@test
def plot_svg(box):
    box.good("run", "plain.mo", "--plot=a.svg", "--vars-plot", "x,minus")
    root = xml.etree.ElementTree.fromstring(box.read("a.svg"))
    true(root.tag.endswith("svg"), "the root")
    curves = [e for e in root.iter() if e.tag.split("}")[-1] in ("polyline", "path")]
    true(len(curves) >= 2, "a curve for each variable")
    text = " ".join("".join(e.itertext()) for e in root.iter() if e.tag.endswith("text"))
    for word in ("x", "minus", "Plain"):
        has(text, word)


FIGURE = """model Tank
  Real h(start = 1, fixed = true, unit = "m"), q(unit = "m3/s") = 0.1*h;
  Real u[2] = {h, 2*h};
equation
  der(h) = -q;
  annotation(experiment(StopTime = 30), Documentation(figures = {
    Figure(title = "Other", plots = {Plot(curves = {Curve(y = q)})}),
    Figure(title = "A tank runs empty", preferred = true, plots = {
      Plot(title = "Level", curves = {Curve(x = time, y = h, legend = "level h"), Curve(y = u[2])},
        y = Axis(label = "height", max = 3)),
      Plot(curves = {Curve(y = der(h)), Curve(x = q, y = h), Curve(y = nonsense)}, x = Axis(label = "t in s"))})}));
end Tank;
"""


@test
def plot_figures_of_the_model(box):
    box.write("tank.mo", FIGURE)
    said = box.good("run", "tank.mo", "--plot=a.svg", "--json").json()
    same(sorted(m["code"] for m in said["messages"]), ["U0106"])
    words = [e.text for e in xml.etree.ElementTree.fromstring(box.read("a.svg")).iter() if e.text and e.text.strip()]
    for word in ("A tank runs empty", "Level", "level h [m]", "u[2]", "height", "der(h)", "t in s", "h", "3"):
        true(word in words, "%s in %r" % (word, words))
    true("Other" not in words and "q" not in words, words)
    box.good("run", "tank.mo", "--plot=b.svg", "--vars-plot", "q")
    words = [e.text for e in xml.etree.ElementTree.fromstring(box.read("b.svg")).iter() if e.text]
    true("q" in words and "level h [m]" not in words, words)
    same([m for m in box.good("run", "tank.mo", "--json").json()["messages"]], [],
         "a run without a picture says nothing")
    has(box.good("run", "tank.mo", "--plot").out, "level h")


@test
def plot_png(box):
    box.good("run", "plain.mo", "--plot=a.png")
    raw = box.read("a.png")
    same(raw[:8], b"\x89PNG\r\n\x1a\n", "signature")
    width, height = struct.unpack(">II", raw[16:24])
    true(width >= 300 and height >= 200, "size %d x %d" % (width, height))


@test
def plot_terminal(box):
    said = box.good("run", "plain.mo", "--plot", "--vars-plot", "x")
    lines = said.out.splitlines()
    true(len(lines) > 10 and max(len(line) for line in lines) <= 200, "%d lines" % len(lines))
    same(box.files(), [])
    box.good("run", "plain.mo", "--plot", "--json").json()


@test
def plot_nothing_matches(box):
    said = box.call("run", "plain.mo", "--plot=a.svg", "-o", "a.csv", "--vars-plot", "x,nothing", "--json")
    same((said.status, said.codes(), box.files()), (1, ["U0105"], []), "an error, and nothing is written")


ARRAYS = """model Arrays
  record R
    Real a = 1;
    Real b[2] = {1, 2};
  end R;
  model C
    parameter Real k = 1;
    parameter Real w[2] = {1, 2};
  end C;
  parameter Integer n = 2;
  parameter Real a[3] = {1, 2, 3}, m[2, 2] = [1, 2; 3, 4], any[:] = {1, 2}, f[n] = fill(1, n);
  parameter Boolean on[2] = {true, false};
  parameter R r;
  C c[3];
end Arrays;
"""


@test
def arrays_by_name(box):
    """Whole arrays, elements of them, arrays inside of arrays of components: taken without a word, unless the structure
    depends on them."""
    box.write("arrays.mo", ARRAYS)

    def given(text):
        said = box.good("run", "arrays.mo", "-p", text, "--json")
        return said.json()["final"], said.codes()
    for text, name, value in (("a={4,5,6}", "a[2]", 5), ("a = {4, 5e0, -6}", "a[3]", -6), ("a[2]=7", "a[2]", 7),
                              ("a=2*{1,2,3}", "a[3]", 6),
                              ("m=[5,6;7,8]", "m[2,1]", 7), ("m={{5,6},{7,8}}", "m[1,2]", 6),
                              ("on={false,true}", "on[2]", True),
                              ("r.b={7,8}", "r.b[2]", 8), ("c.k={3,4,5}", "c[2].k", 4),
                              ("c[2].w={8,9}", "c[2].w[2]", 9),
                              ("any={1,2,3}", "any[3]", 3), ("c.w={{1,2},{3,4},{5,6}}", "c[3].w[1]", 5)):
        final, codes = given(text.replace("a = ", "a="))
        same((final[name], codes), (value, []), text)
    same(given("n=3")[1], ["U0104"], "a size")
    for text, code, words in (("a=4", "U0381", "array of 3 elements"), ("a={1,2}", "M0305", "[2]"),
                              ("a[4]=1", "U0101", "size [3]"),
                              ("a(2)=1", "U0101", "a[2]"), ("m[1][2]=1", "U0101", "m[1,2]"),
                              ("r=1", "U0101", "r.a, r.b"),
                              ("c=1", "U0101", "c.k, c.w"), ("a={1,b,3}", "U0102", "a[2]")):
        said = box.call("run", "arrays.mo", "-p", text)
        same(said.status, 1, text)
        has(said.err, code)
        has(said.err, words)


@test
def plots_of_many_kinds(box):
    """--plot may be repeated: each file and the terminal show the same."""
    said = box.good("run", "plain.mo", "--plot=a.svg", "--plot", "--plot=b.png", "--vars-plot", "x")
    same(box.files(), ["a.svg", "b.png"])
    has(said.out, "drew a.svg\ndrew b.png\n")
    true(len(said.out.splitlines()) > 10, "the terminal")
    box.good("run", "says.cosy:FIRST", "--plot=c.svg", "--plot=d.png", "--quiet")
    same(box.files(), ["a.svg", "b.png", "c.svg", "c_2.svg", "d.png", "d_2.png"], "each GRAPH in each kind")


@test
def plot_of_too_many(box):
    box.write("many.mo", "model Many\n  Real x[70] = {k*time for k in 1:70};\nend Many;\n")
    same(box.good("run", "many.mo", "--plot=a.svg", "--vars-plot", "x", "--json").codes(), ["U0384"])
    same(box.good("run", "many.mo", "--plot=a.svg", "--vars-plot", "x[1],x[2]", "--json").codes(), [])


@test
def plot_in_the_unit_to_be_shown(box):
    """displayUnit is for people: pictures have it, files do not. T goes from 293.15 K to 303.15 K, 20 to 30 degC."""
    box.write("warm.mo", 'model Warm\n  Real T(unit = "K", displayUnit = "degC") = 293.15 + 10*time;\n'
              '  Real phi(unit = "rad", displayUnit = "deg") = 6.283185307179586*time;\nend Warm;\n')
    out = box.good("run", "warm.mo", "--plot", "--plot=a.svg", "-o", "a.csv").out
    for text in ("[degC]", " 25 ", " 20 ", "[deg]", " 300 "):
        has(out, text)
    has(box.read("a.svg").decode(), ">degC<")
    same(box.table("a.csv")[1][-1][1:], [303.15, 6.283185307179586], "the file")


@test
def plot_escapes(box):
    """Names with signs that XML reserves."""
    box.write("odd.mo", "model Odd\n  Real 'a<b&c\"' = time;\nend Odd;\n")
    box.good("run", "odd.mo", "--plot=a.svg")
    xml.etree.ElementTree.fromstring(box.read("a.svg"))


@test
def unwritable(box):
    for option in (["-o", "none/a.csv"], ["-o", "none/a.mat"], ["--plot=none/a.svg"], ["--plot=none/a.png"]):
        said = box.call("run", "plain.mo", "--json", *option)
        same((said.status, said.json()["status"], said.codes()), (1, "failed", ["F0010"]), str(option))
    os.makedirs(box.path("folder.csv"))
    said = box.call("run", "plain.mo", "-o", "folder.csv")
    same(said.status, 1, "a folder has the name")
    has(said.err, "folder.csv")
    same(box.files(), ["folder.csv"], "nothing is left behind")


@test
def unwritable_said_first(box):
    """A result that cannot be written is no reason to lose the others."""
    said = box.call("run", "plain.mo", "-o", "none/a.csv", "-o", "b.csv")
    same(said.status, 1)
    same(box.files(), ["b.csv"])


@test
def disk_full(box):
    """A limit on the size of files stands for a full disk: what was there stays, and nothing half-written is left."""
    box.write("a.csv", "old")
    box.write("a.svg", "old")

    def small():
        import signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    for name in ("a.csv", "a.mat", "a.svg", "a.png"):
        option = ["-o", name] if name[-3:] in ("csv", "mat") else ["--plot=" + name]
        said = box.call("run", "plain.mo", "--step", "0.001", *option, before=small, env={"XDG_CACHE_HOME": box.folder})
        same(said.status, 1, name + said.err)
        has(said.err, "[F0011]")
        has(said.err, name)
    same([f for f in box.files() if f != "saltus"], ["a.csv", "a.svg"], "no half files")
    same((box.read("a.csv"), box.read("a.svg")), (b"old", b"old"), "what was there before")


@test
def device(box):
    """Writing into a device that is full, through a name with the right ending."""
    os.symlink("/dev/full", box.path("full.csv"))
    said = box.call("run", "plain.mo", "-o", "full.csv")
    true(said.status == 1 or not os.path.islink(box.path("full.csv")),
         "either it failed, or the name was replaced by the results")


@test
def failed_run_writes_nothing_wrong(box):
    """A run that failed half-way says so; the part that was computed is written, whole."""
    said = box.call("run", "failing.mo", "-o", "a.csv", "--step", "0.1")
    same(said.status, 1)
    if "a.csv" in box.files():
        header, rows = box.table("a.csv")
        true(all(len(row) == len(header) for row in rows) and rows[-1][0] < 0.61,
             "rows up to the failure: %r" % rows[-1])
    said = box.call("run", "broken.mo", "-o", "b.csv")
    true("b.csv" not in box.files(), "no file of a model that was not translated")


if __name__ == "__main__":
    sys.exit(main())
