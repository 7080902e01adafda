#!/usr/bin/env python3
"""The shell without a terminal: commands from a pipe, and what they answer.

    tests/shell.py --saltus build/saltus [--part NAME]

Values are compared with closed forms: a filter, a ball that is thrown, an oscillator. Going back and saving are
compared with a run that was not disturbed. Every message of the letter T has commands that get it
(tests/shell_wrong.py).
"""
import argparse
import csv
import math
import os
import subprocess
import sys
import tempfile

from shell_wrong import PROGRAM, WRONG

HERE = os.path.dirname(os.path.abspath(__file__))
REGULATOR = os.path.join(HERE, "..", "examples", "regulator.muss")
BALL = """model Ball
  parameter Real e = 0.5;
  parameter Real g = 9.81;
  parameter Integer n = 2 "elements";
  Real h(start = 10, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true);
  Real u[n];
  discrete Real bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  for i in 1:n loop u[i] = i*h; end for;
  when h < 0 then
    reinit(v, -e*pre(v));
    bounces = pre(bounces) + 1;
  end when;
  annotation(experiment(StopTime = 4, Tolerance = 1e-10));
end Ball;
"""
PLANT = """model Plant
  input Real u(start = 0);
  output Real y = x;
  parameter Real w = 3;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -w^2*x - 0.4*v + u;
  annotation(experiment(StopTime = 5, Tolerance = 1e-9));
end Plant;
"""
failures, done = [], 0
BOUNCE = math.sqrt(2*10/9.81)                    # the first contact of the ball


def check(what, holds, said=""):
    global done
    done += 1
    if not holds:
        failures.append(f"{what}: {str(said)[-1500:]}")


def near(what, value, wanted, tolerance):
    check(what, abs(value - wanted) <= tolerance, f"{value!r}, and {wanted!r} is right")


def talk(saltus, commands, files=None, folder=None, words=()):
    """The answer to these commands, in a folder with these files."""
    with tempfile.TemporaryDirectory() as box:
        box = folder or box
        for name, text in {"ball.mo": BALL, "plant.mo": PLANT, **(files or {})}.items():
            if not os.path.exists(os.path.join(box, name)):
                with open(os.path.join(box, name), "w") as out:
                    out.write(text)
        return subprocess.run([saltus, "shell", *words], input=commands, capture_output=True, text=True, cwd=box,
                              errors="replace", timeout=600, env={**os.environ, "NO_COLOR": "1"})


def numbers(saltus, commands, **more):
    """What OPER has answered, one number a line."""
    answer = talk(saltus, commands, **more)
    values = []
    for line in answer.stdout.splitlines():
        try:
            values.append(float(line))
        except ValueError:
            pass
    return values, answer


def value(text, name):
    """NAME = VALUE of a table."""
    for line in text.splitlines():
        words = line.split()
        if len(words) > 2 and words[0] == name and words[1] == "=":
            return float(words[2])
    return math.nan


def calculator(saltus):
    cases = {"2*(3+4)^2/7": 14, "-2**2": -4, "2^-1": 0.5, "SQRT(2)*sin(1)": math.sqrt(2)*math.sin(1),
             "ln(exp(2.5))": 2.5, "LOG(1000)": 3, "atan2(1, 2)": math.atan2(1, 2), "max(3, 1e2)": 100,
             "mod(7, 4)": 3, "2^3^2": 512, "1 - 2 - 3": -4, "acos(0.3)+asin(0.3)": math.pi/2, "10/4*2": 5}
    got, answer = numbers(saltus, "".join(f"OPER {c}\n" for c in cases))
    check("calculator answers", len(got) == len(cases), answer.stderr)
    for (text, wanted), found in zip(cases.items(), got):
        near(text, found, wanted, 1e-11*max(1, abs(wanted)))
    answer = talk(saltus, "oper 1 < 2 and not (3 >= 4)\nOper 1 .gt. 2 or 2 <> 2\n")
    check("conditions", answer.stdout.split() == ["TRUE", "FALSE"], answer.stdout)


