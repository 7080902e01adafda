#!/usr/bin/env python3
"""Loops stay on their solution, however close the next one is, and tell where it ends.

    python3 tests/paths.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

An equation has two to four roots that are known functions of time and never meet: they move together further than they
are apart, wobble, pass quickly, or lie close together at the start and part then. It is a product, a polynomial with
computed coefficients, or a sine; the unknown is integrated, or nothing but rows reads it; time or a state drives the
roots; an event elsewhere may make the solver begin anew. Each row must have the root with which the run began. Or the
equation is a cubic that is driven through its fold: there a warning must tell that the solution ends (R0263), at the
known moment, and before it each row has the root. (E231, E232) Or two or three roots cross or touch: each row has the
one that goes on smoothly, with one or two unknowns, and a warning tells where they cross (R0760, E280). Or a pair of
unknowns turns many times around zero, where both signs are solutions, faster than anything else in the model moves
(E281).
"""
import csv
import math
import os
import random
import subprocess
import sys

import generated

FUNCTIONS = {"sin": math.sin, "tanh": math.tanh, "exp": math.exp}


def function(text):
    return eval("lambda T: " + text.replace("^", "**"), FUNCTIONS)


def roots(r):
    """As texts over T, from the lowest to the highest, and the smallest distance of two at T = 0."""
    n, gap = r.choice([2, 3, 3, 4]), r.choice([0.05, 0.2, 1])
    amplitude, speed = r.choice([0.3, 1, 3]), r.choice([1, 3, 10, 30])
    kind, phase, early = r.choice(["together", "wobble", "part", "pass"]), r.uniform(0, 6), 10**-r.choice([2, 3, 4])
    texts = []
    for i in range(n):
        if kind == "together":
            texts.append("%g + %g*sin(%g*T + %.4f)" % (gap*i, amplitude, speed, phase))
        elif kind == "wobble":
            texts.append("%g + %g*sin(%g*T + %.4f) + %.6f*sin(%g*T)" % (
                gap*i, amplitude, speed, phase, r.uniform(0, 0.3)*gap, r.choice([1, 2, 5, 7])))
        elif kind == "part":
            texts.append("%g*T + %.6f*(T^2 + %g)" % (amplitude, gap*i*r.choice([1, 1.2]), early))
        else:
            texts.append("%g + %g*tanh(%g*(T - 0.5))" % (gap*i, amplitude, speed))
    return texts, kind, gap*early if kind == "part" else gap


def equation(r, texts, kind, k, gap):
    """Declarations and equations over x that have these roots."""
    n = len(texts)
    if kind in ("together", "pass") and r.random() < 0.3:
        return [], ["sin(%r*(x - (%s))) = 0" % (math.pi/gap, texts[k])]
    if n > 3 or r.random() < 0.5:
        return [], ["*".join("(x - (%s))" % t for t in texts) + " = 0"]
    names = ["a", "b", "c"][:n]
    given = ["%s = %s" % pair for pair in zip(names, texts)]
    return ["Real %s;" % ", ".join(names)], given + [
        "x^2 - (a + b)*x + a*b = 0" if n == 2 else "x^3 - (a + b + c)*x^2 + (a*b + b*c + a*c)*x - a*b*c = 0"]


def followed(r):
    texts, kind, gap = roots(r)
    k, driven, read = r.randrange(len(texts)), r.random() < 0.3, r.random() < 0.65
    root = function(texts[k])
    declared, equations = equation(r, [t.replace("T", "tau" if driven else "time") for t in texts], kind, k, gap)
    declared.append("Real x(start = %r), s(start = 0, fixed = true);" % (root(0) + r.uniform(-0.05, 0.05)*gap))
    equations.append("der(s) = %s" % ("x" if read else "1"))
    if driven:
        declared.append("Real tau(start = 0, fixed = true);")
        equations.append("der(tau) = 1")
    if r.random() < 0.3:
        declared.append("Real v(start = 0, fixed = true);")
        equations += ["der(v) = 1", "when v > %.4f then reinit(v, 0); end when" % r.uniform(0.1, 0.4)]
    # where they begin to part they are as far from each other as `gap`; what is told apart is less than that
    return declared, equations, root, math.inf, 0.02*gap


