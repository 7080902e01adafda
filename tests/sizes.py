#!/usr/bin/env python3
"""States of any size beside each other, without nominal values: their events and jumps are right, or a message says
that they are lost.

    sizes.py --saltus build/saltus [--count N] [--seed S] [-v]

An oscillation x = A*cos(w*t) has the size A, from 1e-15 to 1e12. It stands beside another one of quite another size,
about a level that is up to 1e4 times as large, is driven from zero, is a difference of two others, goes into a delay,
moves a lag or an integral of another size, or stands beside a pendulum that is projected onto its circle or beside a
switch whose mode changes. A condition counts how often it rises above a level: this number is known. Two charges are
tied to each other by a switch, and two bodies by a clutch, beside a motion of another size too: what they share is
kept, in every unit (E100). A damped oscillation passes zero as often as its formula says; where Saltus counts less,
R0721 must say so (E151), and where nothing is lost there must be no warning; counted by a process that waits, R0722
likewise."""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

SOLVERS = ["auto", "erk", "rodas", "dirk", "cvode", "adams", "ida"]


class Case:
    def __init__(self, rng):
        self.size, self.other, self.w = 10.0**rng.randint(-15, 12), 10.0**rng.randint(-15, 12), rng.uniform(1, 6)
        self.level, self.stop = rng.uniform(-0.6, 0.6), 10.0
        self.declared = "Real a(start = %r, fixed = true), b(start = 0, fixed = true);" % self.size
        self.equations = "der(a) = %r*b; der(b) = -%r*a;" % (self.w, self.w)
        self.condition = "a > %r" % (self.level*self.size)
        self.times = [(2*math.pi*k - math.acos(self.level))/self.w for k in range(1, 200)]
        self.stiff = self.may_lose = self.damping = False
        self.shared = {}

    def text(self):
        return ("model Sizes\n  %s\n  Integer n(start = 0, fixed = true);\nequation\n  %s\n  when %s then n = pre(n) + "
                "1; end when;\nend Sizes;\n" %
                (self.declared, self.equations, self.condition))

    def program(self):
        return ("PROGRAM SIZES;\nVAR STATE X, V;  PROCESS A;  VAR REAL N;\nMONITOR SIMULATE FROM 0.0 TO %r "
                "END;\nSYSTEM\n  INITIAL X := %r;  V := 0.0;  N := 0.0;  CREATE A END;\n"
                "  CONTINUOUS X' = V;  V' = -X - %r*V END;\n  DISCRETE PROCESSES\n    PROCESS A;\n"
                "    BEGIN WHILE TRUE DO BEGIN WAIT UNTIL X < 0.0;  WAIT UNTIL X > 0.0;  N := N + 1.0 END END A\n  END "
                "END\nEND\nEND.\n" %
                (self.stop, self.size, self.damping))

    def count(self):
        return sum(0 < t < self.stop for t in self.times)


def plain(c, rng):
    pass


def beside(c, rng):
    c.declared += " Real z(start = %r, fixed = true), y(start = 0, fixed = true);" % c.other
    c.equations += " der(z) = 3.3*y; der(y) = -3.3*z;"


def about_a_level(c, rng):
    off = c.size*10.0**rng.randint(0, 4)
    c.declared = c.declared.replace("start = %r" % c.size, "start = %r" % (c.size + off))
    c.equations = "der(a) = %r*b; der(b) = -%r*(a - %r);" % (c.w, c.w, off)
    c.condition = "a > %r" % (c.level*c.size + off)
    c.may_lose = True                        # it may be as small beside the level as the tolerance


def driven(c, rng):
    c.declared = "Real a(start = 0, fixed = true);"
    c.equations = "der(a) = %r*cos(%r*time);" % (c.size*c.w, c.w)
    c.times = [(math.asin(c.level) + 2*math.pi*k)/c.w for k in range(200)]


def difference(c, rng):
    c.declared = ("Real a(start = %r, fixed = true), b(start = 0, fixed = true), c(start = %r, fixed = true), d(start "
                  "= 0, fixed = true);" %
                  (3*c.size, 2*c.size))
    c.equations += " der(c) = %r*d; der(d) = -%r*c;" % (c.w, c.w)
    c.condition = "a - c > %r" % (c.level*c.size)


