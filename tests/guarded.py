#!/usr/bin/env python3
"""Operations that a condition guards are not evaluated where the condition says no.

    python3 tests/guarded.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

An operation without a value at s = 0 (sqrt(s) below it, log(s), 1/sqrt(s), 1/s, s*log(s)) stands in the branch that a
condition on s opens or closes at a time c: the start of the run, inside it, or, for s over time, its end. s is written
over time, or is a variable, or a state; the condition is strict or not where both are right, and stands in an
if-expression, an if-equation, an algorithm, behind a Boolean, in an array, nested, or under noEvent. The run must come
to its end; each value that is recorded is finite, is that of the formula where the branch holds, and zero where it does
not; and the integral is that of the closed form. (E193)
"""
import csv
import math
import random
import sys

import generated

# the formula, its integral from 0 to s or None, and whether s = 0 itself has a value
FORMULAS = [("sqrt({s})", lambda s: 2/3*s**1.5, True), ("log({s})", lambda s: s*math.log(s) - s, False),
            ("1/sqrt({s})", lambda s: 2*math.sqrt(s), False), ("1/{s}", None, False),
            ("{s}*log({s})", lambda s: s*s/2*math.log(s) - s*s/4, False),
            ("{s}^(-0.5)", lambda s: 2*math.sqrt(s), False)]
VALUES = {"sqrt({s})": math.sqrt, "log({s})": math.log, "1/sqrt({s})": lambda s: s**-0.5, "1/{s}": lambda s: 1/s,
          "{s}*log({s})": lambda s: s*math.log(s), "{s}^(-0.5)": lambda s: s**-0.5}
OVER = {"time": ("", "", "({c} {sign} time)"), "variable": ("  Real s;\n", "  s = {c} {sign} time;\n", "s"),
        "state": ("  Real s(start = {at}, fixed = true);\n", "  der(s) = {rate};\n", "s")}
FORMS = {
    "if": ("", "  b = if {q} then {f} else 0;\n"),
    "not": ("", "  b = if not {q} then 0 else {f};\n"),
    "equation": ("", "  if {q} then\n    b = {f};\n  else\n    b = 0;\n  end if;\n"),
    "algorithm": ("", "algorithm\n  if {q} then\n    b := {f};\n  else\n    b := 0;\n  end if;\nequation\n"),
    "Boolean": ("  Boolean on;\n", "  on = {q};\n  b = if on then {f} else 0;\n"),
    "nested": ("  parameter Real k = 1;\n", "  b = if k > 0 and {q} then (if k < 2 then {f} else 7) else 0;\n"),
    "array": ("  Real a[2];\n",
              "  for i in 1:2 loop\n    a[i] = if {q} then i*({f}) else 0;\n  end for;\n  b = a[2]/2;\n"),
    "noEvent": ("", "  b = noEvent(if {q} then {f} else 0);\n"),
    "smooth": ("", "  b = smooth(0, if {q} then {f} else 0);\n")}


def case(seed):
    r = random.Random(seed)
    formula, integral, at_zero = r.choice(FORMULAS)
    over, form, opens = r.choice(list(OVER)), r.choice(list(FORMS)), r.random() < 0.5
    c = r.choice([0.0, 0.5, 1.0, 0.3, 1/3, 1e-3, r.uniform(0.1, 0.9)])
    if form == "noEvent" and not at_zero:
        integral = None                  # the solver is told nothing of the jump
    if over == "state" and not opens:    # what becomes infinite where a state goes is another matter
        if "-0.5" in formula or "/" in formula:
            return None
        c = min(c, 0.9)
    strict = not at_zero or r.random() < 0.5
    rate = 1 if opens else -1
    declared, given, s = (t.format(c=("%r" % (-c if opens else c)), sign="+" if opens else "-",
                                   at=repr(-c if opens else c),
                                   rate=rate) for t in OVER[over])
    ways = [s + " > 0", "0 < " + s, "not %s <= 0" % s] if strict else [s + " >= 0", "0 <= " + s, "not %s < 0" % s]
    more, equation = FORMS[form]
    text = ("model M\n  Real b, z(start = 0, fixed = true);\n" + declared + more + "equation\n" + given
            + equation.format(q="(%s)" % r.choice(ways), f=formula.format(s=s)) + "  der(z) = %s;\nend M;\n"
            % ("b" if integral else "1"))
    fixed = [] if over == "state" and not opens else ["rk4"]
    return text, VALUES[formula], integral, c, opens, r.choice(["auto", "auto", "cvode", "dirk"] + fixed)


def judge(saltus, seed, folder):
    drawn = case(seed)
    if not drawn:
        return None
    text, value, integral, c, opens, solver = drawn
    if solver == "rk4":                  # its steps see nothing of a pole
        text, integral = text.replace("der(z) = b", "der(z) = 1"), None
    answer = generated.run(saltus, folder + "/m.mo", text, "--stop", "1", "--solver", solver, "-o", folder + "/m.csv")
    if answer.get("status") != "done":
        return False, "%s: %s with %s\n%s" % (answer.get("status"), generated.told(answer), solver, text)
    bad = []
    for row in csv.DictReader(open(folder + "/m.csv")):
        t, b = float(row["time"]), float(row["b"])
        s = t - c if opens else c - t
        near = abs(s) < 1e-12            # where rounding decides on which side a row is
        off = 1e-6*(1 + abs(value(s)))*(1 + 1e-3/s) if s > 0 else 0
        if not math.isfinite(b) or (not near and abs(b - (value(s) if s > 0 else 0)) > off):
            bad.append((t, b))
    if integral:
        length = 1 - c if opens else c
        whole = integral(length) if length else 0
        got = answer["final"]["z"]
        if abs(got - whole) > 2e-4*(1 + abs(whole)):
            bad.append(("z", got, whole))
    return not bad, "%s with %s\n%s" % (bad[:4], solver, text)


sys.exit(generated.main(__doc__, judge, "guarded operations are evaluated where they are guarded", 150))
