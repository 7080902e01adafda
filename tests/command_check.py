#!/usr/bin/env python3
"""The command line: saltus check, flat, code and fmt, and libraries of classes.

    command_check.py --saltus build/saltus [NAME ...]        the tests of these names only
"""
import json
import os
import re
import sys

from command_tools import EXAMPLES, LARGE, has, main, same, test, true, usage


@test
def check_names_what_people_wrote(box):
    """What the translator makes of clocks is shown by what it stands for."""
    box.write("clocked.mo", """model Clocked
  Real x(start = 0.5), u, w = hold(u), y(start = 0, fixed = true);
  Boolean b = w + y > 0.3;
equation
  u = sample(sin(time), Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  der(x) = -2*x + u;
  der(y) = w;
end Clocked;
""")
    for words in (["check", "clocked.mo"], ["check", "clocked.mo", "--json"]):
        out = box.good(*words).out
        true("$" not in out, out)
        has(out, "der(x)")


@test
def flat_of_processes(box):
    """Routines, for which flat Modelica has no words: each kind of statement of a program that has most of them."""
    said = box.good("flat", os.path.join(os.path.dirname(os.path.abspath(__file__)), "models/cosy/questions.cosy")).out
    lines = [line.strip() for line in said.split("\n")]
    for line in ("// facility F capacity 3", "// storage S capacity 10", "// gate G", "// set Q capacity 8 of A",
                 "// tally W", "// process SERVED()", "//   seize F;", "//   hold 2;", "//   release F;",
                 "//   enter S 4;", "//   leave S 4;", "//   pass G;", "//   open G;", "//   close G;",
                 "//   insert Q(ONE.A);",
                 "//     take Q(OUT.A);", "//   observe W 4;", "//   passivate;", "//   start ASKS;",
                 "//   Z := start SLEEPER;", "//     LAST := start SERVED;", "//   for I in 1:5 loop",
                 "//   simulate from 0 to 6;", "// before each simulation: INITIAL"):
        true(line in lines, line)


@test
def periods_are_those_that_are_given(box):
    """Times of sources are numbers, at the values of parameters that -p gives; the others keep their names."""
    box.write("rates.mo", """model M
  import Saltus.Diagrams.Activations.*;
  parameter Real f = 20;
  parameter Real T = 1/f;
  parameter Real late(fixed = false);
  SampleClock a(period = T), b(period = late), c(period = 3, domain = "other");
  Counter n[3];
initial equation
  late = 0.5;
equation
  connect(a.o, n[1].e);
  connect(b.o, n[2].e);
  connect(c.o, n[3].e);
end M;
""")
    for more, first in (([], "a.o every 0.05 s from 0 s on"), (["-p", "f=4"], "a.o every 0.25 s from 0 s on"),
                        (["-p", "T=2", "-p", "a.offset=1"], "a.o every 2 s from 1 s on")):
        for words in (["check", "rates.mo"], ["draw", "rates.mo", "--activation", "-o", "rates.svg"]):
            out = box.good(*words, *more).out
            for text in (first, "b.o every b.period from 0 s on", "c.o every 3 s from 0 s on, domain 'other'"):
                has(out, text)


@test
def places_of_components(box):
    """What fails in a class of another file is shown where the model declares the component, too."""
    box.write("Lib/package.mo", "package Lib\nend Lib;\n")
    box.write("Lib/Parts.mo", """within Lib;
package Parts
  function f input Real x; output Real y;
  algorithm
    assert(x < 1, "too large");
    y := x;
  end f;
  block Checked input Real u; equation assert(u < 1, "too large"); end Checked;
  block Root input Real u; Real y = sqrt(1 - u); end Root;
  block Calls input Real u; Real y = f(u); end Calls;
  block Two Checked inner_[2]; input Real u; equation inner_.u = {0, u}; end Two;
end Parts;
""")
    for kind, code, name, u in (("Checked", "R0204", "p", "time"), ("Root", "R0302", "p", "time"),
                                ("Calls", "R0320", "p", "time"), ("Checked", "R0204", "p[3]", "{0, 0, time}"),
                                ("Root", "R0302", "p[2]", "{0, time, 0}"), ("Two", "R0204", "p", "time")):
        box.write("uses.mo", "model Uses\n  Lib.Parts.%s %s(u = %s);\nend Uses;\n" % (
            kind, name.replace("2]", "3]"), u))
        said = box.call("run", "uses.mo", "--stop", "2", "--json", env={"MODELICAPATH": box.folder}).json()
        found = [m for m in said["messages"] if m["code"] == code]
        true(found and any(a["file"].endswith("uses.mo") and a["line"] == 2 and "is declared here" in a["text"]
                           for a in found[0]["also"]), "%s %s: %s" % (kind, name, said["messages"]))