def core(saltus):
    """LOAD, CREATE, PARAMETER, DO, PRINT, PREPARE, TYPE, SHOW: the filter against 1 - exp(-t/tau)."""
    with tempfile.TemporaryDirectory() as box:
        got, answer = numbers(saltus, f"load {REGULATOR}\ncreate :EXP_filter\nparameter tau = 2\n"
                              "prepare/delta=(0.5)/output=(rows) y\nprint/delta=(2)/output=(table) y\ndo/stat\noper y\n"
                              "print/reset/delta=(2.5) y\ndo\n", folder=box)
        near("the filter at its end", got[0] if got else math.nan, 1 - math.exp(-5), 1e-6)
        check("statistics", "state events" in answer.stdout and "processor time" in answer.stdout, answer.stdout)
        rows = list(csv.DictReader(open(os.path.join(box, "rows.pre"))))
        check("rows that were prepared", len(rows) == 21 and set(rows[0]) == {"time", "y"}, rows[:2])
        for row in rows:
            near("a row", float(row["y"]), 1 - math.exp(-float(row["time"])/2), 1e-6)
        table = [line.split() for line in open(os.path.join(box, "table.dat"))]
        check("a printed table", table[0] == ["time", "y"] and len(table) == 7, table)
        for t, y in table[1:]:
            near("a printed row", float(y), 1 - math.exp(-float(t)/2), 1e-6)
        printed = [line.split() for line in answer.stdout.splitlines() if line.startswith("  ") and
                   len(line.split()) == 2 and line.split()[0][0].isdigit()]
        check("a table on the screen", [float(t) for t, y in printed] == [0, 2.5, 5, 7.5, 10], printed)
    answer = talk(saltus, "load ball.mo\ncre :ball\nsh bl/sym/full\ntype var *\ntype var/der *\ntype var/disc h\n"
                  "type var/par *\ntype var u\nshow exp/full\ntype system f*\nshow model [*]/sub\n")
    check("symbols", "state [m]  height" in answer.stdout and "parameter  elements" in answer.stdout, answer.stdout)
    near("a value", value(answer.stdout, "h"), 10, 0)
    near("a rate", value(answer.stdout, "der(v)"), -9.81, 1e-12)
    near("an array", value(answer.stdout, "u[2]"), 20, 1e-12)
    check("conditions", "h < 0: 10  (FALSE, line 13)" in answer.stdout, answer.stdout)
    check("settings", "finish 4, tolerance 1e-10" in answer.stdout and "finish         = DEFAULT" in answer.stdout,
          answer.stdout)


def blocks(saltus):
    """Absolute and relative blocks, copies, wild cards, any case."""
    script = f"""LOAD {REGULATOR}
CREATE :exp_smpr(test1)
CREATE :exp_smpr(test2)
PARAMETER :exp_smpr(test1)Vs = 70, :exp_smpr(test2)Vs = 80
SET BLOCK :exp_smpr(test2)[SMPR.control_circuit.limiter]
OPER [-]lower_limit + 1
OPER [-.PI_controller]K
OPER [-.-]e
OPER :EXP_SMPR(TEST1)[smpr.POWER_circuit]vs
OPER :exp_smpr(test2)[S*.power*]Vs
SET BLOCK [-]
TYPE VARIABLES V1*
SHOW BLOCK/PARAMETER [.*filter]
"""
    got, answer = numbers(saltus, "set error/continue\n" + script)
    for what, found, wanted in zip(["the block around", "beside it", "two around", "any case", "wild cards"], got,
                                   [1.05, 1, 50 - 50*10/10.1, 70, 80]):
        near(what, found, wanted, 1e-12)
    check("all five", len(got) == 5, answer.stdout + answer.stderr)
    check("wild cards of variables", "V1ic = 0.0125" in answer.stdout and "V1   = 0.0125" in answer.stdout,
          answer.stdout)
    near("copies have their own parameters", numbers(saltus, script + "oper :exp_smpr(test1)Vs\n")[0][-1], 70, 0)


