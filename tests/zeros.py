#!/usr/bin/env python3
"""Conditions that are numbers times each other turn in one instant.

    zeros.py --saltus build/saltus [--count N] [--seed S]

x < c and k*x > k*c have the same zero, but k*x and k*c are rounded, so that as they stand they turn a few units in the
last place apart, and in between both hold or none. Models with such pairs are drawn at random, with literals and with a
parameter, for states that cross once: there must be one event, and never an instant after which both or none hold."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

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


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--count", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(asked.seed, asked.seed + asked.count):
            text, path = draw(random.Random(seed)), os.path.join(folder, "z.mo")
            with open(path, "w") as file:
                file.write(text)
            done = subprocess.run([os.path.abspath(asked.saltus), "run", path, "--stop", "6", "--json"],
                                  stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
            said = json.loads(done.stdout)
            if done.returncode:
                wrong += 1
                print("seed %d: %r\n%s" % (seed, said["messages"], text))
            elif said["events"]["state"] != 1 or said["final"]["odd"] != 0:
                wrong += 1
                print("seed %d: %r, disagreed %s times\n%s" % (seed, said["events"], said["final"].get("odd"), text))
    print("seed %d: %d of %d pairs turn together" % (asked.seed, asked.count - wrong, asked.count))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
