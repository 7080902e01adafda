#!/usr/bin/env python3
"""Which root? Equations with several solutions, where a start value says which one is meant, given to any of the names
of the unknown.

    roots.py --saltus build/saltus [--count N] [--seed S] [--keep FOLDER]

Each model has an equation whose roots are known functions of time, computed here by bisection. A chain of aliases, with
and without a change of sign, leads from its unknown to the variable that has the start value; states whose derivatives
are members of the chain integrate it; a member may be named by a linear equation instead (z = 2*x + 1), or lie in a
component. The roots may be driven by a state instead of by time, with a start value that is fixed or only a guess, and
a member may be differentiated, so that the equation becomes a constraint between states. Every member must be the root
at every time that is recorded, every rate its derivative and every state its integral: what is shown is what was
integrated. Or there is one equation with roots on both sides of the start value, or two or three that are coupled: the
nearest solution is taken. With a seed the same models are made; it is printed."""
import csv
import math
import os
import random
import subprocess
import sys

import generated


def bisect(f, low, high):
    """The root of f between two values of different signs, to the last digits."""
    for _ in range(60):
        middle = 0.5*(low + high)
        if (f(middle) > 0) == (f(high) > 0):
            high = middle
        else:
            low = middle
    return 0.5*(low + high)


# An equation over x and t as text and as a function, and intervals with one root each for t in 0..1; `more`: another
# unknown with its own equation.
FAMILIES = [
    ("x^2 = 4 + time", None, lambda x, t: x*x - 4 - t, [(0.1, 9), (-9, -0.1)]),
    ("x^3 - 4*x = 0.1*time", None, lambda x, t: x**3 - 4*x - 0.1*t, [(1.2, 9), (-1.1, 1.1), (-9, -1.2)]),
    ("exp(x) = 3 + x + time", None, lambda x, t: math.exp(x) - 3 - x - t, [(0, 9), (-9, 0)]),
    ("x^4 - 5*x^2 + 4 = 0.2*time", None, lambda x, t: x**4 - 5*x*x + 4 - 0.2*t,
     [(1.6, 9), (0.1, 1.58), (-1.58, -0.1), (-9, -1.6)]),
    ("x^2 + y^2 = 5 + 3*time", "x*y = 2", lambda x, t: x*x + 4/(x*x) - 5 - 3*t,
     [(math.sqrt(2), 9), (0.01, math.sqrt(2)), (-math.sqrt(2), -0.01), (-9, -math.sqrt(2))]),
    ("x + 0.3*y = 2*sin(x) + 0.1*time", "y^3 + y = x", lambda x, t: x + 0.3*cubic(x) - 2*math.sin(x) - 0.1*t,
     [(0.9, 6), (-6, -0.9)]),
]


def quadratic(rng):
    """Two roots anywhere, far enough from each other to be told apart while time drives them."""
    a, gap, factor = rng.uniform(-4, 4), rng.uniform(1, 4), rng.choice([1, -2, 0.1])
    b, slope = a + gap, rng.uniform(-0.1, 0.1)*gap*gap
    text = "%.6g*(x - (%.6g))*(x - (%.6g)) = %.6g*time" % (factor, a, b, factor*slope)
    a, b, slope = float("%.6g" % a), float("%.6g" % b), float("%.6g" % (factor*slope))/factor
    middle = 0.5*(a + b)
    return text, None, lambda x, t: (x - a)*(x - b) - slope*t, [(middle, middle + 9), (middle - 9, middle)]


def cubic(x):
    """y with y^3 + y = x, by Cardano's formula."""
    d = math.sqrt(x*x/4 + 1/27)
    return math.copysign(abs(x/2 + d)**(1/3), x/2 + d) + math.copysign(abs(x/2 - d)**(1/3), x/2 - d)


def alias(rng, a, b, sign):
    """a = sign*b, in one of the ways in which people write it."""
    if sign > 0:
        return rng.choice(["%s = %s", "%s - %s = 0", "0 = %s - %s"]) % ((a, b) if rng.random() < 0.5 else (b, a))
    return rng.choice(["%s = -%s", "-%s = %s", "%s + %s = 0"]) % ((a, b) if rng.random() < 0.5 else (b, a))


