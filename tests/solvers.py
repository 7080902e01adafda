#!/usr/bin/env python3
"""Solver against solver, on all models of the project: whoever is right, they must agree, or say why they do not.

    solvers.py --saltus build/saltus                  each model with auto and one other solver; the seed is printed
    solvers.py --saltus build/saltus --all            each model with every solver that controls its error
    solvers.py --saltus build/saltus FILE ...         these models, with every solver

Curves are compared on the grid of the output: the mean difference of a variable must be small beside the largest value that it has. Where a curve jumps, the rows
around count too: an event may lie on either side of a point of the grid. Integers and Booleans must end with the same values, if they do not change
at the end itself. Numbers of events are about the same; conditions that turn at the same time make one event or two. A run that
fails must fail with all solvers. Whoever warns that a result is uncertain may differ. What is known to depend on rounding is in EXCEPT, with the reason.
"""
import argparse
import csv
import json
import math
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

import recorded

SOLVERS = ["cvode", "adams", "ida", "erk", "dirk", "rodas"]
LIMIT = 240           # seconds for one run; what needs them is not compared
TOLERANCE = 1e-7
SMALL = 1e-3          # of the largest value, as a mean over the run
ROUNDING = 1e-4       # of the largest value of the model
UNCERTAIN = {"R0212", "R0251", "R0258", "R0260", "R0262", "R0266"}
EXCEPT = {
    "chua.mo",                        # chaos: two hundred times as long as errors take to grow to the size of the states
    "equal_but_for_rounding.mo",      # a condition both sides of which are the same but for rounding: either side will do
}


class Run:
    def __init__(self, saltus, target, options, env, solver):
        with tempfile.TemporaryDirectory() as folder:
            curves = os.path.join(folder, "curves.csv")
            command = [saltus, "run", target, "--json", "-o", curves, "--events", "none", "--timeout", str(LIMIT)] + options
            done = subprocess.run(command + ["--solver", solver], stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, env={**os.environ, **env})
            try:
                self.json = json.loads(done.stdout)
            except ValueError:
                self.json = {"status": "no summary, exit status %d" % done.returncode, "messages": []}
            self.columns = {}
            if os.path.exists(curves):
                with open(curves, newline="", encoding="utf-8") as stream:
                    rows = list(csv.reader(stream))
                self.columns = {name: [row[i] for row in rows[1:]] for i, name in enumerate(rows[0])} if rows else {}
        self.status, self.final = self.json["status"], self.json.get("final", {})
        self.codes = sorted({m["code"] for m in self.json["messages"]})


def numbers(cells):
    try:
        return [float(c) for c in cells]
    except ValueError:
        return []


def size_of(curve):
    return max((abs(v) for v in curve if math.isfinite(v)), default=0.0)


def apart(a, b):
    """The mean difference of two curves, where each value of one is compared with all that the other one has been through around it."""
    total, n = 0.0, 0
    for k, x in enumerate(a):
        near = [v for v in b[max(k - 1, 0):k + 2] if math.isfinite(v)]
        if not near or not math.isfinite(x):
            continue
        total += max(0.0, min(near) - x, x - max(near))
        n += 1
    return total/n if n else 0.0


def whole(value):
    return isinstance(value, (bool, str)) or (isinstance(value, int) and not isinstance(value, float))


def changes_last(run, name):
    curve = run.columns.get(name, [])
    return len(curve) < 3 or curve[-1] != curve[-2]


def differences(one, two):
    if one.status != two.status:
        yield "ended as %s %s, the other one as %s %s" % (one.status, one.codes, two.status, two.codes)
        return
    if one.status == "failed" or UNCERTAIN & set(one.codes + two.codes):
        return
    events = [sum(r.json.get("events", {}).values()) for r in (one, two)]
    if abs(events[0] - events[1]) > 4 + 0.2*min(events):
        yield "events %s, the other one %s" % (one.json.get("events"), two.json.get("events"))
    if abs(len(one.columns.get("time", [])) - len(two.columns.get("time", []))) > 1:      # one that ends at a point of the grid
        yield "%d rows, the other one %d" % (len(one.columns.get("time", [])), len(two.columns.get("time", [])))
        return
    for name, value in one.final.items():
        if whole(value) and whole(two.final.get(name)) and value != two.final[name] and not changes_last(one, name) and not changes_last(two, name):
            yield "final %s = %r, the other one %r" % (name, value, two.final[name])
    curves = [(n, numbers(one.columns[n]), numbers(two.columns[n])) for n in one.columns if n in two.columns and n != "time"]
    largest = max((size_of(a) for _, a, _ in curves), default=0.0)
    for name, a, b in curves:
        far = min(apart(a, b), apart(b, a))
        if far > SMALL*max(size_of(a), size_of(b)) + ROUNDING*largest:
            yield "%s differs by %.3g in the mean, and is at most %.3g" % (name, far, size_of(a))
            return


def without(options, names):
    return [w for i, w in enumerate(options) if w not in names and (i == 0 or options[i - 1] not in names) and w.partition("=")[0] not in names]


def judge(job):
    (saltus, target, options, env), solvers = job
    options = without(recorded.without_recording(options), ("--solver", "--tol")) + ["--tol", repr(TOLERANCE)]
    found = []
    first = Run(saltus, target, options, env, "auto")
    if first.status == "timeout":
        return target, found
    for solver in solvers:
        other = Run(saltus, target, options, env, solver)
        if other.status == "timeout":
            continue
        found += ["saltus run %s %s: auto %s (%s; %s)" % (target, " ".join(options + ["--solver", solver]), text, ",".join(first.codes), ",".join(other.codes))
                  for text in differences(first, other)]
    return target, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("paths", nargs="*")
    a = parser.parse_args()
    seed = a.seed or random.SystemRandom().randrange(1, 10**9)
    draw = random.Random(seed)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    jobs = list(recorded.project_jobs(os.path.abspath(a.saltus), root, [os.path.abspath(p) for p in a.paths]))
    jobs = [job for job in jobs if os.path.basename(job[1].partition(":")[0]) not in EXCEPT]
    work = [(job, SOLVERS if a.all or a.paths else [draw.choice(SOLVERS)]) for job in jobs]
    bad = 0
    with multiprocessing.Pool(a.jobs) as pool:
        for _, found in pool.imap(judge, work):
            bad += bool(found)
            for text in found:
                print(text, flush=True)
    print("solvers: seed %d: on %d of %d models the solvers agree" % (seed, len(work) - bad, len(work)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
