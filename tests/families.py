#!/usr/bin/env python3
"""Events in families (E730): conditions, when-clauses and what changes at events over the points of a family are what
they are in the same model, written out.

    python3 tests/families.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

A case is a set of units with arrays of their own, which may read a common disturbance: thermostats, relays, counters,
switched rates, lags of Booleans, chains in which a switch of the neighbour counts, planes with two iterators, arrays
of components. Each unit is written as for-equations, and once more point by point. Both must be the same:
the numbers of events, all values in the end, and the times of events that units keep; and the families must be kept
whole, or this shows nothing.
"""
import os
import random
import re
import subprocess
import sys

import generated

TOLERANCE = 1e-8                 # of values; both make the same steps, but for rounding at crossings


class Unit:
    """Lines over the points of a domain: {i} is a point, {p} the one before."""

    def __init__(self, number, points, declarations, lines, first=1):
        self.name, self.points, self.first = "u%d" % number, points, first
        self.declarations, self.lines = declarations, lines

    def text(self, line, i, p):
        return line.replace("{i}", i).replace("{p}", p).replace("{n}", str(self.points)).replace("{u}", self.name)

    def declared(self):
        return [self.text(line, "i", "i - 1") for line in self.declarations]

    def family(self):
        body = "\n".join("    " + self.text(line, "i", "i - 1") for line in self.lines)
        return ["  for i in %d:%d loop\n%s\n  end for;" % (self.first, self.points, body)]

    def points_one_by_one(self):
        return ["  " + self.text(line, str(i), str(i - 1)) for i in range(self.first, self.points + 1)
                for line in self.lines]


def number(r, low, high):
    return "%.4g" % r.uniform(low, high)


def over(r, low, high):
    """A number that differs from point to point."""
    return "(%s + %s*sin(%s*{i}))" % (number(r, low, high), number(r, 0.05, 0.3), number(r, 1, 6))


def relation(r, x, level):
    level = "(%s)" % level
    return r.choice(["%s > %s" % (x, level), "%s >= %s" % (x, level), "%s < %s" % (level, x),
                     "%s - %s > 0" % (x, level), "2*%s > 2*%s" % (x, level)])


def thermostat(r, k, n):
    """Two clauses in one, by a state between two levels; it may read the switch of the neighbour."""
    neighbour = r.random() < 0.4
    other = " + (if {u}on[{p}] then 0.5 else 0)" if neighbour else ""
    low, high = number(r, 19, 20), number(r, 21, 22)
    start = "%s + mod(0.618*i, 1)" % number(r, 19.2, 20.8)
    lines = ["der({u}x[{i}]) = (10 - {u}x[{i}])/%s + (if {u}on[{i}] then 20 else 0)%s;" % (over(r, 1.2, 2), other),
             "when %s then {u}on[{i}] = false; elsewhen %s then {u}on[{i}] = true; end when;" % (
                 relation(r, "{u}x[{i}]", high), "{u}x[{i}] < %s" % low)]
    declared = ["Real {u}x[{n}](start = {%s for i in 1:{n}}, each fixed = true);" % start,
                "Boolean {u}on[{n}](start = {mod(i, 2) == 0 for i in 1:{n}}, each fixed = true);"]
    unit = Unit(k, n, declared, lines, 2 if neighbour else 1)
    rest = ["  der({u}x[1]) = 0;", "  {u}on[1] = true;"] if neighbour else []
    return unit, [unit.text(line, "1", "0") for line in rest]


def counter(r, k, n):
    """Waves that pass a level; a number and a time are kept, and a rate depends on the number."""
    lines = ["der({u}x[{i}]) = cos(%s*time + {i}) - %s*{u}m[{i}];" % (number(r, 2, 5), number(r, 0.01, 0.05)),
             "when %s then {u}m[{i}] = pre({u}m[{i}]) + 1; {u}t[{i}] = time; end when;" % r.choice([
                 relation(r, "{u}x[{i}]", over(r, -0.05, 0.05)),
                 "{%s, %s}" % (relation(r, "{u}x[{i}]", "0.05"), "{u}x[{i}] < -0.1"),
                 "%s and common > 0" % relation(r, "{u}x[{i}]", "0.02")])]
    declared = ["Real {u}x[{n}](each start = %s, each fixed = true);" % number(r, -0.1, 0.1),
                "Integer {u}m[{n}](each start = 0, each fixed = true);",
                "discrete Real {u}t[{n}](each start = -1, each fixed = true);"]
    return Unit(k, n, declared, lines), []