def model(seed):
    """The text, what each variable is of the root (factor, offset), the states and the rates with their factors, and
    the root as a function of time."""
    rng = random.Random(seed)
    text, more, f, intervals = rng.choice(FAMILIES + [None]*4) or quadratic(rng)
    low, high = rng.choice(intervals)
    root = lambda t: bisect(lambda x: f(x, t), low, high)
    start = root(0) + rng.uniform(-0.04, 0.04)*min(abs(root(0)), abs(high - low))
    driven = rng.random() < 0.3
    if driven:
        text = text.replace("time", "tau")
    members, equations, states, inside = {"x": (1, 0)}, [text] + ([more] if more else []), {}, {}
    last = "x"
    for k in range(rng.randrange(5)):
        name, sign = "c%d.m" % k if rng.random() < 0.3 else "m%d" % k, rng.choice([1, -1])
        last = rng.choice(list(members))
        members[name] = (members[last][0]*sign, 0)
        equations.append(alias(rng, name, last, sign))
    for k in range(rng.randrange(1, 3)):
        of, sign = rng.choice(list(members)), rng.choice([1, -1])
        states["s%d" % k] = members[of][0]*sign
        equations.append(alias(rng, "der(s%d)" % k, of, sign))
    rates = {}
    if rng.random() < 0.3:
        of = rng.choice(list(members))
        rates["w"] = members[of][0]
        equations.append(alias(rng, "w", "der(%s)" % of, 1))
    giver = rng.choice(list(members))
    if rng.random() < 0.2:
        factor, offset, of = rng.choice([2, -3, 0.5]), rng.choice([0, 1]), giver
        giver = "z"
        members["z"] = (factor*members[of][0], offset)
        equations.append("z = %g*%s + %g" % (factor, of, offset))
    value = start*members[giver][0] + members[giver][1]
    second = rng.choice(list(members)) if rng.random() < 0.15 else giver
    starts = {giver: value, second: start*members[second][0] + members[second][1]}
    if driven:
        equations.append(rng.choice(["der(tau) = 1", "-1 = -der(tau)"]))
    rng.shuffle(equations)
    names = list(members) + (["y"] if more else []) + list(rates)
    rng.shuffle(names)
    lines = ["model M"]
    for name in names:
        given = "(start = %.6g)" % starts[name] if name in starts else ""
        lines.append("  model C%s Real m; end C%s; C%s %s(m%s);" % (name[1], name[1], name[1], name[:2], given)
                     if "." in name
                     else "  Real %s%s;" % (name, given))
    lines += ["  Real %s(start = 0, fixed = true);" % s for s in states]
    if driven:
        # of a constraint either start may hold
        lines.append("  Real tau(start = 0%s);" % rng.choice(["" if not rates else ", fixed = true", ", fixed = true"]))
    lines += ["equation"] + ["  %s;" % e for e in equations] + ["end M;"]
    return "\n".join(lines) + "\n", members, states, rates, root


def integral(f, a, b, n=5):
    """By Gauss's rule with three points in each of n parts."""
    h, points = (b - a)/n, [(-math.sqrt(0.6), 5/9), (0, 8/9), (math.sqrt(0.6), 5/9)]
    return sum(h/2*w*f(a + (k + 0.5)*h + p*h/2) for k in range(n) for p, w in points)