def steps(saltus):
    """Events, the way back, changes, breaks: a ball that is thrown has closed forms."""
    v1 = math.sqrt(2*9.81*10)*0.5                # behind the first contact
    got, answer = numbers(saltus, """load ball.mo
create :ball
step
oper time
oper v
oper bounces
step/count=(2)
oper time
step back/to=(0.5)
oper h
step/to=(1)
oper h
go
step back
step back/count=(100)
oper time
change v = 5
step/to=(1)
oper h
step back/to=(0)
break h < 4 and v < 0
go
oper time
oper h - 4
break/reset
break bounces > 0.5
go
oper time
restart
control finish = 2
break/reset
break time >= 0.3
go
oper time - 0.3
""")
    wanted = [BOUNCE, v1, 1, BOUNCE + 2*v1/9.81, 10 - 9.81*0.5**2/2, 10 - 9.81/2, 0, 10 + 5 - 9.81/2,
              math.sqrt(2*6/9.81), 0, BOUNCE, 0]
    names = ["the time of the first contact", "the speed behind it", "what is counted", "the second contact",
             "back inside an arc", "and on again", "back to the beginning", "a state that was changed",
             "where a condition becomes true", "its value there", "a break at an event", "a break at a time"]
    check("all answers of steps", len(got) == len(wanted), answer.stdout + answer.stderr)
    for what, found, right in zip(names, got, wanted):
        near(what, found, right, 2e-8)
    if len(got) == len(wanted):
        near("a break is located, not met by a step", got[8], wanted[8], 1e-9)
        check("values there are those of the break", abs(got[9]) < 1e-8, got[9])


def back(saltus):
    """The way back and on gives the same bits as a run that went straight on, also with a solver that begins anew."""
    for solver in ("auto", "cvode", "erk"):
        head = f"load {REGULATOR}\ncreate :exp_smpr\ncontrol solver = {solver}\ncontrol finish = 4e-4\n"
        end = "oper V0*1e9\noper SMPR.power_circuit.Il*1e9\nprepare/reset\n"
        straight, answer = numbers(saltus, head + "do\n" + end)
        there, other = numbers(saltus, head + "go/to=(3e-4)\nstep back/count=(5)\nstep back/to=(1e-4)\nstep\n"
                               "step back\ngo\n" + end)
        check(f"back and on again with {solver}", straight == there and len(there) == 2,
              (straight, there, other.stderr, answer.stderr))
    with tempfile.TemporaryDirectory() as box:
        straight = numbers(saltus, head + "do\n" + end)[0]
        first = talk(saltus, head + "go/to=(2e-4)\nsave state.sav\n", folder=box)
        there, answer = numbers(saltus, "restore state.sav\ngo\n" + end, folder=box)
        check("saved in one session, restored in another", straight == there and len(there) == 2,
              (straight, there, first.stderr, answer.stderr))


