#!/usr/bin/env python3
"""The command line: what a run is given, its settings, time-outs and logs.

    command_run.py --saltus build/saltus [NAME ...]        the tests of these names only
"""
import math
import os
import re
import sys

from command_tools import EXAMPLES, PLAIN, has, main, same, test, true, usage

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


@test
def log_of_initial_values(box):
    box.write("roots.mo", "model Roots\n  Real x(start = -1), y;\nequation\n  x^2 = 4 + 0*time;\n  y^3 + y = 10 + "
                          "time;\nend Roots;\n")
    said = box.good("run", "roots.mo", "--log", "init").err
    has(said, "x = -2: found from the guess -1, its start value")
    has(said, "y = 2: found from the guess 0, the default, because no start value is given")
    has(box.good("run", "roots.mo", "--log", "init", "-p", "x.start=3").err,
        "x = 2: found from the guess 3, its start value")


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
    # each mode has its own branches and states
    box.write("three.mo", "model Three\n  Real x(start = 1), y, z;\nequation\n"
              "  if time < 1 then der(x) = -x; elseif time < 2 then x = 2; else x + y = 3; end if;\n"
              "  y = 1 + time;\n  z = x*y;\nend Three;\n")
    names = ["line 4: time < 1", "line 4: time < 2", "line 4: else"]
    modes = box.good("run", "three.mo", "--stop", "3", "--json").json()["modes"]
    same([(m["branches"], m["states"], m["entries"]) for m in modes], list(zip(names, (1, 0, 0), (1, 1, 1))))
    rows = [re.split("  +", line.strip()) for line in box.good("run", "three.mo", "--stop", "3", "--profile").err
            .splitlines() if "line 4" in line]
    same([(row[0], row[-1]) for row in rows], [(str(k), name) for k, name in enumerate(names)])


@test
def microsteps(box):
    box.write("many.mo", "model Many\n  Integer n(start = 0, fixed = true);\nequation\n"
                         "  n = if time > 0.5 and pre(n) < 200 then pre(n) + 1 else pre(n);\nend Many;\n")
    said = box.call("run", "many.mo", "--json")
    same((said.status, said.codes()), (1, ["R0201"]))
    same(box.good("run", "many.mo", "--json", "--max-microsteps", "1000").json()["final"]["n"], 200)


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
def same_bits(box):
    """Twice the same run, twice the same bytes."""
    for name in ("a.csv", "b.csv", "a.mat", "b.mat", "a.svg", "b.svg"):
        option = ["-o", name] if name[-3:] in ("csv", "mat") else ["--plot=" + name]
        box.good("run", "plain.mo", *option)
    for ending in ("csv", "mat", "svg"):
        same(box.read("a." + ending), box.read("b." + ending), ending)


if __name__ == "__main__":
    sys.exit(main())
