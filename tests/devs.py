#!/usr/bin/env python3
"""DEVS (docs/devs.md), where more than a model is needed: networks by chance against a simulator of its own, event by
event, flat and by coordinators; saved runs; mistakes of their C.

    devs.py --saltus build/saltus [--count N] [--seed S]

Models with answers are in tests/models/devs."""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import devs_reference

STOP = 12
failures = []


def check(good, what):
    if not good:
        failures.append(what)
        print("FAILED:", what[:600])


def run(saltus, folder, *arguments):
    done = subprocess.run([saltus, *arguments], cwd=folder, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def trace_of(text):
    """What atomics do, as the log of events says it."""
    return [line for line in text.splitlines() if re.match(r"\S+: \S+ (sends|makes its)", line)]


def differ(one, other):
    for k, (a, b) in enumerate(zip(one, other)):
        if a != b:
            return f"line {k + 1}: '{a}' is not '{b}'"
    return None if len(one) == len(other) else f"{len(one)} lines are not {len(other)}"


def compare_network(saltus, folder, seed):
    """E580 to E584, E588, E589: one trace, whoever computes it."""
    lines = 0
    for classic in (False, True):
        model = devs_reference.network(seed)
        expected = devs_reference.Simulator(model, classic).run(STOP)
        for hierarchical in (False, True):
            settings = [f'devs = "{"classic" if classic else "parallel"}"'] + ["hierarchical = true"]*hierarchical
            with open(os.path.join(folder, "net.mo"), "w") as file:
                file.write(devs_reference.whole_text(model, ", ".join(settings)))
            status, said = run(saltus, folder, "run", "net.mo:Net.C1", "--stop", str(STOP), "--log", "events",
                               "--step", str(STOP))
            what = f"network {seed}, {'classic' if classic else 'parallel'}{', coordinators' if hierarchical else ''}"
            check(status == 0, f"{what}: status {status}\n{said[-2000:]}")
            wrong = differ(trace_of(said), expected) if status == 0 else None
            check(not wrong, f"{what}: {wrong}")
            lines += len(expected)
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="")
    given = parser.parse_args()
    saltus = os.path.abspath(given.saltus)
    with tempfile.TemporaryDirectory() as folder:
        lines = 0
        for seed in range(given.seed, given.seed + given.count):
            if given.part in ("", "networks"):
                lines += compare_network(saltus, folder, seed)
    print(f"{given.count} networks of DEVS, {lines} lines of traces, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
