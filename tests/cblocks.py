#!/usr/bin/env python3
"""Blocks in C (docs/cblocks.md), where more than a model is needed: files that they write, memory that they keep,
shared libraries, mistakes of their C, runs that are repeated, copied and go on from checkpoints.

    cblocks.py --saltus build/saltus

Models with answers are in tests/models/cblocks."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

# A block that writes a file (E9.8).
LOGGER = """package Log
  import Saltus.Diagrams.Interfaces.*;
  block Logger "a line for each event; at the end how many there were"
    parameter String name = "log.txt";
    input Real u;
    ActivationInput e;
  external "C" logger() annotation(Include = "
#include <saltus_block.h>
struct log { int lines; FILE *file; };
void logger(saltus_block *b, saltus_call call)
{
	struct log *log = b->user;
	switch (call) {
	case SALTUS_INITIALISE:
		log = b->user = saltus_memory(b, sizeof *log);
		log->file = saltus_file(b, saltus_parameter_text(b, 1), \\"w\\");
		if (!log->file)
			saltus_error(b, \\"'%s' cannot be opened\\", saltus_parameter_text(b, 1));
		fprintf(log->file, \\"# %s\\\\n\\", b->name);
		break;
	case SALTUS_COMMIT:
		if (saltus_active(b, 1)) {
			fprintf(log->file, \\"%g\\\\n\\", saltus_input(b, 1)[0]);
			log->lines++;
		}
		break;
	case SALTUS_TERMINATE:
		if (log && log->file)
			fprintf(log->file, \\"# %d lines\\\\n\\", log->lines);
		break;
	default: break;
	}
}");
  end Logger;
  model Two
    Logger a(name = "a.txt"), b(name = "b.txt");
    Real x(start = 1, fixed = true);
    Activation e = Activation(0.25), f = Activation(0.5, 0.1);
  equation
    der(x) = -100*(x - cos(time));
    a.e = e;
    b.e = f;
    a.u = time;
    b.u = 2*time;
    annotation(experiment(StopTime = 1));
  end Two;
end Log;
"""

# A sum that is kept in memory: saved with the run. What it does not keep itself is discrete.
SUMS = """package Sums
  block Sum
    input Activation e;
    input Real u;
    output Real y;
    Real x(start = 1, fixed = true);
    discrete Real sum(start = 0, fixed = true);
  external "C" summed() annotation(Include = "
#include <saltus_block.h>
struct kept { double sum; int n; };
void summed(saltus_block *b, saltus_call call)
{
	struct kept *kept = b->user;
	switch (call) {
	case SALTUS_INITIALISE: b->user = saltus_kept(b, sizeof *kept); break;
	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = saltus_state(b, 1)[0]; break;
	case SALTUS_RATES: saltus_rate(b, 1)[0] = saltus_input(b, 1)[0] - saltus_state(b, 1)[0]; break;
	case SALTUS_UPDATE: saltus_discrete(b, 1)[0] = kept->sum + saltus_input(b, 1)[0]; break;
	case SALTUS_COMMIT:
		if (saltus_active(b, 1)) {
			kept->sum += saltus_input(b, 1)[0];
			kept->n++;
		}
		break;
	default: break;
	}
}");
  end Sum;
  model Test
    Sum s[2];
    Activation e = Activation(0.1, 0.05);
    Real n(start = 0, fixed = true);
  equation
    s[1].e = e;
    s[2].e = e;
    s[1].u = time;
    s[2].u = sin(time);
    when e then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 200, Interval = 0.5));
  end Test;
end Sums;
"""

SHARED = """package Shared
  block Inside
    input Real u;
    output Real y;
    Real x(start = 1, fixed = true);
  external "C" filter() annotation(Include = "%s");
  end Inside;
  block Outside
    input Real u;
    output Real y;
    Real x(start = 1, fixed = true);
  external "C" filter() annotation(Library = "filter", LibraryDirectory = "file://%s");
  end Outside;
  model In
    Inside f(u = sin(3*time));
    annotation(experiment(StopTime = 5));
  end In;
  model Out
    Outside f(u = sin(3*time));
    annotation(experiment(StopTime = 5));
  end Out;
