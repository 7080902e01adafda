#!/usr/bin/env python3
"""Everyday engineering against closed forms: what nobody is told to be off must be right.

    python3 tests/everyday.py --saltus build/saltus [--seed N] [--count N] [--only N] [--unit NAME] [-v]

Thermostats, PWM, sampled controllers, tanks, dead time, friction, counters, tables, relays and more
(tests/everyday_units.py), each written in several ways, with numbers that people write. One to three of them stand in
one model, as components, as arrays of components or on their own, with any solver, odd tolerances, odd intervals, a
late start, with a record or without. Counts must be exact. Reals must be within a hundred tolerances of their sizes,
and within a hundredth with fixed steps; unless a message tells that something is off.
"""
import math
import os
import random
import sys

import everyday_units
import generated

ADAPTIVE = ["auto", "auto", "auto", "cvode", "adams", "ida", "erk", "dirk", "rodas"]
FIXED = ["rk4", "heun"]
OFF = 100                       # tolerances
ONLY = None


def write(r, units, start):
    """The model, and what it must give: [(prefix, reference)]."""
    classes, parts, wanted = [], [], []
    for i, make in enumerate(units):
        seed, copies = r.random(), r.choice([1, 1, 1, 2, 3])
        body, _, reference = make(random.Random(seed))
        cases = [make(random.Random(seed))]
        name, here = "U%d" % i, "u%d" % i
        values = {k: [c[1][k] for c in cases] for k in cases[0][1]}
        declared = "".join("  parameter Real %s = %r;\n" % (k, v[0]) for k, v in values.items())
        body = body.replace("NOW", "(time - (%r))" % start if start else "time").replace("START", repr(start))
        classes.append("model %s\n%s%s\nend %s;\n" % (name, declared, body, name))
        parts.append("  %s %s%s;" % (name, here, "" if copies == 1 else "[%d]" % copies))
        wanted += [("%s%s." % (here, "" if copies == 1 else "[%d]" % (k + 1)), reference) for k in range(copies)]
    return "%smodel M\n%s\nend M;\n" % ("".join(classes), "\n".join(parts)), wanted


def differences(final, wanted, allowed):
    for prefix, outputs in wanted:
        for name, value in outputs.items():
            found = final.get(prefix + name, math.nan)
            if isinstance(value, tuple):
                off = abs(found - value[0])/max(abs(value[0]), value[1], 1e-30)
                if not off <= allowed:
                    yield "%s%s is %.12g and should be %.12g, off by %.2g" % (prefix, name, found, value[0], off)
            elif found != value:
                yield "%s%s is %s and should be %d" % (prefix, name, found, value)


def judge(saltus, seed, folder):
    r = random.Random(seed)
    among = [u for u in everyday_units.UNITS if not ONLY or u.__name__ == ONLY]
    units = [r.choice(among) for _ in range(r.choice([1, 1, 2, 3]))]
    start, stop = r.choice([0, 0, 0, 0, 10.0, -3.0, 1000.0, 86400.0]), decimal_stop(r)
    text, wanted = write(r, units, start)
    wanted = [(prefix, reference(stop)) for prefix, reference in wanted]
    if any(outputs is None for _, outputs in wanted):
        return None
    fixed = r.random() < 0.15
    solver, tol = r.choice(FIXED if fixed else ADAPTIVE), r.choice([1e-4, 3e-5, 1e-6, 1e-6, 1e-6, 3e-7, 1e-8, 1e-9])
    options = ["--start", repr(start), "--stop", repr(start + stop), "--solver", solver, "--tol", repr(tol)]
    if fixed:
        options += ["--step", repr(r.choice([1e-3, 7e-4, 2.5e-4]))]
    elif r.random() < 0.6:
        options += ["--step", repr(r.choice([0.1, 0.01, stop, 0.37, stop/7, 0.3, 0.05]))]
    if r.random() < 0.4:
        options += ["-o", os.path.join(folder, "m.csv")] + r.choice([[], ["--events", "none"], ["--vars", "u0*"]])
    answer = generated.run(saltus, os.path.join(folder, "m.mo"), text, *options)
    if "--vars" in options:
        wanted = [(p, o) for p, o in wanted if p.startswith("u0")]
    off = list(differences(answer.get("final", {}), wanted, 1e-2 if fixed else max(OFF*tol, 1e-9)))
    said = "%s; %s: %s; %s\n%s" % (", ".join(u.__name__ for u in units), " ".join(options), "; ".join(off),
                                   generated.told(answer), text)
    told = any(m["severity"] != "info" and m["code"].startswith("R") for m in answer["messages"])
    return not off and answer["status"] == "done" or told, said


def decimal_stop(r):
    return everyday_units.decimal(r, 0.7, 9, r.choice([0, 1, 2, 3])) or 1.0


if __name__ == "__main__":
    if "--unit" in sys.argv:
        k = sys.argv.index("--unit")
        ONLY = sys.argv[k + 1]
        del sys.argv[k:k + 2]
    sys.exit(generated.main(__doc__, judge, "models of everyday engineering are right, or told", 100))
