#!/usr/bin/env python3
"""A parameter that is zero does what the number 0 does, however it came to its value, and whatever stands beside it.

    python3 tests/vanish.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

An equation has a term with a factor R: a wire without resistance in a divider, between two capacitors or two bodies,
in a branch, a capacitor without capacitance, an inertia without mass, alone or in an array. R is zero by its
declaration, by a function, a function with branches, a component of a record or an array, an if-expression or other
parameters. Beside it stand modes, an array of equations, a clause, or nothing. The run must end as that of the same
model with the number 0 in the place of R.
"""
import math
import os
import random
import re
import sys

import generated

GIVEN = ["parameter Real R = 0;", "parameter Real R = f(0);", "parameter Real R = g(3, 3);", "parameter Real R = f(q);",
         "parameter Real R = if q > 1 then 5 else q;", "parameter Real R = a[2];", "parameter Real R = r.y;",
         "parameter Real R = sum(f(q)*a);", "final parameter Real R = f(0);", "parameter Real R = f(1)*q;"]
HEAD = """  function f input Real x; output Real y; algorithm y := 2*x; end f;
  function g input Real x; input Integer n; output Real y; algorithm
    y := x; for k in 1:n loop y := y - x/n; end for; if abs(y) < 1e-9 then y := 0; end if; end g;
  record Rec Real x; Real y; end Rec;
"""
# declarations and equations; {R} is the factor
SYSTEMS = [
    ("Real v, i, z(start = 0, fixed = true);", "{R}*i = v; v + 2*i = 1 + time; der(z) = i;"),
    ("Real v, i, z(start = 0, fixed = true);", "v = {R}*i; i = 1 - 0.5*v - z; der(z) = i;"),
    ("Real x(start = 1, fixed = true), y, i;", "der(x) = -i; der(y) = i - y; {R}*i = x - y;"),
    ("Real x(start = 1, fixed = true), y, i;", "der(x) = -i; 2*der(y) = i - y + {R}*x; x - y = {R}*i;"),
    ("Real x(start = 0, fixed = true), y, w;", "{R}*der(y) = time - y; der(x) = y; w = x + {R}*der(y);"),
    ("Real x(start = 1, fixed = true), v(start = 0, fixed = true), y, u, k;",
     "der(x) = v; der(v) = -x - k; der(y) = u; der(u) = k; {R}*k = x - y;"),
    ("Real x[2](each start = 1, each fixed = true), y[2], i[2];",
     "for k in 1:2 loop der(x[k]) = -i[k]; der(y[k]) = k*i[k] - y[k]; {R}*i[k] = x[k] - y[k]; end for;"),
    ("Real x(start = 1, fixed = true), y(start = 0, fixed = true), i, s(start = 0, fixed = true);",
     "der(s) = 1; der(x) = -i; der(y) = i; if s > 0.5 then {R}*i = x - y; else i = 0; end if;"),
    ("Real v, i, s(start = 0, fixed = true);",
     "der(s) = 1; if s > 0.5 then {R}*i = v; else v = 1; end if; v + 2*i = 1;"),
    ("Real p, q1, h(start = 1, fixed = true);", "der(h) = -q1; {R}*q1 + 3*q1 = p; p = h - {R}*q1^2;"),
]
COMPANY = [
    ("", ""),
    ("Real cw(start = 0), cs(start = 0, fixed = true);",
     "der(cs) = 1; if cs > 0.2 then cw = 2*cs; else der(cw) = 2; end if;"),
    ("Real ca(start = 1, fixed = true), cb(start = 0, fixed = true), ci;",
     "der(ca) = -ci; der(cb) = ci; if time > 0.3 then ca = cb; else ci = 0.1; end if;"),
    ("Real c[3](each start = 0, each fixed = true);", "for k in 1:3 loop der(c[k]) = k - c[k]; end for;"),
    ("Real c(start = 0, fixed = true); discrete Real cn(start = 0, fixed = true);",
     "der(c) = 1; when c > 0.4 then reinit(c, 0); cn = pre(cn) + 1; end when;"),
]


def judge(saltus, seed, folder):
    r = random.Random(seed)
    given, (declared, equations), company = r.choice(GIVEN), r.choice(SYSTEMS), r.sample(COMPANY, r.choice([1, 1, 2]))
    between = r";(?![^;]*end (?:if|for))(?= (?:der|if|for|\{|v|p|x|i|2|w))"
    written = [e.strip() for e in re.split(between, equations.rstrip("; "))]
    r.shuffle(written)
    answers = []
    for factor in ("R", "0"):
        text = ("model M\n%s  parameter Real q = 0, a[3] = {1, 0, q}; parameter Rec r(x = 2, y = q); %s\n  %s %s\n"
                "equation\n  %s\n  %s\nend M;\n") % (
            HEAD, given, declared, " ".join(c[0] for c in company),
            "\n  ".join(e.format(R=factor) + ";" for e in written), "\n  ".join(c[1] for c in company if c[1]))
        answers.append((generated.run(saltus, os.path.join(folder, "m%s.mo" % factor), text, "--stop", "1"), text))
    (found, text), (wanted, _) = answers
    said = "%s, wanted %s; %s\n%s" % (found["status"], wanted["status"], generated.told(found), text)
    if wanted["status"] != "done":
        return None
    names = [n for n, v in wanted["final"].items() if isinstance(v, (int, float)) and not n.startswith("der(")]
    wrong = [n for n in names if not math.isclose(found.get("final", {}).get(n) or 0, wanted["final"][n], rel_tol=1e-4,
                                                  abs_tol=1e-5)]
    return found["status"] == "done" and not wrong, "%s: %s" % (wrong, said)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "parameters that are zero do what 0 does", 80))