end Shared;
"""
FILTER = """#include <saltus_block.h>
void filter(saltus_block *b, saltus_call call)
{
	double x = saltus_state(b, 1)[0];
	if (call == SALTUS_RATES)
		saltus_rate(b, 1)[0] = 2*(saltus_input(b, 1)[0] - x);
	if (call == SALTUS_OUTPUTS)
		saltus_output(b, 1)[0] = x;
}
"""

MISTAKE = """block B
  parameter Integer n = 2;
  input Real u;
  input Activation e;
  output Real y[n];
  output Activation o;
  Integer z(start = 0, fixed = true);
  external "C" mistaken() annotation(Include = "
#include <saltus_block.h>
#include <stdlib.h>
void mistaken(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_OUTPUTS) {
		saltus_output(b, 1)[0] = 1;
		saltus_output(b, 1)[1] = saltus_block_time(b);
	}
	%s
}");
end B;
model M
  B block1(u = time, e = Activation(0.5));
end M;
"""
# What the C does, the code of the message, and words of it.
MISTAKES = [
    ("if (call == SALTUS_OUTPUTS) saltus_output(b, 1)[2] = 1;", "R0320",
     "SALTUS_OUTPUTS writes past the end of the output 'y', which has 2 elements"),
    ("if (call == SALTUS_UPDATE) saltus_discrete_int(b, 1)[1] = 1;", "R0320",
     "SALTUS_UPDATE writes past the end of the discrete state 'z', which has 1 element"),
    ("if (call == SALTUS_UPDATE) *(volatile int *)8 = 1;", "R0732",
     "'block1' aborted the run in its call SALTUS_UPDATE"),
    ("if (call == SALTUS_INITIALISE) *(volatile int *)8 = 1;", "R0732", "in its call SALTUS_INITIALISE"),
    ("if (call == SALTUS_COMMIT) abort();", "R0732", "in its call SALTUS_COMMIT"),
    ("if (call == SALTUS_SCHEDULE) exit(3);", "R0732", "in its call SALTUS_SCHEDULE"),
    ("if (call == SALTUS_TERMINATE) *(volatile int *)8 = 1;", "R0732", "in its call SALTUS_TERMINATE"),
    ("if (call == SALTUS_OUTPUTS) saltus_input(b, 2);", "R0320", "asks for input 2, and it has 1"),
    ("if (call == SALTUS_OUTPUTS) saltus_input_int(b, 1);", "R0320", "asks for the input 'u' as an Integer"),
    ("if (call == SALTUS_UPDATE) saltus_state(b, 1);", "R0320", "asks for state 1, and it has 0"),
    ("if (call == SALTUS_UPDATE) saltus_error(b, \\\"no more than %d\\\", 7);", "R0320",
     "no more than 7 (in its call SALTUS_UPDATE)"),
    ("if (call == SALTUS_UPDATE) saltus_refuse(b);", "R0320", "an event of the component 'block1' has failed"),
    ("if (call == SALTUS_UPDATE) saltus_memory(b, 8);", "R0320", "SALTUS_UPDATE asks for memory"),
    ("if (call == SALTUS_COMMIT) saltus_kept(b, 8);", "R0320", "SALTUS_COMMIT asks for memory that is kept"),
    ("if (call == SALTUS_OUTPUTS) saltus_file(b, \\\"x\\\", \\\"w\\\");", "R0320", "SALTUS_OUTPUTS opens a file"),
    ("if (call == SALTUS_START) saltus_discrete_int(b, 1)[0] = 3;", "R0320",
     "SALTUS_START changes 'z', whose start value is fixed"),
    ("if (call == SALTUS_OUTPUTS) return undeclared;", "C0102", "undeclared"),
]

STEPS = """block Steps
  input Real x;
external "C" steps() annotation(Include = "
#include <saltus_block.h>
typedef struct seen { FILE *file; int of[8]; double worst; } seen;
void steps(saltus_block *b, saltus_call call)
{
	seen *s = b->user;
	if (call == SALTUS_INITIALISE) {
		b->user = s = saltus_memory(b, sizeof *s);
		s->file = saltus_file(b, \\"steps.txt\\", \\"w\\");
	}
	if (call == SALTUS_STEP) {
		double off = saltus_input(b, 1)[0];
		s->of[saltus_phase_of(b) + 1]++;
		s->worst = off*off > s->worst ? off*off : s->worst;
	}
	if (call == SALTUS_TERMINATE)
		for (int k = 0; k < 8; k++)
			fprintf(s->file, \\"%d%c\\", k < 7 ? s->of[k] : s->worst < 1e-20, k < 7 ? ' ' : '\\\\n');
}");
  annotation(__Saltus(steps = "SETTING"));
end Steps;
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), y = sin(x) + v;
  Integer n(start = 0, fixed = true);
  Steps steps(x = y - sin(x) - v);
