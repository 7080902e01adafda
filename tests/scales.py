#!/usr/bin/env python3
"""The same model in other units, and begun at another time, gives the same events and the same results.

    scales.py --saltus build/saltus [--count N] [--seed S]

A model is drawn at random: a linear system, or a known nonlinear one, some with forcing, from values or from zero. Its
states are measured in other units, from 1e-12 to 1e12 times as small, all alike or each in its own, and no nominal
value is given. Time, too, has another unit, and the run begins before or after zero, up to a million units of time
away. Counters count how often states pass levels and how often a clock ticks, and a delay shows what was. Far from zero
time has few digits left for what is fast: tolerances are not smaller than these allow. What must come out is computed
here, by steps of Runge and Kutta that are much shorter than needed."""
import argparse
import cmath
import json
import math
import os
import random
import subprocess
import sys
import tempfile

SOLVERS = ["auto", "erk", "rodas", "dirk", "cvode", "adams", "ida"]
IMPLICIT = ["auto", "rodas", "dirk", "cvode", "ida"]
TOLERANCES = [1e-4, 1e-6, 1e-8, 1e-10]
STEPS = 4000
DELAY = 0.125                        # of the run


def linear(rng):
    """Pairs that oscillate, with little damping, and lags behind them; begun by values, or by forcing from zero."""
    n, rows = 0, []
    for _ in range(rng.randint(1, 2)):
        w, d = rng.uniform(0.5, 4), rng.choice([0, 0.02, 0.1])
        rows += ["%.3f*{%d}" % (w, n + 1), "-%.3f*{%d} - %.3f*{%d}" % (w, n, d, n + 1)]
        n += 2
    for _ in range(rng.randint(0, 2)):
        rows.append("%.3f*({%d} - {%d})" % (rng.uniform(0.3, 3), rng.randrange(n), n))
        n += 1
    if rng.random() < 0.4:
        rows[1] += " + %.3f*sin(%.3f*time)" % (rng.uniform(0.2, 1), rng.uniform(0.5, 2))
        return rows, [0.0]*n, 12.0
    return rows, [rng.choice([0.0, 1.0, -0.7]) for _ in range(n - 1)] + [0.8], 12.0


def growing(rng):
    rate = rng.uniform(0.5, 1)
    return ["%.3f*{0}" % rate, "{0} - 0.3*{1}"], [1e-3, 0.0], 8.0


def predators(rng):
    return ["{0}*(1 - {1})", "%.3f*{1}*({0} - 1)" % rng.uniform(0.5, 1.5)], [rng.uniform(0.3, 0.7), 1.0], 15.0


def van_der_pol(rng):
    return ["{1}", "%.3f*(1 - {0}^2)*{1} - {0}" % rng.uniform(0.5, 5)], [1.5, 0.0], 20.0


def front(rng):
    """Heat comes into a wall that begins at zero."""
    n = rng.randint(4, 8)
    rows = ["9*((%s) - 2*{%d} + (%s))" % ("1" if k == 0 else "{%d}" % (k - 1), k,
                                          "0" if k == n - 1 else "{%d}" % (k + 1)) for k in range(n)]
    return rows, [0.0]*n, 4.0


def lags(rng):
    """Fast lags, one behind the other, that follow a sine: what they come to is known without steps."""
    w, rates = rng.uniform(0.5, 2), [10**rng.uniform(4, 8) for _ in range(rng.randint(1, 3))]
    rows = ["%r*(%s - {%d})" % (r, "{%d}" % (k - 1) if k else "sin(%r*time)" % w, k) for k, r in enumerate(rates)]
    gains = [1/(1 + 1j*w/r) for r in rates]
    for k in range(1, len(gains)):
        gains[k] *= gains[k - 1]
    stop = 12.0
    times = [stop*k/STEPS for k in range(1, STEPS + 1)]
    return rows, [0.0]*len(rows), stop, [[0.0]*len(rows)] + [[(g*cmath.exp(1j*w*t)).imag for g in gains] for t in times]


def reference(rows, start, stop):
    names = ["x%d" % k for k in range(len(rows))]
    code = compile("(" + ", ".join(r.format(*names).replace("^", "**") for r in rows) + ",)", "rates", "eval")

    def rates(t, x):
        return eval(code, {"sin": math.sin, "time": t, **dict(zip(names, x))})
    h, x, path = stop/STEPS, list(start), [list(start)]
    for k in range(STEPS):
        t = k*h
        a = rates(t, x)
        b = rates(t + h/2, [v + h/2*r for v, r in zip(x, a)])
        c = rates(t + h/2, [v + h/2*r for v, r in zip(x, b)])
        d = rates(t + h, [v + h*r for v, r in zip(x, c)])
        x = [v + h/6*(p + 2*q + 2*r + s) for v, p, q, r, s in zip(x, a, b, c, d)]
        path.append(list(x))
    return path


