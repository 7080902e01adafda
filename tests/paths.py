#!/usr/bin/env python3
"""Loops stay on their solution, however close the next one is, and tell where it ends.

    python3 tests/paths.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

An equation has two to four roots that are known functions of time and never meet: they move together further than they
are apart, wobble, pass quickly, or lie close together at the start and part then. It is a product, a polynomial with
computed coefficients, or a sine; the unknown is integrated, or nothing but rows reads it; time or a state drives the
roots; an event elsewhere may make the solver begin anew. Each row must have the root with which the run began. Or the
equation is a cubic that is driven through its fold: there a warning must tell that the solution ends (R0263), at the
known moment, and before it each row has the root. (E231, E232)
"""
import csv
import math
import os
import random
import subprocess
import sys

import generated

FUNCTIONS = {"sin": math.sin, "tanh": math.tanh}


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
    root = eval("lambda T: " + texts[k].replace("^", "**"), FUNCTIONS)
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


def judge(saltus, seed, folder):
    r = random.Random(seed)
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
