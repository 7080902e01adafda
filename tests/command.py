#!/usr/bin/env python3
"""The command line: options, exit statuses, what goes to stdout and what to stderr, and the files that are written.

    command.py --saltus build/saltus [NAME ...]        the tests of these names only

Each test has a folder of its own, in which the program runs. Known answers are those of the model below: x = exp(-k t).
"""
import argparse
import csv
import json
import math
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

PLAIN = """model Plain "falls from 1 to 0"
  type Mode = enumeration(off, slow, fast);
  parameter Real k = 2;
  parameter Integer n = 3;
  parameter Boolean b = true;
  parameter Mode mode = Mode.slow;
  parameter String s = "abc";
  parameter Real a[3] = {1, 2, 3};
  parameter Real c[2, 2] = [1, 2; 3, 4];
  parameter Integer size = 2;
  final parameter Real fixed_one = 7;
  parameter Real searched(fixed = false);
  Real v[size] = fill(k, size);
  Real x(start = 1, fixed = true, unit = "V") "the voltage";
  Real minus = -x;
  Real same = x;
  Boolean above = x > 0.5;
initial equation
  searched = k;
equation
  der(x) = -k*x;
end Plain;
"""
SLOW = ("model Slow\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\n"
        "equation\n  der(x) = 1e6*y;\n  der(y) = -1e6*x;\nend Slow;\n")
FAILING = ("model Failing\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1;\n"
           "  assert(x > 0.5, \"too low\");\nend Failing;\n")
TWO = "model First\n  Real x = 1;\nend First;\nmodel Second\n  Real y = 2;\nend Second;\n"
CLOCK = ("model Clock3\n  discrete Integer n(start = 0, fixed = true);\n  Real x(start = 0, fixed = true);\nequation\n"
         "  der(x) = n;\n  when sample(0.3, 0.3) then\n    n = pre(n) + 1;\n  end when;\nend Clock3;\n")
COSY = """PROGRAM SAYS;
VAR STATE X; REAL K; COLLECT W; HISTOGRAM H (0.0, 1.0, 3);
STORE K, X;
MONITOR
  EXPERIMENT FIRST; INITCOND X = 1.0; K := 1.0; SIMULATE FROM 0.0 TO 1.0 COMINT = 0.5 END;
  EXPERIMENT SECOND; INITCOND X = 1.0; K := 3.0; STOREOFF; SIMULATE FROM 0.0 TO 1.0 COMINT = 0.5 END
END;
SYSTEM
  CONTINUOUS X' = -K*X END;
  TERMINAL
    WRITELN ($K $, K:4:1); CROSSPLOT; W := K; H := K;
    IF K < 3.0 THEN BEGIN K := K + 1.0; RERUN END
  END
END;
OUTPUT
  TITLE $PLAIN$;
  LIST (CROSSF) K, X; PLOT (CROSSF) VERSUS K: X; HISTOGRAM H;
  GRAPH (CROSSF) VERSUS K: X; GRAPH (CROSSF) X
END
END.
"""
FILES = {"says.cosy": COSY, "plain.mo": PLAIN, "slow.mo": SLOW, "failing.mo": FAILING, "two.mo": TWO, "clock.mo": CLOCK,
         "broken.mo": "model Broken\n  Real x\nequation\n  x = y;\nend Broken;\n"}
TESTS = []
LIMIT = 900           # seconds: whoever needs them hangs


def test(function):
    TESTS.append(function)
    return function


class Said:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def json(self):
        return json.loads(self.out)

    def codes(self):
        return [m["code"] for m in self.json()["messages"]]


