#!/usr/bin/env python3
"""Generated models through the whole program: check, run with two solvers, with and without recording, with both
compilers, and what `saltus flat` prints run again.

    runs.py --saltus build/saltus [--tiers build/tiers] [--seconds 60] [--seed N] [--jobs 2] [--keep FOLDER]
    runs.py --saltus build/saltus --only SEED        one model again, with all that is said

Each model has a seed of its own, which is printed with whatever is found. Most models are well posed by construction
(modelica.py, cosy.py): they must run, and the answers must agree. Others are wild, or have a word replaced: they may
fail with a message, but never end by a signal, hang, or say what only Saltus' makers understand.

Two solvers agree where both give the same to a tenth of what is allowed at a hundredth of the tolerance: a solution
that passes close by a condition, or that is sensitive, says nothing about the program.
"""
import argparse
import json
import math
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import cosy
import modelica
import muss

HANG = 1800           # seconds: thousands of times what the slowest needs
LIMIT = 20            # given to --timeout: a wild model may ask for any number of events
LONG = 1000           # one that is well posed does not; it needs a second
SOLVERS = ["auto", "cvode", "dirk", "rodas", "ida", "adams", "erk"]
INSIDE = re.compile(r"\(null\)|\$[a-z]\w*|internal error|Sanitizer|runtime error")
ALLOWED = 2e-3        # between two solvers, relative to the size of the value and to one


class Found(Exception):
    pass


class Job:
    def __init__(self, arguments, seed, folder):
        self.saltus, self.tiers, self.seed, self.folder = arguments.saltus, arguments.tiers, seed, folder
        self.chance = random.Random(seed)
        self.said = []

    def call(self, program, *words, **variables):
        env = {**os.environ, "SALTUS_CACHE": os.path.join(self.folder, "cache"), **variables}
        try:
            done = subprocess.run([program] + list(words), cwd=self.folder, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=HANG, env=env)
        except subprocess.TimeoutExpired:
            raise Found("%s: no end after %d seconds" % (" ".join(words), HANG))
        err, out = done.stderr.decode(errors="replace"), done.stdout.decode(errors="replace")
        what = "%s %s" % (os.path.basename(program), " ".join(words))
        self.said.append("%s: %d %s" % (what, done.returncode, err[:300]))
        if done.returncode not in (0, 1, 3):
            raise Found("%s: status %d\n%s" % (what, done.returncode, err[-3000:]))
        # In a flat model what the translator has made is declared, with a quoted name.
        declared = words[0] == "flat" or any(w.endswith("flat.mo") for w in words)
        bad = INSIDE.search(err) or INSIDE.search(re.sub(r"'\$[^']*'", "", out) if declared else out)
        if bad:
            raise Found("%s: says '%s'\n%s" % (what, bad[0], (err + out)[:2000]))
        if done.returncode == 1 and "error" not in err and '"error"' not in out:
            raise Found("%s: failed without a message" % what)
        return done.returncode, out, err

    def run(self, *words, limit=LIMIT, **variables):
        status, out, err = self.call(self.saltus, "run", *words, "--json", "--timeout", str(limit), **variables)
        try:
            summary = json.loads(out)
        except ValueError:
            raise Found("run %s: no JSON object: %s" % (" ".join(words), out[:300] + err[:2000]))
        summary["exit"] = status
        summary["codes"] = [m["code"] for m in summary.get("messages", []) if m["severity"] == "error"]
        return summary


def different(a, b, allowed):
    """The names whose values differ, with both values."""
    out = []
    for name, x in a["final"].items():
        y = b["final"].get(name)
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            if not abs(x - y) <= allowed * max(1.0, abs(x)) and not (x != x and y != y):
                out.append("%s: %r and %r" % (name, x, y))
        elif x != y:
            out.append("%s: %r and %r" % (name, x, y))
    return out


def must_run(job, *words, **variables):
    result = job.run(*words, limit=LONG, **variables)
    if result["status"] not in ("done", "terminated"):
        raise Found("run %s: %s %s" % (" ".join(words), result["status"],
                                       "; ".join("%s %s" % (m["code"], m["text"])
                                                 for m in result.get("messages", [])[:3])))
    return result


