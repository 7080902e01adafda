#!/usr/bin/env python3
"""Quantised states against steps of all states, at equal tolerance and with the error of each.

  bench/quantised.py [--saltus build/saltus] [--only MODEL] [--limit SECONDS]

Each model of bench/quantised is run with every method of its list. The table has seconds of processor time of the whole
process (the least of three), steps, and the error: the mean, over the rows and the recorded variables, of the distance
from a run of `auto` at tolerance 1e-8, as a part of the largest value. The largest models have no such run.
"""
import argparse
import csv
import os
import pathlib
import resource
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent / "quantised"
# model, options (a class first), recorded, methods with tolerances
MODELS = [
    ("rooms", [], "T[2],T[500],T[999]", [("auto", "1e-3"), ("auto", "1e-6"), ("qss2", "1e-4"), ("qss3", "1e-6"),
                                         ("erk", "1e-6")]),
    ("rooms", ["-p", "n=10000"], "T[2],T[5000]", [("auto", "1e-6")]),
    ("air_conditioners", [], "T[2],T[500]", [("auto", "1e-3"), ("qss2", "1e-3"), ("qss3", "1e-5"), ("erk", "1e-3")]),
    ("neurons", [], "v[2],u[500]", [("auto", "1e-3"), ("auto", "1e-4"), ("qss3", "1e-3"), ("liqss2", "1e-3"),
                                    ("erk", "1e-3"), ("erk", "1e-4")]),
    ("inverters", [], "x[2],x[251],x[500]", [("auto", "1e-4"), ("liqss2", "1e-4"), ("liqss3", "1e-4"),
                                             ("cvode", "1e-4")]),
    ("advection", [], "c[400],c[700],c[820]", [("auto", "1e-4"), ("liqss2", "1e-4"), ("liqss3", "1e-4"),
                                               ("cvode", "1e-4")]),
    ("advection", ["-p", "n=20000"], "c[8000],c[14000]", [("auto", "1e-4"), ("liqss2", "1e-4"), ("liqss3", "1e-4")]),
    ("line", [], "u[1],u[50],u[100]", [("auto", "1e-4"), ("qss2", "1e-3"), ("qss3", "1e-4"), ("cvode", "1e-4")]),
    ("converters", [":Converters.Buck"], "i,u", [("auto", "1e-3"), ("liqss2", "1e-5"), ("cvode", "1e-6")]),
    ("converters", [":Converters.Boost"], "i,u", [("auto", "1e-3"), ("liqss2", "1e-5"), ("cvode", "1e-6")]),
    ("converters", [":Converters.BuckBoost"], "i,u", [("auto", "1e-3"), ("liqss2", "1e-5"), ("cvode", "1e-6")]),
    ("converters", [":Converters.Cuk"], "i,u", [("auto", "1e-3"), ("liqss2", "1e-5"), ("cvode", "1e-6")]),
    ("converters", [":Converters.Interleaved"], "u", [("auto", "1e-3"), ("liqss2", "1e-5"), ("cvode", "1e-6")]),
]


class Runs:
    def __init__(self, saltus, limit):
        self.saltus, self.limit, self.folder = saltus, limit, tempfile.mkdtemp()

    def run(self, model, options, recorded, solver, tolerance, limit=None):
        """(seconds of the processor, steps, rows); None: it did not end in time."""
        table = os.path.join(self.folder, "out.csv")
        which = options[0] if options and options[0].startswith(":") else ""
        command = [self.saltus, "run", str(HERE / (model + ".mo")) + which, *[o for o in options if o != which],
                   "--solver", solver, "--tol", tolerance, "--vars", recorded, "--events", "none", "-o", table]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit or self.limit)
        except subprocess.TimeoutExpired:
            return None
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if done.returncode:
            return None
        with open(table, newline="", encoding="utf-8") as stream:
            rows = [[float(x) for x in row] for row in list(csv.reader(stream))[1:]]
        line = next(l for l in done.stdout.splitlines() if " steps (" in l)
        return seconds, int(line.split(" steps (")[0].split()[-1]), rows


def error(rows, reference):
    columns = range(1, len(reference[0]))
    largest = [max(abs(row[c]) for row in reference) or 1 for c in columns]
    off = [abs(a[c] - b[c])/largest[c - 1] for a, b in zip(rows, reference) for c in columns]
    return sum(off)/len(off)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--saltus", default="build/saltus")
    parser.add_argument("--only")
    parser.add_argument("--limit", type=float, default=60)
    arguments = parser.parse_args()
    runs = Runs(os.path.abspath(arguments.saltus), arguments.limit)
    for model, options, recorded, methods in MODELS:
        if arguments.only and arguments.only != model:
            continue
        name = " ".join([model] + [o.lstrip(":") for o in options if o != "-p"])
        exact = runs.run(model, options, recorded, "auto", "1e-8", 600) if "-p" not in options else None
        for solver, tolerance in methods:
            got = runs.run(model, options, recorded, solver, tolerance)
            if not got:
                print("%-28s %-7s %-5s   more than %g s, or failed" % (name, solver, tolerance, arguments.limit))
                continue
            least = min([got[0]] + [runs.run(model, options, recorded, solver, tolerance)[0]
                                    for _ in range(2 if got[0] < 5 else 0)])
            off = "%8.1e" % error(got[2], exact[2]) if exact else "       ?"
            print("%-28s %-7s %-5s %8.3f s %9d steps   error %s" % (name, solver, tolerance, least, got[1], off),
                  flush=True)


if __name__ == "__main__":
    main()