def nearest(saltus, rng, folder):
    """Roots on both sides of a start value: the nearest one is the initial value, however flat the equation is at the
    start. (E282)"""
    kind, shift = rng.choice(["cosine", "product", "sum", "flat"]), rng.uniform(-3, 3)
    if kind == "cosine":
        level, w = rng.uniform(-0.9, 0.9), rng.choice([0.5, 1, 3])
        text = "cos(%.6g*(x - (%.6g))) = %.6g" % (w, shift, level)
        f = lambda x: math.cos(w*(x - shift)) - level
        start = shift + rng.choice([0, 0, rng.uniform(-2, 2)])
    elif kind == "sum":
        text, f = "x + 4*sin(3*x) = %.6g" % shift, lambda x: x + 4*math.sin(3*x) - shift
        start = rng.uniform(-3, 3)
    else:
        at = sorted(rng.uniform(-4, 4) for _ in range(rng.choice([2, 3, 4])))
        text = "*".join("(x - (%.6g))" % a for a in at) + (" = 0" if kind == "product" else "*exp(-x) = 0")
        f = lambda x: math.prod(x - a for a in at)
        start = rng.uniform(-4, 4)
    shift, start = float("%.6g" % shift), float("%.6g" % start)
    grid = [start + k*0.004 for k in range(-5000, 5001)]
    found = sorted(abs(bisect(f, a, b) - start) for a, b in zip(grid, grid[1:]) if (f(a) > 0) != (f(b) > 0))
    if not found or len(found) > 1 and found[1] - found[0] < 0.05*found[0] + 0.02:
        return None                     # two that are about as near
    model = "model M\n  Real x(start = %.6g);\nequation\n  %s;\nend M;\n" % (start, text)
    answer = generated.run(saltus, os.path.join(folder, "m.mo"), model, "--stop", "0")
    if answer["status"] != "done":
        return False, "%s\n%s" % (answer["status"], model)
    x = answer["final"]["x"]
    return abs(abs(x - start) - found[0]) < 1e-4, "x = %.9g from %.6g, and a root is at a distance of %.9g\n%s" % (
        x, start, found[0], model)


# Equations of one unknown, f(u) = 0, with all their roots between -7 and 7; %s is the unknown.
ALONE = [
    ("cos(%s) - 0.5", lambda u: math.cos(u) - 0.5, lambda u: -math.sin(u),
     [s*math.acos(0.5) + 2*math.pi*k for k in (-1, 0, 1) for s in (1, -1)]),
    ("sin(%s) - 0.3", lambda u: math.sin(u) - 0.3, math.cos,
     [r + 2*math.pi*k for k in (-1, 0, 1) for r in (math.asin(0.3), math.pi - math.asin(0.3))]),
    ("(%s)^2 - 4", lambda u: u*u - 4, lambda u: 2*u, [2, -2]),
    ("(%s)^3 - 4*(%s)", lambda u: u**3 - 4*u, lambda u: 3*u*u - 4, [-2, 0, 2]),
    ("exp(%s) - 3 - %s", lambda u: math.exp(u) - 3 - u, lambda u: math.exp(u) - 1,
     [bisect(lambda u: math.exp(u) - 3 - u, 0, 3), bisect(lambda u: math.exp(u) - 3 - u, -5, 0)]),
    ("%s - 1", lambda u: u - 1, lambda u: 1, [1]),
]


def elimination(matrix, right):
    """The solution of a small linear system, with pivots by columns."""
    n, a = len(right), [row[:] + [r] for row, r in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(a[i][k]))
        a[k], a[pivot] = a[pivot], a[k]
        for i in range(n):
            if i != k:
                factor = a[i][k]/a[k][k]
                a[i] = [x - factor*y for x, y in zip(a[i], a[k])]
    return [a[k][n]/a[k][k] for k in range(n)]


def coupled_root(kinds, eps, towards, u):
    """Newton's method for f_i(u_i) + eps_i*u_j(i) = 0, from a root of the equations without eps; None: it is lost."""
    n, start = len(u), u[:]
    for _ in range(40):
        values = [kinds[i][1](u[i]) + eps[i]*u[towards[i]] for i in range(n)]
        matrix = [[(kinds[i][2](u[i]) if i == j else 0) + (eps[i] if towards[i] == j else 0) for j in range(n)]
                  for i in range(n)]
        try:
            step = elimination(matrix, values)
        except ZeroDivisionError:
            return None
        u = [a - b for a, b in zip(u, step)]
        if max(abs(a - b) for a, b in zip(u, start)) > 1:
            return None
    return u if max(map(abs, step)) < 1e-9 else None