def folded(r):
    """x^3 - 3*a^2*x = c, from below: the root ends at c = -2*a^3 or 2*a^3, where it is -a or a."""
    a, sign, moment, read = r.choice([0.1, 1, 20]), r.choice([-1, 1]), r.uniform(0.2, 0.8), r.random() < 0.5
    slope = 2*a**3/moment

    def root(t):
        low, high = -2.1*a, -a                  # of c from 0 to -(-2*a^3), which is mirrored
        for _ in range(60):
            x = 0.5*(low + high)
            low, high = (x, high) if x**3 - 3*a*a*x < slope*t else (low, x)
        return sign*low
    declared = ["Real x(start = %r), s(start = 0, fixed = true);" % (-sign*math.sqrt(3)*a)]
    equations = ["x^3 - %r*x = %r*time" % (3*a*a, sign*slope), "der(s) = %s" % ("x" if read else "1")]
    return declared, equations, root, moment, 1e-4*a


def crossing(r):
    """Roots that meet. The one that is followed begins as X does, and meets another one at a known time."""
    read, moment, kind = r.random() < 0.6, r.uniform(0.15, 0.85), r.choice(["cross", "cross", "touch", "sine", "three"])
    own = r.choice(["(%.3f)*T" % r.uniform(-2, 2), "sin(%.3f*T)" % r.uniform(0.5, 6), "T^2",
                    "exp(-%.3f*T)" % r.uniform(0.5, 3), "(%.3f)" % r.uniform(-2, 2)])
    steep, bend = r.choice([-3, -1, -0.3, 0.3, 1, 3]), r.uniform(-0.3, 0.3)
    factors = ["(X - %s)" % own]
    if kind == "touch":
        factors.append("(X - %s + (%g)*(T - %r)^2)" % (own, steep, moment))
    else:
        factors.append("(X - %s + (%g)*(T - %r)*(1 + (%.4f)*(T - %r)))" % (own, steep, moment, bend, moment))
    if kind == "three":
        factors.append("(X - %s + (%g)*(T - %r))" % (own, r.choice([1.5, 2, 0.5])*steep, moment))
    equations = ["*".join(factors) + " = 0"]
    if kind == "sine":
        own = r.choice(["(0.3 + 3*T)", "(3*T^2 - 0.5)", "2.6*sin(1.2*T)"])
        equations = ["sin(X) = sin(%s)" % own]
        crossed = [math.cos(function(own)(k/1e4)) for k in range(10001)]
        moment = [k/1e4 for k in range(10000) if (crossed[k] > 0) != (crossed[k + 1] > 0)][0]
    root, name = function(own), r.choice(["time", "time", "tau"])
    declared = ["Real x(start = %r), s(start = 0, fixed = true);" % (root(0) + r.uniform(-1e-3, 1e-3))]
    if name == "tau":
        declared.append("Real tau(start = 0, fixed = true);")
        equations.append("der(tau) = 1")
    if r.random() < 0.3:
        declared.append("Real y, z;")
        equations += ["z^3 + z = (%.3f)*y + sin(time)" % r.uniform(-0.5, 0.5), "X = y + z"]
    equations.append("der(s) = %s" % ("X" if read else "1"))
    equations = [e.replace("T", name).replace("X", "x") for e in equations]
    return declared, equations, root, None if kind in ("touch", "three") else moment, 1e-5


def turning(r):
    """a + b*i = sqrt(exp(i*p)): both signs are solutions, and the determinant has the same sign at both."""
    speed, read, stop = r.choice([3, 30, 300, 1000, 3000]), r.random() < 0.3, r.choice([0.3, 1, 3])
    size = r.choice([1, 1, 0.01, 50])
    declared = ["Real p(start = 0, fixed = true), a(start = %r), b(start = 0), s(start = 0, fixed = true);" % size]
    equations = ["der(p) = %r*(1 + 0.3*cos(time))" % speed, "a^2 - b^2 = %r*cos(p)" % size**2,
                 "2*a*b = %r*sin(p)" % size**2, "der(s) = %s" % ("a" if read else "1")]
    return declared, equations, lambda t: size*math.cos(0.5*speed*(t + 0.3*math.sin(t))), stop, size*(
        1e-2 if speed*stop > 1000 else 1e-3)