def level_of(rng, column):
    """One that the state passes clearly, if it passes any, and how often it rises above it."""
    low, high = min(column), max(column)
    for _ in range(50):
        level = rng.uniform(low + 0.1*(high - low), high - 0.1*(high - low))
        turns = [v for u, v, w in zip(column, column[1:], column[2:]) if (v - u)*(w - v) <= 0] + [column[0], column[-1]]
        if all(abs(v - level) > 0.02*(high - low) for v in turns):
            return level, sum(u <= level < v for u, v in zip(column, column[1:]))
    return 2*high + 1, 0


def another_time(rng):
    """The unit of time, and where the run begins in it."""
    return 10.0**rng.randint(-12, 12), rng.choice([0, 0, -3, -12, 1e3, -1e5, 1e6])


def write(rng, rows, start, stop, levels):
    """The model in other units: a state is its unit times what it is in the equations above, and so is time behind its
    begin."""
    if rng.random() < 0.5:
        units = [10.0**rng.randint(-12, 12)]*len(rows)
    else:
        units = [10.0**rng.randint(-9, 9) for _ in rows]
    second, begin = another_time(rng)
    names = ["(x%d/%r)" % (k, units[k]) for k in range(len(rows))]
    text = "model Scales\n  Integer ticks(start = 0, fixed = true);\n  Real was = delay(x0, %r);\n" % (DELAY*stop
            *second)
    for k, v in enumerate(start):
        text += "  Real x%d(start = %r, fixed = true);\n  Integer n%d(start = 0, fixed = true);\n" % (k, v*units[k], k)
    text += "equation\n  when sample(%r, %r) then ticks = pre(ticks) + 1; end when;\n" % ((begin + stop/100)*second,
            stop/50*second)
    for k, r in enumerate(rows):
        r = r.format(*names).replace("time", "((time - (%r))/%r)" % (begin*second, second))
        text += "  der(x%d) = %r*(%s)/%r;\n" % (k, units[k], r, second)
        text += "  when x%d > %r then n%d = pre(n%d) + 1; end when;\n" % (k, levels[k][0]*units[k], k, k)
    return text + "end Scales;\n", units, (begin*second, (begin + stop)*second, begin)


def check(saltus, path, solver, tolerance, span, columns, levels, units):
    done = subprocess.run([saltus, "run", path, "--start", repr(span[0]), "--stop", repr(span[1]), "--solver", solver,
                           "--tol", repr(tolerance),
                           "--timeout", "600", "--json"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    try:
        said = json.loads(done.stdout)
    except ValueError:
        return "no answer, status %d" % done.returncode
    if done.returncode or any(m["severity"] != "info" for m in said["messages"]):
        return "%r" % said["messages"]
    if said["final"]["ticks"] != 50:
        return "the clock ticks %d times, not 50" % said["final"]["ticks"]
    allowed = 200*max(tolerance, 1e-9, 1e-15*abs(span[2]))
    sizes = [max(abs(v) for v in column) or 1 for column in columns]
    for k, (column, unit) in enumerate(zip(columns, units)):
        if said["final"]["n%d" % k] != levels[k][1]:
            return "x%d passes its level %d times, not %d" % (k, said["final"]["n%d" % k], levels[k][1])
        off = abs(said["final"]["x%d" % k]/unit - column[-1])/sizes[k]
        if not off < allowed:
            return "x%d is off by %.3g of its size" % (k, off)
    off = abs(said["final"]["was"]/units[0] - columns[0][round(-DELAY*STEPS) - 1])/sizes[0]
    return None if off < allowed else "what was is off by %.3g" % off


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--count", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    wrong = runs = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scales.mo")
        for seed in range(asked.seed, asked.seed + asked.count):
            rng = random.Random(seed)
            rows, start, stop, *known = rng.choice([linear, linear, linear, growing, predators, van_der_pol, front,
                                                    lags])(rng)
            columns = list(zip(*(known[0] if known else reference(rows, start, stop))))
            levels = [level_of(rng, c) for c in columns]
            text, units, span = write(rng, rows, start, stop, levels)
            tolerance = rng.choice([t for t in TOLERANCES if t >= 1e-10*abs(span[2])])
            with open(path, "w") as file:
                file.write(text)
            for solver in IMPLICIT if known else SOLVERS:
                runs += 1
                fault = check(os.path.abspath(asked.saltus), path, solver, tolerance, span, columns, levels, units)
                if fault:
                    wrong += 1
                    print("seed %d, %s, --tol %g --start %r --stop %r: %s\n%s" % (seed, solver, tolerance, span[0],
                            span[1], fault, text))
    print("seed %d: %d of %d runs in other units agree" % (asked.seed, runs - wrong, runs))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
