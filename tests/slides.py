#!/usr/bin/env python3
"""Classic examples of sliding modes, by --on-chatter slide, against their closed forms.

    slides.py --saltus build/saltus [--all]

Without --all each model is run with three of the solvers, with it with all."""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

SOLVERS = ["auto", "cvode", "adams", "ida", "erk", "dirk", "rodas", "heun", "rk4"]


def meets(f, low, high):
    """The zero of f between low and high, where it falls."""
    for _ in range(200):
        middle = 0.5*(low + high)
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return low


DISTURBED = meets(lambda t: 1 + 0.5*(1 - math.cos(t)) - t, 0, 3)

# name, declarations, equations, stop, and what must hold at the end: the value and how far off it may be
CASES = [
    # u is the disturbance while it slides
    ("disturbed", "Real x(start = 1, fixed = true), y(start = 0, fixed = true), u;",
     "u = if x > 0 then 1 else -1; der(x) = 0.5*sin(time) - u; der(y) = u;", 6,
     {"x": (0, 1e-6), "u": (0.5*math.sin(6), 1e-5), "y": (DISTURBED + 0.5*(math.cos(DISTURBED) - math.cos(6)), 1e-5)}),
    # a surface that moves with time
    ("moving", "Real x(start = 1, fixed = true), u;",
     "u = if x - 0.3*sin(time) > 0 then 1 else -1; der(x) = -2*u;", 6,
     {"x": (0.3*math.sin(6), 1e-5), "u": (-0.15*math.cos(6), 1e-4)}),
    ("controller", "Real x(start = 0.2, fixed = true), v(start = 0, fixed = true), u, s;",   # x falls as exp(-2*t)
     "s = v + 2*x; u = if s > 0 then -3 else 3; der(x) = v; der(v) = u;", 6, {"s": (0, 1e-6), "x": (0, 1e-4)}),
    # on a belt with speed 0.5, up to x = 1
    ("sticks", "Real x(start = 0, fixed = true), v(start = 0.5, fixed = true), F;",
     "F = if v - 0.5 > 0 then -1 else 1; der(x) = v; der(v) = -x + F;", 1.5,
     {"x": (0.75, 1e-5), "v": (0.5, 1e-6), "F": (0.75, 1e-4)}),
    # from there x = 1 + 0.5*sin(t - 2)
    ("slips", "Real x(start = 0, fixed = true), v(start = 0.5, fixed = true), F;",
     "F = if v - 0.5 > 0 then -1 else 1; der(x) = v; der(v) = -x + F;", 2 + math.pi/2,
     {"x": (1.5, 2e-4), "v": (0, 1e-3)}),
    ("space", "Real a(start = 1, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), u, s;",
     "s = a + b + c; u = if s > 0 then -4 else 4; der(a) = b; der(b) = c; der(c) = -a - b - c + u;", 3,
     {"s": (0, 1e-6)}),
    # a second relay that does not slide yet
    ("two", "Real x(start = 1, fixed = true), y(start = 3, fixed = true), u, w;",
     "u = if x > 0 then -1 else 1; w = if y > 0 then -1 else 1; der(x) = u + 0.2; der(y) = w + 0.1*y;", 2.5,
     {"x": (0, 1e-6), "u": (-0.2, 1e-5), "y": (10 - 7*math.exp(0.25), 1e-5)}),
    # at time 2, where the disturbance is 1
    ("leaves", "Real x(start = 0.5, fixed = true), u;",
     "u = if x > 0 then 1 else -1; der(x) = 0.5*time - u;", 4, {"x": (1, 2e-5)}),
    ("boolean", "Real v(start = 1, fixed = true), F; Boolean forwards;",
     "forwards = v > 0; F = if forwards then 2 else -2; der(v) = 0.7 - F;", 3, {"v": (0, 1e-6), "F": (0.7, 1e-5)}),
    ("three", "Real v(start = 1, fixed = true), F;",
     "F = if v > 0 then 2 elseif v < 0 then -2 else 0; der(v) = 0.7 - F;", 3, {"v": (0, 1e-6), "F": (0.7, 1e-5)}),
    # the mean of the two sides: E69
    ("loop", "Real x(start = 1, fixed = true), u, z;",
     "u = if x > 0 then -1 else 1; z + 0.1*z^3 = u + 0.2*x; der(x) = z + 0.3;", 4, {"x": (0, 1e-6), "z": (-0.3, 1e-5)}),
    # it turns with speed 1 all the time
    ("circle", "Real x(start = 2, fixed = true), y(start = 0, fixed = true), u, r;",
     "r = x^2 + y^2; u = if r > 1 then -1 else 1; der(x) = -y + u*x; der(y) = x + u*y;", 5,
     {"x": (math.cos(5), 1e-4), "y": (math.sin(5), 1e-4), "u": (0, 1e-4)}),
    # each half swing loses 2: 3.3, -1.3, -0.7
    ("oscillator", "Real x(start = 3.3, fixed = true), v(start = 0, fixed = true), F;",
     "F = if v > 0 then 1 else -1; der(x) = v; der(v) = -x - F;", 12, {"x": (-0.7, 1e-4), "v": (0, 1e-5),
                                                                       "F": (0.7, 1e-4)}),
    ("level", "Real x(start = 10001, fixed = true), u;",
     "u = if x > 10000 then 1 else -1; der(x) = 0.25 - u;", 4, {"x": (10000, 1e-4), "u": (0.25, 1e-5)}),
    # v' = 10*(3 - v) on the surface
    ("converter", "Real i(start = 0, fixed = true), v(start = 0, fixed = true), u;",
     "u = if i + 0.5*v > 3 then 0 else 1; der(i) = (12*u - v)/0.1; der(v) = (i - v/2)/0.1;", 2,
     {"i": (1.5, 1e-3), "v": (3, 1e-3)}),
]


def judge(saltus, folder, case, solver):
    name, declarations, equations, stop, expected = case
    path = os.path.join(folder, name + ".mo")
    with open(path, "w") as out:
        out.write("model M\n  %s\nequation\n  %s\nend M;\n" % (declarations, equations))
    got = subprocess.run([saltus, "run", path, "--json", "--timeout", "600", "--solver", solver, "--stop", repr(stop),
                          "--on-chatter", "slide"],
                         capture_output=True, text=True)
    j = json.loads(got.stdout)
    said = [m["code"] for m in j["messages"]]
    if j["status"] != "done" or "R0223" not in said:
        return "does not slide: %s %s" % (j["status"], said)
    off = ["%s is %.9g, not %.9g" % (k, j["final"][k], value) for k, (value, most) in expected.items()
           if abs(j["final"][k] - value) > most]
    return ", ".join(off)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--all", action="store_true")
    a = arguments.parse_args()
    failed = done = 0
    with tempfile.TemporaryDirectory(prefix="saltus-slides-") as folder:
        for k, case in enumerate(CASES):
            for solver in SOLVERS if a.all else [SOLVERS[(k + 4*i) % len(SOLVERS)] for i in range(3)]:
                wrong = judge(a.saltus, folder, case, solver)
                done += 1
                failed += bool(wrong)
                if wrong:
                    print("FAIL %s with %s: %s" % (case[0], solver, wrong))
    print("%d of %d runs are as they must be" % (done - failed, done))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