def compare_solvers(job, path):
    a, b = job.chance.sample(SOLVERS, 2)
    coarse = {s: must_run(job, path, "--solver", s, "--tol", "1e-6") for s in (a, b)}
    if not different(coarse[a], coarse[b], ALLOWED):
        return
    fine = {s: must_run(job, path, "--solver", s, "--tol", "1e-8") for s in (a, b)}
    finest = {s: must_run(job, path, "--solver", s, "--tol", "1e-10") for s in (a, b)}
    if any(different(fine[s], finest[s], ALLOWED/10) for s in (a, b)):
        return                       # it depends on the last digits, whoever computes it
    # Each agrees with itself: then with the other too, and what differed at the coarse tolerance must not be a missed
    # event.
    differ = different(finest[a], finest[b], ALLOWED)
    if differ:
        raise Found("%s and %s differ, and each is sure: %s" % (a, b, "; ".join(differ[:4])))


def compare_records(job, path):
    solver = job.chance.choice(SOLVERS)
    bare = must_run(job, path, "--solver", solver)
    ending = job.chance.choice([["-o", "r.csv"], ["-o", "r.mat"], ["-o", "r.csv", "--step", "0.01"],
                                ["-o", "r.csv", "--events", "none"],
                                ["--plot=p.svg"], ["--log", "events,modes,steps,init,solver"]])
    kept = must_run(job, path, "--solver", solver, *ending)
    if "--step" not in ending:
        differ = different(bare, kept, 1e-4)
        differ += ["what is written"] * (not different(bare, kept, 0) and bare.get("output") != kept.get("output"))
        if differ:
            raise Found("%s: with %s other values: %s" % (solver, " ".join(ending), "; ".join(differ[:4])))


def compare_flat(job, path):
    status, out, err = job.call(job.saltus, "flat", path)
    if status:
        raise Found("flat: %s" % err[:2000])
    again = os.path.join(job.folder, "flat.mo")
    with open(again, "w") as file:
        file.write(out)
    a, b = must_run(job, path, "--tol", "1e-8"), must_run(job, again, "--tol", "1e-8")
    a["final"] = {k: v for k, v in a["final"].items() if k in b["final"]}
    differ = different(a, b, 1e-3)
    if differ:
        finer = must_run(job, path, "--tol", "1e-10")
        if not different(a, finer, 1e-4):
            raise Found("the flat model differs: %s" % "; ".join(differ[:4]))


def compare_tiers(job, path):
    """The same bits from libtcc and from the system compiler. The code of a program with experiments comes from the
    cache, which is filled first."""
    if not job.tiers:
        return
    status, out, err = job.call(job.tiers, path)
    if status:
        raise Found("the compilers differ: %s%s" % (out[-2000:], err[-2000:]))
    if path.endswith(".cosy"):
        best, first = must_run(job, path), must_run(job, path, SALTUS_CC="",
                                                    SALTUS_CACHE=os.path.join(job.folder, "none"))
        differ = different(best, first, 0) + ["what is written"] * (best.get("output") != first.get("output"))
        if differ:
            raise Found("the compilers differ: %s" % "; ".join(differ[:4]))


def compare_muss(job, path):
    """The layout of a text changes nothing, its study collects what its experiment gives, and a submodel that was
    compiled does what its source does."""
    before = must_run(job, path + ":Generated")
    status, out, err = job.call(job.saltus, "run", path + ":Several", "--json")
    if status:
        raise Found("the study: %s%s" % (out[-1500:], err[-1500:]))
    for row in json.loads(out)["rows"]:
        alone = must_run(job, path + ":Generated", "-p", "gain=%r" % row["g"])
        if abs(alone["final"]["last"] - row["e"]) > ALLOWED:
            raise Found("the study has %r, the run has %r" % (row, alone["final"]["last"]))
    job.call(job.saltus, "check", "--segments", path)
    status, out, err = job.call(job.saltus, "fmt", path)
    if status:
        raise Found("fmt: %s" % err[:2000])
    after = must_run(job, path + ":Generated")
    if different(before, after, 0):
        raise Found("another layout, another result: %s" % different(before, after, 0)[:4])


def well_posed(job, path):
    status, out, err = job.call(job.saltus, "check", path)
    if status:
        raise Found("check: %s" % (err or out)[:2000])
    compare_solvers(job, path)
    compare_records(job, path)
    if ".mo:" in path and job.chance.random() < 0.3:
        compare_flat(job, path)
    if ".muss" in path:
        compare_muss(job, path.split(":")[0])
    if job.chance.random() < 0.2:
        compare_tiers(job, path)


