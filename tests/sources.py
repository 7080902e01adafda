#!/usr/bin/env python3
"""Random diagrams in two ways: sources that have code of their own, and the machinery of instants (E186, E421).

    sources.py --saltus build/saltus [--diagrams N] [--seed N] [--keep FOLDER]

A run that is asked to tell about its events (--log events) goes the general way, and that is the only difference
between the two runs. All rows, at both limits of each event and on the grid, must be the same to the last bit, and so
must the messages. Beside continuous motion values agree to 1e-6: its events are found to rounding. The diagrams hold
sources that program themselves and each other, periodic ones of several domains,
delays of zero, equal times, cancelled events, conditions between them, clauses that read each other and time, equations
without memory, arrays in calls, and things that are left to the general way: conditions on what clauses set, left
limits outside of clauses, divisions by zero, assertions that fail, the end of the run. Half of them have a continuous
part with events of its own, which clauses read, and which may read what clauses set. The seed is printed; with it the
same diagrams are made again.
"""
import argparse
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile

STOP = 12

HEAD = """model %s
  function last "the last one whose flag is set"
    input Real u[:]; input Boolean come[size(u, 1)]; output Real y;
  algorithm
    y := 0;
    for k in 1:size(u, 1) loop if come[k] then y := u[k]; end if; end for;
  end last;
"""


