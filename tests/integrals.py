#!/usr/bin/env python3
"""Rates that grow beyond all bounds where a condition turns: their integrals are right, or something is told.

    python3 tests/integrals.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

d^(-p) with the distance d in time from a moment c, before or behind it, written as a quotient, a power or a root, over
time, a variable or a state, behind a condition in an if-expression, an if-equation, smooth or noEvent; with a factor, a
summand, and another state beside it. For p < 1 the integral is finite: the final value is that of the closed form, or a
message says that it is not (R0751, or that the solver gives up). The solver auto gets it right for logarithms and for p
up to 0.6. For p >= 1 the run ends with an error (R0750, or what a solver or a divisor says). (E230)

A quarter of the cases has rates that grow up to a largest value, 1/max(e, abs(time - c)): right, or told, and never as
a divergent integral. Another quarter has solutions that grow beyond all bounds by themselves (x^2, 1 + x^2, exp(x)),
with the stop at their pole, or a distance before it: what is off by more than a hundredth is told (R0770, R0401).
Nothing of the kind is said of waves, which are the last quarter. (E300)
"""
import math
import os
import random
import sys

import generated

STOP = 1
FORMS = {"if": ("", "der(x) = if {q} then {f} else {e};"),
         "equation": ("", "if {q} then\n    der(x) = {f};\n  else\n    der(x) = {e};\n  end if;"),
         "variable": ("Real b;", "b = if {q} then {f} else {e};\n  der(x) = b;"),
         "smooth": ("", "der(x) = smooth(0, if {q} then {f} else {e});"),
         "noEvent": ("", "der(x) = noEvent(if {q} then {f} else {e});")}
OVER = {"time": ("", "", "({a} {sign} time)"), "variable": ("Real s;", "s = {a} {sign} time;", "s"),
        "state": ("Real s(start = {a}, fixed = true);", "der(s) = {rate};", "s")}


def formula(r, p):
    if p == 0:
        return "log({s})", lambda d: d*math.log(d) - d
    ways = ["{s}^(-%g)" % p, "1/{s}^%g" % p] + (["1/{s}", "1/sin({s})"] if p == 1 else []) + (
        ["1/sqrt({s})"] if p == 0.5 else [])
    return r.choice(ways), lambda d: d**(1 - p)/(1 - p) if p < 1 else math.inf


def capped(r):
    """A text, its options, what x is, what may be said."""
    c, k = r.choice([0.5, 0.3, 1/3, r.uniform(0.2, 0.8)]), r.choice([1, -2, 0.1])
    least, p = 10.0**-r.choice([6, 9, 12, 13, 15, 20, 30]), r.choice([1, 1, 2])
    if p == 2:
        least = max(least, 1e-12)
    def half(d):
        return 1 + math.log(d/least) if p == 1 else 2/least - 1/d
    text = "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = %g/max(%r, abs(time - %r))%s;\n" \
           "end M;\n" % (k, least, c, "^2" if p == 2 else "")
    return text, 1, k*(half(c) + half(1 - c)), lambda codes: "R0750" not in codes


GROWING = {"x^2": (1, 1, lambda t: 1/(1 - t)), "1 + x^2": (0, math.pi/2, math.tan),
           "exp(x)": (0, 1, lambda t: -math.log(1 - t)),
           "x^3": (1, 0.5, lambda t: (1 - 2*t)**-0.5), "-x^2": (-1, 1, lambda t: -1/(1 - t)),
           "2*x*sqrt(abs(x))": (1, 1, lambda t: (1 - t)**-2)}


def growing(r):
    rate = r.choice(list(GROWING))
    start, pole, course = GROWING[rate]
    before = r.choice([0, 0, 1e-9, 1e-7, 1e-5, 1e-3, 0.1])
    text = "model M\n  Real x(start = %d, fixed = true), y(start = 1, fixed = true);\nequation\n  der(x) = %s;\n" \
           "  der(y) = -y;\nend M;\n" % (start, rate)
    return text, pole - before, course(pole - before) if before else math.inf, \
        lambda codes: before < 0.01 or not codes