def anything(job, path):
    """Whatever is said, it is said well."""
    check, _, _ = job.call(job.saltus, "check", path)
    one = job.run(path, "--solver", job.chance.choice(SOLVERS))
    if check and not one["exit"]:
        raise Found("check fails, run does not")
    if one["exit"] == 0 and one["status"] not in ("done", "terminated"):
        raise Found("status 0, but '%s'" % one["status"])
    if one["status"] == "timeout":
        return
    again = job.run(path, "-o", "r.csv", "--tol", job.chance.choice(["1e-3", "1e-6", "1e-9"]))
    if again["exit"] not in (0, 1, 3):
        raise Found("status %d" % again["exit"])
    if job.tiers and job.chance.random() < 0.2:
        status, out, err = job.call(job.tiers, path)
        if status == 1 and "differ" in out:
            raise Found("the compilers differ: %s" % out[-2000:])


def mutated(chance, text):
    """One to three words exchanged for other words of the text, doubled or left out."""
    words = re.findall(r"[A-Za-z_]\w*|[0-9.]+(?:e-?\d+)?|\s+|<=|>=|:=|<>|.", text)
    places = [i for i, w in enumerate(words) if not w.isspace()]
    extra = ["0", "1e300", "-1", "1e-300", "true", "Real", "Integer", "Boolean", "String", "time", "2147483648",
             "9223372036854775807", "{1, 2}", "pre", "der",
             "\"s\"", "[1, 2; 3, 4]", "0.0", "1/0", "end", "input", "discrete", "parameter", "flow", "each",
             "-2147483648*4", ":", "size"]
    for _ in range(chance.randint(1, 3)):
        at, other = chance.choice(places), words[chance.choice(places)]
        words[at] = chance.choice([other, other, "", words[at] + " " + words[at], chance.choice(extra),
                                   chance.choice(extra)])
    return "".join(words)


def write(folder, seed):
    """The model of a seed: its path and how it is judged."""
    chance = random.Random(seed)
    kind = chance.random()
    notation = chance.choice(["cosy", "muss", "mo", "mo", "mo"])
    make = {"cosy": cosy.program, "muss": muss.text, "mo": modelica.model}[notation]
    text = make(chance, kind > 0.6)
    if kind > 0.8:
        text = mutated(chance, text)
    path = os.path.join(folder, "generated." + notation)
    with open(path, "w") as file:
        file.write(text)
    return path + (":Generated" if notation != "cosy" else ""), well_posed if kind <= 0.6 else anything


def judge(work):
    arguments, seed = work
    folder = tempfile.mkdtemp(prefix="saltus-fuzz-")
    try:
        path, judge_it = write(folder, seed)
        job = Job(arguments, seed, folder)
        try:
            judge_it(job, path)
            found = None
        except Found as e:
            found = str(e)
        if found and arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            file = path.split(":")[0]
            shutil.copy(file, os.path.join(arguments.keep, "%d.%s" % (seed, file.rsplit(".", 1)[1])))
        return seed, found, job.said if arguments.only is not None else None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def works(arguments, first):
    end = time.monotonic() + arguments.seconds
    seed = first
    while time.monotonic() < end and seed - first < arguments.most:
        yield arguments, seed
        seed += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--tiers", help="the program that compares both compilers")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--most", type=int, default=1 << 40, help="models at most")
    parser.add_argument("--seed", type=int, help="of the first model; the others follow it")
    parser.add_argument("--only", type=int, help="this seed alone")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="a folder for the models that something was found with")
    arguments = parser.parse_args()
    arguments.saltus = os.path.abspath(arguments.saltus)
    arguments.tiers = os.path.abspath(arguments.tiers) if arguments.tiers else None
    if arguments.only is not None:
        _, found, said = judge((arguments, arguments.only))
        print("\n".join(said))
        print("FOUND %s" % found if found else "nothing found")
        return 1 if found else 0
    first = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    print("first seed %d" % first, flush=True)
    models, bad = 0, 0
    with multiprocessing.Pool(arguments.jobs) as pool:
        # One model after another is handed out, so that the last ones end soon after the time is over.
        running, source = [], works(arguments, first)
        for work in source:
            running.append(pool.apply_async(judge, (work,)))
            while len(running) >= 2*arguments.jobs:
                seed, found, _ = running.pop(0).get()
                models, bad = models + 1, bad + bool(found)
                if found:
                    print("FOUND seed %d: %s" % (seed, found), flush=True)
        for one in running:
            seed, found, _ = one.get()
            models, bad = models + 1, bad + bool(found)
            if found:
                print("FOUND seed %d: %s" % (seed, found), flush=True)
    print("%d generated models, %d findings; again with --seed %d, one of them with --only SEED" % (models, bad, first))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