def changes(saltus):
    """Parameters before and in a run, and those of the structure; RELOAD."""
    got, answer = numbers(saltus, """load ball.mo
create :ball
parameter g = 2
step/to=(1)
oper h
parameter g = 4
step/to=(2)
oper h
restart
step/to=(1)
oper h
parameter n = 3
oper u[3]
""")
    wanted = [9, 9 - 2 - 2, 8, 30]               # h' = -2 at 1, then h'' = -4
    for what, found, right in zip(["before a run", "in a run", "in the run that follows", "of the structure"], got,
                                  wanted):
        near(what, found, right, 1e-8)
    check("all parameters", len(got) == 4, answer.stdout + answer.stderr)
    with tempfile.TemporaryDirectory() as box:
        with open(os.path.join(box, "ball.mo"), "w") as out:
            out.write(BALL)
        process = subprocess.Popen([saltus, "shell", "ball.mo"], cwd=box, text=True, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        process.stdin.write("create :ball\nwatch h\nstep/to=(1)\n")
        process.stdin.flush()
        while "h = " not in process.stdout.readline():
            pass
        with open(os.path.join(box, "ball.mo"), "w") as out:
            out.write(BALL.replace("der(v) = -g;", "der(v) = 0; w = 7;").replace("Real u[n];", "Real u[n], w;"))
        said = process.communicate("reload\noper h\noper v\noper w\nstep/to=(1.25)\noper h\n", timeout=600)[0]
        values = [float(x) for x in said.splitlines() if x.replace(".", "").replace("-", "").isdigit()]
        for what, found, right in zip(["the state is kept", "and the other one", "what is new", "by the new equation"],
                                      values, [10 - 9.81/2, -9.81, 7, 10 - 9.81/2 - 9.81/4]):
            near(what, found, right, 1e-8)
        check("RELOAD answers", len(values) == 4 and "goes on at time 1" in said, said)


def control_flow(saltus):
    files = {"sum.mcl": "! adds\ntotal = 0\nFOR i = 1 TO 10\n  IF i == 5 THEN GOTO skip\n  total = total + i\n"
                        "skip:\nNEXT\nOPER total\n",
             "outer.mcl": "@inner\nOPER 8\nEXIT\nOPER 9\n",
             "inner.mcl": "OPER 7\nIF 1 > 0\n EXIT\nELSE\n OPER 6\nENDIF\n"
                          "OPER 5\n",
             "down.mcl": "for k = 3 to 1 by -1\nfor j = 1 to 0\noper 99\nnext\noper k\nnext\nagain: k = k + 1\n"
                         "if k < 3 then goto again\noper k\n"}
    check("loops, labels and IF", numbers(saltus, "@sum\n@outer.mcl\n@down\n", files=files)[0] ==
          [50, 7, 8, 3, 2, 1, 3], numbers(saltus, "@sum\n@outer.mcl\n@down\n", files=files)[0])
    got, answer = numbers(saltus, "for i = 1 to 3\nif i == 2\noper 20\nelse\noper i\nendif\nnext\noper 'i'+1\n")
    check("blocks from a pipe", got == [1, 20, 3, 5], got)
    answer = talk(saltus, "@/log sum\n", files=files)
    check("a log", "$ total = 0" in answer.stdout, answer.stdout)
    got, answer = numbers(saltus, f"load {REGULATOR}\ncreate :exp_filter\nfor tau_of = 1 to 2\nparameter tau = tau_of\n"
                          "do\noper y\nnext\ncompare\noverlay y\n")
    check("a multirun", len(got) == 2, answer.stderr)
    for found, tau in zip(got, (1, 2)):
        near("a run of it", found, 1 - math.exp(-10/tau), 1e-6)
    check("runs over each other", "run 1" in answer.stdout and "run 2" in answer.stdout, answer.stdout)
    check("runs are compared", "of 4 variables differ" in answer.stdout or "variables differ" in answer.stdout,
          answer.stdout)
    for what, commands, status in (("an error ends a pipe", "nonsense\noper 3\n", 1),
                                   ("or not", "set error/continue\nnonsense\noper 3\n", 1),
                                   ("and is ignored", "set error/ignore\nnonsense\noper 3\n", 0),
                                   ("a status", "exit 7\noper 3\n", 7), ("no commands", "", 0)):
        got, answer = numbers(saltus, commands)
        check(what, answer.returncode == status and got == ([3.0] if "set" in commands else []),
              (answer.returncode, got))


def editor(saltus):
    with tempfile.TemporaryDirectory() as box:
        answer = talk(saltus, """EDIT work
I
OPER 1
OPR 2
OPER 3

T W
I 10
OPER 2 ! new

S /3/4/
R 5
T 5:10
C 15 5
D 20
F new
M 5 15
zz
EXIT
@work
TYPE FILE work
""", folder=box)
        text = open(os.path.join(box, "work.mcl")).read()
        check("the editor writes", text == "OPER 1\nOPER 4\nOPER 2 ! new\nOPER 1\n" or
              sorted(text.split("\n")) == sorted("OPER 1\nOPER 2 ! new\nOPER 4\n".split("\n")), repr(text))
        check("a line that is no command is refused", "T0001" in answer.stderr and "OPR" not in text, answer.stderr)
        check("the editor tells what it is not", "T0180" in answer.stderr, answer.stderr)


def results(saltus):
    with tempfile.TemporaryDirectory() as box:
        answer = talk(saltus, """load ball.mo, plant.mo
create :ball
scope/delta=(0.01)/output=(curve) h
do
scope/reset/delta=(0.01)/output=(curve.svg)/origin=(0, 0)/scale=(0.4, 1) h, v
do
scope/reset/independent=(h) v
do
plot/output=(ball.svg) h
plot/independent=(h) v
set trace/state_events
restart
go
set trace/reset
set trace/f.g_calls/state_vector/derivative/discontinuous
control finish = 0.1
do
set trace/reset/all
watch h
step/to=(0.05)
show lists
set screen/erase/listing
show symbol
show study
""", folder=box)
        check("results", answer.returncode == 1 and "T0143" in answer.stderr, answer.stderr)
        points = [tuple(map(float, x.split())) for x in open(os.path.join(box, "curve.sco")) if x[0].isdigit()]
        check("a scope in a file", len(points) > 400, len(points))
        for t, h in points:
            if t < BOUNCE:
                near("a point of the scope", h, 10 - 9.81*t*t/2, 1e-7)
        for name in ("curve.svg", "ball.svg"):
            check("a picture", "<svg" in open(os.path.join(box, name)).read(), name)
        check("state events are traced", "state event at time 1.42784312: h < 0" in answer.stdout, answer.stdout)
        check("steps are traced", "F and G calls" in answer.stdout and "functions 9.9" in answer.stdout, answer.stdout)


def studies(saltus):
    got, answer = numbers(saltus, """load plant.mo
create :plant
parameter w = 2
linearise/inputs=(u)/outputs=(y)
step/to=(1)
oper x
change u = 8
trim/apply
oper x
oper v
sweep -p w={1,2} --measure 'final(x)'
why v
why w
why y
""")
    wd = math.sqrt(4 - 0.04)                     # poles -0.2 +- i*wd
    x1 = math.exp(-0.2)*(math.cos(wd) + 0.2/wd*math.sin(wd))
    check("poles", f"-0.2 ± {wd:.5f}i" in answer.stdout, answer.stdout)
    check("answers of studies", len(got) == 3, answer.stdout + answer.stderr)
    for what, found, right in zip(["the oscillator", "at rest", "without speed"], got, [x1, 2, 0]):
        near(what, found, right, 1e-6)
    check("a sweep", "2 points" in answer.stdout, answer.stdout)
    check("why a state moves", "plant.mo:8: der(v) = -w^2*x - 0.4*v + u;" in answer.stdout and
          "a state: it moves by its derivative" in answer.stdout, answer.stdout)
    check("why a parameter", "set to 2 by a command" in answer.stdout, answer.stdout)
    check("what goes in", value(answer.stdout[answer.stdout.find("from"):], "u") == 8, answer.stdout)
    answer = talk(saltus, f"load {REGULATOR}\ncreate :exp_smpr\nwhy [SMPR.power_circuit]dIl\n")
    check("why another name of a derivative", "the same as der(SMPR.power_circuit.integrator_1.x)" in answer.stdout and
          "dIl = (Vin - Rl*Il - V0)/L;" in answer.stdout and "SMPR.power_circuit.Vin = 90" in answer.stdout,
          answer.stdout)
    answer = talk(saltus, "load p.cosy\ncreate :p\ndo :p\n", files={"p.cosy": PROGRAM})
    check("a program with experiments is executed", answer.returncode == 0 or "K0" in answer.stderr, answer.stderr)


def after_a_change(saltus, commands):
    """The answer to RESTORE, where the text of the model has changed since SAVE."""
    with tempfile.TemporaryDirectory() as box:
        talk(saltus, commands, folder=box)
        with open(os.path.join(box, "ball.mo"), "w") as out:
            out.write(BALL.replace("9.81", "1.62"))
        return talk(saltus, "load ball.mo\ncreate :ball\nrestore a.sav\n", folder=box)


def wrong(saltus):
    """Each message, at its place."""
    with tempfile.TemporaryDirectory() as box:             # a model that was changed since its process was saved
        talk(saltus, "load ball.mo\ncreate :ball\nstep\nsave kept\n", folder=box)
        with open(os.path.join(box, "ball.mo"), "w") as out:
            out.write(BALL.replace("e*pre(v)", "0.5*e*pre(v)"))
        answer = talk(saltus, "restore kept\n", folder=box)
        check("T0164 is told", "[T0164]" in answer.stderr and answer.returncode == 1, answer.stderr)
    for code, (commands, files, place) in WRONG.items():
        if files == "another text":
            answer = after_a_change(saltus, commands)
        else:
            answer = talk(saltus, commands, files=files)
        check(f"{code} is told", f"[{code}]" in answer.stderr, commands + "\n" + answer.stderr + answer.stdout)
        check(f"{code} fails", answer.returncode == (0 if code in ("T0142", "T0161") else 1), answer.returncode)
        if place:
            check(f"{code} at its place", place in answer.stderr, answer.stderr)


PARTS = {f.__name__: f for f in (calculator, core, blocks, steps, back, changes, control_flow, editor, results, studies,
                                 wrong)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", default="build/saltus")
    parser.add_argument("--part", choices=PARTS, action="append")
    options = parser.parse_args()
    for name in options.part or PARTS:
        PARTS[name](os.path.abspath(options.saltus))
    for text in failures:
        print(text)
    print(f"{done - len(failures)} of {done} hold")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