class Diagram:
    def __init__(self, rng):
        self.rng = rng
        self.declared, self.equations, self.activations = [], [], []
        self.reals, self.wholes, self.moving = ["time"], [], []

    def period(self):
        return self.rng.choice(["0.5", "0.25", "1", "0.3", "0.1", "0.7", "1.5", "0.125"])

    def value(self, depth=2):
        """A Real that may be read in a clause: what it reads is read at its left limit, or as it is."""
        r = self.rng
        if depth == 0 or r.random() < 0.25:
            name = r.choice(self.reals + self.wholes + self.moving + ["1.5", "0.25", "time"])
            plain = name[0].isdigit() or name == "time" or name in self.moving
            return name if plain or r.random() < 0.4 else "pre(%s)" % name
        a, b = self.value(depth - 1), self.value(depth - 1)
        return r.choice(["(%s + %s)", "(%s - %s)", "(0.5*%s + 0.1*%s)", "min(%s, %s)", "max(%s, %s)",
                         "(if %s > 0.3 then 1 else %s)"]) % (a, b)

    def add_sources(self):
        r = self.rng
        for k in range(r.randint(1, 4)):
            name = "s%d" % k
            kind = r.choice(["programmed", "programmed", "periodic", "periodic", "domain"])
            if kind == "programmed":
                self.declared.append("Activation %s;" % name)
                self.equations.append("when initial() then schedule(%s, %s); end when;"
                                      % (name, r.choice(["0", "0.5", "1", "0.1"])))
                delay = self.period() if r.random() < 0.8 else "0.2 + 0.1*abs(sin(time))"
                self.equations.append("when %s then schedule(%s, %s); end when;" % (name, name, delay))
            else:
                more = ', "other"' if kind == "domain" else ""
                self.declared.append("Activation %s = Activation(%s, %s%s);"
                                     % (name, self.period(), r.choice(["0", "0.5", "0.2"]), more))
            self.activations.append(name)

    def add_routes(self):
        r = self.rng
        for k in range(r.randint(0, 4)):
            name, a, b = "e%d" % k, r.choice(self.activations), r.choice(self.activations)
            kind = r.choice(["or", "and", "both", "if", "delay", "zero", "cancel"])
            condition = "mod(time, 1) < 0.5" if not self.wholes else "mod(pre(%s), 2) == 0" % r.choice(self.wholes)
            if kind in ("delay", "zero", "cancel"):
                self.declared.append("Activation %s;" % name)
                self.equations.append("when %s then schedule(%s, %s); end when;"
                                      % (a, name, "0" if kind == "zero" else self.period()))
                if kind == "cancel" and b != a:
                    self.equations.append("when %s then cancel(%s); end when;" % (b, name))
            else:
                text = {"or": "%s or %s" % (a, b), "and": "%s and %s" % (a, condition), "both": "%s and %s" % (a, b),
                        "if": "if %s then %s else %s" % (condition, a, b)}[kind]
                self.declared.append("Activation %s = %s;" % (name, text))
            self.activations.append(name)

    def add_clause(self, k):
        r = self.rng
        e = r.choice(self.activations)
        if r.random() < 0.3:
            self.declared.append("Integer n%d(start = 0, fixed = true);" % k)
            self.equations.append("when %s then n%d = pre(n%d) + 1; end when;" % (e, k, k))
            self.wholes.append("n%d" % k)
            return
        self.declared.append("Real y%d(start = %d, fixed = true);" % (k, r.randint(0, 2)))
        if r.random() < 0.2:
            e2 = r.choice(self.activations)
            self.equations.append("when %s then y%d = %s; elsewhen %s then y%d = %s; end when;"
                                  % (e, k, self.value(), e2, k, self.value()))
        elif r.random() < 0.15:
            e2 = r.choice(self.activations)
            self.equations.append("when {%s, %s} then y%d = last({%s, %s}, {active(%s), active(%s)}); end when;"
                                  % (e, e2, k, self.value(1), self.value(1), e, e2))
        else:
            self.equations.append("when %s then y%d = 0.5*pre(y%d) + %s; end when;" % (e, k, k, self.value()))
        self.reals.append("y%d" % k)

    def add_equation(self, k):
        """Without memory: of clauses, or of time."""
        r = self.rng
        a = r.choice(self.reals)
        self.declared.append("Real g%d = %s;" % (k, r.choice(["2*%s - 1", "sin(%s)", "%s*%s" % ("%s", a)]) % a))
        self.reals.append("g%d" % k)

    def add_motion(self):
        """A continuous part: it decays, swings, jumps, or is only a condition on time that is searched for."""
        r = self.rng
        for k in range(r.randint(1, 3)):
            kind = r.choice(["decay", "swing", "jump", "condition", "product"])
            if kind in ("decay", "product"):
                self.declared.append("Real x%d(start = 1, fixed = true);" % k)
                self.equations.append("der(x%d) = -0.%d*x%d + 0.3*sin(3*time);" % (k, r.randint(1, 9), k))
            if kind == "product":
                self.declared.append("Real p%d = x%d*x%d + time;" % (k, k, k))
                self.moving.append("p%d" % k)
            if kind == "swing":
                self.declared.append("Real x%d(start = 1, fixed = true), v%d(start = 0, fixed = true);" % (k, k))
                self.equations.append("der(x%d) = v%d; der(v%d) = -%d*x%d;" % (k, k, k, r.randint(1, 9), k))
            if kind == "jump":
                self.declared.append("Real x%d(start = 1, fixed = true);" % k)
                self.equations.append("der(x%d) = -0.9%d37; when x%d < 0.2 then reinit(x%d, 1.3); end when;"
                                      % (k, k, k, k))
            if kind == "condition":
                self.declared.append("Integer w%d(start = 0, fixed = true);" % k)
                self.equations.append("when sin(2.3*time + %d) > 0.3 then w%d = pre(w%d) + 1; end when;" % (k, k, k))
            else:
                self.moving.append("x%d" % k)

    def add_feedback(self):
        """Something continuous reads what clauses set."""
        self.declared.append("Real back(start = 0, fixed = true);")
        self.equations.append("der(back) = %s - back;" % self.rng.choice(self.reals[1:] or ["time"]))

    def add_odd(self, k):
        """What not every source can run as straight code, or no source at all."""
        r = self.rng
        e, y = r.choice(self.activations), r.choice(self.reals[1:] or ["time"])
        kind = r.choice(["edge", "left", "divide", "assert", "terminate", "condition", "root", "limits", "sample"])
        if kind == "edge":
            self.declared.append("Integer c%d(start = 0, fixed = true);" % k)
            self.equations.append("when %s > 1.2 then c%d = pre(c%d) + 1; end when;" % (y, k, k))
        elif kind == "left" and self.wholes:
            self.declared.append("Integer d%d = %s - pre(%s);" % (k, self.wholes[0], self.wholes[0]))
        elif kind == "divide" and self.wholes:
            self.declared.append("Real q%d(start = 0, fixed = true);" % k)
            self.equations.append("when %s then q%d = 1/(%s - %d); end when;"
                                  % (e, k, r.choice(self.wholes), r.randint(3, 30)))
        elif kind == "root" and self.wholes:
            self.declared.append("Real q%d(start = 0, fixed = true);" % k)
            self.equations.append("when %s then q%d = sqrt(%d - %s); end when;"
                                  % (e, k, r.randint(3, 30), r.choice(self.wholes)))
        elif kind == "assert" and self.wholes:
            self.equations.append('when %s then assert(%s < %d, "too many"%s); end when;'
                                  % (e, r.choice(self.wholes), r.randint(5, 40),
                                     r.choice(["", ", AssertionLevel.warning"])))
        elif kind == "terminate" and self.wholes:
            self.equations.append('when %s and %s > %d then terminate("enough"); end when;'
                                  % (e, r.choice(self.wholes), r.randint(5, 40)))
        elif kind == "condition":
            self.declared.append("Activation a%d = Activation(%s > 0.9);" % (k, y))
            self.activations.append("a%d" % k)
        elif kind == "limits" and self.wholes:
            self.declared.append("Real l%d(start = 0, fixed = true, max = 5);" % k)
            self.equations.append("when %s then l%d = %s/2; end when;" % (e, k, r.choice(self.wholes)))
        elif kind == "sample":
            self.declared.append("Integer m%d(start = 0, fixed = true);" % k)
            self.equations.append("when sample(0.25, 0.5) then m%d = pre(m%d) + 1; end when;" % (k, k))

    def text(self, name):
        r = self.rng
        self.add_sources()
        if r.random() < 0.5:
            self.add_motion()
        for k in range(r.randint(1, 5)):
            self.add_clause(k)
        self.add_routes()
        for k in range(5, 5 + r.randint(0, 5)):
            self.add_clause(k)
        for k in range(r.randint(0, 2)):
            self.add_equation(k)
        for k in range(10, 10 + r.randint(0, 4)):
            self.add_clause(k)
        if self.moving and r.random() < 0.3:
            self.add_feedback()
        for k in range(r.choice([0, 0, 1, 2])):
            self.add_odd(k)
        for k in range(20, 20 + r.randint(0, 2)):
            self.add_clause(k)
        return (HEAD % name + "".join("  %s\n" % d for d in self.declared) + "equation\n"
                + "".join("  %s\n" % e for e in self.equations) + "end %s;\n" % name)


