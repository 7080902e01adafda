#!/usr/bin/env python3
"""Factors that pass zero while the solution stays finite: each result is right, or it is told that it is not.

    python3 tests/factors.py --saltus build/saltus [--count 120] [--seed 5] [-v]

The solution is chosen first: sums of sines. Around it a model is made, in scalars, in loops, in chains of equations, in
rates and in constraints between states, with factors sin(time - t0), or states that follow them, that pass zero at
random times or just at a row of the output. Equations and declarations come in random order, and terms on random sides.
Where the matrix of a model is regular all along (a factor passes zero, but not the determinant), it must run through
without a word. Where it is not, the quotient is 0/0: a message must say so (R0294; or R0301, R0311, R0111, R0401, where
the run ends), or all rows are right.
"""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import random
import subprocess
import sys
import tempfile

STOP, STEP, TOLERANCE, NEAR = 2.0, 0.05, 1e-8, 1e-4
SOLVERS = ["auto", "cvode", "adams", "ida", "erk", "dirk", "rodas"]
TELLING = {"R0294", "R0301", "R0311", "R0111", "R0401", "R0266", "R0313"}


class Curve:
    """offset + scale*sin(rate*time + phase), as text, as value, and its derivative as text."""

    def __init__(self, r, offset=None):
        self.offset = round(r.uniform(-1, 1), 3) if offset is None else offset
        self.scale, self.rate, self.phase = round(r.uniform(0.4, 1.2), 3), round(r.uniform(0.5, 3),
                3), round(r.uniform(0, 6), 3)

    def __str__(self):
        return "((%r) + %r*sin(%r*time + %r))" % (self.offset, self.scale, self.rate, self.phase)

    def slope(self):
        return "(%r*cos(%r*time + %r))" % (self.scale*self.rate, self.rate, self.phase)

    def at(self, t):
        return self.offset + self.scale*math.sin(self.rate*t + self.phase)


class Model:
    def __init__(self, r):
        self.r, self.declarations, self.equations, self.exact, self.regular, self.moments = r, [], [], {}, True, []

    def factor(self):
        """One that passes zero, of time or of a state, and its moment."""
        r = self.r
        moment = r.choice([round(r.uniform(0.2, 1.8), 6), round(STEP*r.randint(4, 36), 2)])
        rate = round(r.uniform(0.5, 1.5), 3)
        text = "sin(%r*(time - %r))" % (rate, moment)
        self.moments.append(moment)
        if r.random() < 0.4:
            name = "s%d" % len(self.moments)
            self.declarations.append("Real %s(start = %r, fixed = true);" % (name, math.sin(-rate*moment)))
            self.equations.append("der(%s) = %r*cos(%r*(time - %r));" % (name, rate, rate, moment))
            return name, text
        return text, text

    def solution(self, name, attributes=""):
        c = Curve(self.r)
        self.exact[name] = c
        self.declarations.append("Real %s%s;" % (name, attributes))
        return c

    def equal(self, left, right):
        """left = right, with the terms of lists on random sides."""
        sides = [[], []]
        for terms, own in ((left, 0), (right, 1)):
            for term in terms:
                moved = self.r.random() < 0.3
                sides[own ^ moved].append("(-(%s))" % term if moved else term)
        for side in sides:
            self.r.shuffle(side)
        a, b = (" + ".join(side) or "0" for side in sides)
        self.equations.append("%s = %s;" % ((a, b) if self.r.random() < 0.5 else (b, a)))

    def text(self):
        self.r.shuffle(self.declarations)
        self.r.shuffle(self.equations)
        return "model F\n  %s\nequation\n  %s\nend F;\n" % ("\n  ".join(self.declarations), "\n  ".join(self.equations))


def single(m):
    """f*y = f*(what y is), for a variable or a rate."""
    written, exact = m.factor()
    c = m.solution("y", "" if m.r.random() < 0.5 else "(start = 0, fixed = true)")
    m.regular = False
    if "fixed" in m.declarations[-1]:
        m.declarations[-1] = "Real y(start = %r, fixed = true);" % c.at(0)
        m.equal(["%s*der(y)" % written], ["%s*%s" % (exact, c.slope())])
    else:
        m.equal(["%s*y" % written], ["%s*%s" % (exact, c)])


def chain(m):
    """Each from the one before, with a factor that passes zero in one of them."""
    n = m.r.randint(2, 4)
    bad = m.r.randrange(n)
    m.regular = False
    for i in range(n):
        c = m.solution("z%d" % i)
        written, exact = m.factor() if i == bad else ("1.5", "1.5")
        before = "%r*z%d" % (1.25, i - 1) if i else "0.5"
        known = "1.25*%s" % m.exact["z%d" % (i - 1)] if i else "0.5"
        m.equal(["%s*z%d" % (written, i), before], ["%s*%s" % (exact, c), known])


def determinant(a):
    a, det = [row[:] for row in a], 1.0
    for k in range(len(a)):
        p = max(range(k, len(a)), key=lambda i: abs(a[i][k]))
        if a[p][k] == 0:
            return 0.0
        if p != k:
            a[p], a[k], det = a[k], a[p], -det
        det *= a[k][k]
        for i in range(k + 1, len(a)):
            q = a[i][k]/a[k][k]
            a[i] = [x - q*y for x, y in zip(a[i], a[k])]
    return det