def delayed(c, rng):
    late = rng.uniform(0.1, 0.5)
    c.condition = "delay(a, %r) > %r" % (late, c.level*c.size)
    c.times = [t + late for t in c.times]


def lag(c, rng):
    c.declared += " Real l(start = %r, fixed = true);" % c.other
    c.equations += " der(l) = 1e6*(%r*a - l);" % (c.other/c.size)
    c.condition = "l > %r" % (c.level*c.other)
    c.stiff = True


def integral(c, rng):
    c.declared += " Real s(start = 0, fixed = true);"
    c.equations += " der(s) = %r*b;" % (c.other/c.size*c.w)
    c.condition = "s > %r" % ((c.level - 1)*c.other)


def pendulum(c, rng):
    c.declared += " Real x(start = 1, fixed = true), y(start = 0), vx(start = 0), vy(start = 0, fixed = true), pull;"
    c.equations += " der(x) = vx; der(y) = vy; der(vx) = pull*x; der(vy) = pull*y - 9.81; x^2 + y^2 = 1;"


def in_modes(c, rng):
    c.declared += " Real q(start = 1, fixed = true), rate; Boolean on;"
    c.equations += " der(q) = rate; on = time < 3; if on then rate = -q; else q = 0.5; end if;"


def charges(c, rng):
    """Half of what both have is then in each."""
    c.declared = "Real p(start = %r, fixed = true), q(start = %r, fixed = true), i; Boolean on;" % (c.size, 0.2*c.size)
    c.equations = "der(p) = -i; der(q) = i; on = time > 1; if on then p = q; else i = 0; end if;"
    c.condition, c.times, c.stop = "q > %r" % (0.5*c.size), [1], 2.0
    c.shared = {"p": 0.6*c.size, "q": 0.6*c.size}


def clutch(c, rng):
    """The sum of 2*u and v is kept. Both move before."""
    c.declared = "Real u(start = %r, fixed = true), v(start = %r, fixed = true), torque; Boolean on;" % (3*c.size,
            c.size)
    c.equations = "2*der(u) = -torque; der(v) = torque; on = time > 1; if on then u = v; else torque = 0; end if;"
    c.condition, c.times, c.stop = "v > %r" % (2*c.size), [1], 2.0
    c.shared = {"u": 7/3*c.size, "v": 7/3*c.size}


def charges_beside(c, rng):
    """An empty capacitor gets its share of a charge, beside a motion of any size, which may be a small source between
    the two."""
    beside(c, rng)
    first, second, part = 10.0**rng.uniform(-1, 1), 10.0**rng.uniform(-1, 1), rng.choice([0.0, 0.01])
    c.declared += " Real p(start = %r, fixed = true), q(start = 0, fixed = true), i; Boolean on;" % c.size
    source = part*c.size/(first + second)
    c.equations += " der(p) = -i; der(q) = i; on = time > 1; if on then p/%r = q/%r + %r*z; else i = 0; end if;" % (
            first, second, source/c.other)
    c.stop = 2.0
    share = second/(first + second)
    c.condition, c.times = "p < %r" % ((1 - 0.5*share)*c.size), [1]
    moved = source*math.cos(3.3*c.stop)*first*share
    c.shared = {"p": c.size*(1 - share) + moved, "q": c.size*share - moved}


def late(c, rng):
    """A state that is empty until a moment, and then goes to a level, on a line or as a lag: when it
    is there is known."""
    beside(c, rng)
    c.other = c.size*10.0**rng.randint(-3, 9)        # one of 1e-14 of the largest is not followed (E143)
    begin, k = rng.uniform(0.1, 0.9), rng.uniform(1, 30)
    c.declared = ("Real a(start = 0, fixed = true), z(start = %r, fixed = true), y(start = 0, fixed = true); "
                  "discrete Real at(start = -1, fixed = true);" % c.other)
    rate, reached = ("%r", 0.5*(c.level + 1.1)) if rng.random() < 0.5 else ("%r*(%%r - a)" % k, 0.45*(c.level + 1.1))
    lag = "a" in rate
    c.equations = "der(a) = if time > %r then %s else 0; der(z) = 3.3*y; der(y) = -3.3*z;" % (begin, rate % c.size)
    c.condition, c.stop = "a > %r" % (reached*c.size), rng.uniform(3, 9)
    c.times = [begin + (-math.log(1 - reached)/k if lag else reached)]
    c.equations += " when %s then at = time; end when;" % c.condition
    c.shared = {"at": c.times[0]}


