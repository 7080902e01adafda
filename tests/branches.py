#!/usr/bin/env python3
"""What stands in a branch that does not hold makes no steps.

    python3 tests/branches.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

A function of time or of a state that goes round fast, has many corners or peaks, or grows beyond all bounds, in a
branch that never holds, or has ended before the run begins: behind a condition on time, on a state, on a Boolean, on
several of them, inside of another branch, and through variables that only the branch reads. The same model with 0 in
its place has the same results, and needs about as many steps. (E302)
"""
import os
import random
import sys

import generated

WILD = ["sin(1e5*{s})", "abs(sin(3e3*{s}))", "max(0, sin(2e3*{s}))^9", "sin(1/(1.7 - {s}))",
        "exp(-(sin(1e3*{s})/0.1)^2)", "noEvent(floor(5e3*{s}))", "tanh(1e3*sin(500*{s}))", "noEvent(mod({s}, 1e-4))"]
CONDITIONS = ["{t}", "not n{t}", "on", "not off", "on and {t}", "on and x > 10", "x > 10", "k == 3"]
FORMS = ["if {q} then {f} else {e}", "if {n} then {e} else {f}", "{e} + (if {q} then {f} else 0)",
         "if time < 2 then (if {q} then {f} else {e}) else {e}", "if {q} then 2*w else {e}"]


def judge(saltus, seed, folder):
    r = random.Random(seed)
    c = r.choice([-1, -1, 0.25])
    wild = r.choice(WILD).format(s=r.choice(["time", "time", "s"]))
    q = r.choice(CONDITIONS)
    q = q.replace("not n{t}", "not time >= %g" % c).format(t="time < %g" % c)
    if any(word in q for word in ("x > 10", "k ==", "on", "off")):
        c = -1
    form = r.choice(FORMS[:-1] if "1/" in wild else FORMS).format(q=q, n="not (%s)" % q, f="{f}", e="1 - x")

    def model(f):
        return """model M
  Real x(start = 0, fixed = true), s(start = 0, fixed = true), w;
  Boolean on(start = %s, fixed = true), off;
  Integer k(start = 1, fixed = true);
equation
  w = %s;
  der(s) = 1;
  off = not on;
  when time >= %g then
    on = false;
    k = 2;
  end when;
  der(x) = %s;
end M;
""" % ("true" if c > 0 else "false", f if "w" in form else "0", c if c > 0 else 0.25, form.replace("{f}", f))
    solver = r.choice(["auto", "auto", "cvode", "ida", "dirk", "rodas", "adams"])
    # while the branch holds, the two differ; so both begin behind that
    start = ["--start", "0.5"] if c > 0 else []
    with_it, without = (generated.run(saltus, os.path.join(folder, "m%d.mo" % i), model(f), "--stop", "2.5", "--solver",
                                      solver, "--timeout", "60", *start) for i, f in enumerate([wild, "0"]))
    off = abs(with_it.get("final", {}).get("x", 9) - without.get("final", {}).get("x", -9))
    said = "%s: x differs by %.2g, steps %s and %s; %s\n%s" % (solver, off, with_it.get("steps"), without.get("steps"),
                                                              generated.told(with_it), model(wild))
    return off < 1e-5 and with_it["steps"] <= 2*without["steps"] + 60, said


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "branches that do not hold make no steps", 60))