def switched(r, k, n):
    """Rates and other variables with conditions, in several places and of several kinds."""
    condition = r.choice(["sin(%s*time + {i}) > %s*{u}x[{i}]" % (number(r, 1, 4), number(r, 0.2, 0.9)),
                          "time > %s*{i}" % number(r, 0.2, 0.5), "{u}w[{i}] > %s" % number(r, -0.2, 0.2),
                          "common > %s and {u}w[{i}] > 0" % number(r, -0.5, 0.5)])
    lines = ["der({u}x[{i}]) = (if %s then -%s else %s*cos(time)) - 0.1*{u}x[{i}];" % (
                 condition, over(r, 0.5, 1), number(r, 0.5, 1)),
             "{u}w[{i}] = sin(%s*time - 0.7*{i})%s;" % (number(r, 1, 3), r.choice(["", " + 0.1*common"])),
             "{u}y[{i}] = if {u}x[{i}] > %s then 2*{u}x[{i}] - %s elseif {u}x[{i}] < -0.3 then -1 else {u}x[{i}];" % (
                 number(r, 0.2, 0.4), number(r, 0, 1))]
    declared = ["Real {u}x[{n}](start = {sin(i) for i in 1:{n}}, each fixed = true), {u}w[{n}], {u}y[{n}];"]
    return Unit(k, n, declared, lines), []


def flagged(r, k, n):
    """Booleans that follow from Reals, and clauses that wait for them."""
    lines = ["der({u}x[{i}]) = if {u}b[{i}] then -%s else %s;" % (over(r, 1, 1.5), over(r, 0.7, 1)),
             "{u}b[{i}] = if pre({u}b[{i}]) then {u}x[{i}] > %s else {u}x[{i}] > %s;" % (
                 number(r, -0.6, -0.2), number(r, 0.2, 0.6)),
             "when {u}b[{i}] then {u}z[{i}] = pre({u}z[{i}])/2 + {u}x[{i}]; end when;"]
    declared = ["Real {u}x[{n}](start = {0.1*cos(3*i) for i in 1:{n}}, each fixed = true);",
                "Boolean {u}b[{n}](each start = false, each fixed = true);",
                "discrete Real {u}z[{n}](start = {i for i in 1:{n}}, each fixed = true);"]
    return Unit(k, n, declared, lines), []


def chosen(r, k, n):
    """A clause with a choice inside, and a bouncing rate."""
    lines = ["der({u}x[{i}]) = {u}v[{i}]*%s;" % over(r, 0.8, 1.2),
             "when {u}x[{i}] > %s then if common > 0 then {u}v[{i}] = -1; else {u}v[{i}] = -%s; end if; "
             "elsewhen {u}x[{i}] < %s then {u}v[{i}] = %s; end when;" % (
                 number(r, 0.5, 0.8), over(r, 1.5, 2), number(r, -0.8, -0.5), over(r, 1, 1.3))]
    declared = ["Real {u}x[{n}](start = {0.3*sin(2*i) for i in 1:{n}}, each fixed = true);",
                "discrete Real {u}v[{n}](each start = 1, each fixed = true);"]
    return Unit(k, n, declared, lines), []


def signs(r, k, n):
    """Edges, changes, names for Booleans and whole numbers that follow from Booleans."""
    lines = ["der({u}x[{i}]) = %s*cos(%s*time + {i});" % (over(r, 0.8, 1.2), number(r, 2, 4)),
             "{u}a[{i}] = %s;" % relation(r, "{u}x[{i}]", number(r, -0.1, 0.1)), "{u}b[{i}] = {u}a[{i}];",
             "{u}k[{i}] = if {u}b[{i}] and not {u}c[{i}] then 2 else 1;",
             "{u}c[{i}] = {u}x[{i}] < %s;" % number(r, -0.3, -0.2),
             "when %s then {u}d[{i}] = pre({u}d[{i}]) + {u}k[{i}]; end when;" % r.choice([
                 "change({u}a[{i}])", "{edge({u}b[{i}]), {u}c[{i}]}", "{u}k[{i}] == 2", "not {u}a[{i}]"]),
             "der({u}y[{i}]) = {u}k[{i}] - 0.1*{u}d[{i}];"]
    declared = ["Real {u}x[{n}](each start = 0.3, each fixed = true), {u}y[{n}](each start = 0, each fixed = true);",
                "Boolean {u}a[{n}], {u}b[{n}], {u}c[{n}]; Integer {u}k[{n}];",
                "Integer {u}d[{n}](each start = 0, each fixed = true);"]
    return Unit(k, n, declared, lines), []


