#!/usr/bin/env python3
"""Relations between values that jump onto each other.

    levels.py --saltus build/saltus [--count N] [--seed N]

Variables jump at clocks, at SampleClocks and at crossings, among few multiples of a quarter, so that they are often
equal, and stay equal for a while. Relations compare them with each other and with constants: directly, in an if, by way
of Reals that follow them, with a state beside them. Each must be what its two sides say, between all instants, and
become true as often as they say. Functions with steps, such as floor, are compared, too.
"""
import csv
import math
import os
import random
import subprocess
import sys

import generated

STEPS, OPS = 24, (">", ">=", "<", "<=")
FUNCTIONS = {"floor(%s)": math.floor, "ceil(%s)": math.ceil, "integer(%s)": math.floor, "abs(%s)": abs,
             "sign(%s)": lambda x: (x > 0) - (x < 0), "mod(%s, 1)": lambda x: x - math.floor(x),
             "div(%s, 1)": math.trunc, "max(%s, 0)": lambda x: max(x, 0), "min(%s, 0.5)": lambda x: min(x, 0.5)}
HOLDS = {">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b}


def judge(saltus, seed, folder):
    r = random.Random(seed)
    count = r.randint(1, 3)
    values = [[r.choice((-1, -0.25, 0, 0, 0.25, 1, 4)) for _ in range(STEPS)] for _ in range(count)]
    for row in values:                     # they stay for a while
        for k in range(1, STEPS):
            if r.random() < 0.4:
                row[k] = row[k - 1]
    declared, equations = ["Integer n(start = 0, fixed = true);"], []
    kind = r.choice(("sample", "activation", "event", "crossing"))
    when = {"sample": "sample(1, 1)", "activation": "e", "event": "c.o", "crossing": "p >= pre(n) + 1"}[kind]
    declared += {"activation": ["Activation e = Activation(1, 1);"], "sample": [],
                 "event": ["Saltus.Diagrams.Activations.EventClock c(period = 1, offset = 1);"],
                 "crossing": ["Real p(start = 0, fixed = true);"]}[kind]
    if kind == "crossing":
        equations.append("der(p) = 1;")
    equations.append("when %s then n = pre(n) + 1; end when;" % when)
    if r.random() < 0.5:
        declared.append("Real s(start = 1, fixed = true);")
        equations.append("der(s) = -s;")
    for k, row in enumerate(values):
        declared.append("parameter Real v%d[%d] = {%s};" % (k, STEPS, ", ".join(map(str, row))))
        declared.append("Real x%d = v%d[min(n + 1, %d)];" % (k, k, STEPS))
    wanted = {}
    for k in range(r.randint(2, 6)):
        i, op = r.randrange(count), r.choice(OPS)
        j = r.choice([q for q in range(count) if q != i] + [None])
        constant = r.choice((-0.25, 0, 0.25, 1))
        right = "x%d" % j if j is not None else "%g" % constant
        side = r.choice(("x%d", "(x%d + 0)", "2*x%d/2", "(if n >= 0 then x%d else 0)")) % i
        form = r.choice(("Boolean b%d = %s;", "Real f%d = if %s then 1 else 0; Boolean b%d = f%d > 0.5;"))
        relation = "%s %s %s" % (side, op, right)
        declared.append(form % ((k, relation) if form.count("%") == 2 else (k, relation, k, k)))
        says = [HOLDS[op](values[i][m], values[j][m] if j is not None else constant) for m in range(STEPS)]
        wanted["b%d" % k] = lambda m, says=says: says[m]
        declared.append("Integer rises%d(start = 0, fixed = true);" % k)
        equations.append("when %s then rises%d = pre(rises%d) + 1; end when;" % (relation, k, k))
        wanted["rises%d" % k] = lambda m, says=says: sum(b > a for a, b in zip(says[:m], says[1:m + 1]))
    for k, (name, f) in enumerate(r.sample(sorted(FUNCTIONS.items()), 3)):
        i = r.randrange(count)
        declared.append("Real y%d = %s;" % (k, name % ("2*x%d" % i)))
        wanted["y%d" % k] = lambda m, i=i, f=f: f(2*values[i][m])
    path, out = os.path.join(folder, "m.mo"), os.path.join(folder, "m.csv")
    with open(path, "w") as file:
        file.write("\n".join(["model M", *declared, "equation", *equations, "end M;", ""]))
    done = subprocess.run([saltus, "run", path, "--stop", repr(STEPS - 0.5), "--step", "0.5", "--events", "none", "-o",
                           out, "--quiet"], capture_output=True, text=True, timeout=generated.LIMIT)
    if done.returncode:
        return False, done.stderr[:800]
    with open(out) as file:
        table = list(csv.DictReader(file))
    wrong = []
    for row in table:
        t = float(row["time"])
        if abs(t - round(t)) < 0.25:
            continue
        for name, f in wanted.items():
            if float({"true": 1, "false": 0}.get(row[name], row[name])) != f(int(t)):
                wrong.append("%s at %g is %s" % (name, t, row[name]))
    return not wrong and len(table) >= 2*STEPS - 2, "; ".join(wrong[:4])


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "models have relations as their sides say", 150))