@test
def check_of_a_diagram(box):
    """Sources with their periods, what each of them runs, what has no memory, and loops with their way."""
    head = """model M
  import Saltus.Diagrams.Activations.*;
  import Saltus.Diagrams.Discrete.*;
  input Real w;
  output Real z = 2*w + hold.y;
  SampleClock clock(period = 0.5, offset = 0.1);
  EventClock free(period = 2);
  SampleHold hold, a, b, c;
  Counter count;
equation
  connect(clock.o, hold.e); connect(w, hold.u); connect(free.o, count.e);
"""
    for name, text in (("open", ""), ("round", "connect(clock.o, a.e); connect(clock.o, b.e); connect(clock.o, c.e);"
                                      "connect(a.y, b.u); connect(b.y, c.u); connect(c.y, a.u);")):
        box.write(name + ".mo",
                  head.replace("input Real w", "Saltus.Diagrams.Interfaces.RealInput w") + text + "\nend M;\n")
        out = box.good("check", name + ".mo").out
        for words in ("activations: clock.o every 0.5 s from 0.1 s on (line", "free.o programmed",
                      "schedule of clock.o: ", "schedule of free.o: ", "feedthrough: w"):
            true(words in out, "%s: '%s' is not in: %s" % (name, words, out))
        true(("leads round: a.y -> b.y -> c.y -> a.y, through b, c, a" in out) == (name == "round"), out)
    box.write("bent.mo", """model M
  import Saltus.Diagrams.*;
  Math.Gain g(k = 0.5);
  Math.TrigFunc f(func = Math.Angle.cos);
  Math.Sum s(signs = {1, -1});
  Sources.Time t;
equation
  connect(t.y, s.u[1]); connect(s.y, g.u); connect(g.y, f.u); connect(f.y, s.u[2]);
end M;
""")
    has(box.good("check", "bent.mo").out, "leads round: g.u -> g.y -> f.y -> g.u, through g, f, s")


@test
def check_flat_code(box):
    said = box.good("check", "plain.mo")
    has(said.out, "1 state")
    said = box.good("flat", "plain.mo")
    has(said.out, "der(x)")
    said = box.good("code", "plain.mo")
    has(said.out, "double")
    for command in ("check", "flat", "code"):
        said = box.call(command, "broken.mo")
        same((said.status, said.out), (1, ""), command)
        has(said.err, "[M0120]")
    has(box.good("flat", "plain.mo", "-p", "size=4").out, "v[4]")
    function = """function f
      input Real x;
      output Real y;
      %s
    end f;
    model M
      Real x(start = 1, fixed = true);
    equation
      der(x) = -f(x);
    end M;"""
    box.write("differentiated.mo", function % "algorithm y := 1; for i in 1:3 loop y := x*y; end for;")
    has(box.good("check", "differentiated.mo").out, "Jacobian: symbolic, 1 of 1")
    box.write("external.mo", function % 'external "C" y = sin(x);')
    has(box.good("check", "external.mo").out, "'f' is an external function without a derivative annotation")


@test
def families(box):
    """Families stay whole: what is said about a model, and its code, do not grow with the length of its arrays. (Texts
    are compared with their numbers taken out: those have more digits.)"""
    box.write("large.mo", LARGE)
    texts = {}
    for n in (1000, 1000000):
        check = box.good("check", "large.mo", "-p", "N=%d" % n).out
        has(check, "family of %d equations, kept whole: der(u[i])" % (n - 1))
        has(check, "u[2:%d]" % n)
        has(check, "Jacobian: symbolic")
        true("written out" not in check, check)
        texts[n] = [re.sub("[0-9]+", "", text) for text in (check, box.good("code", "large.mo", "-p", "N=%d" % n).out)]
    true(texts[1000][0] == texts[1000000][0], "check says the same")
    true(texts[1000][1] == texts[1000000][1], "the code is the same")
    box.write("out.mo", "model Out\n  Real x[9](each start = 1, each fixed = true);\nequation\n  for i in 1:9 loop\n"
              "    der(x[i]) = -x[10 - i];\n  end for;\nend Out;\n")
    has(box.good("check", "out.mo").out, "family of 9 equations, written out because a subscript of 'x' is not")