class Rooms(Unit):
    """An array of components with a clause of their own, and components that are written one after another."""

    CLASS = """  model %(u)sRoom
    parameter Real tau = 1.5, high = 21;
    Real T(start = 20, fixed = true);
    Boolean on(start = true, fixed = true);
  equation
    der(T) = (10 - T)/tau + (if on then 20 else 0);
    when T > high then on = false; elsewhen T < %(low)s then on = true; end when;
  end %(u)sRoom;"""

    def __init__(self, r, number_of_unit, points):
        super().__init__(number_of_unit, points, [], [])
        self.model = self.CLASS % {"u": self.name, "low": number(r, 18.5, 19.5)}
        self.values = [(number(r, 1.2, 2), number(r, 20, 21.5)) for _ in range(points)]

    def declared(self):
        return [self.model.lstrip(), "%sRoom %s[%d](tau = {%s}, high = {%s});" % (
            self.name, self.name, self.points, ", ".join(v[0] for v in self.values),
            ", ".join(v[1] for v in self.values))]

    def family(self):
        return []

    def points_one_by_one(self):
        return []

    def singly(self):
        return [self.model.lstrip()] + ["%sRoom %s_%d(tau = %s, high = %s);" % (
            self.name, self.name, i + 1, tau, high) for i, (tau, high) in enumerate(self.values)]


def rooms(r, k, n):
    return Rooms(r, k, n), []


KINDS = [thermostat, counter, switched, flagged, chosen, signs, rooms]


def plane(r, family):
    """Two iterators; a condition runs over both, or over one of them."""
    rows, columns = 3, 4
    condition = r.choice(["p[{i}, {j}] > 0.1*{i} - 0.05*{j}", "sin(2*time) > 0.3*{i}", "sin(3*time) > 0.2*{j}"])
    line = "der(p[{i}, {j}]) = cos(2*time + {i} + 2*{j}) - (if %s then 0.3 else 0);" % condition
    head = ["  Real p[3, 4](each start = 0, each fixed = true);"]
    if family:
        return head, ["  for i in 1:3, j in 1:4 loop\n    %s\n  end for;" % line.format(i="i", j="j")]
    return head, ["  " + line.format(i=i, j=j) for i in range(1, rows + 1) for j in range(1, columns + 1)]


def model(name, units, beside, planes, family):
    declared = ["  Real common = sin(1.3*time);"]
    equations = list(beside)
    for unit in units:
        whole = family or not hasattr(unit, "singly")
        declared += ["  " + line for line in (unit.declared() if whole else unit.singly())]
        equations += unit.family() if family else unit.points_one_by_one()
    for head, lines in planes[family]:
        declared += head
        equations += lines
    return "model %s\n%s\nequation\n%s\n  annotation(experiment(StopTime = 6));\nend %s;\n" % (
        name, "\n".join(declared), "\n".join(equations), name)


def differences(a, b):
    found = []
    if a["status"] != "done" or b["status"] != "done":
        return ["%s: %s; %s: %s" % (a["status"], generated.told(a), b["status"], generated.told(b))]
    for what in "state", "time":
        if a["events"][what] != b["events"][what]:
            found.append("%s events: %s and %s" % (what, a["events"][what], b["events"][what]))
    for name, value in a["final"].items():
        other = b["final"].get(name, b["final"].get(re.sub(r"\[(\d+)\]\.", r"_\1.", name)))
        if other is None or abs(value - other) > TOLERANCE*max(1, abs(other)):
            found.append("%s: %s and %s" % (name, value, other))
    return found


def codes(answer):
    return [m["code"] for m in answer["messages"]]


def judge(saltus, seed, folder):
    r = random.Random(seed)
    made = [r.choice(KINDS)(r, k, r.choice([7, 8, 9, 10, 13])) for k in range(r.randint(1, 3))]
    units, beside = [m[0] for m in made], [line for m in made for line in m[1]]
    with_plane, at = r.random() < 0.3, r.getrandbits(30)
    planes = [[plane(random.Random(at), family)] if with_plane else [] for family in (False, True)]
    solver = r.choice([[], ["--solver", "erk"], ["--solver", "cvode", "--tol", "1e-7"], ["--solver", "rodas"],
                       ["--solver", "qss3", "--tol", "1e-6"], ["--solver", "heun", "--step", "0.01"]])
    path = os.path.join(folder, "f.mo")
    whole = generated.run(saltus, path, model("F", units, beside, planes, True), *solver)
    single = generated.run(saltus, os.path.join(folder, "s.mo"), model("S", units, beside, planes, False), *solver)
    if whole["status"] != "done" and codes(whole) == codes(single):
        return None              # it chatters, say
    found = differences(whole, single)
    listed = subprocess.run([saltus, "check", path], capture_output=True, text=True, check=False).stdout
    if "written out because" in listed:
        found.append("a family is written out:\n" + listed)
    return not found, "%s: %s" % (" ".join(solver) or "auto", "\n".join(found) or "%d events" % (
        whole["events"]["state"] + whole["events"]["time"]))


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "families are as their points", 60))
