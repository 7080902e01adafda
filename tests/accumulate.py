#!/usr/bin/env python3
"""Events that accumulate, on models made at random: each has a closed form, so what must be found, and when, is known.

    accumulate.py --saltus build/saltus [--seed N] [--count N]

    balls     bounce on a floor at any level, from any start time, with any restitution: all are told near the limit of
              the geometric
              series, t1*(1 + e)/(1 - e) after the start with t1 the first contact, and with --on-zeno rest they lie
              there
    relays    x' = a - b*relay(x - c): all chatter, and with --on-chatter slide x is c and the relay has the mean a/b
    pairs     relays made of two events, x < c and x > c, in COSY and Modelica: all chatter, and none leaves c
    bangs     a bang-bang law on its switching curve chatters, with every solver; with --on-chatter slide it gets to its
              goal
    friction  a block on an incline comes to a stop and stays, or goes on
    processes balls of COSY, whose processes wait for the floor in several ways
    tables    balls on a table that moves: each is told where it would pass, or lies on the table
    careless  the same and balls on floors, at any level with any tolerance: none passes silently, however coarse the
    numbers are (E102) drops     a ball at rest on a table that begins to move and then drops away: it follows, and
    falls freely from then on stacks    a ball on a ball on a floor: nothing passes silently, and with --on-zeno rest
    nearly all come to rest (E103) euler     balls in fixed steps, whose error keeps them up: told, or at rest jumps
    relays that make no events: told that the run crawls, or (fixed steps) that it goes to and fro fast      legitimate
    fast switching, of which nothing may be said, with the number of events that it must have
    ladders   a threshold that each event moves on, beside a clock or a process that acts at the same times but for
              rounding: nothing is said, and no event is lost
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

from accumulate_slides import (SOLVERS, bangs, codes, fast, friction, ladders, message, number_after, pairs, relay,
                               relays)
import sample

MULTISTEP = ("cvode", "adams", "ida")


class Bench:
    def __init__(self, saltus, folder):
        self.saltus, self.folder, self.wrong, self.done = saltus, folder, [], 0

    def run(self, name, text, *options):
        path = os.path.join(self.folder, name + (".cosy" if text.startswith("PROGRAM") else ".mo"))
        with open(path, "w") as out:
            out.write(text)
        got = subprocess.run([self.saltus, "run", path, "--json", "--timeout", "600"] + [str(o) for o in options],
                             capture_output=True,
                             text=True)
        if got.returncode not in (0, 1):
            raise AssertionError("exit status %d: %s %s" % (got.returncode, " ".join(map(str, options)),
                                                            got.stderr[:500]))
        return json.loads(got.stdout)

    def judge(self, name, text, options, check):
        """check gets the JSON object and gives what is wrong, or None."""
        self.done += 1
        try:
            wrong = check(self.run(name, text, *options))
        except (AssertionError, ValueError, KeyError, IndexError) as e:
            wrong = "%s: %s" % (type(e).__name__, e)
        if wrong:
            self.wrong.append("%s\n%s  options: %s\n" % (wrong, text, " ".join(map(str, options))))


# ------------------------------------------------------------------------------------------------------------ balls

BALL = """model Ball
  parameter Real e = %(e)r, g = %(g)r, floor = %(floor)r;
  Real h(start = floor + %(height)r, fixed = true), v(start = %(v)r, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when %(condition)s then
    reinit(v, -e*pre(v));%(more)s
  end when;
end Ball;
"""


def ball(rng):
    solver = rng.choice(SOLVERS)
    b = {"e": round(rng.uniform(0.05, 0.95), 3), "g": round(10**rng.uniform(-1, 1.5), 3),
         "height": round(10**rng.uniform(-1, 1), 3),
         "v": round(rng.uniform(-2, 2), 3), "floor": rng.choice([0.0, -1.0, 1.0, 17.3, -250.0, 1e4, 1e6])}
    b["condition"] = rng.choice(["h < floor", "h <= floor", "floor > h", "floor - h > 0", "2*(h - floor) < 0"])
    b["more"] = rng.choice(["", "", " reinit(h, floor);"])
    # what the tolerance makes of the level must be small beside the height
    tolerance = 1e-6 if abs(b["floor"]) < 10 else 1e-8 if abs(b["floor"]) < 1e3 else 1e-10 if abs(
            b["floor"]) < 1e5 else 1e-12
    start = rng.choice([0, 0, 3.7, -20, 1e5])
    down = math.sqrt(b["v"]**2 + 2*b["g"]*b["height"])     # the speed of the first contact
    first = (b["v"] + down)/b["g"]
    limit = start + first + 2*b["e"]*down/b["g"]/(1 - b["e"])
    stop = limit + rng.uniform(0.3, 2)*(limit - start)
    return b, solver, start, stop, limit, ["--solver", solver, "--start", start, "--stop", "%.9g" % stop, "--tol",
                                           tolerance]


def judge_told(limit, start):
    def check(j):
        told = message(j, "R0202") or message(j, "R0220")
        if j["status"] != "failed" or not told:
            return "not told: %s %s %s" % (j["status"], codes(j), j["final"])
        at = number_after("time", told["text"])
        if abs(at - limit) > 0.02*(limit - start):
            return "told at %g, but the limit is %g" % (at, limit)
        if j["events"]["state"] > 1000:
            return "after %d events" % j["events"]["state"]
        if not told.get("help"):
            return "no help"
        return None
    return check


def judge_rest(b, limit, start):
    def check(j):
        told = message(j, "R0222")
        if j["status"] != "done" or not told:
            return "does not rest: %s %s %s" % (j["status"], codes(j), j["final"])
        at = number_after("time", told["text"])
        if abs(at - limit) > 0.02*(limit - start):
            return "rests from %g on, but the limit is %g" % (at, limit)
        if abs(j["final"]["h"] - b["floor"]) > 1e-9*max(1, abs(b["floor"])) or abs(j["final"]["v"]) > 1e-9:
            return "does not lie on the floor: %s" % j["final"]
        return None
    return check


def balls(bench, rng, count):
    for _ in range(count):
        b, _, start, _, limit, options = ball(rng)
        bench.judge("ball", BALL % b, options, judge_told(limit, start))
        bench.judge("ball", BALL % b, options + ["--on-zeno", "rest"], judge_rest(b, limit, start))


# -------------------------------------------------------------------------------------------------------- processes

PROCESS = """PROGRAM BALL;
CONST REAL E = %(e)r; G = %(g)r; FLOOR = %(floor)r;
VAR STATE H, V;  PROCESS BOUNCER;  SEVENT HIT;
MONITOR SIMULATE FROM 0.0 TO %(stop).9f END;
SYSTEM
  INITIAL H := FLOOR + %(height)r;  V := %(v)r;  CREATE BOUNCER END;
  CONTINUOUS H' = V;  V' = -G END;
  DISCRETE
    EVENTS HIT: V := -E*V END END;
    PROCESSES
      PROCESS BOUNCER;
      BEGIN
        WHILE TRUE DO BEGIN %(body)s END
      END BOUNCER
    END
  END
END
END.
"""
BODIES = ["WAIT UNTIL H < FLOOR; V := -E*V; WAIT UNTIL H > FLOOR", "WAIT UNTIL (H <= FLOOR) AND (V < 0.0); V := -E*V",
          "WAIT UNTIL H <= FLOOR; V := E*ABS (V); WAIT UNTIL H > FLOOR",
          "WAIT UNTIL FLOOR - H > 0.0; SCHEDULE HIT; WAIT UNTIL H > FLOOR"]


def processes(bench, rng, count):
    for _ in range(count):
        b, solver, _, _, _, options = ball(rng)
        b["floor"] = rng.choice([0.0, -1.0, 1e3, -1e-3])
        b["body"] = rng.choice(BODIES)
        down = math.sqrt(b["v"]**2 + 2*b["g"]*b["height"])
        limit = (b["v"] + down)/b["g"] + 2*b["e"]*down/b["g"]/(1 - b["e"])
        b["stop"] = limit*rng.uniform(1.3, 3)
        tolerance = 1e-6 if abs(b["floor"]) < 10 else 1e-9
        bench.judge("ball", PROCESS % b, ["--solver", solver, "--tol", tolerance], judge_told(limit, 0))


# ----------------------------------------------------------------------------------------------------- tables, stacks

TABLE = """model Table
  parameter Real e = %(e)r, a = %(a)r, w = %(w)r, d = %(d)r;
  Real h(start = d + 1, fixed = true), v(start = 0, fixed = true), table = d + a*sin(w*time), speed = a*w*cos(w*time);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < table then
    reinit(v, speed - e*(pre(v) - speed));
  end when;
end Table;
"""
STACK = """model Stack "two balls of masses 1 and m; momentum is kept when they meet"
  parameter Real e = %(e)r, f = %(f)r, m = %(m)r, d = %(d)r;
  Real x(start = d + 1, fixed = true), u(start = 0, fixed = true),
    y(start = d + %(y)r, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = u; der(u) = -9.81; der(y) = v; der(v) = -9.81;
  when x < d then reinit(u, -e*pre(u)); end when;
  when y < x then
    reinit(u, (pre(u) + m*pre(v) + m*f*(pre(v) - pre(u)))/(1 + m));
    reinit(v, (pre(u) + m*pre(v) + f*(pre(u) - pre(v)))/(1 + m));
  end when;
end Stack;
"""


def tables(bench, rng, count):
    """The table moves so gently that it cannot keep the ball up: it comes to lie on it."""
    for _ in range(count):
        t = {"e": round(rng.uniform(0.05, 0.6), 3), "w": round(10**rng.uniform(-1, 1.3), 3),
             "d": rng.choice([0.0, -1.0, 1e3, -1e-3])}
        t["a"] = round(min(0.5, 9.81*rng.uniform(0.02, 0.3)/t["w"]**2), 5)
        options = ["--solver", rng.choice(SOLVERS), "--stop", 30, "--tol", 1e-6 if abs(t["d"]) < 10 else 1e-8]

        def told(j):
            said = message(j, "R0202") or message(j, "R0220")
            if j["status"] == "failed" and said and j["events"]["state"] < 1000:
                return None
            return "not told: %s %s %s" % (j["status"], codes(j), j["final"])

        def lies(j, t=t):
            off = abs(j["final"]["h"] - t["d"] - t["a"]*math.sin(t["w"]*30))
            if j["status"] == "done" and off < 1e-6*max(1, abs(t["d"])):
                return None
            return "does not lie on the table: %s %s %s" % (j["status"], codes(j), j["final"])
        bench.judge("table", TABLE % t, options, told)
        bench.judge("table", TABLE % t, options + ["--on-zeno", "rest"], lies)


def careless(bench, rng, count):
    """What the tolerance allows may be more than the height from which it falls. Then little is right, but nothing may
    pass without a word."""
    for _ in range(count):
        d, tolerance = rng.choice([-1, 1])*10**rng.uniform(-3, 7), 10**rng.uniform(-12, -3)
        t = {"e": round(rng.uniform(0.0, 0.95), 3), "w": round(10**rng.uniform(-1, 2), 3), "d": float("%.4g" % d)}
        t["a"] = rng.choice([0.0, round(min(0.5, 9.81*rng.uniform(0.02, 0.3)/t["w"]**2), 6)])

        def passes(j, t=t):
            table = j["final"]["table"]                # of a run that failed there may be none
            below = table is not None and j["final"]["h"] < table - 0.1
            said = [c for c in codes(j) if c in ("R0202", "R0203", "R0220", "R0221", "R0225")]
            return None if said or not below else "passes: %s %s" % (j["status"], j["final"])
        rest = rng.choice([[], ["--on-zeno", "rest"]])
        # at rest the rounding of the level must not be more than the tolerance, or the run takes hours
        if rest:
            tolerance = max(tolerance, 1e-11*abs(d))
        options = ["--solver", rng.choice(SOLVERS + ["euler"]), "--stop", 20, "--tol", "%.3g" % tolerance]
        bench.judge("table", TABLE % t, options + rest, passes)


DROP = """model Drop
  parameter Real e = %(e)r, a = %(a)r, w = %(w)r, c = %(c)r, d = %(d)r, u = %(u)r, q = %(q)r;
  Real h(start = d + 1, fixed = true), v(start = 0, fixed = true);
  Real table = d + (if time > u then a*(cos(w*(time - u)) - 1) else 0) - (if time > q then c*(time - q)^2 else 0);
  Real speed = (if time > u then -a*w*sin(w*(time - u)) else 0) - (if time > q then 2*c*(time - q) else 0);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < table then
    reinit(v, speed - e*(pre(v) - speed));
  end when;
end Drop;
"""


def drops(bench, rng, count):
    for _ in range(count):
        t = {"e": round(rng.uniform(0.05, 0.6), 3), "w": round(10**rng.uniform(-0.5, 1), 3),
             "c": round(rng.uniform(8, 20), 2),
             "d": rng.choice([0.0, -1.0, 1e3]), "u": 5.0, "q": round(rng.uniform(7, 9), 3)}
        t["a"] = round(min(0.5, 9.81*rng.uniform(0.02, 0.3)/t["w"]**2), 5)
        since, phase = 10 - t["q"], t["w"]*(t["q"] - t["u"])
        exact = t["d"] + t["a"]*(math.cos(phase) - 1) - t["a"]*t["w"]*math.sin(phase)*since - 9.81*since**2/2

        def falls(j, exact=exact, d=t["d"]):
            off = abs(j["final"]["h"] - exact)
            if j["status"] == "done" and off < 1e-3*max(1, abs(d)/1e3):
                return None
            return "falls to %.9g, not %.9g: %s %s" % (j["final"]["h"], exact, j["status"], codes(j))
        options = ["--solver", rng.choice(SOLVERS), "--stop", 10, "--tol", 1e-6 if abs(t["d"]) < 10 else 1e-8,
                   "--on-zeno", "rest"]
        bench.judge("drop", DROP % t, options, falls)


def stacks(bench, rng, count):
    asked, rested = 0, 0
    for _ in range(count):
        s = {"e": round(rng.uniform(0.05, 0.9), 3), "f": round(rng.uniform(0.05, 0.9), 3),
             "m": round(10**rng.uniform(-0.7, 0.7), 3),
             "y": round(rng.uniform(1.1, 3), 3), "d": rng.choice([0.0, -1.0, 1e3])}
        rest = []

        def nothing_passes(j, s=s, rest=rest):
            f = j["final"]
            if j["status"] == "done" and abs(f["x"] - s["d"]) < 1e-3 and abs(f["y"] - s["d"]) < 1e-3:
                rest.append(1)
                return None
            said = [c for c in codes(j) if c in ("R0202", "R0220", "R0232")]
            return None if said else "%s %s %s" % (j["status"], codes(j), f)
        held = rng.choice([[], ["--on-zeno", "rest"]])
        options = ["--solver", rng.choice(SOLVERS), "--stop", 15, "--tol", 1e-6 if s["d"] < 10 else 1e-8]
        bench.judge("stack", STACK % s, options + held, nothing_passes)
        asked, rested = asked + len(held)//2, rested + len(rest)
    if rested < 0.9*asked:
        bench.wrong.append("%d of %d stacks come to rest\n" % (rested, asked))


# -------------------------------------------------------------------------------------------------------- fixed steps

def euler(bench, rng, count):
    """Euler's method with the step s gives back g*s at each event: the speed after it becomes e*g*s/(1 - e), where the
    true one goes to 0."""
    for _ in range(count):
        b = {"e": round(rng.uniform(0.1, 0.8), 3), "g": 9.81, "height": 1.0, "v": 0.0,
             "floor": rng.choice([0.0, -1.0, 1e3]), "condition": "h < floor",
             "more": ""}
        step = rng.choice([0.01, 0.02, 0.03])

        def told(j):
            return None if j["status"] == "done" and message(j, "R0225") else "not told: %s %s" % (j["status"],
                    codes(j))

        def rests(j, b=b):
            return None if j["status"] == "done" and message(j,
                                                             "R0222") and abs(j["final"]["h"]
                                                                     - b["floor"]) < 1e-9*max(1, abs(b["floor"])) else (
                "does not rest: %s %s %s" % (j["status"], codes(j), j["final"]))
        options = ["--solver", "euler", "--stop", 30, "--step", step]
        bench.judge("ball", BALL % b, options, told)
        bench.judge("ball", BALL % b, options + ["--on-zeno", "rest"], rests)


# -------------------------------------------------------------------------------------------- jumps that make no events

JUMP = """model Jump
  function relay input Real s; output Real u; algorithm u := if s > 0 then 1 elseif s < 0 then -1 else 0; end relay;
  Real x(start = %(c)r + (%(from)r), fixed = true), y(start = 0, fixed = true), u;
equation
  u = %(jump)s;
  der(x) = (%(a)r) - %(b)r*u;
  der(y) = u - y;
end Jump;
"""


def jumps(bench, rng, count):
    for _ in range(count):
        r, _, meets, _ = relay(rng)
        c = "(%r)" % r["c"]
        r["jump"] = rng.choice(["sign(x - %s)" % c, "noEvent(if x > %s then 1 else -1)" % c, "relay(x - %s)" % c,
                                "smooth(1, if x - %s > 0 then 1 else -1)" % c])
        solver = rng.choice(SOLVERS + ["euler"])
        fixed = solver in ("heun", "rk4", "euler")
        if fixed and abs(r["a"]) > 0.6*r["b"]:      # then it goes many steps on one side and one on the other
            continue

        def told(j, at=meets, fixed=fixed):
            said = message(j, "R0227") or message(j, "R0226")
            if not said or (fixed and j["status"] != "done"):
                return "not told: %s %s" % (j["status"], codes(j))
            if fixed or at*0.99 < number_after("time", said["text"]) < at*3:
                return None
            return "told at the wrong time, not %g: %s" % (at, said["text"])
        bench.judge("jump", JUMP % r, ["--solver", solver, "--stop", "%.9g" % (meets*(10 if fixed else 100))], told)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--seed", type=int, default=11)
    arguments.add_argument("--count", type=int, default=sample.part(25))
    arguments.add_argument("--only", default="")
    a = arguments.parse_args()
    print("seed %d" % a.seed)
    with tempfile.TemporaryDirectory(prefix="saltus-accumulate-") as folder:
        bench, rng = Bench(a.saltus, folder), random.Random(a.seed)
        if a.only in ("", "balls"):
            balls(bench, rng, a.count)
        if a.only in ("", "relays"):
            relays(bench, rng, a.count)
        if a.only in ("", "pairs"):
            pairs(bench, rng, a.count)
        if a.only in ("", "bangs"):
            bangs(bench, rng, a.count)
        if a.only in ("", "friction"):
            friction(bench, rng, a.count // 3)
        for part, how_many in ((processes, a.count), (tables, a.count // 2), (careless, a.count), (drops, a.count // 3),
                               (stacks, a.count), (euler, a.count // 5), (jumps, a.count // 3)):
            if a.only in ("", part.__name__):
                part(bench, rng, how_many)
        if a.only in ("", "ladders"):
            ladders(bench, rng, a.count)
        if a.only in ("", "fast"):
            fast(bench, ["auto", "cvode"])
    for wrong in bench.wrong:
        print("FAIL %s" % wrong)
    print("%d of %d runs are as they must be" % (bench.done - len(bench.wrong), bench.done))
    return 1 if bench.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
