#!/usr/bin/env python3
"""Parts of a model that have nothing to do with each other jump in one instant, each as it does alone: what it ends
with, and what is told of it, names, values and sums (E240).

    parts.py --saltus build/saltus [--count 80] [--seed N] [--only SEED] [--keep DIR] [-v]

Two to four parts are drawn, of sizes from 1e-9 to 1e9: capacitors and inertias that are joined, with and without
reinit, positions that are tied otherwise than they are, products without a value, gears that are shifted, diodes that
take over a current, a pendulum that only swings. All that happens to them happens at time 1.
"""
import os
import random
import re
import sys

import generated

PARTS = {
    "Capacitors": """
  Real v1(start = 4*S, fixed = true), v2(start = 0, fixed = true), i;
equation
  der(v1) = -i;
  3*der(v2) = i;
  if time > 1 then v1 = v2; else i = 0; end if;""",
    "Stated": """
  Real v1(start = 4*S, fixed = true), v2(start = 0, fixed = true), i;
  Boolean closed = time > 1;
equation
  der(v1) = -i;
  3*der(v2) = i;
  if closed then v1 = v2; else i = 0; end if;
  when closed then reinit(v1, 2*S); end when;""",
    "TwiceStated": """
  Real v1(start = 4*S, fixed = true), v2(start = 0, fixed = true), i;
  Boolean closed = time > 1;
equation
  der(v1) = -i;
  3*der(v2) = i;
  if closed then v1 = v2; else i = 0; end if;
  when closed then reinit(v1, 2*S); reinit(v2, 3*S); end when;""",
    "Worn": """
  Real w1(start = 5*S, fixed = true), w2(start = 0, fixed = true), tau, wear(start = 0, fixed = true);
equation
  der(w1) = -tau;
  3*der(w2) = tau;
  der(wear) = abs(tau);
  if time > 1 then w1 = w2; else tau = 0; end if;""",
    "Rod": """
  Real x1(start = 3*S, fixed = true), x2(start = 0, fixed = true), v1(start = 0, fixed = true),
    v2(start = 0, fixed = true), f;
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = -f;
  3*der(v2) = f;
  if time > 1 then x1 - x2 = S; else f = 0; end if;""",
    "Heated": """
  Real v1(start = 4*S, fixed = true), v2(start = 0, fixed = true), i, heat(start = 0, fixed = true);
equation
  der(v1) = -i;
  3*der(v2) = i;
  der(heat) = (v1 - v2)*i;
  if time > 1 then v1 = v2; else i = 0; end if;""",
    "Gear": """
  Real w1(start = 6*S, fixed = true), w2, tau;
  discrete Real ratio(start = 2, fixed = true);
equation
  w1 = ratio*w2;
  der(w1) = -tau;
  2*der(w2) = ratio*tau;
  when time > 1 then ratio = 3; end when;""",
    "Coil": """
  Real i(start = 2*S, fixed = true), vs, is, vd, id, s;
  Boolean on = s >= 0;
equation
  der(i) = S - vs;
  i = is + id;
  vd = vs - 2*S;
  if time > 1 then is = 0; else vs = 0; end if;
  if on then vd = 0; s = id; else id = 0; s = vd; end if;""",
    "Pendulum": """
  Real x(start = S, fixed = true), y(start = 0), vx(start = 0, fixed = true), vy, f;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -f*x/S;
  der(vy) = -f*y/S - S;
  x^2 + y^2 = S^2;""",
    "Nothing": """
  Real x(start = 3*S, fixed = true), y(start = S, fixed = true), f;
equation
  der(x) = -f;
  der(y) = -y;
  if time > 1 then f = x; else 2*f = x + y; end if;""",
    "Given": """
  Real x(start = 3*S, fixed = true), u;
equation
  der(x) = u;
  if time > 1 then u = -x; else x = 3*S; end if;""",
}
TOLD = {"R0210", "R0230", "R0231", "R0250", "R0251"}


def text_of(name):
    return "model %s\n  parameter Real S = 1;%s\nend %s;\n" % (name, PARTS[name], name)


def told(answer, prefix):
    """What is told of the part with this prefix, without it; the times that a message was repeated do not count."""
    found = []
    for m in answer["messages"]:
        if m["code"] in TOLD and (not prefix or prefix in m["text"]):
            notes = [n["text"] if isinstance(n, dict) else n for n in m.get("notes", [])]
            found.append((m["code"], (m["text"] + "; ".join(notes)).replace(prefix, "")))
    return sorted(found)


def compare(alone, company, prefix, size):
    """What is another in company, in words; None: nothing. Beside its size, a value may be off by the tolerance."""
    for name, value in alone["final"].items():
        other = company["final"].get(prefix + name)
        if other is None or isinstance(value, str) or name.startswith("der("):
            continue
        if not abs(other - value) <= 1e-4*max(abs(value), size if re.match("[vwxyi]", name) else abs(value)):
            return "%s%s is %r and was %r" % (prefix, name, other, value)
    if told(alone, "") != told(company, prefix):
        return "of %s is told %s, and alone %s" % (prefix, told(company, prefix), told(alone, ""))
    return None


def judge(saltus, seed, folder):
    chance = random.Random(seed)
    names = [chance.choice(sorted(PARTS)) for _ in range(chance.randint(2, 4))]
    sizes = [10.0**chance.choice([0, 0, chance.randint(-9, 9)]) for _ in names]
    alone = [generated.run(saltus, "%s/alone%d.mo" % (folder, k), text_of(name), "--stop", "1.5", "--tol", "1e-8", "-p",
                           "S=%r" % size) for k, (name, size) in enumerate(zip(names, sizes))]
    together = "".join(map(text_of, sorted(set(names)))) + "model Company\n" + \
        "".join("  %s p%d(S = %r);\n" % (name, k, size) for k, (name, size) in enumerate(zip(names, sizes))) + \
        "end Company;\n"
    company = generated.run(saltus, os.path.join(folder, "company.mo"), together, "--stop", "1.5", "--tol", "1e-8",
                            of="Company")
    what = ", ".join("%s of %g" % pair for pair in zip(names, sizes))
    if company["status"] != "done" or any(a["status"] != "done" for a in alone):
        return False, "%s: %s" % (what, generated.told(company))
    wrong = [compare(a, company, "p%d." % k, size) for k, (a, size) in enumerate(zip(alone, sizes))]
    wrong = [w for w in wrong if w]
    return not wrong, "%s: %s" % (what, "; ".join(wrong))


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "parts jump in company as they do alone", 80))
