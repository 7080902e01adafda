#!/usr/bin/env python3
"""A run advances or tells.

    stuck.py --saltus build/saltus [--count N] [--seed S]

A coil drives capacitors of 1 F with diodes of small and other resistances between them, at random, and everything
begins at zero. Here a condition may count as the solver's error at one moment and as a crossing at the next. Each
solver must come to the end, and all must agree."""
import os
import random
import sys

import generated

SOLVERS = ["auto", "rodas", "dirk", "cvode"]
SECONDS = 600           # against hanging; each run takes some hundredths


def draw(rng):
    n, small = rng.randint(2, 3), rng.choice(["1e-4", "1e-3", "1e-5"])
    flows = [[] for _ in range(n)]
    for _ in range(rng.randint(2, 4)):
        a, b = rng.sample(range(-1, n), 2)
        high, low = ("v%d" % k if k >= 0 else "0" for k in (a, b))
        resistance = rng.choice([small, small, "%.2f" % rng.uniform(0.1, 2)])
        flow = "(if %s - %s > 0 then (%s - %s)/%s else 0)" % (high, low, high, low, resistance)
        if a >= 0:
            flows[a].append(" - " + flow)
        if b >= 0:
            flows[b].append(" + " + flow)
    text = "model Stuck\n  Real il(start = 0, fixed = true)"
    text += "".join(", v%d(start = 0, fixed = true)" % k for k in range(n)) + ";\nequation\n"
    text += "  0.3*der(il) = %d*sin(%.1f*time) - v0;\n" % (rng.randint(1, 5), rng.uniform(1, 10))
    for k, flow in enumerate(flows):
        text += "  der(v%d) = %s%s;\n" % (k, "il" if k == 0 else "0", "".join(flow))
    return text + "end Stuck;\n", ["il"] + ["v%d" % k for k in range(n)]


def judge(saltus, seed, folder):
    text, names = draw(random.Random(seed))
    ends = {s: generated.run(saltus, os.path.join(folder, "stuck.mo"), text, "--stop", "4", "--solver", s, "--timeout",
                             str(SECONDS)) for s in SOLVERS}
    fault = [(s, e["status"], generated.told(e)) for s, e in ends.items() if e["status"] != "done"]
    for name in names if not fault else []:
        values = [e["final"][name] for e in ends.values()]
        if max(values) - min(values) > 1e-4*max(1, max(map(abs, values))):
            fault.append((name, values))
    return not fault, "%r\n%s" % (fault, text)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "networks come to the same end", 60, seed=140))