def damped(c, rng):
    d = rng.choice([0.02, 0.05, 0.1, 0.3])
    w = math.sqrt(1 - d*d/4)
    c.declared = "Real a(start = %r, fixed = true), b(start = 0, fixed = true);" % c.size
    c.equations, c.condition, c.stop = "der(a) = b; der(b) = -a - %r*b;" % d, "a > 0", 1000.0
    c.times = [(1.5*math.pi + 2*math.pi*k + math.atan2(d/2, w))/w for k in range(400)]
    c.may_lose = True


def damped_wait(c, rng):
    """The same, counted by a process."""
    damped(c, rng)
    d = rng.choice([0.02, 0.05, 0.1, 0.3])
    w = math.sqrt(1 - d*d/4)
    c.damping, c.stop, c.size = d, 400.0, 10.0**rng.randint(-4, 4)
    c.times = [(1.5*math.pi + 2*math.pi*k + math.atan2(d/2, w))/w for k in range(400)]


KINDS = [plain, beside, about_a_level, driven, difference, delayed, lag, integral, pendulum, in_modes, charges, clutch,
         damped, charges_beside, damped_wait, late]


def judge(c, said, status):
    codes = [m["code"] for m in said["messages"] if m["severity"] != "info"]
    if status or said["status"] != "done":
        return "it ended: %r" % said["messages"]
    if c.damping:
        said["final"]["n"] = said["final"]["N"]
        if "R0722" in codes:
            return None if c.size*math.exp(-0.5*c.damping*c.stop) < 30*c.tolerance*max(1,
                    c.size) else "nothing is doubtful"
    if c.may_lose and "R0721" in codes:
        return "more events than there are" if said["final"]["n"] > c.count() else None
    if codes:
        return "messages: %r" % codes
    if said["final"]["n"] != c.count():
        return "%d events, not %d" % (said["final"]["n"], c.count())
    for name, value in c.shared.items():
        if abs(said["final"][name]/value - 1) > 1e-4:
            return "%s is %r, not %r" % (name, said["final"][name], value)
    return None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--count", type=int, default=80)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("-v", action="store_true")
    asked = arguments.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(asked.seed, asked.seed + asked.count):
            rng = random.Random(seed)
            c = Case(rng)
            kind = KINDS[seed % len(KINDS)]
            kind(c, rng)
            solver, tolerance = rng.choice(SOLVERS), rng.choice([1e-4, 1e-6, 1e-8])
            c.tolerance = tolerance
            if c.stiff and solver in ("erk", "adams"):
                solver = "auto"
            if any(abs(t - c.stop) < 0.01 for t in c.times):
                c.stop -= 0.05
            path, text = os.path.join(folder, "sizes.cosy" if c.damping
                                      else "sizes.mo"), c.program() if c.damping else c.text()
            with open(path, "w") as file:
                file.write(text)
            done = subprocess.run([os.path.abspath(asked.saltus), "run", path,
                                   *([] if c.damping else ["--stop", repr(c.stop)]), "--solver", solver, "--tol",
                                   repr(tolerance), "--json"],
                                  stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
            try:
                fault = judge(c, json.loads(done.stdout), done.returncode)
            except ValueError:
                fault = "no answer, status %d" % done.returncode
            wrong += bool(fault)
            if fault or asked.v:
                print("seed %d, %s, %s, --tol %g: %s\n%s" % (seed, kind.__name__, solver, tolerance, fault or "right",
                                                             text), flush=True)
    print("seed %d: %d of %d models are right, or say what is lost" % (asked.seed, asked.count - wrong, asked.count))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
