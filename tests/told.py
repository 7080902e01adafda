#!/usr/bin/env python3
"""Messages of commands: what each of them says of an input that it cannot use, with its code and its exit status.

    told.py --saltus build/saltus

tests/wrong has the mistakes that `saltus run` finds in a text; here are those of the other commands, of files of
numbers and of options. Each is made once, beside an input that is good: that one must not get the message.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

BLOCKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models", "cblocks", "crossings.mo")
DECAY = """model Decay
  parameter Real a = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -a*x;
end Decay;
"""
FILES = {
    "decay.mo": DECAY,
    "static.mo": "model Static\n  input Real u;\n  output Real y = 2*u;\nend Static;\n",
    "lag.mo": "model Lag\n  input Real u;\n  output Real y(start = 0, fixed = true);\nequation\n  der(y) = u - y;\n"
              "end Lag;\n",
    "word.mo": "model Word\n  input String w;\n  input Real u;\n  Real x(start = 0, fixed = true);\nequation\n"
               "  der(x) = u;\nend Word;\n",
    "loose.mo": "model Loose\n  parameter Real p = 1;\n  Real x(start = 1, fixed = true), y(start = 2, fixed = true);\n"
                "equation\n  der(x) = p - x - y;\n  der(y) = p - x - y;\nend Loose;\n",
    "tight.mo": "model Tight\n  parameter Real p = 1;\n  Real x(start = 1, fixed = true);\nequation\n"
                "  der(x) = p - x;\nend Tight;\n",
    "wide.mo": "model Wide\n  parameter Real p[400] = fill(1, 400);\n  Real x(start = 0, fixed = true);\nequation\n"
               "  der(x) = sum(p);\nend Wide;\n",
    "plain.cosy": "PROGRAM W;\nVAR STATE X; REAL K := 1.0;\n"
                  "SYSTEM INITIAL X := 0.0 END; CONTINUOUS X' = K; END; END\nEND.\n",
    "two.cosy": "PROGRAM W;\nVAR STATE X; REAL K := 1.0;\nMONITOR\n"
                "  EXPERIMENT ONE; INITCOND X = 1.0; SIMULATE FROM 0.0 TO 1.0 END;\n"
                "  EXPERIMENT TWO; INITCOND X = 2.0; SIMULATE FROM 0.0 TO 2.0 END\nEND;\n"
                "SYSTEM CONTINUOUS X' = K; END; END\nEND.\n",
    "idle.cosy": "PROGRAM W;\nVAR STATE X; REAL K := 1.0;\nMONITOR\n  EXPERIMENT ONE; K := 2.0 END;\n"
                 "  EXPERIMENT TWO; INITCOND X = 2.0; SIMULATE FROM 0.0 TO 2.0 END\nEND;\n"
                 "SYSTEM CONTINUOUS X' = K; END; END\nEND.\n",
    "bounded.mo": "model Bounded\n  parameter Real a = 1;\n  Real x(start = 1, fixed = true);\nequation\n"
                  "  der(x) = -a*x;\n  assert(a < 3, \"too large\");\nend Bounded;\n",
    "half.mo": "model Half\n  function half\n    input Real x;\n    output Real y;\n  external \"C\" y = half(x) "
               "annotation(Include = \"static double half(double x) { return x/2; }\");\n  end half;\n"
               "  Real y = half(time);\nend Half;\n",
    "big.mo": "model Big\n  parameter Integer n = 300;\n  Real x[n](each start = 1, each fixed = true);\nequation\n"
              "  for i in 1:n loop\n    der(x[i]) = -x[i];\n  end for;\nend Big;\n",
    "ring.mo": "model Ring\n  parameter Integer n = 300;\n  Real x[n](each start = 0.5);\nequation\n"
               "  for i in 1:n loop\n    x[i] + 0.1*sin(x[mod(i, n) + 1])*x[i] = time;\n  end for;\nend Ring;\n",
    "moment.mo": "model Moment\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n"
                 "  annotation(experiment(StopTime = 0));\nend Moment;\n",
    "impure.mo": "model Impure\n  impure function f\n    input Real x;\n    output Real y;\n  algorithm\n    y := x;\n"
                 "  end f;\n  Real x(start = 1, fixed = true);\n  discrete Real y;\nequation\n  der(x) = -x;\n"
                 "  when sample(0, 0.1) then\n    y = f(x);\n  end when;\nend Impure;\n",
    "parts.mo": "model Parts\n  model Lag\n    input Real u;\n    output Real y(start = 0, fixed = true);\n  equation\n"
                "    der(y) = u - y;\n  end Lag;\n  Lag c[2];\n  Lag d;\nequation\n  c[1].u = 1;\n  c[2].u = c[1].y;\n"
                "  d.u = c[2].y;\nend Parts;\n",
    "pinned.mo": "model Pinned\n  function f\n    input Real x;\n    output Real y;\n  external \"C\" y = "
                 "drem(x, 1.0);\n  end f;\n  parameter Real a = 1.25, b = f(a), c = 2;\n  Real x(start = 1, fixed = true);\n"
                 "equation\n  der(x) = -b*c*x;\nend Pinned;\n",
    "lorenz.mo": "model Lorenz\n  Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = "
                 "true);\nequation\n  der(x) = 10*(y - x);\n  der(y) = x*(28 - z) - y;\n  der(z) = x*y - 8/3*z;\n"
                 "  annotation(experiment(StopTime = 60));\nend Lorenz;\n",
    "pole.cosy": "PROGRAM W;\nVAR STATE X; REAL K := 0.25;\nMONITOR SIMULATE FROM 0.0 TO 1.0 REPLICATIONS = 3 END;\n"
                 "SYSTEM INITIAL X := 0.0 END; CONTINUOUS X' = 1.0/(K - X) END; END\nEND.\n",
    "unstored.cosy": "PROGRAM W;\nVAR STATE X; INTEGER N := 0;\nMONITOR\n  EXPERIMENT ONE; STOREOFF; SIMULATE FROM 0.0 "
                     "TO 1.0 END;\n  EXPERIMENT TWO; SIMULATE FROM 0.0 TO 1.0 END\nEND;\nSYSTEM INITIAL X := 0.0 END; "
                     "CONTINUOUS X' = 1.0 END; END;\nOUTPUT LIST X END\nEND.\n",
    "shoot.mo": "model Shoot\n  Real x(start = 0, fixed = true);\n  discrete Real v(start = 1, fixed = true) "
                "annotation(__Saltus(keep = true));\nequation\n  der(x) = v;\n  when terminal() then\n"
                "    v = pre(v) + 1;\n  end when;\n  annotation(__Saltus(again = v < 3.5));\nend Shoot;\n",
    "drawn.mo": "model Part\nend Part;\nmodel Known\n  parameter Integer n = 1;\n  Part p if n > 0;\nend Known;\n"
                "model Guessed\n  Part p if n > 0;\nend Guessed;\n",
    "early.csv": "time,x\n0,1\n1,2\n",
    "late.csv": "time,x\n5,1\n6,2\n",
    "nameless.csv": "0,1\n1,2\n2,4\n",
    "timeless.csv": "x,y\n0,1\n1,2\n2,4\n",
    "words.csv": "time,w\n0,1\n1,2\n",
    "numbers.csv": "time,u\n0,1\n1,2\n",
}


def sobol(count):
    return [word for i in range(1, count + 1) for word in ("-p", f"p[{i}]=uniform(0, 1)")]


def measures(count):
    return [word for i in range(count) for word in ("--measure", f"m{i} = final(x)")]


def library(model, *more):
    return ["code", model, "--target", "library", "--allow-external", "-o", "made"] + list(more)


# the command that is told, its code, its status, a part of what it says; and the command beside it that is not
CASES = [
    (["TMPDIR=/no/folder", "run", "half.mo"], "C0107", 1, "set TMPDIR", ["run", "half.mo"]),
    (["TMPDIR=/no/folder", "fmu", "export", "decay.mo", "-o", "a.fmu"], "G0051", 1, "set TMPDIR",
     ["fmu", "export", "decay.mo", "-o", "a.fmu", "--no-check"]),
    (["fmu", "export", "lorenz.mo", "-o", "l.fmu", "--cs"], "G0055", 1, "as in chaos",
     ["fmu", "export", "lorenz.mo", "-o", "l.fmu", "--no-check"]),
    (["fmu", "check"], "I0080", 2, "which FMU?", ["help", "fmu"]),
    (["fmu", "import"], "I0080", 2, "did you mean 'export'?", ["help", "fmu"]),
    (library("two.cosy"), "G0001", 1, "two.cosy:4:", library("decay.mo")),
    (library("ring.mo"), "G0007", 1, "a loop of 300 equations", library("ring.mo", "-p", "n=200")),
    (library("impure.mo"), "G0009", 1, "impure.mo:2:", library("decay.mo")),
    (library("big.mo", "--solver", "implicit"), "G0014", 1, "at most 255", library("big.mo", "--solver", "rk4")),
    (library("moment.mo"), "G0015", 1, "--step 0.001", library("moment.mo", "--step", "0.1")),
    (library("pinned.mo"), "G0070", 0, "'a' cannot stay a parameter", library("decay.mo")),
    (library("parts.mo", "--component", "c"), "G0083", 1, "name one element of it: 'c[1]'",
     library("parts.mo", "--component", "d")),
    (library("two.cosy", "--component", "c"), "G0083", 1, "with processes", library("parts.mo", "--component", "d")),
    (["linearise", "shoot.mo"], "U0981", 0, "of the first simulation", ["linearise", "decay.mo"]),
    (["fmu", "export", "shoot.mo", "-o", "s.fmu"], "G0060", 0, "experiments of its own",
     ["fmu", "export", "decay.mo", "-o", "s.fmu", "--no-check"]),
    (["TMPDIR=/no/folder", "SALTUS_CACHE=/proc/none", "run", "s.fmu"], "I0040", 1, "set TMPDIR", ["run", "s.fmu"]),
    (["sweep", "decay.mo", "-p", "a=lin(0, 1, 90000000)"] + measures(30), "U0738", 1, "gigabytes",
     ["sweep", "decay.mo", "-p", "a=lin(0, 1, 2)"] + measures(30)),
    (library(BLOCKS), "G0004", 1, "whose inside is C", library("decay.mo")),
    (["draw", "drawn.mo:Guessed", "-o", "a.svg"], "U0826", 0, "'p' is drawn as its class is by itself",
     ["draw", "drawn.mo:Known", "-o", "a.svg"]),
    (["run", "pole.cosy"], "R0605", 1, "of 3 replications", ["run", "pole.cosy", "-p", "K=2.0"]),
    (["run", "unstored.cosy:ONE"], "U0203", 0, "STOREON", ["run", "unstored.cosy:TWO"]),
    (["run", "idle.cosy:ONE"], "U0202", 0, "has made no simulation", ["run", "idle.cosy:TWO"]),
    (["sweep", "bounded.mo", "-p", "a={1, 2, 4}", "--measure", "final(x)", "-o", "some.csv"], "U0754", 0, "1 of 3",
     ["sweep", "bounded.mo", "-p", "a={1, 2}", "--measure", "final(x)", "-o", "all.csv"]),
    (["sweep", "decay.mo", "-p", "a={1, 2}", "--measure", "final(x)", "-o", "r.csv", "--resume"], "U0998", 0,
     "begins at its start", ["sweep", "decay.mo", "-p", "a={1, 2}", "--measure", "final(x)", "-o", "t.csv"]),
    (["linearise", "two.cosy"], "U0614", 1, "it has no one point", ["linearise", "plain.cosy"]),
    (["trim", "two.cosy"], "U0614", 1, "it has no one point", ["trim", "tight.mo"]),
    (["sweep", "two.cosy", "-p", "K={1, 2}", "--measure", "final(X)"], "U0740", 1, "MONITOR",
     ["sweep", "plain.cosy", "-p", "K={1, 2}", "--measure", "final(X)"]),
    (["optimise", "two.cosy", "--min", "final(X)", "--vary", "K in [0, 1]"], "U0740", 1, "MONITOR",
     ["optimise", "plain.cosy", "--min", "(final(X) - 0.5)^2", "--vary", "K in [0, 1]"]),
    (["linearise", "static.mo", "--plot", "pzmap=a.svg"], "U0618", 1, "Static has no states",
     ["linearise", "lag.mo", "--plot", "pzmap=a.svg"]),
    (["linearise", "static.mo", "--plot", "rlocus=a.svg"], "U0618", 1, "nothing to draw",
     ["linearise", "static.mo", "--plot", "bode=a.svg"]),
    (["run", "word.mo", "--input", "words.csv"], "U0404", 1, "'w' is a String", ["run", "word.mo", "--input",
                                                                                  "numbers.csv"]),
    (["trim", "loose.mo", "--continue", "p=0:0.5:2"], "U0634", 1, "fixes what is loose",
     ["trim", "tight.mo", "--continue", "p=0:0.5:2"]),
    (["sweep", "wide.mo", "--sobol", "2", "--measure", "final(x)"] + sobol(338), "U0737", 1,
     "at most 337 dimensions, and 338 are needed", ["sweep", "wide.mo", "--sobol", "2", "--measure", "final(x)"]
     + sobol(337)),
    (["compare", "early.csv", "late.csv"], "U0813", 1, "no time in common", ["compare", "early.csv", "early.csv"]),
    (["plot", "nameless.csv"], "F0052", 0, "no line with names", ["plot", "early.csv"]),
    (["plot", "timeless.csv"], "F0052", 0, "the first one, 'x', is used as time", ["plot", "early.csv"]),
    (["plot", "cut.mat"], "F0060", 1, "is not a valid trajectory", ["plot", "whole.mat"]),
    (["plot", "early.csv", "-o", "a.png", "--size", "20001x100"], "U0003", 2, "at most 20000",
     ["plot", "early.csv", "-o", "a.png", "--size", "300x100"]),
]


def call(saltus, folder, arguments):
    """The program with these words; NAME=VALUE before them are set in its environment."""
    first = next(i for i, word in enumerate(arguments) if "=" not in word)
    done = subprocess.run(["env"] + arguments[:first] + [saltus] + arguments[first:], cwd=folder, capture_output=True,
                          text=True, timeout=900, stdin=subprocess.DEVNULL)
    return done.returncode, done.stderr, done.stdout


def judge(saltus, folder, case):
    told, code, wanted, says, good = case
    status, text, printed = call(saltus, folder, told)
    if told[0] == "compare" and printed:
        yield f"prints a comparison of nothing: {printed}"
    if status != wanted:
        yield f"ended with {status}, wanted {wanted}"
    if f"[{code}]" not in text:
        yield f"does not tell {code}: {text}"
    if says not in re.sub(r"\n\s*", " ", text):
        yield f"does not say '{says}': {text}"
    status, text, _ = call(saltus, folder, good)
    if status != 0 or code in text:
        yield f"so does {' '.join(good)[:200]}, which is good: {status}, {text}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    saltus = os.path.abspath(parser.parse_args().saltus)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
        status, text, _ = call(saltus, folder, ["run", "decay.mo", "--quiet", "-o", "whole.mat"])
        if status:
            sys.exit(text)
        with open(os.path.join(folder, "whole.mat"), "rb") as whole, open(os.path.join(folder, "cut.mat"), "wb") as cut:
            cut.write(whole.read()[:400])
        for case in CASES:
            for what in judge(saltus, folder, case):
                bad += 1
                print(f"saltus {' '.join(case[0])[:200]}\n    {what}")
    print(f"{len(CASES)} commands, {bad} faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