def write(declared, equations):
    return "model M\n%s\nequation\n%s\nend M;\n" % ("\n".join("  " + d for d in declared),
                                                    "\n".join("  " + e + ";" for e in equations))


def rows(saltus, folder, text, *options):
    """The status, what was said, and the rows."""
    path, out = os.path.join(folder, "m.mo"), os.path.join(folder, "m.csv")
    with open(path, "w") as file:
        file.write(text)
    done = subprocess.run([saltus, "run", path, *options, "-o", out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, timeout=generated.LIMIT)
    if done.returncode:
        return done.returncode, done.stdout.decode(), []
    with open(out) as file:
        return 0, done.stdout.decode(), [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]


def judge_crossing(saltus, r, folder):
    declared, equations, root, told, close = crossing(r)
    solver = r.choice(["auto", "erk", "cvode", "rodas", "dirk", "ida", "rk4", "adams"])
    text = write(declared, equations)
    status, said, found = rows(saltus, folder, text, "--stop", "1", "--step", "0.01", "--solver", solver)
    what = "%s:\n%s%s" % (solver, text, said)
    if status or "R0263" in said or "R0761" in said:
        return False, what
    for row in found:
        if abs(row["x"] - root(row["time"])) > close:
            return False, "x is %.9g at time %g, and should be %.9g\n%s" % (row["x"], row["time"], root(row["time"]),
                                                                            what)
    if told is not None and "R0760" not in said:
        return False, "they cross at %.9g\n%s" % (told, what)
    if told is not None and abs(float(said.split("meet at time ")[1].split()[0].rstrip(":,")) - told) > 0.01:
        return False, "they cross at %.9g\n%s" % (told, what)
    return True, solver


def judge_turning(saltus, r, folder):
    declared, equations, root, stop, close = turning(r)
    solver = r.choice(["auto", "erk", "cvode", "rodas", "dirk", "ida", "adams"])
    text = write(declared, equations)
    status, said, found = rows(saltus, folder, text, "--stop", repr(stop), "--tol", "1e-8", "--solver", solver)
    what = "%s, to %g:\n%s%s" % (solver, stop, text, said)
    if status or "R0263" in said or "R076" in said:
        return False, what
    for row in found:
        if abs(row["a"] - root(row["time"])) > close:
            return False, "a is %.9g at time %g, and should be %.9g\n%s" % (row["a"], row["time"], root(row["time"]),
                                                                            what)
    return True, solver


def judge(saltus, seed, folder):
    r = random.Random(seed)
    if r.random() < 0.4:
        return judge_crossing(saltus, r, folder)
    if r.random() < 0.3:
        return judge_turning(saltus, r, folder)
    declared, equations, root, end, close = folded(r) if r.random() < 0.25 else followed(r)
    text = "model M\n%s\nequation\n%s\nend M;\n" % ("\n".join("  " + d for d in declared),
                                                   "\n".join("  " + e + ";" for e in equations))
    solver = r.choice(["auto", "erk", "cvode", "rodas", "dirk", "ida", "rk4"])
    path, out = os.path.join(folder, "m.mo"), os.path.join(folder, "m.csv")
    with open(path, "w") as file:
        file.write(text)
    step = "0.01" if solver == "rk4" else "0.05"
    done = subprocess.run([saltus, "run", path, "--stop", "1", "--step", step, "--solver", solver, "-o", out],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          timeout=generated.LIMIT)
    said = done.stdout.decode()
    what = "%s:\n%s%s" % (solver, text, said)
    if done.returncode or ("R0263" in said) != (end < math.inf):
        return False, what
    if end < math.inf and abs(float(said.split("ends at time ")[1].split()[0]) - end) > 1e-5:
        return False, "it ends at %.9g\n%s" % (end, what)
    with open(out) as file:
        for row in csv.DictReader(file):
            t, x = float(row["time"]), float(row["x"])
            if t < end - 1e-3 and abs(x - root(t)) > close:
                return False, "x is %.9g at time %g, and should be %.9g\n%s" % (x, t, root(t), what)
    return True, solver


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "loops stay on their solution, or tell that it ends", 80))
