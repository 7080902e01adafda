#!/usr/bin/env python3
"""Solver against solver, on all models of the project: whoever is right, they must agree, or say why they do not.

    solvers.py --saltus build/saltus                  a sample of the models, with auto and one other solver; the seed
                                                      is printed
    solvers.py --saltus build/saltus --all            each model with every solver that controls its error
    solvers.py --saltus build/saltus FILE ...         these models, with every solver

Curves are compared on the grid of the output: the mean difference of a variable must be small beside the largest value
that it has. Where a curve jumps, the rows around count too: an event may lie on either side of a point of the grid.
What differs must differ at a hundredth of the tolerance, too: the rate of a stiff state is the error of the state times
a large number, which is no fault. Integers and Booleans must end with the same values, if they do not change at the end
itself. Numbers of events are about the same; conditions that turn at the same time make one event or two, and motions
that come to rest do so after more or fewer of them. A run that fails must fail with all solvers. Whoever warns that a
result is uncertain may differ. What is known to depend on rounding is in EXCEPT, with the reason. A run that needs more
than --limit seconds is not compared, and counted.
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
TOLERANCE, CLOSER = 1e-7, 1e-9
SMALL = 1e-3          # of the largest value, as a mean over the run
ROUNDING = 1e-4       # of the largest value of the model
UNCERTAIN = {"R0212", "R0251", "R0258", "R0260", "R0262", "R0266", "R0294", "R0726"}
RESTS = "R0222"       # after so many events as the solver resolves
EXCEPT = {
    # chaos: two hundred times as long as errors take to grow to the size of the states
    "chua.mo",
    # chaos: six balls, and each bounce of one off another multiplies the error
    "bouncing_balls.mo",
    # a condition both sides of which are the same but for rounding: either side will do
    "equal_but_for_rounding.mo",
    # near the solution its method inverts a matrix that is made of rounding errors
    "nsolve.mo",
    # dry friction without events: some get through, others say that the run crawls (R0226)
    "run_to_and_fro.mo",
}


class Run:
    def __init__(self, saltus, target, options, env, solver, limit):
        with tempfile.TemporaryDirectory() as folder:
            curves = os.path.join(folder, "curves.csv")
            command = [saltus, "run", target, "--json", "-o", curves, "--events", "none", "--timeout",
                       str(limit)] + options
            done = subprocess.run(command + ["--solver", solver], stdin=subprocess.DEVNULL, capture_output=True,
                                  cwd=folder, env={**os.environ, **env})
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
    """The mean difference of two curves, where each value of one is compared with all that the other one has been
    through around it. A jump may be at the point itself, on either side of it: there the other curve is where it comes
    from and goes to."""
    total, n = 0.0, 0
    for k, x in enumerate(a):
        near = b[max(k - 1, 0):k + 2]
        near += [2*b[k - 1] - b[k - 2]] if k > 1 else []
        near += [2*b[k + 1] - b[k + 2]] if k + 2 < len(b) else []
        if not near or not math.isfinite(x) or not all(math.isfinite(v) for v in near):
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
    if one.status.startswith("no summary"):
        yield one.status
    if one.status == "failed" or UNCERTAIN & set(one.codes + two.codes):
        return
    events = [sum(r.json.get("events", {}).values()) for r in (one, two)]
    if abs(events[0] - events[1]) > 4 + 0.2*min(events) and RESTS not in one.codes + two.codes:
        yield "events %s, the other one %s" % (one.json.get("events"), two.json.get("events"))
    # one that ends at a point of the grid
    if abs(len(one.columns.get("time", [])) - len(two.columns.get("time", []))) > 1:
        yield "%d rows, the other one %d" % (len(one.columns.get("time", [])), len(two.columns.get("time", [])))
        return
    for name, value in one.final.items():
        if whole(value) and whole(two.final.get(name)) and value != two.final[name] and not changes_last(one,
                name) and not changes_last(two, name):
            yield "final %s = %r, the other one %r" % (name, value, two.final[name])
    curves = [(n, numbers(one.columns[n]), numbers(two.columns[n])) for n in one.columns if n in two.columns
              and n != "time"]
    largest = max((size_of(a) for _, a, _ in curves), default=0.0)
    for name, a, b in curves:
        far = min(apart(a, b), apart(b, a))
        if far > SMALL*max(size_of(a), size_of(b)) + ROUNDING*largest:
            yield "%s differs by %.3g in the mean, and is at most %.3g" % (name, far, size_of(a))
            return


def without(options, names):
    return [w for i, w in enumerate(options) if w not in names and (i == 0 or options[i - 1] not in names)
            and w.partition("=")[0] not in names]


def judge(job):
    """What solvers differ in, and how many runs were not compared."""
    (saltus, target, options, env), solvers, limit = job
    options = without(recorded.without_recording(options), ("--solver", "--tol"))
    found, left = [], 0

    def run(solver, tolerance):
        return Run(saltus, target, options + ["--tol", repr(tolerance)], env, solver, limit)

    first, closer = run("auto", TOLERANCE), None
    for solver in solvers:
        other = run(solver, TOLERANCE) if first.status != "timeout" else first
        texts = list(differences(first, other)) if other.status != "timeout" else []
        if texts and first.status == other.status:
            closer = closer or run("auto", CLOSER)
            again = run(solver, CLOSER)
            if "timeout" not in (closer.status, again.status):
                texts = list(differences(closer, again))
        left += other.status == "timeout"
        found += ["saltus run %s %s: auto %s (%s; %s)" % (target, " ".join(options + ["--solver", solver]), text,
                                                          ",".join(first.codes), ",".join(other.codes))
                  for text in texts]
    return found, left


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=120, help="models of the sample")
    parser.add_argument("--limit", type=int, default=240, help="seconds for one run")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("paths", nargs="*")
    a = parser.parse_args()
    draw = random.Random(a.seed)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    jobs = list(recorded.project_jobs(os.path.abspath(a.saltus), root, [os.path.abspath(p) for p in a.paths]))
    jobs = [job for job in jobs if os.path.basename(job[1].partition(":")[0]) not in EXCEPT]
    whole = a.all or a.paths
    if not whole:
        jobs = draw.sample(jobs, min(a.count, len(jobs)))
    work = [(job, SOLVERS if whole else [draw.choice(SOLVERS)], a.limit) for job in jobs]
    bad = left = 0
    with multiprocessing.Pool(a.jobs) as pool:
        for found, late in pool.imap(judge, work):
            bad += bool(found)
            left += late
            for text in found:
                print(text, flush=True)
    print("solvers: seed %d: on %d of %d models the solvers agree; %d runs took too long to be compared" % (a.seed,
            len(work) - bad, len(work), left))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