CIRCUIT = """model Circuit
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p, n;
    parameter Real R = 1;
  equation
    R*p.i = p.v - n.v;
    p.i + n.i = 0;
  end Resistor;
  model Source
    Pin p, n;
  equation
    p.v = 10;
    n.v = 0;
  end Source;
  Source source;
  Resistor a, b(R = 2), c(R = 3), spare;
  Real x(start = 1), y(start = 2);
equation
  connect(source.p, a.p);
  connect(a.n, b.p);
  connect(a.n, c.p);
  connect(b.n, source.n);
  connect(c.n, source.n);
  connect(spare.p, source.n);
  der(x) = -x*a.p.i;
  y^3 + y = x;
end Circuit;
"""


@test
def check_json(box):
    box.write("circuit.mo", CIRCUIT)
    said = box.good("check", "circuit.mo", "--json")
    same(said.err, "")
    j = said.json()
    same((j["model"], j["status"], j["messages"]), ("Circuit", "good", []))
    same(j["states"], ["x"])
    same((j["counts"]["states"], j["counts"]["components"], j["counts"]["parameters"]), (1, 6, 4))
    same(j["counts"]["equations"], j["counts"]["unknowns"])
    same(j["initial"], {"assumed": ["x"], "guesses": ["y"]})
    same(j["unconnected"], ["spare.n"])
    same([c["name"] for c in j["components"]], ["", "source", "a", "b", "c", "spare"])
    same(j["components"][3], {"name": "b", "class": "Circuit.Resistor", "file": "circuit.mo", "line": 20, "column": 15,
                              "unknowns": 2,
                              "equations": 2})
    loops = [(loop["system"], loop["linear"], loop["size"]) for loop in j["loops"]]
    true(("run", False, 1) in loops and any(linear for _, linear, _ in loops), "loops: %r" % loops)
    cubic = [loop for loop in j["loops"] if not loop["linear"]][0]
    same((cubic["members"], cubic["iterated"], cubic["equations"]), (["y"], 1,
                                                                     [{"file": "circuit.mo", "line": 30, "column": 3,
                                                                       "component": ""}]))
    has(box.good("check", "circuit.mo").out, "connectors that nothing is connected to: spare.n")
    same(box.call("flat", "circuit.mo", "--json").status, 2)


UNITS = """model Units
  function area input Real r(unit = "m"); output Real a(unit = "m2");
    algorithm a := 2*r; annotation(Inline = false); end area;
  connector Signal = input Real(unit = "N");
  model Part Signal u; Real v(unit = "m/s"); equation v = 3; end Part;
  Real x(unit = "m", start = 1, fixed = true), v(unit = "m/s"), t(unit = "s") = time;
  parameter Real m(unit = "kg") = 2, k(unit = "1") = 3, p(unit = "Pa") = m;
  Real mm(unit = "mm") = x, good_mm(unit = "mm") = 1000*x;
  Real T(unit = "K") = 300, C(unit = "degC") = T, good_C(unit = "degC") = T - 273.15;
  Real E(unit = "J") = 0.5*m*v^2, g(unit = "m/s2") = 9.81, F(unit = "N") = k*v, h(unit = "V") = if x > 0 then 1 else 2;
  Real s = sin(x/x) + sin(time) + sin(2*v*t/x), a(unit = "m2") = area(x),
    b(unit = "m2") = area(v), y(unit = "m/s^2") = 1;
  Part one, two(u = 5);
equation
  der(x) = v;
  v = x + t;
  one.u = v;
end Units;
"""


@test
def units_are_checked(box):
    box.write("units.mo", UNITS)
    said = box.good("check", "units.mo", "--json").json()["messages"]
    same(sorted((m["line"], m["column"], m["code"]) for m in said if m["code"] in ("S0401", "S0402")), sorted([
        (3, 15, "S0401"),      # a := 2*r: m2 and m
        (7, 74, "S0401"),       # p = m: Pa and kg
        (8, 26, "S0401"),       # mm and m
        (9, 48, "S0401"),       # degC and K
        (12, 22, "S0401"),      # area(v)
        (12, 31, "S0402"),     # m/s^2
        (16, 3, "S0401"),       # x + t
        (17, 3, "S0401"),       # one.u = v: N and m/s
    ]))
    text = " ".join(m["text"] for m in said)
    for part in ("Pa and kg", "mm and m", "'+' differ: m and s", "argument 'r'", "N and m/s"):
        has(text, part)
    ran = box.good("run", "units.mo", "--json").json()
    same([m for m in ran["messages"] if m["severity"] != "info" or m["code"].startswith("S04")], [],
         "a run says nothing of units")
    same((ran["units"]["x"], ran["units"]["mm"], "s" in ran["units"]), ("m", "mm", False))