equation
  der(x) = v;
  der(v) = if x > 0.5 then -x else -2*x + 0.5;
  when {sample(0.3, 1), x < -0.5} then
    n = pre(n) + 1;
  end when;
end M;
"""
# The same of numbers that are stored in types of their own: u is a uint8, y an int16.
NARROW = """block B
  input Integer u annotation(__Saltus(stored = \"uint8\"));
  output Integer y[2] annotation(__Saltus(stored = \"int16\"));
external "C" narrow() annotation(Include = "
#include <saltus_block.h>
#include <stdint.h>
void narrow(saltus_block *b, saltus_call call)
{
	if (call != SALTUS_OUTPUTS)
		return;
	%s
}");
end B;
model M
  B block1(u = %s);
end M;
"""
NARROW_MISTAKES = [
    ("saltus_output_as(b, 1, int16_t)[0] = 1; saltus_output_as(b, 1, int16_t)[2] = 1;", "0",
     "writes past the end of the output 'y', which has 2 elements"),
    ("saltus_output_as(b, 1, int16_t)[0] = 1;", "0", "SALTUS_OUTPUTS does not write 'y' whole"),
    ("saltus_output_int(b, 1)[0] = 1;", "0", "asks for the output 'y' as an Integer, Boolean or enumeration, and it is "
     "int16"),
    ("saltus_output_as(b, 1, uint16_t)[0] = 1;", "0", "asks for the output 'y' as uint16, and it is int16"),
    ("saltus_output_as(b, 1, int16_t)[0] = 0;", "256", "the value 256 of 'u' is too large for a uint8"),
    ("saltus_output_as(b, 1, int16_t)[0] = 0;", "-1", "the value -1 of 'u' is too low for a uint8"),
]

failures = []


def check(good, what):
    if not good:
        failures.append(what)
        print("FAIL", what)


def run(saltus, folder, *arguments):
    done = subprocess.run([saltus, "run", *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=900)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def write(folder, name, text):
    with open(os.path.join(folder, name), "w") as out:
        out.write(text)


def read(folder, name):
    with open(os.path.join(folder, name)) as file:
        return file.read()


def files(saltus, folder):
    """One line for each event and none for what solvers try (E190); two blocks of a class do not know each other."""
    write(folder, "log.mo", LOGGER)
    status, _, said = run(saltus, folder, "log.mo:Log.Two", "--quiet", "-o", "log.csv")
    check(status == 0, "log: " + said)
    check(read(folder, "a.txt") == "# a\n0\n0.25\n0.5\n0.75\n1\n# 5 lines\n", "log a: " + read(folder, "a.txt"))
    check(read(folder, "b.txt") == "# b\n0.2\n1.2\n# 2 lines\n", "log b: " + read(folder, "b.txt"))
    status, _, said = run(saltus, folder, "log.mo:Log.Two", "-p", "a.name=/nowhere/a.txt", "--quiet", "-o", "log.csv")
    check(status == 1 and "'/nowhere/a.txt' cannot be opened" in said, "a file that cannot be opened: " + said)


def narrow(saltus, folder):
    for text, u, words in NARROW_MISTAKES:
        write(folder, "narrow.mo", NARROW % (text, u))
        status, _, said = run(saltus, folder, "narrow.mo:M", "--quiet", "-o", "narrow.csv")
        check(status == 1 and "R0320" in said and words in said, "narrow: " + text + ": " + said)


def steps(saltus, folder):
    """Each step of the solver is told once, instants on both sides, tries as often as the rates are asked for; the run
    is the same without (E680)."""
    for solver in ("erk", "cvode", "rodas", "ida", "rk4"):
        results = {}
        for setting in ("none", "ends", "tries"):
            write(folder, "steps.mo", STEPS.replace("SETTING", setting))
            status, out, said = run(saltus, folder, "steps.mo:M", "--json", "--stop", "6", "--solver", solver, "-o",
                                    "steps.csv")
            told = json.loads(out)
            counts = [int(w) for w in read(folder, "steps.txt").split()] if setting != "none" else []
            results[setting] = said, told["steps"], counts, read(folder, "steps.csv")
        _, count, _, rows = results["none"]
        ends, tries = results["ends"][2], results["tries"][2]
        case = "%s: %s and %s for %s steps" % (solver, ends, tries, count)
        check(rows == results["ends"][3] == results["tries"][3], "the same run, " + case)
        check(ends[1] >= count and ends[3] == 0 and ends[7] and tries[7], "steps, " + case)
        check(ends[0] == ends[2] - 1 == 6 and ends[5] == ends[6] > 0, "instants, " + case)
        check([t for k, t in enumerate(tries) if k != 3] == [e for k, e in enumerate(ends) if k != 3] and
              tries[3] >= tries[1], "tries, " + case)


def shared(saltus, folder):
    """Text in the model and a shared library give the same bits (E3.6)."""
    compiler = shutil.which("cc")
    if not compiler:
        print("no cc: shared libraries are left out")
        return
    write(folder, "filter.c", FILTER)
    include = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "include")
    subprocess.run([compiler, "-shared", "-fPIC", "-ffp-contract=off", "-I" + include, "-o", "libfilter.so",
                    "filter.c"],
                   cwd=folder, check=True)
    write(folder, "shared.mo", SHARED % (FILTER, folder))
    results = []
    for name in ("In", "Out"):
        status, _, said = run(saltus, folder, "shared.mo:Shared." + name, "--quiet", "-o", name + ".csv")
        check(status == 0, "shared %s: %s" % (name, said))
        results.append(read(folder, name + ".csv"))
    check(results[0] == results[1], "a shared library gives other numbers than text in the model")


def mistakes(saltus, folder):
    for text, code, words in MISTAKES:
        write(folder, "mistake.mo", MISTAKE % text)
        status, out, said = run(saltus, folder, "mistake.mo:M", "--json", "-o", "mistake.csv")
        try:
            messages = [m for m in json.loads(out)["messages"] if m["severity"] == "error"]
        except ValueError:
            check(False, "%s: no JSON, %s" % (text, said))
            continue
        check(status == 1 and len(messages) == 1 and messages[0]["code"] == code and words in messages[0]["text"],
              "%s: %d, %s" % (text, status, messages))


def memory(saltus, folder):
    """A run that is killed goes on from its checkpoint with what the blocks keep (E192), to the same bytes."""
    write(folder, "sums.mo", SUMS)
    status, _, said = run(saltus, folder, "sums.mo:Sums.Test", "--quiet", "-o", "whole.csv")
    check(status == 0, "sums: " + said)
    last = dict(zip(read(folder, "whole.csv").splitlines()[0].split(","),
                    map(float, read(folder, "whole.csv").splitlines()[-1].split(","))))
    n = last["n"]
    check(n == 2000, "sums: %g events" % n)
    # 0.05 + 0.15 + ... is n*n/20
    check(abs(last["s[1].sum"] - n*n/20) < 1e-6, "sums: %r" % last)
    process = subprocess.Popen([saltus, "run", "sums.mo:Sums.Test", "--quiet", "-o", "pieces.csv", "--checkpoint",
                                "sums.checkpoint", "--every", "0.01", "--stop", "200"], cwd=folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=0.3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if os.path.exists(os.path.join(folder, "sums.checkpoint")):
        status, _, said = run(saltus, folder, "sums.mo:Sums.Test", "--quiet", "-o", "pieces.csv", "--resume",
                              "sums.checkpoint", "--checkpoint", "sums.checkpoint")
        check(status == 0, "resumed: " + said)
    else:
        status, _, said = run(saltus, folder, "sums.mo:Sums.Test", "--quiet", "-o", "pieces.csv")
    check(read(folder, "pieces.csv") == read(folder, "whole.csv"), "a run that goes on gives other numbers")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    saltus = os.path.abspath(parser.parse_args().saltus)
    with tempfile.TemporaryDirectory(prefix="saltus-cblocks-") as folder:
        files(saltus, folder)
        shared(saltus, folder)
        mistakes(saltus, folder)
        narrow(saltus, folder)
        steps(saltus, folder)
        memory(saltus, folder)
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
