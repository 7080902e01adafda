#!/usr/bin/env python3
"""Conditions that are numbers times each other turn in one instant.

    zeros.py --saltus build/saltus [--count N] [--seed S]

x < c and k*x > k*c have the same zero, but k*x and k*c are rounded, so that as they stand they turn a few units in the
last place apart, and in between both hold or none. Models with such pairs are drawn at random, with literals and with a
parameter, for states that cross once: there must be one event, and never an instant after which both or none hold."""
import os
import random
import sys

import generated

MODEL = """model Z
  parameter Real c = %(c)r;
  Real x(start = 0, fixed = true);
  Boolean low = %(low)s, high = %(high)s;
  Integer odd(start = 0, fixed = true);
equation
  der(x) = %(rate)s;
  when low == high then
    odd = pre(odd) + 1;
  end when;
end Z;
"""


def draw(rng):
    c = round(rng.uniform(0.05, 3), rng.randint(1, 6))
    k = rng.choice([3, 0.7, -7, 1e3, -0.3, 11, 1/7, rng.uniform(-9, 9)])
    less, more = ("<", ">") if k > 0 else (">", "<")
    if rng.random() < 0.6:
        low = rng.choice(["x < %r" % c, "%r > x" % c, "x - %r < 0" % c])
        high = rng.choice(["(%r)*x %s %r" % (k, more, k*c), "%r %s (%r)*x" % (k*c, less, k),
                           "x/(%r) %s %r" % (k, more, c/k)])
    else:
        low = rng.choice(["x < c", "c - x > 0", "not x >= c"])
        high = rng.choice(["(%r)*x %s (%r)*c" % (k, more, k), "(%r)*(x - c) %s 0" % (k, more),
                           "(c - x)/(%r) %s 0" % (k, less)])
    rate = rng.choice(["1", "1 + 0.5*sin(7*time)", "exp(-x/5)"])
    if rng.random() < 0.5:
        rate = "(if low then 1 else 2)*(%s)" % rate
    return MODEL % {"c": c, "low": low, "high": high, "rate": rate}


def judge(saltus, seed, folder):
    text = draw(random.Random(seed))
    said = generated.run(saltus, os.path.join(folder, "z.mo"), text, "--stop", "6")
    if said["status"] != "done":
        return False, "%s, %s\n%s" % (said["status"], generated.told(said), text)
    good = said["events"]["state"] == 1 and said["final"]["odd"] == 0
    return good, "%r, disagreed %s times\n%s" % (said["events"], said["final"].get("odd"), text)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "pairs turn together", 60))
