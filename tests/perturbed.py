#!/usr/bin/env python3
"""What memory holds before it is written must not matter. Models of the project run as they are, and with memory that
the C library fills, when it is handed out and when it is given back, with one byte and with another (MALLOC_PERTURB_ of
glibc): rows, summary and messages must have the same bits. The sanitizers do not see such a read; its results may
differ from machine to machine in their last digits.

    perturbed.py --saltus build/saltus [--seed N]          a sample of the models, drawn from a seed that is printed
    perturbed.py --saltus build/saltus --all               all of them
    perturbed.py --saltus build/saltus FILE ...            these
"""
import argparse
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile

import recorded

# as it is; its complement is handed out: bytes of a tiny negative double, 0xaa; of a huge one, 0x7f
FILLS = ["", "85", "128"]
HANG = 900
LIMIT = "60"                    # a run that reaches it is not compared: how far it comes depends on the speed
TAKEN = re.compile(r'"wall":\{[^}]*\}|'
                   r'"(analysis|compilation|entering|seconds|known_seconds)":[0-9.e+-]+|\d+(\.\d+)?(e-?\d+)? '
                   r'(ns|us|ms|s|min)\b')


def run(job, fill):
    """All that a run says and writes, but for the time it takes."""
    saltus, target, options, env = job
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run([saltus, "run", target, "--json", "-o", "all.csv", "--timeout", LIMIT] + options,
                                  cwd=folder, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=HANG, env={**os.environ, **env, "MALLOC_PERTURB_": fill,
                                                                          "SALTUS_CC": ""})
        except subprocess.TimeoutExpired:
            return {"end": "none"}
        path = os.path.join(folder, "all.csv")
        rows = open(path, "rb").read() if os.path.exists(path) else b""
        texts = {"stdout": done.stdout, "stderr": done.stderr}
        return {"status": done.returncode, "rows": rows,
                **{name: TAKEN.sub("", text.decode(errors="replace").replace(folder, ""))
                   for name, text in texts.items()}}


def first_difference(a, b):
    a, b = (x.decode(errors="replace") if isinstance(x, bytes) else str(x) for x in (a, b))
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return "%r, %r" % (a[max(0, at - 60):at + 60], b[max(0, at - 60):at + 60])


def judge(job):
    """What depends on the memory, as texts; None: it took too long to be compared."""
    base, *others = [run(job, fill) for fill in FILLS]
    if any(one.get("status") == 3 for one in [base] + others):
        return job, None
    found = []
    for fill, other in zip(FILLS[1:], others):
        for part in base.keys() | other.keys():
            if base.get(part) != other.get(part):
                found.append("MALLOC_PERTURB_=%s saltus run %s %s: other %s: %s" % (
                    fill, job[1], " ".join(job[2]), part, first_difference(base.get(part), other.get(part))))
    return job, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--count", type=int, default=60, help="of the models of the sample")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("paths", nargs="*")
    arguments = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    saltus = os.path.abspath(arguments.saltus)
    jobs = [(s, target, recorded.without_recording(options), env)
            for s, target, options, env in recorded.project_jobs(saltus, root,
                                                                 [os.path.abspath(p) for p in arguments.paths])]
    jobs = [j for j in jobs if "--timeout" not in j[2] and "SALTUS_CC" not in j[3]]
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    if not arguments.all and not arguments.paths:
        jobs = recorded.sample(jobs, arguments.count, seed)
    bad = left = 0
    with multiprocessing.Pool(arguments.jobs) as pool:
        for job, found in pool.imap_unordered(judge, jobs):
            bad, left = bad + bool(found), left + (found is None)
            for text in found or []:
                print(text, flush=True)
    print("%d of %d models do the same whatever memory held before, seed %d; %d took too long to be compared" % (
        len(jobs) - bad - left, len(jobs), seed, left))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
