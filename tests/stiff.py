#!/usr/bin/env python3
"""Diodes, free wheels and check valves with very small resistances between capacitors, inertias and tanks.

    stiff.py --saltus build/saltus [--count N] [--seed S] [--tol R] [--solver NAME] [--keep FOLDER]

What flows through such an element is a difference of states times 1e2 to 1e8. The tolerance of the states says nothing
about the sign of such a flow, so that the element turns to and fro because of the solver's error alone, a million
times, unless the program knows better. The networks are drawn at random; the reference is the exact piecewise solution
of switched_reference.py. States, jumps and the number and times of turns are compared as in switched.py; more than
ten times the turns of the reference are too many events."""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from switched import judge, reference                                    # noqa: E402
from switched_library import Case                                        # noqa: E402
from switched_models import CASES                                        # noqa: E402


def peak(c, draw):
    """A source charges a capacitor, which a load discharges."""
    c.diode("d", "s", "a")
    c.C("c", "a", 0, draw(1e-5, 1e-3))
    c.R("r", "a", 0, draw(20, 1e4))


def clamp(c, draw):
    """A capacitor in series, and a diode that keeps its end above ground."""
    c.C("c", "s", "a", draw(1e-5, 1e-3))
    c.diode("d", 0, "a")
    c.R("r", "a", 0, draw(20, 1e4))


def doubler(c, draw, stages=1):
    pump, smooth = "s", 0
    for k in range(1, stages + 1):
        c.C("a%d" % k, "a%d" % k, pump, draw(5e-5, 3e-4))
        c.C("b%d" % k, "b%d" % k, smooth, draw(5e-5, 3e-4))
        c.diode("d%d" % k, smooth, "a%d" % k)
        c.diode("e%d" % k, "a%d" % k, "b%d" % k)
        pump, smooth = "a%d" % k, "b%d" % k
    c.R("r", smooth, 0, draw(1e3, 1e5))


def quadrupler(c, draw):
    doubler(c, draw, 2)


def two(c, draw):
    """Through a resistance into one capacitor, through a diode into another."""
    c.R("rs", "s", "a", draw(0.5, 20))
    c.C("c1", "a", 0, draw(1e-5, 3e-4))
    c.diode("d", "a", "b")
    c.C("c2", "b", 0, draw(1e-5, 3e-4))
    c.R("r", "b", 0, draw(20, 1e4))


def coil(c, draw):
    c.L("l", "s", "a", draw(1e-3, 0.1))
    c.C("c1", "a", 0, draw(1e-5, 3e-4))
    c.diode("d", "a", "b")
    c.C("c2", "b", 0, draw(1e-5, 3e-4))
    c.R("r", "b", 0, draw(20, 1e3))


KINDS = (peak, clamp, doubler, quadrupler, two, coil)


def case_of(seed):
    rng = random.Random(seed)
    draw = lambda low, high: float("%.3g" % (low*(high/low)**rng.random()))
    kind, f = rng.choice(KINDS), draw(20, 200)
    c = Case("stiff_%s_%d" % (kind.__name__, seed), float("%.4g" % (rng.uniform(1.5, 4)/f)), 0.01/f, rng.choice("erh"))
    c.small = 10.0**-rng.uniform(2, 8)
    c.V("v", "s", 0, rng.choice((0.0, draw(1, 30))), [(draw(3, 300), f, rng.choice((0.0, rng.uniform(0, 6))))])
    kind(c, draw)
    return c


def turns(run):
    return sum(a["on"] != b["on"] for a, b in zip(run.events, run.events[1:]))


def look(saltus, seed, tol, solver, folder):
    case = case_of(seed)
    CASES[case.name] = case
    outcome, reason, _ = judge(saltus, case.name, "bs", tol, folder, solver)
    if outcome == "unknown":
        return case.name, None
    if outcome != "right":
        return case.name, "%s: %s" % (outcome, reason)
    done = subprocess.run([saltus, "run", os.path.join(folder, case.name + "_bs.mo:P.M"), "--stop", repr(case.stop),
                           "--tol", repr(tol), "--solver", solver, "--json"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    made, wanted = json.loads(done.stdout)["events"]["state"], turns(reference(case, "bs"))
    return case.name, "%d events, should be %d" % (made, wanted) if made > 10*wanted + 20 else ""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--count", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--tol", type=float, default=1e-6)
    arguments.add_argument("--solver", default="auto")
    arguments.add_argument("--keep")
    asked = arguments.parse_args()
    wrong = known = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor(2) as pool:
        where = asked.keep or folder
        os.makedirs(where, exist_ok=True)
        jobs = [pool.submit(look, os.path.abspath(asked.saltus), seed, asked.tol, asked.solver, where)
                for seed in range(asked.seed, asked.seed + asked.count)]
        for job in jobs:
            name, said = job.result()
            known += said is not None
            wrong += bool(said)
            if said:
                print("%s (1/%.2g): %s" % (name, case_of(int(name.rsplit("_", 1)[1])).small, said), flush=True)
    print("seed %d: %d of %d networks are right" % (asked.seed, known - wrong, known))
    return 1 if wrong or 2*known < asked.count else 0


if __name__ == "__main__":
    sys.exit(main())