def judge_waves(saltus, r, folder):
    """Chains of pendulums swing, at any tolerance and wherever they are stopped: their energy bounds them."""
    n, k, bent = r.randint(20, 60), r.choice([0.3, 1, 3]), r.choice([0, 1])
    pull = "(if {0} then {1}*(x[{2}] - x[i]) + {3}*(x[{2}] - x[i])^3 else 0)"
    text = ("model M\n  Real x[%d](start = {sin(%g*i) for i in 1:%d}, each fixed = true), "
            "v[%d](each start = 0, each fixed = true);\nequation\n  for i in 1:%d loop\n    der(x[i]) = v[i];\n"
            "    der(v[i]) = -sin(x[i]) + %s + %s;\n  end for;\nend M;\n") % (
        n, r.choice([0.5, 2]), n, n, n, pull.format("i > 1", k, "i - 1", bent),
        pull.format("i < %d" % n, k, "i + 1", bent))
    answer = generated.run(saltus, os.path.join(folder, "m.mo"), text, "--stop", repr(r.uniform(50, 300)), "--tol",
                           r.choice(["1e-3", "1e-4"]))
    return "R0770" not in generated.told(answer) and answer["status"] == "done", generated.told(answer) + "\n" + text


def judge_other(saltus, r, folder, make):
    text, stop, wanted, fits = make(r)
    solver, tol = r.choice(["auto", "auto", "rodas", "dirk", "cvode", "ida"]), r.choice([1e-5, 1e-6, 1e-8])
    answer = generated.run(saltus, os.path.join(folder, "m.mo"), text, "--stop", repr(stop), "--solver", solver,
                           "--tol", repr(tol))
    codes = [m["code"] for m in answer["messages"] if m["severity"] != "info"]
    found = answer.get("final", {}).get("x", math.nan)
    good = abs(found - wanted) <= 0.01*max(1, abs(wanted))
    return (good or codes != []) and fits(codes), "%s, tol %g, to %r: x is %s, and should be %.9g; %s\n%s" % (
        solver, tol, stop, found, wanted, generated.told(answer), text)


def judge(saltus, seed, folder):
    r = random.Random(seed)
    if seed % 4 == 3:
        return judge_waves(saltus, r, folder)
    if seed % 4:
        return judge_other(saltus, r, folder, capped if seed % 4 == 1 else growing)
    p, opens = r.choice([0, 0.3, 0.5, 0.6, 0.8, 0.9, 1, 1, 1, 1.5, 2]), r.random() < 0.5
    over, form = r.choice(list(OVER)), r.choice(list(FORMS))
    c = r.choice([0.0] if opens and r.random() < 0.3 else [0.5, 0.3, 1/3, r.uniform(0.1, 0.9)])
    k, e = r.choice([1, -2, 0.1]), r.choice([0, 1])
    declared, given, s = (t.format(a=repr(-c if opens else c), sign="+" if opens else "-", rate="1" if opens else "-1")
                          for t in OVER[over])
    text, integral = formula(r, p)
    more, equation = FORMS[form]
    d = STOP - c if opens else c
    wanted = k*integral(d) + e*STOP
    text = ("model M\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true); %s %s\n"
            "equation\n  der(y) = -y;\n  %s\n  %s\nend M;\n") % (
        declared, more, given, equation.format(q="%s > 0" % s, f="%g*%s + %d" % (k, text.format(s=s), e), e=e))
    solver = r.choice(["auto", "auto", "rodas", "dirk", "cvode"])
    answer = generated.run(saltus, os.path.join(folder, "m.mo"), text, "--stop", str(STOP), "--solver", solver)
    errors = [m["code"] for m in answer["messages"] if m["severity"] == "error"]
    found, missed = answer.get("final", {}).get("x", math.nan), "R0751" in generated.told(answer)
    said = "%s: x is %s, and should be %.9g; %s\n%s" % (solver, found, wanted, generated.told(answer), text)
    off = abs(found - wanted)/max(1, abs(wanted))
    if p >= 1:
        return bool(errors), said
    if p <= 0.6 and solver == "auto" and form != "noEvent":      # under noEvent nobody tells the solver of the moment
        return not errors and off < 1e-3 and (not missed or off > 1e-6), said
    return bool(errors) or missed or off < 1e-3, said


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "integrals are right, or told", 100))
