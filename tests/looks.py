#!/usr/bin/env python3
"""Whoever only looks changes nothing (E420, E421): random continuous models, with and without clocks that look at them.

    looks.py --saltus build/saltus [--models N] [--seed N] [--keep FOLDER]

A model has decays, oscillators and bodies that fall and jump, all of which have a closed form, and conditions of its
own. Sources of activations, periodic and programmed, and sample() keep what they see of it. Shown for each model, with
a solver by chance:

    the values that were kept are those of the closed form at the times of the ticks, before and behind events, to a
    hundred times the tolerance of the run;
    as many ticks were counted as there are times;
    the final states are those of the model without any looks, and the solver has made as many steps. They are the same
    to 1e-13, or to 1e-12 if the model has events of its own, which are found to rounding. A look that falls on the end
    of a step but for rounding is what makes a difference at all.
"""
import argparse
import json
import math
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

STOP = 4.0
SOLVERS = ["auto", "auto", "erk", "cvode", "adams", "dirk", "rodas", "ida", "rk4"]


class Part:
    """Declarations, equations, the variable that is looked at, and its value at any time."""

    def __init__(self, k, r):
        a, w = round(r.uniform(0.2, 2), 3), round(r.uniform(0.5, 6), 3)
        kind = r.choice(["decay", "swing", "fall", "turn"])
        self.name, self.jumps = "x%d" % k, False
        if kind == "decay":
            self.text = ["Real x%d(start = 1, fixed = true);" % k], ["der(x%d) = -%r*x%d;" % (k, a, k)]
            self.at = lambda t: math.exp(-a*t)
        elif kind == "swing":
            self.text = (["Real x%d(start = 1, fixed = true), v%d(start = 0, fixed = true);" % (k, k)],
                         ["der(x%d) = v%d;" % (k, k), "der(v%d) = -%r*x%d;" % (k, w*w, k)])
            self.at = lambda t: math.cos(w*t)
        elif kind == "fall":     # from 1 at the rate a to 0.1, and from there to 1 again
            self.jumps = True
            self.text = (["Real x%d(start = 1, fixed = true);" % k],
                         ["der(x%d) = -%r;" % (k, a), "when x%d < 0.1 then reinit(x%d, 1); end when;" % (k, k)])
            self.at = lambda t: 1 - math.fmod(a*t, 0.9)
        else:                    # a condition turns, and the motion with it
            self.jumps = True
            self.text = (["Real x%d(start = 0, fixed = true);" % k],
                         ["der(x%d) = if sin(%r*time) > 0 then 1 else -1;" % (k, w)])
            period = math.pi/w
            self.at = lambda t: (lambda n, s: s if n % 2 == 0 else period - s)(int(t//period), math.fmod(t, period))
        self.apart = {"fall": 0.9/a, "turn": math.pi/w}.get(kind)

    def is_near_event(self, t):
        return self.apart and abs(math.remainder(t, self.apart)) < 1e-4


def looks(r, parts):
    """Declarations, equations, and for each look the counter, what is kept, by whom, and the times."""
    declared, equations, kept = [], [], []
    for k in range(r.randint(1, 4)):
        part, period, first = r.choice(parts), r.choice([0.1, 0.037, 0.25, 0.011]), r.choice([0, 0.05, 0.3])
        kind = r.choice(["sample", "activation", "domain", "programmed"])
        times = [first + n*period for n in range(100000) if first + n*period <= STOP + 1e-12]
        declared.append("Integer n%d(start = 0, fixed = true); Real y%d(start = 0, fixed = true);" % (k, k))
        condition = "e%d" % k
        if kind == "sample":
            condition = "sample(%r, %r)" % (first, period)
        elif kind == "programmed":
            declared.append("Activation e%d;" % k)
            equations.append("when initial() then schedule(e%d, %r); end when;" % (k, first))
            equations.append("when e%d then schedule(e%d, %r); end when;" % (k, k, period))
        else:
            more = ', "d%d"' % k if kind == "domain" else ""
            declared.append("Activation e%d = Activation(%r, %r%s);" % (k, period, first, more))
        equations.append("when %s then n%d = pre(n%d) + 1; y%d = %s; end when;" % (condition, k, k, k, part.name))
        kept.append((k, part, times))
    return declared, equations, kept


def write(path, name, declared, equations):
    with open(path, "w") as f:
        f.write("model %s\n%sequation\n%send %s;\n" % (name, "".join("  %s\n" % d for d in declared),
                                                      "".join("  %s\n" % e for e in equations), name))


def run(saltus, path, solver, out=None):
    command = [saltus, "run", path, "--json", "--stop", str(STOP), "--tol", "1e-9", "--solver", solver]
    if solver == "rk4":
        command += ["--step", "0.001"]
    done = subprocess.run(command + (["-o", out] if out else []), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True)
    return json.loads(done.stdout) if done.stdout.startswith("{") else {"status": done.stderr[:300]}


def kept_values(path, kept):
    """Whatever was kept, in the rows behind its ticks."""
    rows = [line.split(",") for line in open(path).read().splitlines()]
    found = {}
    for k, part, times in kept:
        n, y = rows[0].index("n%d" % k), rows[0].index("y%d" % k)
        for row in rows[1:]:
            found[k, int(row[n])] = float(row[y])
    return found


def check(arguments):
    saltus, seed, folder = arguments
    r = random.Random(seed)
    parts = [Part(k, r) for k in range(r.randint(1, 3))]
    declared = sum((p.text[0] for p in parts), [])
    equations = sum((p.text[1] for p in parts), [])
    more, clauses, kept = looks(r, parts)
    solver = r.choice(SOLVERS)
    bare, full = os.path.join(folder, "B%d.mo" % seed), os.path.join(folder, "L%d.mo" % seed)
    write(bare, "B%d" % seed, declared, equations)
    write(full, "L%d" % seed, declared + more, equations + clauses)
    alone, with_looks = run(saltus, bare, solver), run(saltus, full, solver)
    rows = run(saltus, full, solver, full + ".csv")
    for one in (alone, with_looks, rows):
        if one["status"] != "done":
            return seed, solver, [str(one["status"]), str(one.get("messages"))]
    bad = []
    for p in parts:
        finals = [one["final"][p.name] for one in (alone, with_looks, rows)]
        apart = 1e-12 if any(q.jumps for q in parts) else 1e-13
        if max(finals) - min(finals) > apart:
            bad.append("%s ends at %r, without looks at %r, with rows at %r" % (p.name, *finals[1::-1], finals[2]))
    if alone["steps"] != with_looks["steps"]:
        bad.append("%d steps, without looks %d" % (with_looks["steps"], alone["steps"]))
    values = kept_values(full + ".csv", kept)
    for k, part, times in kept:
        if with_looks["final"]["n%d" % k] != len(times):
            bad.append("n%d counts %s of %d" % (k, with_looks["final"]["n%d" % k], len(times)))
        for n, t in enumerate(times, 1):
            wrong = not abs(values.get((k, n), math.nan) - part.at(t)) <= 1e-7
            if wrong and not part.is_near_event(t):
                bad.append("y%d is %r at %r, and must be %r" % (k, values.get((k, n)), t, part.at(t)))
                break
    return seed, solver, bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--models", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the models")
    a = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as temporary, multiprocessing.Pool(2) as pool:
        folder = a.keep or temporary
        os.makedirs(folder, exist_ok=True)
        work = [(os.path.abspath(a.saltus), a.seed + k, folder) for k in range(a.models)]
        for seed, solver, bad in pool.imap(check, work):
            failed += bool(bad)
            if bad:
                print("L%d, %s: %s" % (seed, solver, "\n    ".join(bad)))
    print("%d of %d models from seed %d" % (a.models - failed, a.models, a.seed))
    sys.exit(failed > 0)


main()