class Box:
    """A folder with the models in it."""

    def __init__(self, saltus):
        self.saltus, self.folder = saltus, tempfile.mkdtemp(prefix="saltus-command-")
        for name, text in FILES.items():
            self.write(name, text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w") as out:
            out.write(text)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def files(self):
        return sorted(set(os.listdir(self.folder)) - set(FILES))

    def call(self, *arguments, env=None, stdout=None, before=None, given=None):
        """`given`: what stands on the standard input, in bytes."""
        stdin = {"stdin": subprocess.DEVNULL} if given is None else {"input": given}
        done = subprocess.run([self.saltus] + list(arguments), cwd=self.folder, **stdin,
                              stdout=stdout or subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT,
                              preexec_fn=before,
                              env=dict(os.environ, **(env or {})))
        return Said(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())

    def good(self, *arguments, **rest):
        said = self.call(*arguments, **rest)
        same(said.status, 0, "status of %s: %s" % (" ".join(arguments), said.err))
        return said

    def table(self, name):
        text = self.read(name).decode()
        rows = list(csv.reader(text.splitlines()))
        return rows[0], [[float(x) for x in row] for row in rows[1:]]


def same(got, wanted, what=""):
    if got != wanted:
        raise AssertionError("%s: got %r, wanted %r" % (what, got, wanted))


def true(condition, what):
    if not condition:
        raise AssertionError(what)


def has(text, part):
    if part not in text:
        raise AssertionError("'%s' is not in:\n%s" % (part, text))


def usage(box, code, *arguments, says=()):
    """Wrong usage: status 2, a message with this code on stderr, nothing on stdout, nothing written."""
    said = box.call(*arguments)
    same(said.status, 2, "status of %s (%s)" % (" ".join(arguments), said.err))
    same(said.out, "", "stdout of %s" % " ".join(arguments))
    has(said.err, "[%s]" % code)
    for text in says:
        has(said.err, text)
    same(box.files(), [], "files after %s" % " ".join(arguments))


# ---------------------------------------------------------------------------------------------- experiments


@test
def experiments_in_order(box):
    out = box.good("run", "says.cosy").out
    true(out.index("K  1.0\nK  2.0\nK  3.0\nSAYS:FIRST: 3 runs") < out.index("SAYS:SECOND: 0 to 1 s"),
         "the order of what is said")
    for text in ("PLAIN\nrow  K          X\n", "  2  2  0.13533", "H: 1 observation\n",
                 "statistic  of            count", "W          observations      1     3"):
        has(out, text)
    same(box.files(), ["SAYS_1.svg", "SAYS_2.svg", "SAYS_3.svg", "SAYS_4.svg"])
    has(out, "drew SAYS_4.svg\n")


@test
def events_read_what_nobody_records(box):
    """An event of a condition reads algebraic variables that nothing else needs: X = COS(TIME) is 0.5 at PI/3. Recorded
    or not, the answer is the same."""
    for event in ("WHEN X < 0.5 DO R := A END", "CONDIT LOW: X CROSSES 0.5 NEG TOL = 1.0E-6 END"):
        box.write("reads.cosy", "PROGRAM READS;\nVAR STATE X, V; REAL R, Q; ALGEBR A; SEVENT LOW; TEVENT LATE;\n"
                                "MONITOR INITCOND X = 1.0; V = 0.0; SIMULATE FROM 0.0 TO 3.0 END;\n"
                                "SYSTEM INITIAL R := 0.0; Q := 0.0; SCHEDULE LATE AT 2.5 END;\n"
                                "CONTINUOUS X' = V; V' = -X; A = 2.0*TIME; %s END;\n"
                                "DISCRETE EVENTS LOW: R := A END; LATE: Q := A END END END;\n"
                                "TERMINAL WRITELN (A:8:3) END\nEND\nEND.\n" % event)
        for options in ([], ["-o", "a.csv"], ["--vars", "X"]):
            said = box.good("run", "reads.cosy", "--json", *options).json()
            same(said["output"], "   6.000\n", "what TERMINAL writes")
            if not options or options[0] != "--vars":
                true(abs(said["final"]["R"] - 2*math.pi/3) < 1e-5 and said["final"]["Q"] == 5,
                     "%s %s: %s" % (event, options, said["final"]))


@test
def one_experiment(box):
    out = box.good("run", "says.cosy:first").out
    true("SECOND" not in out, "the other experiment was made too")
    said = box.call("run", "says.cosy:thrid")
    same(said.status, 1)
    has(said.err, "thrid")
    same(box.files(), ["SAYS_1.svg", "SAYS_2.svg"])


@test
def pictures_are_called_as_the_user_wants(box):
    box.good("run", "says.cosy:FIRST", "--plot=here.png", "--quiet")
    same(box.files(), ["here.png", "here_2.png"])
    for name in box.files():
        same(box.read(name)[:8], b"\x89PNG\r\n\x1a\n")
    box.good("run", "says.cosy:FIRST", "--plot=there.svg", "--json")
    xml.etree.ElementTree.fromstring(box.read("there_2.svg").decode())


@test
def quiet_programs_still_say_what_they_write(box):
    out = box.good("run", "says.cosy:FIRST", "--quiet").out
    true(out.startswith("K  1.0\nK  2.0\nK  3.0\nPLAIN\n"), "what the program writes")
    true("statistic" not in out and "drew" not in out, "the report is left out")


@test
def nothing_but_json(box):
    said = box.good("run", "says.cosy", "--json")
    same(said.err, "")
    j = said.json()
    same(j["runs"], 4)
    same([e["runs"] for e in j["experiments"]], [3, 1])
    true(j["output"].startswith("K  1.0\nK  2.0\nK  3.0\nPLAIN\n"), "what the program writes")
    same(j["statistics"][0], {"name": "W", "kind": "observations", "count": 1, "mean": 3,
                              "deviation": j["statistics"][0]["deviation"],
                              "least": 3, "most": 3, "total": 3})
    same(j["statistics"][1]["cells"], {"low": 0, "width": 1, "below": 0, "counts": [0, 0, 0], "above": 1})


@test
def nothing_stored_is_said(box):
    said = box.good("run", "says.cosy:SECOND", "-o", "none.csv")
    has(said.err, "[U0205]")
    true("none.csv" not in box.files() and "wrote" not in said.out, "no file")
    box.good("run", "says.cosy:FIRST", "-o", "last.csv", "--quiet")
    names, rows = box.table("last.csv")
    same(sorted(names), ["K", "X", "time"])
    same([row[names.index("K")] for row in rows], [3, 3, 3])


@test
def runs_without_end(box):
    said = box.call("run", "says.cosy:FIRST", "--max-runs", "2")
    same(said.status, 1)
    has(said.err, "[R0604]")
    has(said.err, "--max-runs")
    usage(box, "U0003", "run", "says.cosy", "--max-runs", "0")
    usage(box, "U0003", "run", "says.cosy", "--threads", "many")


# ---------------------------------------------------------------------------------------------- commands and help


@test
def version(box):
    true(re.fullmatch(r"saltus \d+\.\d+\.\d+\n", box.good("--version").out), "the form of --version")


@test
def help_pages(box):
    overview = box.good("help").out
    for word in ("run", "check", "flat", "code", "help", "--version"):
        has(overview, word)
    same(box.good("--help").out, overview)
    run = box.good("help", "run").out
    for option in ("-p", "--start", "--stop", "--step", "--tol", "--solver", "--seed", "-o", "--vars", "--events",
                   "--plot",
                   "--vars-plot", "--json", "--quiet", "--profile", "--timeout", "--log"):
        has(run, option)
    same(box.good("run", "--help").out, run)
    for command in ("check", "flat", "code"):
        has(box.good("help", command).out, "saltus " + command)
    usage(box, "U0006", "help", "rnu", says=["did you mean 'run'?"])


@test
def nothing_given(box):
    said = box.call()
    same(said.status, 2, "status")
    has(said.out + said.err, "saltus run")


@test
def wrong_commands(box):
    usage(box, "U0006", "rnu", "plain.mo", says=["did you mean 'run'?"])
    usage(box, "U0006", "plain.mo", says=["saltus run plain.mo"])
    usage(box, "U0006", "")


@test
def wrong_options(box):
    usage(box, "U0001", "run", "plain.mo", "--stpo", "1", says=["did you mean '--stop'?"])
    usage(box, "U0001", "run", "plain.mo", "-x")
    usage(box, "U0001", "check", "plain.mo", "--stop", "1")
    usage(box, "U0001", "flat", "plain.mo", "--json")
    usage(box, "U0002", "run", "plain.mo", "--stop")
    usage(box, "U0002", "run", "plain.mo", "-p")
    usage(box, "U0004", "run", "plain.mo", "slow.mo")
    usage(box, "U0005", "run")
    usage(box, "U0005", "run", "--stop", "1")


@test
def wrong_values(box):
    for option, value in (("--stop", "soon"), ("--stop", ""), ("--stop", "nan"), ("--start", "1s"), ("--step", "0"),
                          ("--step", "-1"), ("--tol", "fine"), ("--seed", "-1"), ("--seed", "1.5"), ("--timeout", "-1"),
                          ("--events", "some"), ("--log", "everything"), ("-o", "a.txt"), ("-o", "a"), ("-p", "k"),
                          ("-p", "=1"), ("-p", "k="), ("--plot=a.gif", None), ("--json=1", None),
                          ("--max-microsteps", "0"),
                          ("--solver", "rk5"), ("--tol", "-1"), ("--stop", "inf"), ("--vars", "")):
        said = box.call("run", "plain.mo", option, *([value] if value is not None else []))
        true(said.status in (1, 2), "%s %s ends with %d" % (option, value, said.status))
        same(said.out, "", "stdout of %s %s" % (option, value))
        true(re.search(r"error\[[UR]\d{4}\]", said.err), "%s %s says: %s" % (option, value, said.err))
    same(box.files(), [], "files")


@test
def several_wrong_options(box):
    """All of them are said at once."""
    said = box.call("run", "plain.mo", "--stpo", "1", "--tol", "fine", "--seed", "x")
    same(sorted(re.findall(r"error\[(\w+)\]", said.err)), ["U0001", "U0003", "U0003"])


# ------------------------------------------------------------------------------------------------- which model


@test
def file_and_class(box):
    same(box.good("run", "two.mo:First", "--json").json()["model"], "First")
    same(box.good("run", "two.mo:Second", "--json").json()["model"], "Second")
    same(box.good("run", "two.mo", "--json").json()["model"], "Second", "the last model is the obvious one")
    said = box.call("run", "two.mo:Thrid")
    same(said.status, 1)
    has(said.err, "[M0238]")
    said = box.call("run", "nothing.mo")
    same(said.status, 1)
    has(said.err, "[F0001]")
    said = box.call("run", "plian.mo")
    has(said.err, "did you mean")


@test
def candidates(box):
    box.write("box.mo", "package Box\n  model A\n    Real x = 1;\n  end A;\n  model B\n    Real x = 2;\n  end B;\nend "
                        "Box;\n")
    said = box.call("run", "box.mo")
    if said.status == 1:                 # where nothing is obvious, what could be meant is listed
        has(said.err, "Box.A")
        has(said.err, "Box.B")
    else:
        same(said.status, 0)
        has(said.out, "Box.B")
    same(box.good("run", "box.mo:Box.A", "--json").json()["final"]["x"], 1)


@test
def odd_file_names(box):
    for name in ("with space.mo", "with:colon.mo", "ünï.mo", "-dash.mo"):
        box.write(name, PLAIN)
        argument = "./" + name if name.startswith("-") else name
        same(box.good("run", argument, "--json").json()["model"], "Plain", name)
    same(box.good("run", "with:colon.mo:Plain", "--json").json()["model"], "Plain")


@test
def library_path(box):
    box.write("libs/Lib/package.mo", "within ;\npackage Lib\nend Lib;\n")
    box.write("libs/Lib/Part.mo", "within Lib;\nmodel Part\n  parameter Real k = 5;\n  Real x = k;\nend Part;\n")
    box.write("uses.mo", "model Uses\n  Lib.Part p(k = 6);\nend Uses;\n")
    said = box.call("run", "uses.mo", env={"MODELICAPATH": ""})
    same(said.status, 1)
    has(said.err, "MODELICAPATH")
    same(box.good("run", "uses.mo", "--json", env={"MODELICAPATH": box.path("libs")}).json()["final"]["p.x"], 6)
    several = os.pathsep.join([box.path("nowhere"), box.path("libs")])
    same(box.good("run", "uses.mo", "--json", env={"MODELICAPATH": several}).json()["final"]["p.x"], 6)
    same(box.good("run", "libs/Lib/Part.mo", "--json").json()["final"]["x"], 5)
    same(box.good("run", "libs/Lib:Lib.Part", "--json").json()["final"]["x"], 5)
    has(box.good("check", "libs/Lib:Lib.Part").out, "parameters: k")      # a model of a folder is described
    has(box.good("check", "libs/Lib").out, "1 model can be simulated")


# ---------------------------------------------------------------------------------------- stdout, stderr, status


@test
def classes_of_libraries_need_no_file(box):
    """The full name of a class stands for its file, if its library is installed; a file of that name comes first."""
    box.write("shelf/Plants/package.mo", "package Plants\nend Plants;\n")
    box.write("shelf/Plants/Tank.mo", "within Plants;\nmodel Tank\n  Real h(start = 3, fixed = true);\nequation\n"
              "  der(h) = -h;\nend Tank;\n")
    here, nowhere = {"MODELICAPATH": box.path("shelf")}, {"MODELICAPATH": ""}

    def codes(name, env):
        return box.call("run", name, "--json", env=env).codes()

    same(box.good("run", "Plants.Tank", "--json", env=here).json()["model"], "Plants.Tank")
    has(box.good("check", "Plants", env=here).out, "1 model can be simulated")
    has(box.good("flat", "Saltus.Diagrams.Discrete.DiscreteDelay").out, "DiscreteDelay")
    same(codes("Plants.Tank", nowhere), ["F0001", "U0363"])
    has(box.call("run", "Plants.Tank", env=nowhere).err, "MODELICAPATH")
    same(codes("Plants.Tonk", here), ["M0238"])
    same(codes("ball.csv", nowhere), ["F0001"])
    box.write("Plants.Tank", "nothing")
    same(codes("Plants.Tank", here), ["F0020"])
    os.remove(box.path("Plants.Tank"))


@test
def streams(box):
    said = box.good("run", "plain.mo")
    has(said.out, "Plain")
    same(said.err, "", "stderr of a good run")
    said = box.call("run", "failing.mo")
    same(said.status, 1)
    same(said.out, "", "stdout of a failed run")
    has(said.err, "too low")
    said = box.call("run", "broken.mo")
    same(said.status, 1)
    same(said.out, "", "stdout of a failed translation")
    has(said.err, "broken.mo:2:9")
    for text in (said.out, said.err, box.good("run", "plain.mo", "--plot").out):
        true("\033" not in text, "an escape code in a pipe")


@test
def quiet(box):
    said = box.good("run", "plain.mo", "--quiet", "-o", "a.csv", "--plot=a.svg")
    same(said.out + said.err, "", "what --quiet prints")
    same(box.files(), ["a.csv", "a.svg"])
    said = box.call("run", "failing.mo", "--quiet")
    same(said.status, 1)
    same(said.out, "")
    has(said.err, "[R0204]")


@test
def quiet_plot(box):
    """A plot in the terminal is asked for, so it is drawn."""
    said = box.good("run", "plain.mo", "--quiet", "--plot")
    true(len(said.out.splitlines()) > 10, "a plot")


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
        for words in ("activations: clock.o every clock.period from clock.offset", "free.o programmed",
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


LARGE = """model Large
  parameter Integer N = 1000, M = 10;
  parameter Real dx = 0.5, k[N] = {2 + i for i in 1:N};
  Real u[N](each start = 0), T[N, M](each start = 300, each fixed = true), q[N + 1], p[N], middle;
equation
  u[1] = sin(time);
  for i in 2:N loop
    der(u[i]) = -(u[i] - u[i - 1])/dx;
  end for;
  q[1] = 0;
  q[2:N] = k[2:N].*(u[1:N - 1] - u[2:N]);
  q[N + 1] = q[N];
  p[N] = q[N];
  for i in 1:N - 1 loop
    p[i] = p[i + 1] + q[i];
  end for;
  for i in 2:N - 1, j in 2:M - 1 loop
    der(T[i, j]) = T[i - 1, j] + T[i + 1, j] + T[i, j - 1] + T[i, j + 1] - 4*T[i, j] + q[i];
  end for;
  for j in 1:M loop
    der(T[1, j]) = T[2, j] - T[1, j];
    der(T[N, j]) = T[N - 1, j] - T[N, j];
  end for;
  for i in 2:N - 1 loop
    der(T[i, 1]) = T[i, 2] - T[i, 1];
    der(T[i, M]) = T[i, M - 1] - T[i, M];
  end for;
  middle = u[div(N, 2)];
end Large;
"""


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
def stdout_full(box):
    """A disk that is full is noticed on stdout too."""
    with open("/dev/full", "w") as full:
        for arguments in (["run", "plain.mo"], ["run", "plain.mo", "--json"], ["check", "plain.mo"],
                          ["flat", "plain.mo"],
                          ["code", "plain.mo"]):
            said = box.call(*arguments, stdout=full)
            same(said.status, 1, "status of %s" % arguments)


@test
def stdout_closed(box):
    """A reader that goes away early is no reason for a crash message."""
    done = subprocess.run("set -o pipefail; '%s' code plain.mo | head -c 1" % box.saltus, shell=True,
                          executable="/bin/bash",
                          cwd=box.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT)
    true(done.returncode in (0, 1, 141), "status %d" % done.returncode)


@test
def no_color(box):
    """Colour on a terminal, none with NO_COLOR. Where the system has no pseudo-terminals there is nothing to look
    at."""
    import pty
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        print("no_color: left out, this system has no pseudo-terminals")
        return

    def on_terminal(environment):
        main, other = pty.openpty()
        process = subprocess.Popen([box.saltus, "run", "failing.mo"], cwd=box.folder, stdin=subprocess.DEVNULL,
                                   stdout=other,
                                   stderr=other, env=environment)
        os.close(other)
        text = b""
        while True:
            try:
                part = os.read(main, 4096)
            except OSError:
                break
            if not part:
                break
            text += part
        process.wait(timeout=LIMIT)
        os.close(main)
        return text.decode()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    true("\033[" in on_terminal(dict(environment, TERM="xterm")), "colour on a terminal")
    true("\033[" not in on_terminal(dict(environment, TERM="xterm", NO_COLOR="1")), "no colour with NO_COLOR")


# ------------------------------------------------------------------------------------------------------- JSON


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


RATES = """model Rates "x = exp(-t), u[i] = exp(-i t)"
  Real x(start = 1, fixed = true, unit = "m/s"), y(unit = "J"), z, same, minus;
  Real u[3](each start = 1, each fixed = true), twice[3] = 2*u;
equation
  der(x) = -x;
  y = x^2;
  z = der(y) + 0*der(same) + 0*der(minus);
  same = x;
  minus = -x;
  for i in 1:3 loop
    der(u[i]) = -i*u[i];
  end for;
%s
end Rates;
"""


@test
def derivatives_have_names(box):
    """der(x) of states, of what is computed from them, of aliases and of elements, in a model with and without modes:
    in files, in pictures, in final. The known answers are derivatives of exponential functions."""
    e = math.exp(-1)
    wanted = {"der(x)": -e, "der(y)": -2*e*e, "der(same)": -e, "der(minus)": e,
              "der(u[1])": -e, "der(u[2])": -2*math.exp(-2), "der(u[3])": -3*math.exp(-3)}
    modes = "  if time < 0.5 then\n    p = 1;\n  else\n    q = 2;\n  end if;\n  p + q = x;\n"
    for text in (RATES % "", (RATES % modes).replace("twice[3]", "p, q, twice[3]")):
        box.write("rates.mo", text)
        both = box.good("run", "rates.mo", "--tol", "1e-9", "--json", "-o", "a.csv").json()
        final = {k: v for k, v in both["final"].items() if k.startswith("der(")}
        same(sorted(final), sorted(wanted))
        names, rows = box.table("a.csv")
        for name in wanted:
            true(abs(final[name] - wanted[name]) < 1e-7, "%s is %r" % (name, final[name]))
            true(abs(rows[-1][names.index(name)] - wanted[name]) < 1e-7, name + " in the file")
        same((both["units"]["der(x)"], both["units"]["der(y)"]), ("m/s2", "W"), "units")
        for selected, count in (("der(x)", 1), ("der(u)", 3), ("der(*)", 7), ("der(u[2]),x", 2)):
            names = list(box.good("run", "rates.mo", "--json", "--vars", selected, "-o", "a.csv").json()["final"])
            same(len(names), count, selected)
            same(sorted(box.table("a.csv")[0][1:]), sorted(names), selected)
        has(box.good("run", "rates.mo", "--plot", "--vars", "x", "--vars-plot", "der(u[3])").out, "der(u[3])")
    for wrong, help_text in (("der(twice[1])", "no derivative of 'twice[1]'"), ("der(us[1])", "der(u[1])"),
                             ("derx", "der(x)")):
        said = box.call("run", "rates.mo", "--vars", wrong)
        same(said.status, 1, wrong)
        has(said.err, help_text)


@test
def derivatives_in_cosy(box):
    for name in ("der(X)", "der(x)", "X'", "x'"):
        final = box.good("run", "says.cosy:FIRST", "--json", "--vars", name).json()["final"]
        same(list(final), ["der(X)"], name)
        true(abs(final["der(X)"] + 3*math.exp(-3)) < 1e-5, "X' = -3 exp(-3)")


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


@test
def log_of_initial_values(box):
    box.write("roots.mo", "model Roots\n  Real x(start = -1), y;\nequation\n  x^2 = 4 + 0*time;\n  y^3 + y = 10 + "
                          "time;\nend Roots;\n")
    said = box.good("run", "roots.mo", "--log", "init").err
    has(said, "x = -2: found from the guess -1, its start value")
    has(said, "y = 2: found from the guess 0, the default, because no start value is given")
    has(box.good("run", "roots.mo", "--log", "init", "-p", "x.start=3").err,
        "x = 2: found from the guess 3, its start value")


# ------------------------------------------------------------------------------------------------- parameters


INPUTS = """model Inputs
  input Real u(start = 2), w[2];
  input Boolean b;
  parameter Real a = 3;
  Real x(start = 0, fixed = true), y = w[1] - w[2];
  Integer n(start = 0, fixed = true);
equation
  der(x) = u;
  when b then n = pre(n) + 1; end when;
end Inputs;
"""


@test
def inputs(box):
    """Expressions over the names of the model, samples by column, whole files; what is not given holds its start value
    and is told."""
    box.write("inputs.mo", INPUTS)
    box.write("data.csv", "time,speed,b,other\n0,4,0,1\n1,7,1,1\n2,6,0,1\n2,1,1,1\n4,5,1,1\n")

    def final(*arguments):
        said = box.good("run", "inputs.mo", "--stop", "4", "--json", *arguments).json()
        return said["final"], [m["code"] for m in said["messages"]]

    values, codes = final()
    same((values["u"], values["x"]), (2, 8), "start value")
    same(codes, ["U0410"]*3, "each input is told")
    values, codes = final("--input", "u=a*cos(t)", "--input", "w={t, 1}", "--input", "b=time>1")
    true(abs(values["x"] - 3*math.sin(4)) < 1e-5 and values["y"] == 3 and values["n"] == 1, "expressions: %s" % values)
    same(codes, [], "all inputs are given")
    values, codes = final("--input", "u=data.csv:speed", "--input", "b=data.csv")
    true(abs(values["x"] - (5.5 + 6.5 + 6)) < 1e-9 and values["n"] == 1, "samples: %s" % values)
    same(codes, ["U0410"], "w holds its start value")
    values, codes = final("--input", "u=data.csv:speed:floor", "--input", "data.csv")
    true(abs(values["x"] - (4 + 7 + 2)) < 1e-9 and values["n"] == 1, "steps, and a file: %s" % values)
    box.good("run", "inputs.mo", "--stop", "4", "-o", "again.mat", "--quiet")
    values, codes = final("--input", "u=again.mat:x:line")
    true(abs(values["x"] - 16) < 1e-9, "the trajectory of another run: %s" % values)


@test
def wrong_inputs(box):
    box.write("inputs.mo", INPUTS)
    box.write("data.csv", "time,speed,u\n0,4,1\n1,7,2\n")
    box.write("back.csv", "time,u\n0,4\n2,5\n1,7\n")
    for code, argument, part in [("U0401", "v=3", "its inputs are u, w, b"), ("U0401", "x=t", "'x' is not an input"),
                                 ("M0301", "u=sin(tt)", "tt"), ("M0115", "u=t^", "1 | u=t^\n"),
                                 ("M0116", "u=sin(t", "1 | u=sin(t\n"), ("U0405", "w[1]=t", "one element"),
                                 ("U0413", "u=data.csv:sped", "speed"),
                                 ("U0412", "u=data.csv:speed:akma", "akima"), ("F0001", "u=date.csv:u", "data.csv"),
                                 ("U0409", "u", "NAME=EXPRESSION"), ("U0409", "u=", "NAME=EXPRESSION"),
                                 ("U0406", "b=data.csv:u", "not a value"),
                                 ("U0402", "b=data.csv:u:akima", "floor"), ("U0405", "w=data.csv:u", "one element")]:
        said = box.call("run", "inputs.mo", "--input", argument)
        same(said.status, 1, argument)
        has(said.err, code)
        has(said.err, part)
    said = box.call("run", "inputs.mo", "--input", "u=back.csv:u")
    true(said.status == 1 and "back.csv" in said.err, said.err)
    box.write("gap.csv", "time,u\n0,4\n1,\n2,7\n")
    said = box.call("run", "inputs.mo", "--input", "u=gap.csv:u")
    true(said.status == 1 and "U0407" in said.err and "take rows with gaps out" in said.err, said.err)
    true("U0410" not in said.err, "what could not be read is not told to be missing")
    said = box.call("run", "inputs.mo", "--input", "u=1", "--input", "u=2")
    true(said.status == 1 and "U0403" in said.err, said.err)
    box.write("names.csv", "time,p,q\n0,4,1\n1,7,2\n")
    said = box.call("run", "inputs.mo", "--input", "names.csv")
    true(said.status == 1 and "U0411" in said.err, said.err)


@test
def checkpoints(box):
    """What a run that goes on cannot be asked for. tests/checkpoint.py kills runs."""
    box.good("run", "clock.mo", "--stop", "3", "-o", "a.csv", "--checkpoint", "c", "--every", "1")
    first = box.read("a.csv")
    said = box.good("run", "clock.mo", "--resume", "c", "-o", "b.csv")
    has(said.err, "U0423")
    same(box.read("b.csv"), first, "the results of both parts")
    for code, arguments in [("U0421", ["--resume", "c", "--stop", "4"]),
                            ("U0421", ["--resume", "c", "--solver", "erk"]),
                            ("U0421", ["--resume", "c", "--checkpoint", "c", "--every", "2"]),
                            ("U0422", ["--resume", "c", "--vars", "x", "-o", "d.csv"]),
                            ("F0030", ["--resume", "clock.mo"]), ("F0001", ["--resume", "nothing"]),
                            ("U0424", ["--every", "2"]),
                            ("U0424", ["--checkpoint", "c", "--isolate"]), ("F0031", ["--checkpoint", "no/folder"])]:
        said = box.call("run", "clock.mo", *arguments)
        same(said.status, 1, " ".join(arguments))
        has(said.err, code)
    said = box.call("run", "plain.mo", "--resume", "c", "-o", "b.csv")
    true(said.status == 1 and "R0283" in said.err, said.err)
    box.write("driven.mo", "model Driven\n  input Real u;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = "
                           "u;\nend Driven;\n")
    box.write("u.csv", "time,u\n0,1\n3,1\n")
    box.good("run", "driven.mo", "--stop", "3", "--input", "u.csv", "--checkpoint", "c", "--every", "1")
    box.write("u.csv", "time,u\n0,1\n3,2\n")
    said = box.call("run", "driven.mo", "--input", "u.csv", "--resume", "c")
    true(said.status == 1 and "R0283" in said.err, "other samples: %s" % said.err)
    true(not os.path.exists(box.path("d.csv")), "nothing is written for a run that did not go on")


@test
def parameters(box):
    def final(*given):
        options = [w for g in given for w in ("-p", g)]
        return box.good("run", "plain.mo", "--json", *options).json()["final"]
    true(abs(final("k=5")["x"] - math.exp(-5)) < 1e-5, "k")
    same(final("n=4")["n"], 4)
    same(final("b=false")["b"], False)
    same(final("mode=fast")["mode"], final("mode=Mode.fast")["mode"])
    true(final("mode=fast")["mode"] != final()["mode"], "mode")
    same(final("s=xyz")["s"], "xyz")
    same(final("a[2]=9")["a[2]"], 9)
    same(final("c[1,2]=8")["c[1,2]"], 8)
    same(final("a={4,5,6}")["a[3]"], 6)
    same(final("k=1e-3", "n=7")["n"], 7)
    same(final("k=1", "k=3")["k"], 3, "the last one counts")
    true(abs(final("x.start=3")["x"] - 3*math.exp(-2)) < 1e-5, "x.start")


@test
def structural_parameter(box):
    j = box.good("run", "plain.mo", "--json", "-p", "size=4").json()
    same([m["code"] for m in j["messages"]], ["U0104"])
    same(j["messages"][0]["severity"], "info")
    same(j["final"]["v[4]"], 2)
    same(box.good("run", "plain.mo", "--json", "-p", "k=4").json()["messages"], [],
         "no new translation for a plain parameter")


@test
def folders_tell_what_they_hold(box):
    """A package in a folder is not read for a message, but its names are known."""
    for name in ("Lib", "Lib/Sub"):
        os.makedirs(box.path(name))
    box.write("Lib/package.mo", "package Lib\nend Lib;\n")
    box.write("Lib/Fall.mo", "within Lib;\nmodel Fall\n  Real x = time;\nend Fall;\n")
    box.write("Lib/Sub/package.mo", "within Lib;\npackage Sub\nend Sub;\n")
    for argument, code in (("Lib", "M0490"), ("Lib:Wrong", "M0238"), ("Lib:Lib.Fal", "M0238")):
        said = box.call("run", argument, "--json")
        same((said.status, said.codes()), (1, [code]), argument)
        has(" ".join(said.json()["messages"][0]["notes"]), "the package 'Lib' holds Fall, Sub")


@test
def strings_are_not_shown(box):
    """Results are numbers: what cannot be drawn or written is told, not left out."""
    box.write("s.mo", "model S\n  Real x = time;\n  String s = if x > 0.5 then \"late\" else \"early\";\nend S;\n")
    said = box.call("run", "s.mo", "--json", "--plot=a.svg", "--vars-plot", "s")
    same((said.status, said.codes()), (1, ["U0389"]))
    said = box.good("run", "s.mo", "--json", "--vars", "s", "-o", "a.csv")
    same(said.codes(), ["U0390"])
    same(box.good("run", "s.mo", "--json", "--vars", "s").codes(), [], "the last value is shown")
    same(box.good("run", "s.mo", "--json", "--plot=a.svg", "--vars-plot", "*", "--vars", "*", "-o", "a.csv").codes(),
         [])


@test
def wrong_parameters(box):
    for given, code, says in (("kk=1", "U0101", "did you mean 'k'?"), ("n=2.5", "U0102", "whole number"),
                              ("b=maybe", "U0102", "true or false"), ("mode=fats", "U0102", "did you mean 'fast'?"),
                              ("k=abc", "U0102", ""), ("fixed_one=3", "U0103", "final"), ("x=3", "U0103", "x.start"),
                              ("a[7]=1", "U0101", "a"), ("k=nan", "U0102", ""), ("k=1e999", "U0102", ""),
                              ("k=-inf", "U0102", ""), ("k=1e-400", "U0102", ""),
                              ("n=1e300", "U0102", "whole number"), ("n=-1e300", "U0102", ""),
                              ("n=9007199254740993", "U0102", "2^53"),
                              ("n=nan", "U0102", ""), ("b=2", "U0102", ""), ("b=nan", "U0102", ""),
                              ("mode=4", "U0102", ""),
                              ("mode=1.5", "U0102", ""), ("k={1,2}", "U0102", ""),
                              ("searched=3", "R0101", "initial equations")):
        said = box.call("run", "plain.mo", "--json", "-p", given)
        same(said.status, 1, given)
        same(said.codes(), [code], given)
        m = said.json()["messages"][0]
        has(m["text"] + m["help"] + " ".join(m["notes"]), says)
        true("steps" not in said.json() or said.json()["steps"] == 0, "nothing was simulated with " + given)
    said = box.call("run", "plain.mo", "--json", "-p", "size=-1")
    same(said.status, 1, "a negative size")
    true(len(said.codes()) >= 1, "a message")
    said = box.call("run", "plain.mo", "--json", "-p", "x.start=abc")
    same(said.status, 1, "a start value that is none")
    box.write("set.cosy", "PROGRAM SET;\nVAR INTEGER N; TEVENT E;\nMONITOR SIMULATE FROM 0.0 TO 1.0 END;\nSYSTEM\n  "
                          "INITIAL SCHEDULE E AT 0.5 END;\n"
              "  DISCRETE EVENTS E: N := N + 1 END END END\nEND\nEND.\n")
    said = box.call("run", "set.cosy", "--json", "-p", "N=3")
    same(said.codes(), ["U0103"], "what statements set")
    true("N.start" not in said.json()["messages"][0]["help"], "no name is told that cannot be given: " + said.out)
    said = box.call("run", "plain.mo", "--json", "-p", "a={1,2}")
    same(said.status, 1, "an array of another size")


# ----------------------------------------------------------------------------------------------- settings of the run


@test
def times(box):
    j = box.good("run", "plain.mo", "--json", "--start", "2", "--stop", "3").json()
    same(j["time"], {"start": 2, "stop": 3})
    true(abs(j["final"]["x"] - math.exp(-2)) < 1e-5, "x")
    same(box.good("run", "plain.mo", "--json", "--stop", "0").json()["final"]["x"], 1, "a run of no length")
    said = box.call("run", "plain.mo", "--json", "--start", "3", "--stop", "2")
    same((said.status, said.codes()), (1, ["R0402"]))
    box.write("experiment.mo", PLAIN.replace("end Plain;", "  annotation(experiment(StartTime = 1, StopTime = 4, "
                                                           "Tolerance = 1e-9, "
                                             "Interval = 0.5));\nend Plain;"))
    j = box.good("run", "experiment.mo", "--json", "-o", "e.csv", "--events", "none").json()
    same(j["time"], {"start": 1, "stop": 4})
    same([row[0] for row in box.table("e.csv")[1]], [1, 1.5, 2, 2.5, 3, 3.5, 4])
    same(box.good("run", "experiment.mo", "--json", "--stop", "2").json()["time"], {"start": 1, "stop": 2}, "flags win")


@test
def solvers(box):
    for solver in ("auto", "cvode", "adams", "ida", "erk", "dirk", "rodas", "euler", "heun", "rk4"):
        j = box.good("run", "plain.mo", "--json", "--solver", solver, "--step", "0.001").json()
        has(j["solver"], "" if solver == "auto" else solver)
        true(abs(j["final"]["x"] - math.exp(-2)) < (1e-3 if solver == "euler" else 1e-5),
             "%s: %r" % (solver, j["final"]["x"]))
    said = box.call("run", "plain.mo", "--solver", "cvod")
    true(said.status in (1, 2), "status")
    has(said.err, "did you mean 'cvode'?")


@test
def tolerance(box):
    def error(tol):
        return abs(box.good("run", "plain.mo", "--json", "--tol", tol).json()["final"]["x"] - math.exp(-2))
    true(error("1e-10") < 1e-8 and error("1e-10") < error("1e-3"), "--tol is honoured")


@test
def seed(box):
    box.good("run", "plain.mo", "--seed", "18446744073709551615")


@test
def timeout(box):
    for seconds in ("0.5", "4", "32", "256"):      # a busy machine may need the shorter ones to translate
        said = box.call("run", "slow.mo", "--stop", "1e9", "--timeout", seconds, "-o", "a.csv", "--json")
        if "U0341" not in said.out + said.err:
            break
    same((said.status, said.json()["status"]), (3, "timeout"))
    reached = said.json()["time"]["stop"]
    true(0 < reached < 1e9, "reached %r" % reached)
    header, rows = box.table("a.csv")
    true(rows and rows[0][0] == 0 and rows[-1][0] <= reached, "what was computed so far is written")


@test
def timeout_in_function(box):
    """A function that never returns is ended too."""
    box.write("endless.mo", "function f\n  input Real u;\n  output Real y;\nalgorithm\n  y := u;\n  while y < 10 "
                            "loop\n    y := u;\n"
                            "  end while;\nend f;\nmodel Endless\n  Real x = f(time);\nend Endless;\n")
    said = box.call("run", "endless.mo", "--timeout", "1")
    true(said.status in (1, 3), "status %d" % said.status)


@test
def timeout_in_events(box):
    """Events that follow each other closely inside of one step of the solver are ended too."""
    box.write("storm.mo", "model Storm\n  Real x(start = 0, fixed = true);\n  discrete Integer n(start = 0, fixed = "
                          "true);\nequation\n"
                          "  der(x) = 1;\n  when x > pre(n)*1e-7 then\n    n = pre(n) + 1;\n  end when;\nend Storm;\n")
    said = box.call("run", "storm.mo", "--stop", "10", "--timeout", "1", "--vars", "n")
    same(said.status, 3, said.err)


@test
def logs(box):
    for kind in ("events", "steps", "init", "solver"):               # modes: a test of its own
        said = box.good("run", "clock.mo", "--log", kind, "--json")
        true(said.err.strip(), "--log %s says something" % kind)
        said.json()
    has(box.good("run", "clock.mo", "--log", "events").err, "0.3")
    box.good("run", "clock.mo", "--log", "events,modes,steps,init,solver")


TWO_CAPACITORS = """model Two
  parameter Real C1(unit = "F") = 1, C2(unit = "F") = 3;
  Real v1(start = 4, fixed = true, unit = "V"), v2(start = 0, fixed = true, unit = "V"), i(unit = "A");
  Boolean closed = mod(time, 2) > 1;
equation
  der(v1) = %s - i/C1;
  C2*der(v2) = i;
  if closed then
    v1 = v2;
  else
    i = 0;
  end if;
end Two;
"""

BOOST = """model Boost
  Real i(start = 0, fixed = true, unit = "A"), vc(start = 20, fixed = true, unit = "V");
  Real vq(unit = "V"), iq(unit = "A"), vd(unit = "V"), id(unit = "A"), s;
  Boolean closed = time < 0.5, on;
equation
  1e-3*der(i) = 10 - vq;
  i = iq + id;
  1e-4*der(vc) = id;
  vd = vq - vc;
  if closed then vq = 0; else iq = 0; end if;
  on = s >= 0;
  if on then vd = 0; s = id; else id = 0; s = vd; end if;
end Boost;
"""


@test
def log_of_modes(box):
    """What was asked for, what was refused and by which impulse, what jumped, and which sum is the same before and
    after."""
    box.write("two.mo", TWO_CAPACITORS % "0")
    log = [line.split(": ", 1)[1] for line in box.good("run", "two.mo", "--stop", "2", "--log", "modes",
                                                       "--quiet").err.splitlines() if line.startswith("1: ")]
    same(log, ["mod(time, 2) > 1 (line 4) becomes true", "asked for: line 8: closed", "entered: line 8: closed",
               "  impulse of i: 3 A.s",
               "  jump of v1 from 4 to 1", "  jump of v2 from 0 to 1", "  C1*v1 + C2*v2 = 4 is kept"])
    box.write("boost.mo", BOOST)
    log = box.good("run", "boost.mo", "--stop", "0.6", "--log", "modes", "--quiet").err
    # with the diode blocking, the coil of 1 mH would lose its 5000 A at once: 5 V.s
    has(log, "0.5:   not entered: line 10: else")
    has(log, "s >= 0 (line 11) has the impulse 5 V.s: true")
    has(log, "0.5: entered: line 10: else; line 12: on")
    true("jump" not in log, "the current goes over to the diode")


@test
def examples_with_impulses(box):
    """Known answers: speeds of the cars and the second time at which the rope is taut; the ball at sqrt(2*g*2 m); the
    flux of coils after 0.2 s."""
    log = box.good("run", EXAMPLES + "/tow_rope.mo", "--log", "modes", "--quiet").err
    has(log, "1:   impulse of F: 960 N.s")
    has(log, "%.12g:   impulse of F: %.6g N.s" % (2 + (2 + math.sqrt(2))/2, 480*math.sqrt(2)))
    log = box.good("run", EXAMPLES + "/ball_in_net.mo", "--log", "modes", "--quiet").err
    v = -math.sqrt(4*9.81)
    has(log, "jump of v from %.6g to %.6g" % (v, v*2/3))
    has(log, "m*v + M*u = %.6g is kept" % (0.5*v))
    log = box.good("run", EXAMPLES + "/coils_in_series.mo", "--log", "modes", "--quiet", "--tol", "1e-9").err
    has(log, "L1*i1 + L2*i2 = %.6g is kept" % (0.1*12*(1 - math.exp(-2))))
    log = box.good("run", EXAMPLES + "/dog_clutch.mo", "--log", "modes", "--quiet", "--tol", "1e-9").err
    has(log, "J1*w1 + J2*w2 = %.6g is kept" % (10*(1 - math.exp(-1))))
    log = box.good("run", EXAMPLES + "/two_capacitors.mo", "--log", "modes", "--quiet").err
    has(log, "C1*v1 + C2*v2 = 4 is kept")


@test
def jumps_are_told_once(box):
    """A jump in every period: one message, with how often it happens, and the search counted."""
    box.write("many.mo", TWO_CAPACITORS % "1")
    said = box.good("run", "many.mo", "--stop", "2000", "--json").json()
    jumps = [m for m in said["messages"] if m["code"] == "R0230"]
    same(len(jumps), 1)
    has(jumps[0]["text"], "v1 from 5 to 1.25")           # charged by 1 V in a second, C1 = 1 F
    has(" ".join(jumps[0]["notes"]), "C1*v1 + C2*v2 = 5 is kept")
    has(" ".join(jumps[0]["notes"]), "1000 times")
    same((said["search"]["changes"], said["search"]["jumps"]), (1999 + 1, 1000))
    has(box.good("run", "many.mo", "--stop", "20", "--profile").err, "changes of mode")


@test
def profile(box):
    said = box.good("run", "plain.mo", "--profile")
    for word in ("front", "parse", "instantiate", "flatten", "structure", "code", "generate", "compile", "simulate",
                 "events", "output", "total"):
        has(said.err, word)
    box.good("run", "plain.mo", "--profile", "--json").json()


@test
def microsteps(box):
    box.write("many.mo", "model Many\n  Integer n(start = 0, fixed = true);\nequation\n"
                         "  n = if time > 0.5 and pre(n) < 200 then pre(n) + 1 else pre(n);\nend Many;\n")
    said = box.call("run", "many.mo", "--json")
    same((said.status, said.codes()), (1, ["R0201"]))
    same(box.good("run", "many.mo", "--json", "--max-microsteps", "1000").json()["final"]["n"], 200)


# ------------------------------------------------------------------------------------------------------- CSV


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


# ------------------------------------------------------------------------------------------------------- MAT


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


# ---------------------------------------------------------------------------------------------------- pictures


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


EVENTS = """model Events "a ball from 10 m: contact at sqrt(20/9.81)"
  type Level = enumeration(low, high);
  Real h(start = 10, fixed = true), v(start = 0, fixed = true), y = if h > 5 then 1 else 2, copy = v;
  Integer n(start = 0, fixed = true);
  Boolean up = v > 0;
  Level level = if h > 5 then Level.high else Level.low;
  Boolean late = mod(time, 0.75) > 0.5;
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.5*pre(v));
    n = pre(n) + 1;
  end when;
end Events;
"""


@test
def log_tells_effects(box):
    """What an event has done, in the words of the model: states that jump, discrete variables and what follows; once
    for all names of one thing."""
    box.write("events.mo", EVENTS)
    lines = [line.split(": ", 1) for line in box.good("run", "events.mo", "--stop", "1.45", "--log", "events",
                                                      "--quiet", "--tol", "1e-9").err.splitlines()]

    def at(t):
        return [text for when, text in lines if abs(float(when) - t) < 1e-6]
    same(at(math.sqrt(10/9.81)), ["h > 5 becomes false (line 3)", "  level becomes low, was high",
                                  "  y jumps from 1 to 2"], "5 m")
    speed = 9.81*math.sqrt(20/9.81)
    contact = at(math.sqrt(20/9.81))
    for text in ("h < 0 becomes true (line 11)", "  n becomes 1, was 0", "  up becomes true"):
        true(text in contact, "%s in %s" % (text, contact))
    jumps = [re.fullmatch(r"  v jumps from (\S+) to (\S+)", text) for text in contact]
    jumps = [[float(x) for x in m.groups()] for m in jumps if m]
    true(len(jumps) == 1 and abs(jumps[0][0] + speed) < 1e-6 and abs(jumps[0][1] - speed/2) < 1e-6, jumps)
    true(not any("copy" in text for text in contact), "one name for one thing")
    same(at(0.75), ["mod(time, 0.75) begins anew (line 7)", "mod(time, 0.75) > 0.5 becomes false (line 7)",
                    "  late becomes false"])
    true(not any("$" in text or "latch" in text for _, text in lines), "no names of our own")


@test
def log_tells_states_and_ticks(box):
    box.write("machine.mo", """model Machine
  block A
    outer output Integer out;
  equation
    out = 1;
  end A;
  block B
    outer output Integer out;
  equation
    out = 2;
  end B;
  inner Integer out(start = 0);
  A a;
  B b;
  discrete Real s(start = 0, fixed = true);
equation
  initialState(a);
  transition(a, b, ticksInState() >= 3, immediate = false);
  when sample(0.25, 0.5) then
    s = time;
  end when;
end Machine;
""")
    log = box.good("run", "machine.mo", "--stop", "3", "--log", "events", "--quiet").err
    for text in ("0.75: sample(0.25, 0.5) ticks (line 19)", "0.75:   s becomes 0.75, was 0.25", "state a is left",
                 "state b is entered"):
        has(log, text)
    true(log.index("state a is left") < log.index("state b is entered"), "the order")


@test
def log_changes_nothing(box):
    """Whether somebody reads the log must not matter: the results are the same to the last bit."""
    for name in ("bouncing_ball.mo", "thermostat.mo", "rope.mo", "sampled_pi.mo", "buck_converter.mo", "friction.mo",
                 "dry_friction.cosy", "rectifier.mo"):
        path = os.path.join(EXAMPLES, name)
        box.good("run", path, "-o", "a.csv", "--plot=unused.svg")
        box.good("run", path, "-o", "b.csv", "--log", "events", "--plot=unused.svg")
        same(box.read("a.csv"), box.read("b.csv"), name)


@test
def words_that_are_no_commands(box):
    for words, text in ((["export", "plain.mo"], "yet"), (["shell"], "yet"), (["montecarlo"], "saltus sweep"),
                        (["graph"], "saltus plot"), (["rnu", "x"], "'run'"),
                        (["simulate", "plain.mo"], "saltus run plain.mo"), (["plain.mo"], "saltus run plain.mo"),
                        (["says.cosy"], "saltus run says.cosy"), (["two.mo:First"], "saltus run two.mo:First"),
                        (["version"], "--version"),
                        (["format", "plain.mo"], "saltus fmt plain.mo"),
                        (["xyz"], "run, sweep, optimise, fit, linearise"), (["help", "export"], "yet")):
        usage(box, "U0006", *words, says=[text])
    usage(box, "U0380", "--plot", "plain.mo", says=["saltus run plain.mo --plot"])
    has(box.call("run", "plain").err, "did you mean 'plain.mo'?")


@test
def options_of_other_programs(box):
    for words, text in ((["--param", "k=1"], "'-p'"), (["--tolerance", "1e-5"], "'--tol'"),
                        (["--output", "a.csv"], "'-o'"),
                        (["--StopTime=3"], "'--stop'"), (["-s", "dassl"], "'--solver'"),
                        (["--variables", "x"], "'--vars'")):
        usage(box, "U0001", "run", "plain.mo", *words, says=["did you mean " + text])
    usage(box, "U0004", "run", "plain.mo", "--plot", "x", says=["--plot --vars-plot x"])
    usage(box, "U0004", "run", "plain.mo", "--vars", "x", "v", says=["--vars x,v"])
    for name, meant in (("dassl", "ida"), ("ode45", "erk"), ("CVODE", "cvode"), ("rk44", "rk4")):
        said = box.call("run", "plain.mo", "--solver", name)
        same(said.status, 1, name)
        has(said.err, "did you mean '%s'?" % meant)


@test
def tolerances(box):
    """What cannot be reached is refused; what the solver cannot hold is told."""
    for value in ("1e-30", "9e-15", "0.6", "1"):
        said = box.call("run", "plain.mo", "--tol", value)
        same(said.status, 1, value)
        for text in ("R0403", "from 1e-14 to 0.5"):
            has(said.err, text)
    for value in ("0", "-1e-6", "nan", "inf", "small"):
        usage(box, "U0003", "run", "plain.mo", "--tol", value)
    same(box.good("run", "plain.mo", "--tol", "1e-13", "--json").codes(), [])
    same(box.good("run", "plain.mo", "--tol", "1e-13", "--solver", "cvode", "--json").codes(), ["U0382"])
    box.write("asks.mo", "model Asks\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n  "
                         "annotation(__Saltus(solver = \"rk5\"));\nend Asks;\n")
    same(box.good("run", "asks.mo", "--json").codes(), ["U0383"])


@test
def classes_of_a_file(box):
    """A class that is not there: those that are."""
    box.write("package.mo", "package P\n  model Inner\n    Real x = 1;\n  end Inner;\n  partial model Base\n  end "
                            "Base;\nend P;\n")
    for name, texts in (("two.mo:Wrong", ["First, Second"]), ("two.mo:first",
                                                              ["First, Second", "did you mean 'First'?"]),
                        ("package.mo:Inner", ["did you mean 'P.Inner'?"]),
                        ("package.mo:P.Iner", ["did you mean 'P.Inner'?"])):
        said = box.call("run", name)
        same(said.status, 1, name)
        for text in texts + ["M0238"]:
            has(said.err, text)


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


# ------------------------------------------------------------------------------------------- results that cannot be
# written


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


@test
def same_bits(box):
    """Twice the same run, twice the same bytes."""
    for name in ("a.csv", "b.csv", "a.mat", "b.mat", "a.svg", "b.svg"):
        option = ["-o", name] if name[-3:] in ("csv", "mat") else ["--plot=" + name]
        box.good("run", "plain.mo", *option)
    for ending in ("csv", "mat", "svg"):
        same(box.read("a." + ending), box.read("b." + ending), ending)


@test
def no_home(box):
    """Without a place for a cache everything works."""
    box.good("run", "plain.mo", env={"HOME": "/dev/null/home", "XDG_CACHE_HOME": "/dev/null/cache"})
    box.good("run", "plain.mo", env={"HOME": "", "XDG_CACHE_HOME": "/dev/null"})


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


EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    failed = count = 0
    leaks = os.path.join(os.path.dirname(os.path.abspath(__file__)), "leaks.txt")
    os.environ.setdefault("LSAN_OPTIONS", "print_suppressions=0:suppressions=" + leaks)
    for function in TESTS:
        if arguments.names and function.__name__ not in arguments.names:
            continue
        box = Box(os.path.abspath(arguments.saltus))
        count += 1
        try:
            function(box)
        except (AssertionError, ValueError, KeyError, IndexError, OSError, subprocess.TimeoutExpired) as error:
            failed += 1
            print("%s: %s: %s" % (function.__name__, type(error).__name__, error))
        shutil.rmtree(box.folder)
    print("%d of %d tests of the command line passed" % (count - failed, count))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