def nearest_of_many(saltus, rng, folder):
    """Two or three equations, each with roots of its own, that are coupled weakly and in a circle: a coupling by which
    an equation can be solved is where the loop is torn. The nearest of all solutions is the initial value, whichever
    unknown is iterated over. (E282)"""
    n = rng.choice([2, 2, 3])
    kinds = [rng.choice(ALONE[:5] if i else ALONE[:4]) for i in range(n)]
    eps = [round(rng.choice([-1, 1])*rng.uniform(0.05, 0.12), 4) for _ in kinds]
    towards = [(i + 1) % n for i in range(n)]
    tuples = [[]]
    for kind in kinds:
        tuples = [t + [r] for t in tuples for r in kind[3]]
    roots = [r for r in (coupled_root(kinds, eps, towards, t) for t in tuples) if r]
    if len(roots) < len(tuples):
        return None                     # the coupling has joined two of them
    meant = rng.choice(tuples)
    start = [round(r + rng.uniform(-0.7, 0.7), 3) for r in meant]
    if max(map(abs, start)) > 5:
        return None                     # a neighbour may lie outside of the table
    scale = [abs(s) or 1 for s in start]
    order = sorted(roots, key=lambda r: max(abs(a - b)/c for a, b, c in zip(r, start, scale)))
    far = [max(abs(a - b)/c for a, b, c in zip(r, start, scale)) for r in order]
    if min(abs(kinds[i][2](start[i])) for i in range(n)) < 0.2 or far[0] > 0.5*far[1]:
        return None                     # undecided: near to an extremum, or two that are about as near
    signs = [kinds[i][2](a)*kinds[i][2](b) for i, (a, b) in enumerate(zip(order[0], start))]
    if min(signs) <= 0:
        return None                     # an extremum lies between
    names = ["x", "y", "z"][:n]
    text = "model M\n" + "".join("  Real %s(start = %g);\n" % (a, s) for a, s in zip(names, start)) + "equation\n"
    equations = ["  %s + (%g)*%s = 0;\n" % (kinds[i][0].replace("%s", names[i]), eps[i], names[towards[i]])
                 for i in range(n)]
    rng.shuffle(equations)
    text += "".join(equations) + "end M;\n"
    answer = generated.run(saltus, os.path.join(folder, "m.mo"), text, "--stop", "0")
    if answer["status"] != "done":
        return False, "%s\n%s" % (answer["status"], text)
    found = [answer["final"][a] for a in names]
    return max(abs(a - b) for a, b in zip(found, order[0])) < 1e-6, "%s, and the nearest solution is %s\n%s" % (
        found, order[0], text)


def judge(saltus, seed, folder):
    """Whether a model follows its root, and what is wrong otherwise."""
    if random.Random(seed + 2).random() < 0.3:
        return random.Random(seed + 4).choice([nearest, nearest_of_many])(saltus, random.Random(seed + 3), folder)
    text, members, states, rates, root = model(seed)
    path, out = os.path.join(folder, "m.mo"), os.path.join(folder, "m.csv")
    with open(path, "w") as file:
        file.write(text)
    solver = random.Random(seed + 1).choice(["auto", "erk", "cvode", "rodas", "dirk"])
    done = subprocess.run([saltus, "run", path, "--stop", "1", "--step", "0.25", "--tol", "1e-8", "--solver", solver,
                           "-o", out],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=1800)
    if done.returncode:
        return False, "%s:\n%s\n%s" % (solver, text, done.stdout.decode())
    with open(out) as file:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]
    integrals, times = {0: 0}, sorted({row["time"] for row in rows})
    for before, t in zip(times, times[1:]):
        integrals[t] = integrals[before] + integral(root, before, t)
    for row in rows:
        wanted = {name: factor*root(row["time"]) + offset for name, (factor, offset) in members.items()}
        wanted.update({s: factor*integrals[row["time"]] for s, factor in states.items()})
        wanted.update({w: factor*(root(row["time"] + 1e-4) - root(row["time"] - 1e-4))/2e-4
                       for w, factor in rates.items()})
        for name, value in wanted.items():
            if name in row and abs(row[name] - value) > 1e-6*max(1, abs(value)):
                return False, "%s: %s is %.9g at time %g, and should be %.9g\n%s" % (
                    solver, name, row[name], row["time"], value, text)
    missing = [name for name in list(members) + list(states) + list(rates) if name not in rows[-1]]
    return not missing, "nothing is recorded of %s\n%s" % (missing, text) if missing else solver


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "models follow the root that they were given", 90))