@test
def units_of_periods_are_checked(box):
    """Periods, offsets and delays are times; nothing is said of those that fit, or have no unit."""
    box.write("times.mo", """model M
  parameter Real f(unit = "Hz") = 10, T(unit = "s") = 0.5, t(unit = "ms") = 500, l(unit = "m") = 1, n = 2;
  Activation a = Activation(1/f), b = Activation(T, 2*T), c = Activation(n), d = Activation(0.1), o;
  Activation bad = Activation(f);
  Activation few = Activation(t);
  Activation late = Activation(T, l);
  Integer count(start = 0, fixed = true);
  Real y = delay(time, t), z = delay(time, T);
  Saltus.Diagrams.Activations.SampleClock clock(period = 1/f, offset = T), wrong(period = f);
equation
  when {a, b, c, d, bad, few, late, o, clock.o, wrong.o} then
    count = pre(count) + 1;
    schedule(o, l);
  elsewhen initial() then
    schedule(o, T);
    count = 0;
  end when;
  when sample(0, t) then
    assert(true, "");
  end when;
end M;
""")
    said = json.loads(box.good("check", "times.mo", "--json").out)["messages"]
    same(sorted((m["line"], m["column"], m["text"].split(" but ")[-1]) for m in said if m["code"] == "S0401"), [
        (4, 20, "this is in Hz"), (5, 20, "this is in ms"), (6, 21, "this is in m"), (8, 12, "this is in ms"),
        (9, 91, "the units of the parameter and its value differ: s and Hz"), (13, 5, "this is in m"),
        (18, 3, "this is in ms")])


@test
def check_json_failed(box):
    box.write("twice.mo", "model Twice\n  Real x;\nequation\n  x = sin(time);\n  x = 2;\nend Twice;\n")
    said = box.call("check", "twice.mo", "--json")
    same((said.status, said.err), (1, ""))
    j = said.json()
    same((j["model"], j["status"], "states" in j), ("Twice", "failed", False))
    same((j["counts"]["equations"], j["counts"]["unknowns"]), (2, 1))
    m = j["messages"][0]
    same((m["severity"], m["code"], m["file"], m["line"], m["column"], m["end_line"], m["end_column"]),
         ("error", "S0102", "twice.mo", 5, 3, 5, 8))
    same([(a["file"], a["line"], a["column"], a["end_column"]) for a in m["also"]], [("twice.mo", 4, 3, 16)])
    true(m["text"] and m["help"] and m["also"][0]["text"] in m["notes"], "text, help and notes")
    j = box.call("check", "broken.mo", "--json").json()
    same((j["status"], j["messages"][0]["code"], "counts" in j), ("failed", "M0120", False))


@test
def components_are_balanced(box):
    """Of models that are right every component has as many equations as it owes."""
    tests = os.path.dirname(os.path.abspath(__file__))
    seen = 0
    for folder in (os.path.join(tests, "models"), os.path.join(tests, os.pardir, "examples")):
        for place, _, files in os.walk(folder):
            for name in sorted(files):
                if not name.endswith(".mo"):
                    continue
                j = box.call("check", os.path.join(place, name), "--json").json()
                if j["status"] != "good" or "library" in j:
                    continue
                for c in j["components"]:
                    same(c.get("equations"), c.get("unknowns"), "%s: the balance of '%s'" % (name, c["name"]))
                    seen += 1
    true(seen > 200, "only %d components were looked at" % seen)


LIBRARY = {"package.mo": "package Lib\n  constant Real g = 9.81;\nend Lib;\n",
           "Pin.mo": "within Lib;\nconnector Pin\n  Real v;\n  flow Real i;\nend Pin;\n",
           "TwoPin.mo": "within Lib;\npartial model TwoPin\n  Pin p, n;\n  Real v = p.v - n.v;\nequation\n  p.i + n.i "
           "= 0;\nend TwoPin;\n",
           "Resistor.mo": "within Lib;\nmodel Resistor\n  extends TwoPin;\n  parameter Real R;\nequation\n  v = "
           "R*p.i;\nend Resistor;\n",
           "half.mo": "within Lib;\nfunction half\n  input Real x[:];\n  output Real y;\nalgorithm\n  y := "
           "sum(x)/2;\nend half;\n",
           "Run.mo": "within Lib;\nmodel Run\n  Real x(start = g, fixed = true);\nequation\n  der(x) = -half({x, "
           "x});\nend Run;\n"}


