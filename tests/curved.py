#!/usr/bin/env python3
"""Narrow windows over states that move along a curve. (E400)

    curved.py --saltus build/saltus [--count N] [--seed S] [--only N] [-v]

A rate is a peak, a hat or a pulse of area 1 over a state x, from 1e-4 to 1e-9 wide. Most widths are below the tolerance
of the solution: the next step from the same point meets such a window at another time. Each time that x passes the
centre c adds 1/|der(x)| to the integral, which closed forms of x give. Where rates jump (noEvent) a method that is
implicit or has a memory may find no step that is short enough, and says so (R0401)."""
import math
import os
import random
import sys

import generated

# Declarations and equations of x, x and its rate as functions of time, the stop, and between which values c may lie.
MOTIONS = [
    ("Real x(start = 0, fixed = true), v(start = 1, fixed = true);", "der(x) = v; der(v) = -x;",
     math.sin, math.cos, 6.5, (-0.8, 0.8)),
    ("Real x(start = 0, fixed = true), v(start = 50, fixed = true);", "der(x) = v; der(v) = -2500*x;",
     lambda t: math.sin(50*t), lambda t: 50*math.cos(50*t), 0.5, (-0.8, 0.8)),
    ("Real x(start = 1, fixed = true);", "der(x) = -x;", lambda t: math.exp(-t), lambda t: -math.exp(-t),
     4, (0.1, 0.9)),
    ("Real x(start = 0, fixed = true);", "der(x) = 3*cos(3*time);", lambda t: math.sin(3*t), lambda t: 3*math.cos(3*t),
     4, (-0.8, 0.8)),
    ("Real x(start = 0.01, fixed = true);", "der(x) = x*(1 - x);", lambda t: 1/(1 + 99*math.exp(-t)),
     lambda t: 99*math.exp(-t)/(1 + 99*math.exp(-t))**2, 10, (0.1, 0.9)),
]
# Of area 1 over x, symmetric about c.
SHAPES = {
    "event": "if x > c - w/2 and x < c + w/2 then 1/w else 0",
    "event of abs": "if abs(x - c) < w/2 then 1/w else 0",
    "jumps": "noEvent(if x > c - w/2 and x < c + w/2 then 1/w else 0)",
    "hat": "max(0, 1 - abs(x - c)/w)/w",
    "bell": "exp(-((x - c)/w)^2)/w/sqrt(3.141592653589793)",
    "sech": "0.5/w/cosh((x - c)/w)^2",
}
SOLVERS = ["auto", "auto", "erk", "dirk", "rodas", "cvode", "adams", "ida"]


def integral(x, rate, stop, c):
    """The sum of 1/|der(x)| where x passes c; None: it comes near to the end."""
    count, total = 4000, 0
    for i in range(count):
        low, high = stop*i/count, stop*(i + 1)/count
        if (x(low) > c) == (x(high) > c):
            continue
        above = x(low) > c
        for _ in range(60):
            middle = 0.5*(low + high)
            low, high = (middle, high) if (x(middle) > c) == above else (low, middle)
        if stop - low < 0.01*stop:
            return None
        total += 1/abs(rate(low))
    return total


def judge(saltus, seed, folder):
    rng = random.Random(seed)
    declared, equations, x, rate, stop, (low, high) = rng.choice(MOTIONS)
    shape, solver = rng.choice(list(SHAPES)), rng.choice(SOLVERS)
    c, w = round(rng.uniform(low, high), 3), 10.0**-rng.randrange(4, 10)
    wanted = integral(x, rate, stop, c)
    if not wanted or abs(c - x(0)) < 0.01:
        return None                     # the run begins or ends beside a window
    text = ("model M\n  parameter Real c = %r, w = %r;\n  Real n(start = 0, fixed = true);\n  %s\nequation\n  %s\n"
            "  der(n) = %s;\nend M;\n" % (c, w, declared, equations, SHAPES[shape]))
    answer = generated.run(saltus, os.path.join(folder, "m.mo"), text, "--stop", str(stop), "--solver", solver)
    codes = [m["code"] for m in answer["messages"] if m["severity"] != "info"]
    if shape == "jumps" and solver not in ("auto", "erk") and "R0401" in codes:
        return True, "told"
    off = answer["final"].get("n", math.nan)/wanted - 1
    good = answer["status"] == "done" and abs(off) < 1e-3 and not codes
    return good, "%s over a width of %g with %s: off by %.2g of %.9g; %s\n%s" % (
        shape, w, solver, off, wanted, codes, text)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "narrow windows over moving states are integrated", 80))