def loop(m):
    """A system of n equations, some factors of which pass zero; its determinant may, too."""
    n = m.r.randint(2, 4)
    while True:
        moving = {(i, j): (round(m.r.uniform(0.2, 1.8), 6), round(m.r.uniform(0.5, 1.5), 3))
                  for i in range(n) for j in range(n) if m.r.random() < 0.45}
        fixed = [[m.r.choice([-2, -1, 0, 1, 2, 3]) for _ in range(n)] for _ in range(n)]
        at = lambda t: [[math.sin(moving[i, j][1]*(t - moving[i, j][0])) if (i, j) in moving else fixed[i][j]
                         for j in range(n)] for i in range(n)]
        values = [determinant(at(STOP*k/400)) for k in range(401)]
        if moving and max(map(abs, values)) > 0.5 and min(abs(values[0]), abs(values[-1])) > 0.1:
            break
    least = min(map(abs, values))
    m.regular = least > 0.02 and min(values)*max(values) > 0
    for j in range(n):
        m.solution("z%d" % j)
    for i in range(n):
        factors = ["sin(%r*(time - %r))" % (moving[i, j][1], moving[i, j][0]) if (i, j) in moving
                   else "(%r)" % fixed[i][j] for j in range(n)]
        m.equal(["%s*z%d" % (f, j) for j, f in enumerate(factors)], ["%s*%s" % (f, m.exact["z%d" % j])
                                                                     for j, f in enumerate(factors)])
    if m.r.random() < 0.5:                           # a rate takes part
        j = m.r.randrange(n)
        m.declarations.append("Real q(start = %r, fixed = true);" % 0.25)
        m.equations.append("der(q) = z%d;" % j)


def constraint(m):
    """cos(a)*x + sin(a)*y = g, kept by a force along it: regular, unless stateSelect asks for what cannot last."""
    r = m.r
    phase, rate = round(r.uniform(0, 6), 3), round(r.uniform(1, 3), 3)
    x, y, force = Curve(r), Curve(r), Curve(r)
    wish = r.choice(["", "", "always", "prefer", "avoid"])
    select = ", stateSelect = StateSelect.%s" % wish if wish else ""
    c, s = "cos(%r*time + %r)" % (rate, phase), "sin(%r*time + %r)" % (rate, phase)
    first = abs(math.sin(phase)) > abs(math.cos(phase))          # the other one follows from the constraint
    m.declarations += ["Real x(start = %r, fixed = %s%s);" % (x.at(0), "true" if first else "false", select),
                       "Real y(start = %r, fixed = %s);" % (y.at(0), "false" if first else "true"), "Real f;"]
    m.exact.update(x=x, y=y, f=force)
    m.equal(["der(x)"], ["f*%s" % c, "%s - %s*%s" % (x.slope(), force, c)])
    m.equal(["der(y)"], ["f*%s" % s, "%s - %s*%s" % (y.slope(), force, s)])
    m.equal(["%s*x" % c, "%s*y" % s], ["%s*%s" % (c, x), "%s*%s" % (s, y)])
    m.regular = wish != "always"


FORMS = [single, chain, loop, loop, constraint]


def far_off(model, rows):
    """The largest error of a row beside the size of the solution, or None where it is small."""
    worst = None
    for row in rows:
        for name, curve in model.exact.items():
            wanted = curve.at(float(row["time"]))
            off = abs(float(row[name]) - wanted)/(1 + abs(wanted))
            if not off <= NEAR and (worst is None or not off <= worst[0]):
                worst = (off, name, float(row[name]), float(row["time"]), wanted)
    return worst


def judge(saltus, seed, solver, verbose):
    r = random.Random(seed)
    form = r.choice(FORMS)
    model = Model(r)
    form(model)
    text = model.text()
    with tempfile.TemporaryDirectory() as folder:
        path, curves = os.path.join(folder, "F.mo"), os.path.join(folder, "F.csv")
        with open(path, "w") as stream:
            stream.write(text)
        done = subprocess.run([saltus, "run", path, "--json", "--stop", repr(STOP), "--step", repr(STEP), "--tol",
                               repr(TOLERANCE), "--solver", solver,
                               "-o", curves, "--events", "none"], stdin=subprocess.DEVNULL, capture_output=True,
                               timeout=1800)
        summary = json.loads(done.stdout)
        rows = list(csv.DictReader(open(curves, newline=""))) if os.path.exists(curves) else []
    codes = {k["code"] for k in summary["messages"]}
    told = bool(codes & TELLING)
    worst = far_off(model, rows) if summary["status"] == "done" else None
    fault = None
    if model.regular and (summary["status"] != "done" or told):
        fault = "regular, and told: %s" % [k["text"][:160] for k in summary["messages"]]
    elif summary["status"] != "done" and not told:
        fault = "ended as %s with %s" % (summary["status"], sorted(codes))
    elif worst and (model.regular or not told):
        fault = "%s: %s = %r at time %r, wanted %r" % (("wrong" if told else "silently wrong",) + worst[1:])
    if verbose or fault:
        print("%s seed %d %s %s: %s" % (form.__name__, seed, solver, "regular" if model.regular else "singular",
                                        fault or ("told " + ",".join(sorted(codes)) if told else "right")), flush=True)
    if fault:
        print(text)
    return form.__name__, "fault" if fault else "told" if told else "right"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("-v", action="store_true")
    a = parser.parse_args()
    cases = [(a.seed*100000 + k, SOLVERS[k % len(SOLVERS)]) for k in range(a.count)]
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        found = list(pool.map(lambda case: judge(os.path.abspath(a.saltus), case[0], case[1], a.v), cases))
    count = {what: sum(f[1] == what for f in found) for what in ("right", "told", "fault")}
    print("factors: seed %d: %d models, %d right, %d told, %d wrong" % (a.seed, len(found), count["right"],
                                                                        count["told"], count["fault"]))
    return 1 if count["fault"] else 0


if __name__ == "__main__":
    sys.exit(main())
