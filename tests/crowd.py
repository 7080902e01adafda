#!/usr/bin/env python3
"""Many conditions, each on one state: every one turns where its closed form says, however many others there are.

    python3 tests/crowd.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

Units of different kinds, all independent of each other: rooms with a thermostat, ramps that are set back, waves that
count how often they pass a level, parabolas that touch a level, cross it shortly or stay away. The search leaves out
conditions that a step cannot turn (E460): here each of them is written in one of several ways, begins on its level or
away from it, and most steps end at an event of another unit. The number of events of each unit and the time of its last
one are known. With 120 units, auto goes over to quantised states (E550), and back where they do not pay.
"""
import math
import os
import random
import sys

import generated

STOP = 10


def written(r, x, op, level):
    """x > level, in one of the ways in which people write it."""
    other = {">": "<", "<": ">"}[op]
    return r.choice(["{x} {op} {c}", "{c} {other} {x}", "{x} - {c} {op} 0", "0 {other} {x} - {c}", "-{x} {other} -{c}",
                     "{x} - h {op} {c} - h", "pre(z) + {x} {op} {c}", "{x}/2 {op} {c}/2"]).format(
                         x=x, op=op, other=other, c="(%.17g)" % level)


def room(r, i):
    """(10 - T)/tau, and 20 more while it is on; on below low, off above high."""
    tau, low, high = r.uniform(1, 2), r.uniform(19, 20.5), r.uniform(21, 22.5)
    t, value, on, count, last = 0.0, r.choice([low, high, r.uniform(low, high)]), True, 0, 0.0
    start = value
    while True:
        limit = 10 + (20*tau if on else 0)
        goal = high if on else low
        # it must pass the goal: at it exactly it does not yet
        t += tau*math.log((limit - value)/(limit - goal)) if value != goal else 0
        if t > STOP:
            break
        value, on, count, last = goal, not on, count + 1, t
    text = """  der(x[{i}]) = (10 - x[{i}])/({tau:.17g}) + (if on[{i}] then 20 else 0);
  when {up} then on[{i}] = false; elsewhen {down} then on[{i}] = true; end when;
  when change(on[{i}]) then n[{i}] = pre(n[{i}]) + 1; last[{i}] = time; end when;
""".format(i=i, tau=tau, up=written(r, "x[%d]" % i, ">", high), down=written(r, "x[%d]" % i, "<", low))
    return start, True, text, count, last


def ramp(r, i):
    slope, level = r.uniform(0.5, 4), r.uniform(0.5, 3)
    period = level/slope
    count = int(STOP/period)
    text = """  der(x[{i}]) = {slope:.17g};
  when {up} then reinit(x[{i}], 0); n[{i}] = pre(n[{i}]) + 1; last[{i}] = time; end when;
  on[{i}] = true;
""".format(i=i, slope=slope, up=written(r, "x[%d]" % i, ">", level))
    return 0, None, text, count, count*period


def wave(r, i):
    """cos from 1 on: it falls below the level at acos(level)/w, and again a period later."""
    w, level = r.uniform(1, 9), r.uniform(-0.9, 0.9)
    first, period = math.acos(level)/w, 2*math.pi/w
    count = 1 + int((STOP - first)/period) if STOP > first else 0
    text = """  der(x[{i}]) = v[{i}];
  der(v[{i}]) = -({w:.17g})^2*x[{i}];
  when {down} then n[{i}] = pre(n[{i}]) + 1; last[{i}] = time; end when;
  on[{i}] = true;
""".format(i=i, w=w, down=written(r, "x[%d]" % i, "<", level))
    return 1, None, text, count, first + (count - 1)*period if count else 0


def bow(r, i):
    """a - (time - b)^2 rises above the level for a short while, or does not."""
    b, high = r.uniform(1, 9), r.choice([-1, 1])*10**r.uniform(-3, -0.3)
    text = """  der(x[{i}]) = -2*v[{i}];
  der(v[{i}]) = 1;
  when {up} then n[{i}] = pre(n[{i}]) + 1; last[{i}] = time; end when;
  on[{i}] = true;
""".format(i=i, up=written(r, "x[%d]" % i, ">", -high))
    return (-b*b, -b), None, text, int(high > 0), b - math.sqrt(high) if high > 0 else 0


def judge(saltus, seed, folder):
    r = random.Random(seed)
    many = r.choice([1, 3, 12, 40, 120])
    units = [r.choice([room, room, ramp, wave, bow])(r, i + 1) for i in range(many)]
    speeds = [s[1] if isinstance(s, tuple) else 0 for s, *_ in units]
    starts = [s[0] if isinstance(s, tuple) else s for s, *_ in units]
    moving = ["v[%d]" % (i + 1) for i, u in enumerate(units) if "der(v[" in u[2]]
    text = """model M
  Real x[%d](start = {%s}, each fixed = true), v[%d](start = {%s}, each fixed = true);
  Boolean on[%d](each start = true);
  Integer n[%d](each start = 0, each fixed = true);
  Real last[%d](each start = 0, each fixed = true), z(start = 0, fixed = true);
  parameter Real h = 0.25;
initial equation
%sequation
  when time > 100 then z = 1; end when;
%s%send M;
""" % (many, ", ".join("%.17g" % s for s in starts), many, ", ".join("%.17g" % s for s in speeds), many, many, many,
       "".join("  pre(on[%d]) = true;\n" % (i + 1) for i, u in enumerate(units) if u[1]),
       "".join(u[2] for u in units),
       "".join("  der(v[%d]) = 0;\n" % (i + 1) for i in range(many) if "v[%d]" % (i + 1) not in moving))
    solver = r.choice(["auto", "auto", "erk", "dirk", "rodas", "cvode", "qss3"])
    solver = "auto" if many > 40 or solver == "qss3" and many > 12 else solver
    got = generated.run(saltus, os.path.join(folder, "m.mo"), text, "--stop", str(STOP), "--solver", solver, "--tol",
                        "1e-8", "--timeout", "100")
    wrong = []
    for i, (start, _, _, count, last) in enumerate(units):
        n, at = (got.get("final", {}).get("%s[%d]" % (name, i + 1), -1) for name in ("n", "last"))
        near = STOP - last < 1e-3                    # the next one may be beyond the end
        if (n != count or abs(at - last) > 1e-4) and not near:
            wrong.append("unit %d: %s events and %d expected, the last at %s and %.9g expected" % (i + 1, n, count, at,
                                                                                                  last))
    return not wrong, "%s, %d units: %s; %s\n%s" % (solver, many, wrong[:4], generated.told(got), text)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "crowds of conditions turn where they must", 30))