def run(saltus, path, out, general, events):
    command = [saltus, "run", path, "--quiet", "--stop", str(STOP), "--step", "0.4", "--tol", "1e-9",
               "--events", events, "-o", out, "--timeout", "120"]
    done = subprocess.run(command + (["--log", "events"] if general else []), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True)
    told = [line for line in done.stderr.splitlines() if re.match(r"\S+:\d+:\d+: |\S*(error|warning)", line)]
    rows = open(out).read() if os.path.exists(out) else ""
    return done.returncode, told, rows


def same_rows(one, other):
    """As many, with numbers that agree to 1e-6."""
    a, b = one.splitlines(), other.splitlines()
    if len(a) != len(b) or a[:1] != b[:1]:
        return False
    for x, y in zip(a[1:], b[1:]):
        if x != y and not all(p == q or abs(float(p) - float(q)) <= 1e-6*(1 + abs(float(p)))
                              for p, q in zip(x.split(","), y.split(","))):
            return False
    return True


def compare(arguments):
    saltus, seed, folder = arguments
    name = "D%d" % seed
    rng = random.Random(seed)
    path = os.path.join(folder, name + ".mo")
    with open(path, "w") as f:
        diagram = Diagram(rng)
        f.write(diagram.text(name))
    checked = subprocess.run([saltus, "check", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             universal_newlines=True)
    if checked.returncode:
        return name, checked.returncode not in (1, 2), "refused", checked.stderr.splitlines()[:1]
    events = rng.choice(["both", "both", "after", "none"])
    one = run(saltus, path, path + ".a.csv", False, events)
    other = run(saltus, path, path + ".b.csv", True, events)
    straight = "sc_sources" in subprocess.run([saltus, "code", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                              universal_newlines=True).stdout
    kind = ("straight" if straight else "general") + ("" if one[0] == 0 else ", ends early")
    for what, a, b in zip(("status", "messages", "rows"), one, other):
        if a != b and not (what == "rows" and diagram.moving and same_rows(a, b)):
            lines = [] if what == "status" else [
                "%s | %s" % pair for pair in zip(a if what == "messages" else a.splitlines(),
                                                 b if what == "messages" else b.splitlines()) if pair[0] != pair[1]]
            return name, True, kind, ["%s differ (--events %s)" % (what, events)] + lines[:2] + [str(a)[:300],
                    str(b)[:300]][:2 * (what != "rows")]
    return name, False, kind, []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--diagrams", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the diagrams")
    a = parser.parse_args()
    counts, bad = {}, 0
    with tempfile.TemporaryDirectory() as temporary, multiprocessing.Pool(2) as pool:
        folder = a.keep or temporary
        os.makedirs(folder, exist_ok=True)
        work = [(os.path.abspath(a.saltus), a.seed + k, folder) for k in range(a.diagrams)]
        for name, failed, kind, why in pool.imap(compare, work):
            counts[kind] = counts.get(kind, 0) + 1
            if failed:
                bad += 1
                print("%s: %s" % (name, "\n    ".join(why)))
    print("%d diagrams from seed %d: %s" % (a.diagrams, a.seed,
                                            ", ".join("%d %s" % (counts[k], k) for k in sorted(counts))))
    if counts.get("straight", 0) < a.diagrams // 4:
        print("too few of them have straight code")
        bad += 1
    sys.exit(bad > 0)


main()
