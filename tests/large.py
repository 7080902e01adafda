#!/usr/bin/env python3
"""Narrow windows and poles in large families: whatever moves, and however few of many elements have theirs in the run.

    large.py --saltus build/saltus [--count N] [--seed S] [--only SEED]

Each element has a hat, a pulse or a bell, over time or over a state that moves evenly, with an integral that is known:
1, 2 or the root of pi. Some elements have theirs within the run, at places without an order; the others never. What one
element misses is missing in the sum (E96, E111).

Or each element is a quotient, and some divisors pass zero within the run. The run ends at the first of these poles,
also where nothing needs the quotients (E112)."""
import math
import random
import sys

import generated

WINDOWS = [("max(0, 1 - abs(s - c[i])/w)/w", 1.0), ("(if noEvent(abs(s - c[i]) < w) then 1/w else 0)", 2.0),
           ("exp(-((s - c[i])/w)^2)/w", math.sqrt(math.pi))]

MODEL = """model Large
  parameter Integer n = %(n)d;
  parameter Real w = %(w)r;
  parameter Real c[n] = {if mod(i*%(stride)d, n) < %(some)d then 0.05 + 0.9*mod(i*0.6180339887, 1) else 5 for i in 1:n};
  Real x[n](each start = 0, each fixed = true), y(start = 0, fixed = true), s, total;
equation
  der(y) = %(rate)s;
  s = %(over)s;
  for i in 1:n loop
    der(x[i]) = %(window)s;
  end for;
  total = sum(x);
  annotation(experiment(StopTime = %(stop)r));
end Large;
"""

POLES = """model Large
  parameter Integer n = %(n)d;
  parameter Real c[n] = {if mod(i*%(stride)d, n) < %(some)d then 0.05 + 0.9*mod(i*0.6180339887, 1) else 5 for i in 1:n};
  Real z[n], y(start = 0, fixed = true);
equation
  der(y) = 1;
  for i in 1:n loop
    z[i] = %(quotient)s;
  end for;
  annotation(experiment(StopTime = 1));
end Large;
"""


def judge_poles(saltus, chance, folder):
    n = chance.choice([397, 401, 997, 1500, 1999])
    stride, some = chance.choice([7, 101, 13]), chance.randint(1, 12)
    quotient = chance.choice(["1/(y - c[i])", "y/(c[i] - time)", "1/((y - c[i])*(2 + y))", "(1 + y)/(y - c[i])^3"])
    solver = chance.choice(["auto", "cvode", "dirk", "erk", "rodas", "ida"])
    want = min(0.05 + 0.9*math.fmod(i*0.6180339887, 1) for i in range(1, n + 1) if i*stride % n < some)
    text = POLES % {"n": n, "stride": stride, "some": some, "quotient": quotient}
    answer = generated.run(saltus, folder + "/large.mo", text, "--solver", solver, "--vars", "y")
    codes = [m["code"] for m in answer["messages"]]
    ended = answer["time"]["stop"]
    good = answer["status"] == "failed" and codes == ["R0301"] and abs(ended - want) < 1e-6
    return good, "%s, %d elements, %s: %s at %r, a pole at %.9g expected; %s" % (
        solver, n, quotient, answer["status"], ended, want, generated.told(answer))


def judge(saltus, seed, folder):
    chance = random.Random(seed)
    if chance.random() < 0.4:
        return judge_poles(saltus, chance, folder)
    n = chance.choice([211, 400, 997, 1009, 2003, 3001])
    window, area = chance.choice(WINDOWS)
    some, stride = chance.randint(1, 12), chance.choice([7, 101, 13])
    speed = chance.choice([1, 1, 0.25])
    over = chance.choice(["time", "y", "y"])
    w = 10**chance.uniform(-6, -3)
    known = {"n": n, "w": w, "stride": stride, "some": some, "rate": speed, "window": window, "over": over,
             "stop": 1.0 if over == "time" else 1/speed}
    solver = chance.choice(["auto", "cvode", "dirk", "erk", "rodas", "ida"])
    want = area*len([i for i in range(1, n + 1) if i*stride % n < some])/(1 if over == "time" else speed)
    answer = generated.run(saltus, folder + "/large.mo", MODEL % known, "--solver", solver, "--vars", "total")
    got = answer["final"].get("total")
    good = answer["status"] == "done" and got is not None and abs(got - want) <= 2e-3*want and not answer["messages"]
    return good, "%s, %d elements, w = %.3g, %s over %s: %s, total %r, and %.9g expected; %s" % (
        solver, n, w, window, over, answer["status"], got, want, generated.told(answer))


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "large families are whole", 12))