def make_library(box, **changes):
    for name, text in LIBRARY.items():
        box.write("Lib/" + name, changes.get(name[:-3], text))


@test
def libraries_and_their_versions(box):
    """A library of blocks that is a folder (E8.1), and texts for other versions of it (E8.2)."""
    def library(folder, version, factor, more=""):
        os.makedirs(os.path.join(box.folder, folder, "Level1"))
        box.write(folder + "/package.mo", 'package MyLib\n  annotation(version = "%s"%s);\nend MyLib;\n'
                  % (version, more))
        box.write(folder + "/Level1/package.mo", "within MyLib;\npackage Level1\nend Level1;\n")
        box.write(folder + "/Level1/MyBlock.mo", "within MyLib.Level1;\nblock MyBlock\n  extends Saltus.Diagrams."
                  "Interfaces.OneToOne;\nequation\n  y = %d*u;\nend MyBlock;\n" % factor)

    library("old/MyLib 1.0", "1.0", 2)
    library("new/MyLib", "2.0", 3, ', conversion(noneFromVersion = "1.1", from(version = {"0.8", "0.9"}, '
            'script = "x.mos"))')
    same(box.good("check", "new/MyLib").out.strip(), "3 classes checked: no errors")
    for version, where, y, told in (("1.0", "old", 2, None), ("1.0", "new", 3, "2.0 is used"),
                                    ("1.0", "new:old", 2, None), ("2.0", "old:new", 2, "1.0 is used"),
                                    ("2.0", "new:old", 3, None), ("1.1", "new", 3, None),
                                    ("0.9", "new", 3, "has a conversion"), ("3.0", "new:old", 3, "2.0 is used")):
        box.write("u.mo", 'model U\n  MyLib.Level1.MyBlock b(u = 1);\n  annotation(uses(MyLib(version = "%s")));\n'
                  'end U;\n' % version)
        os.environ["MODELICAPATH"] = ":".join(os.path.join(box.folder, w) for w in where.split(":"))
        ran = json.loads(box.good("run", "u.mo", "--json").out)
        del os.environ["MODELICAPATH"]
        same(ran["final"]["b.y"], y, "%s of %s" % (version, where))
        messages = [m for m in ran["messages"] if m["code"] == "M1020"]
        same(len(messages), 1 if told else 0, "%s of %s" % (version, where))
        if told:
            has(json.dumps(messages), told)
    same(box.call("run", "u.mo").status, 1)      # without the library the model cannot run
    has(box.call("run", "u.mo").err, "M0201")


@test
def check_class_that_reads_outer_variables(box):
    """Of two outer variables the class gives one, and reads the other: it is complete where it is used."""
    box.write("outer.mo", """model M
  model Running
    outer Real speed, led;
  equation
    speed = led;
  end Running;
  inner Real speed, led = 2*time;
  Running r;
end M;
""")
    has(box.good("check", "outer.mo").out, "2 classes checked: no errors (1 complete only where used)")


@test
def check_library(box):
    """Every class of a library is checked: as a folder, by its package.mo, by the name of the package; nothing is said
    of classes that are good."""
    make_library(box)
    for named in ("Lib", "Lib/package.mo", "Lib/package.mo:Lib"):
        said = box.good("check", named)
        same((said.out, said.err), ("6 classes checked: no errors; 1 model can be simulated\n", ""), named)
    j = box.good("check", "Lib", "--json").json()
    same((j["status"], j["checked"], j["simulated"], j["wrong"]), ("good", 6, 1, []))


@test
def check_library_finds_mistakes(box):
    """A mistake in a class that nobody uses is found: a balance, a name in a partial class, in a function of arrays, in
    the text of a file."""
    for changes, code in ({"Resistor": LIBRARY["Resistor.mo"].replace("  v = R*p.i;\n", "")}, "M0480"), \
            ({"Resistor": LIBRARY["Resistor.mo"].replace("end R", "  v = 0;\nend R")}, "M0480"), \
            ({"TwoPin": LIBRARY["TwoPin.mo"].replace("Pin p", "Pni p")}, "M0201"), \
            ({"half": LIBRARY["half.mo"].replace("sum(x)", "sum(z)")}, "M0301"), \
            ({"half": LIBRARY["half.mo"].replace("/2;", "/2")}, "M01"), \
            ({"Run": LIBRARY["Run.mo"].replace("der(x) = ", "x = time; x = ").replace("x, x", "1, x")}, "M0480"):
        make_library(box, **changes)
        said = box.call("check", "Lib")
        same(said.status, 1, "status for %r" % changes)
        has(said.err, "error[" + code)


