#!/usr/bin/env python3
"""A run advances or tells.

    stuck.py --saltus build/saltus [--count N] [--seed S]

A coil drives capacitors of 1 F with diodes of small and other resistances between them, at random, and everything
begins at zero. Here a condition may count as the solver's error at one moment and as a crossing at the next. Each
solver must come to the end, and all must agree."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

SOLVERS = ["auto", "rodas", "dirk", "cvode"]
SECONDS = 600           # against hanging; each run takes some hundredths


def draw(rng):
    n, small = rng.randint(2, 3), rng.choice(["1e-4", "1e-3", "1e-5"])
    flows = [[] for _ in range(n)]
    for _ in range(rng.randint(2, 4)):
        a, b = rng.sample(range(-1, n), 2)
        high, low = ("v%d" % k if k >= 0 else "0" for k in (a, b))
        resistance = rng.choice([small, small, "%.2f" % rng.uniform(0.1, 2)])
        flow = "(if %s - %s > 0 then (%s - %s)/%s else 0)" % (high, low, high, low, resistance)
        if a >= 0:
            flows[a].append(" - " + flow)
        if b >= 0:
            flows[b].append(" + " + flow)
    text = "model Stuck\n  Real il(start = 0, fixed = true)"
    text += "".join(", v%d(start = 0, fixed = true)" % k for k in range(n)) + ";\nequation\n"
    text += "  0.3*der(il) = %d*sin(%.1f*time) - v0;\n" % (rng.randint(1, 5), rng.uniform(1, 10))
    for k, flow in enumerate(flows):
        text += "  der(v%d) = %s%s;\n" % (k, "il" if k == 0 else "0", "".join(flow))
    return text + "end Stuck;\n", ["il"] + ["v%d" % k for k in range(n)]


def run(saltus, path, solver):
    done = subprocess.run([saltus, "run", path, "--stop", "4", "--solver", solver, "--timeout", str(SECONDS), "--json"],
                          stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    said = json.loads(done.stdout)
    return said["status"], said["final"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--count", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=140)
    asked = arguments.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stuck.mo")
        for seed in range(asked.seed, asked.seed + asked.count):
            text, names = draw(random.Random(seed))
            with open(path, "w") as file:
                file.write(text)
            ends = [run(os.path.abspath(asked.saltus), path, s) for s in SOLVERS]
            fault = [(s, e[0]) for s, e in zip(SOLVERS, ends) if e[0] != "done"]
            for name in names if not fault else []:
                values = [e[1][name] for e in ends]
                if max(values) - min(values) > 1e-4*max(1, max(map(abs, values))):
                    fault.append((name, values))
            if fault:
                wrong += 1
                print("seed %d: %r\n%s" % (seed, fault, text))
    print("seed %d: %d of %d networks come to the same end" % (asked.seed, asked.count - wrong, asked.count))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
