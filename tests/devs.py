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


# One atomic model with a state, whose C is given.
MISTAKE = """model M
  connector In = input Real annotation(__Saltus(message = true));
  connector Out = output Real annotation(__Saltus(message = true));
  block A
    parameter Real k = 1;
    In i;
    Out o;
    Integer n;
  external "C" mistaken() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
#include <stdlib.h>
void mistaken(saltus_block *b, saltus_call call)
{
    double wait = 1;
    (void)wait;
    %s
}");
    annotation(__Saltus(devs = "atomic"));
  end A;
  A a;
end M;
"""
MISTAKES = [      # the body, the code, words of the message
    ("if (call == SALTUS_START) saltus_advance(b, -1);", "R0320", "'a' gives the negative time advance"),
    ("if (call == SALTUS_START) saltus_advance(b, 1);", "R0320", "'a' gives no time advance in its call "
     "SALTUS_ADVANCE"),
    ("saltus_advance(b, NAN);", "R0320", "'a' gives no time advance"),
    ("saltus_advance(b, 0);", "R0320", "does not come to an end at time 0"),
    ("saltus_advance(b, 1); if (call == SALTUS_INTERNAL) saltus_send_real(b, 1, 1);", "R0320", "sends in its call "
     "SALTUS_INTERNAL"),
    ("saltus_advance(b, 1); if (call == SALTUS_SEND) saltus_send_real(b, 2, 1);", "R0320", "asks for message output "
     "2"),
    ("saltus_advance(b, 1); if (call == SALTUS_SEND) saltus_send_int(b, 1, 1);", "R0320", "takes messages of port 'o' "
     "for another type"),
    ("struct { int a, b, c; } m; saltus_advance(b, 1); if (call == SALTUS_SEND) saltus_send(b, 1, &m);", "R0320",
     "for 12 bytes in its call SALTUS_SEND, and they have 8"),
    ("saltus_advance(b, 1); if (call == SALTUS_INTERNAL) saltus_message_real(b, 1, 0);", "R0320", "asks for message 0 "
     "of port 'i' in its call SALTUS_INTERNAL, and 0 have come"),
    ("saltus_advance(b, 1); if (call == SALTUS_INTERNAL) saltus_discrete_int(b, 1)[2] = 1;", "R0320",
     "writes past the end of 'n'"),
    ("saltus_advance(b, 1); if (call == SALTUS_INTERNAL) saltus_discrete(b, 2)[0] = 1;", "R0320",
     "asks for discrete state 2 in its call SALTUS_INTERNAL, and it has 1"),
    ("saltus_advance(b, 1); if (call == SALTUS_INTERNAL) saltus_kept(b, 8);", "R0320", "asks for memory in its call "
     "SALTUS_INTERNAL"),
    ("saltus_advance(b, 1); if (call == SALTUS_INTERNAL) saltus_error(b, \\\"no %d\\\", 7);", "R0320",
     "no 7 (the atomic model 'a', in its call SALTUS_INTERNAL)"),
    ("saltus_advance(b, 1); if (call == SALTUS_INTERNAL) *(volatile int *)0 = 1;", "R0732",
     "SALTUS_INTERNAL of the atomic model 'a'"),
    ("saltus_advance(b, 1); if (call == SALTUS_SEND) abort();", "R0732", "SALTUS_SEND of the atomic model 'a'"),
]


def mistakes(saltus, folder):
    """What is wrong in C is told with the name of the atomic model and the call (E580, E590)."""
    for body, code, words in MISTAKES:
        with open(os.path.join(folder, "m.mo"), "w") as file:
            file.write(MISTAKE % body)
        status, said = run(saltus, folder, "run", "m.mo:M", "--stop", "2.5", "--json")
        check(status == 1 and f'"{code}"' in said and words in said, f"{body}: {status}, {said[-700:]}")


LOOP = """model Loop
  import Saltus.DEVS.*;
  WeightedSum alpha(n = 1), beta(n = 1), idle(n = 1);
  Generator g(first = 0.5);
equation
  connect(alpha.y, beta.u[1]);
  connect(beta.y, alpha.u[1]);
end Loop;
"""


def loop(saltus, folder):
    """An endless chain at one time names those on it, and nobody else (E590)."""
    with open(os.path.join(folder, "loop.mo"), "w") as file:
        file.write(LOOP)
    for semantics in ("parallel", "classic"):
        text = LOOP.replace("end Loop;", f'  annotation(__Saltus(devs = "{semantics}"));\nend Loop;')
        with open(os.path.join(folder, "loop.mo"), "w") as file:
            file.write(text)
        status, said = run(saltus, folder, "run", "loop.mo:Loop", "--stop", "1")
        check(status == 1 and "'alpha', 'beta' make transitions again and again" in said and "idle" not in said,
              f"loop, {semantics}: {status}, {said}")


def goes_on(saltus, folder, source):
    """A run that is killed goes on from its checkpoint to the same bytes (E591)."""
    model = os.path.join(source, "tests", "models", "devs", "experiments.mo") + ":Experiments.Waiting"
    arguments = ["run", model, "--quiet", "--stop", "20000", "--step", "10"]
    status, said = run(saltus, folder, *arguments, "-o", "whole.csv")
    check(status == 0, "whole: " + said)
    process = subprocess.Popen([saltus, *arguments, "-o", "pieces.csv", "--checkpoint", "devs.checkpoint", "--every",
                                "0.01"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=0.35)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    more = ["--resume", "devs.checkpoint"] if os.path.exists(os.path.join(folder, "devs.checkpoint")) else []
    status, said = run(saltus, folder, *arguments, "-o", "pieces.csv", *more)
    check(status == 0, "resumed: " + said)
    with open(os.path.join(folder, "whole.csv")) as one, open(os.path.join(folder, "pieces.csv")) as other:
        check(one.read() == other.read(), "a run that goes on gives other numbers")


def shared(saltus, folder, source):
    """Text in the model, and a shared library: the same trace."""
    network = devs_reference.network(3)
    text = devs_reference.whole_text(network, 'devs = "parallel"')
    with open(os.path.join(folder, "machines.c"), "w") as file:
        file.write(devs_reference.CODE)
    built = subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-I", os.path.join(source, "include"), "-o",
                            "libmachines.so", "machines.c"], cwd=folder, capture_output=True, text=True)
    check(built.returncode == 0, "cc: " + built.stderr)
    library = f'Library = "machines", LibraryDirectory = "file://{folder}"'
    with open(os.path.join(folder, "net.mo"), "w") as file:
        file.write(re.sub(r'Include = "(?:[^"\\]|\\.)*"', lambda _: library, text))
    status, said = run(saltus, folder, "run", "net.mo:Net.C1", "--stop", str(STOP), "--log", "events", "--step", "12")
    check(status == 0, "shared library: " + said[-800:])
    wrong = differ(trace_of(said), devs_reference.Simulator(devs_reference.network(3), False).run(STOP))
    check(not wrong, f"shared library: {wrong}")


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
        source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        parts = {"mistakes": lambda: mistakes(saltus, folder), "loop": lambda: loop(saltus, folder),
                 "saved": lambda: goes_on(saltus, folder, source), "shared": lambda: shared(saltus, folder, source)}
        for name, part in parts.items():
            if given.part in ("", name):
                part()
    print(f"{given.count} networks of DEVS, {lines} lines of traces, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