@test
def check_file_of_classes(box):
    """A model is described; the other classes of its file are checked with it."""
    said = box.good("check", "two.mo")
    has(said.out, "2 classes checked: no errors; 2 models can be simulated")
    box.write("bad.mo", "model Part\n  Real x, y;\nequation\n  x = 1;\nend Part;\nmodel Main\n  Real z = time;\nend "
                        "Main;\n")
    said = box.call("check", "bad.mo")
    same(said.status, 1)
    has(said.out, "0 states, 1 equation")
    has(said.err, "2 classes checked: 1 with errors, 1 without")
    has(said.err, "'Part' has 1 equation for 2 unknowns")
    # warnings of the others too, and every mistake once, also where the model that would be run is wrong
    box.write("several.mo", "model A Real x(each start = 1, fixed = true); equation der(x) = -q; end A;\nmodel B A a, "
                            "b; Real y = tume; end B;")
    said = box.call("check", "several.mo")
    same((said.status, said.out), (1, ""))
    same([said.err.count(text) for text in ("M0640", "'q'", "'tume'")], [1, 1, 1])
    has(said.err, "2 classes checked: 2 with errors, 0 without")
    # an outer variable is given by whoever uses the class, so it is not an equation that the class lacks
    outer = "model Ball outer Real g; Real x = g; end Ball;\nmodel Main %sBall b; end Main;\n"
    box.write("inner.mo", outer % "inner Real g = time; ")
    has(box.good("check", "inner.mo").out, "2 classes checked: no errors (1 complete only where used); 1 model can")
    box.write("no_inner.mo", outer % "")
    said = box.call("check", "no_inner.mo")
    same([said.err.count(code) for code in ("M0209", "S0101", "M0480")], [1, 1, 0])
    box.write("lacks.mo", outer % "inner Real g = time; " + "model Two outer Real g; Real y; end Two;")
    has(box.call("check", "lacks.mo").err, "'Two' has 0 equations for 2 unknowns")


@test
def fmt_in_place(box):
    """Files are formatted in place, also those of folders; formatted ones stay untouched; --check and --print change
    nothing."""
    ugly = "model A Real x;\nequation x=1;// one\nend A;\n"
    pretty = "model A\n  Real x;\nequation\n  x = 1; // one\nend A;\n"
    box.write("lib/a.mo", ugly)
    box.write("lib/inner/b.mo", ugly)
    box.write("lib/note.txt", ugly)
    said = box.call("fmt", "--check", "lib", "plain.mo")
    same((said.status, said.out.split()), (1, ["lib/a.mo", "lib/inner/b.mo"]), "--check")
    same(box.good("fmt", "--print", "lib/a.mo").out, pretty, "--print")
    same(box.read("lib/a.mo").decode(), ugly, "nothing has changed so far")
    before = os.stat(box.path("plain.mo")).st_mtime_ns
    same(box.good("fmt", "lib", "plain.mo").out, "", "nothing to say")
    same(box.read("lib/a.mo").decode(), pretty)
    same(box.read("lib/inner/b.mo").decode(), pretty)
    same(box.read("lib/note.txt").decode(), ugly, "no model")
    same(os.stat(box.path("plain.mo")).st_mtime_ns, before, "a file in the layout is not written")
    box.good("fmt", "--check", "lib")


@test
def fmt_leaves_errors_alone(box):
    """A file with errors is told and left as it is; the others are formatted."""
    usage(box, "U0005", "fmt")
    usage(box, "U0001", "fmt", "--json", "plain.mo")
    box.write("ugly.mo", "model A Real x;\nend A;\n")
    before = box.read("broken.mo")
    said = box.call("fmt", "broken.mo", "missing.mo", "ugly.mo")
    same(said.status, 1)
    has(said.err, "M0120")
    has(said.err, "F0001")
    same(box.read("broken.mo"), before)
    same(box.read("ugly.mo").decode(), "model A\n  Real x;\nend A;\n")


@test
def fmt_examples(box):
    """The examples are in the layout."""
    box.good("fmt", "--check", EXAMPLES)


if __name__ == "__main__":
    sys.exit(main())
