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
import re
import subprocess
import sys
import tempfile

import sample

SOLVERS = ["auto", "cvode", "adams", "ida", "erk", "dirk", "rodas", "heun", "rk4"]
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


def codes(j):
    return [m["code"] for m in j["messages"]]


def message(j, code):
    found = [m for m in j["messages"] if m["code"] == code]
    return found[0] if found else None


def number_after(words, text):
    return float(re.search(re.escape(words) + r" ([-+0-9.e]+)", text).group(1))


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
            below = j["final"]["h"] < j["final"]["table"] - 0.1
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


# ------------------------------------------------------------------------------------------------------------ relays

RELAY = """model Relay
  Real x(start = %(c)r + (%(from)r), fixed = true), y(start = 0, fixed = true), u;
equation
%(relay)s
  der(x) = (%(a)r) - %(b)r*u;
  der(y) = u;
end Relay;
"""


def relay(rng):
    r = {"b": round(10**rng.uniform(-1, 1), 3), "from": round(rng.choice([-1, 1])*rng.uniform(0.1, 2), 3),
         "c": rng.choice([0.0, 0.0, 1.0, -3.3, 1e4])}
    r["a"] = round(r["b"]*rng.uniform(-0.9, 0.9), 4)
    c = "(%r)" % r["c"]
    r["relay"] = rng.choice(["  u = if x > %s then 1 else -1;" % c, "  u = if x < %s then -1 elseif x > %s then 1 else "
                                                                    "0;" % (c, c),
                             "  u = if noEvent(false) or x - (%s) >= 0 then 1 else -1;" % c])
    meets = abs(r["from"])/abs(r["a"] - r["b"]*math.copysign(1, r["from"]))
    start = rng.choice([0, 0, 2.5, 1e4])
    return r, start, meets, rng.choice(SOLVERS + ["euler"])


def relays(bench, rng, count):
    for _ in range(count):
        r, start, meets, solver = relay(rng)
        stop = start + meets*rng.uniform(1.5, 4)
        options = ["--solver", solver, "--start", start, "--stop", "%.9g" % stop]
        text = RELAY % r
        share = r["a"]/r["b"]
        before = math.copysign(1, r["from"])
        # the error of x is about ten times the tolerance, 1e-6 of its size, and so much later it may meet the level
        late = 1e-5*(1 + abs(r["c"]))*meets/abs(r["from"])

        def told(j, at=start + meets, late=late):
            said = message(j, "R0203")
            if not said or j["status"] != "failed" or j["events"]["state"] > 1000:
                return "not told: %s %s" % (j["status"], codes(j))
            if abs(number_after("time", said["text"]) - at) > late + 1e-8*abs(at):        # nine digits are printed
                return "told at the wrong time, not %g: %s" % (at, said["text"])
            return None

        def slides(j, r=r, stop=float("%.9g" % stop), meets=meets, start=start, share=share, before=before, late=late):
            y = before*meets + share*(stop - start - meets)
            f = j["final"]
            if j["status"] != "done" or not message(j, "R0223"):
                return "does not slide: %s %s" % (j["status"], codes(j))
            if abs(f["x"] - r["c"]) > 1e-6*max(1,
                                               abs(r["c"])) or abs(f["u"] - share) > 1e-5 or abs(f["y"]
                                                       - y) > 2*late + 1e-5*max(1, abs(y)):
                return "x %g for %g, u %g for %g, y %g for %g" % (f["x"], r["c"], f["u"], share, f["y"], y)
            return None
        bench.judge("relay", text, options, told)
        bench.judge("relay", text, options + ["--on-chatter", "slide"], slides)


PAIRS = ["""PROGRAM RELAY;
VAR STATE X;  REAL U;  SEVENT UP, DOWN;
MONITOR SIMULATE FROM 0.0 TO %(stop).9f END;
SYSTEM
  INITIAL X := %(x)r;  U := %(u)r END;
  CONTINUOUS X' = %(a)r + %(b)r*U;
    CONDIT UP: X CROSSES %(c)r NEG END;
    CONDIT DOWN: X CROSSES %(c)r POS END
  END;
  DISCRETE
    EVENTS UP: U := 1.0 END; DOWN: U := -1.0 END END
  END
END
END.
""", """model Pair
  Real X(start = %(x)r, fixed = true); discrete Real u(start = %(u)r, fixed = true);
equation
  der(X) = (%(a)r) + %(b)r*u;
  when X < %(c)r then u = 1; elsewhen X > %(c)r then u = -1; end when;
end Pair;
""", """model Turned
  parameter Real c = %(c)r;
  Real X(start = %(x)r, fixed = true); discrete Real u(start = %(u)r, fixed = true);
equation
  der(X) = (%(a)r) + %(b)r*u;
  when c > X then u = 1; elsewhen X - c > 0 then u = -1; end when;
end Turned;
"""]


def pairs(bench, rng, count):
    for k in range(count):
        c, b, away = rng.choice([0.0, 0.0, 1.5, 1e3]), round(10**rng.uniform(-1, 1),
                                                             3), rng.choice([-1, 1])*round(rng.uniform(0.1, 2), 3)
        r = {"c": c, "b": b, "x": c + away, "u": -math.copysign(1.0, away), "a": round(b*rng.uniform(-0.8, 0.8), 4)}
        r["stop"] = 5*abs(away/(r["a"] + b*r["u"]))

        def told(j):
            if j["status"] == "failed" and message(j, "R0203") and j["events"]["state"] < 1000:
                return None
            return "not told: %s %s %s" % (j["status"], codes(j), j["final"])
        options = ["--solver", rng.choice(SOLVERS + ["euler"]), "--tol", "%.3g" % 10**rng.uniform(-10, -5), "--stop",
                   "%.9g" % r["stop"]]
        bench.judge("pair", PAIRS[k % 3] % r, options, told)


BANG = """model Bang "the law that is fastest, on its switching curve"
  parameter Real c = %(c)r;
  Real x(start = c + (%(x)r), fixed = true), v(start = %(v)r, fixed = true), u;
equation
  der(x) = v;
  der(v) = u;
  u = if x - c + 0.5*v*abs(v) > 0 then -1 else 1;
end Bang;
"""


def bangs(bench, rng, count):
    """The function is zero along the whole curve, and the goal is reached 2*sqrt(v^2/2 + |x|) + |v| after the start at
    most."""
    for k in range(count):
        b = {"c": rng.choice([0.0, 0.0, -7.0, 1e3]), "x": round(rng.choice([-1, 1])*rng.uniform(0.2, 3), 3),
             "v": round(rng.uniform(-1, 1), 3)}
        solver = (SOLVERS + ["euler"])[k % (len(SOLVERS) + 1)]
        reached = 2*math.sqrt(b["v"]**2/2 + abs(b["x"])) + abs(b["v"])

        def told(j, solver=solver):
            if solver == "euler":
                return None if message(j, "R0225") or message(j, "R0203") else "not told: %s %s" % (j["status"],
                        codes(j))
            said = message(j, "R0203")
            if j["status"] != "failed" or not said or j["events"]["state"] > 1000 or message(j, "R0212"):
                return "not told: %s %s" % (j["status"], codes(j))
            since = number_after("time", said["text"]) - number_after("times within", said["text"])
            return None if since < 1.001*reached else "told late, not before %g: %s" % (reached, said["text"])
        options = ["--solver", solver, "--stop", "%.9g" % (3*reached), "--tol", 1e-6 if abs(b["c"]) < 10 else 1e-9]
        bench.judge("bang", BANG % b, options, told)


# ---------------------------------------------------------------------------------------------------------- friction

BLOCK = """model Block
  parameter Real th = %(th)r, mu = %(mu)r, g = 9.81;
  Real x(start = %(x)r, fixed = true), v(start = %(v)r, fixed = true), F;
equation
  der(x) = v;
  der(v) = g*sin(th) - F;
  F = mu*g*cos(th)*(if v > 0 then 1 else -1);
end Block;
"""


def friction(bench, rng, count):
    """Downhill with the speed v: it comes to a stop after v/(mu g cos - g sin), if friction can hold it."""
    for _ in range(count):
        b = {"th": round(rng.uniform(0.05, 0.6), 3), "x": rng.choice([0.0, 5.0, -1e3]),
             "v": round(rng.uniform(0.2, 3), 3)}
        b["mu"] = round(math.tan(b["th"])*rng.uniform(1.05, 3), 4)
        drag, pull = b["mu"]*9.81*math.cos(b["th"]), 9.81*math.sin(b["th"])
        stops = b["v"]/(drag - pull)
        solver = rng.choice([s for s in SOLVERS])

        def stuck(j, b=b, pull=pull, stops=stops):
            f = j["final"]
            if j["status"] != "done" or abs(f["v"]) > 1e-9 or abs(f["F"] - pull) > 1e-5*pull:
                return "not stuck: %s %s %s" % (j["status"], codes(j), f)
            if abs(f["x"] - b["x"] - b["v"]*stops/2) > 1e-4*max(1, abs(b["x"])):
                return "at %g, not %g" % (f["x"], b["x"] + b["v"]*stops/2)
            return None
        bench.judge("block", BLOCK % b, ["--solver", solver, "--stop", "%.9g" % (stops*3), "--on-chatter", "slide"],
                    stuck)


# -------------------------------------------------------------------------------------------------------------- fast

FAST = [
    ("pwm", """model Pwm "a converter at 100 kHz with a comparator, 5 ms of it"
  Real i(start = 0, fixed = true), tri(start = 0, fixed = true); discrete Real s(start = 1, fixed = true);
    Integer n(start = 0, fixed = true);
equation
  der(tri) = s*2e5;
  when tri > 1 then s = -1; elsewhen tri < 0 then s = 1; end when;
  der(i) = 100*((if tri < 0.4 then 10 else 0) - i);
  when tri < 0.4 then n = pre(n) + 1; end when;
end Pwm;
""", 0.005, lambda f: abs(f["n"] - 500) <= 1),
    ("hysteresis", """model Hysteresis "a band of a millionth"
  parameter Real band = 1e-6;
  Real x(start = 0, fixed = true); Boolean on(start = true, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(x) = if on then 1 else -1;
  on = if pre(on) then not x > 1 + band else x < 1 - band;
  when on then n = pre(n) + 1; end when;
end Hysteresis;
""", 1.004, lambda f: abs(f["n"] - 1000) <= 2),
    ("comparator", """model Comparator
  Real x(start = 1, fixed = true), y(start = 0, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(x) = 2e4*y; der(y) = -2e4*x;
  when y > 0 then n = pre(n) + 1; end when;
end Comparator;
""", 0.3, lambda f: abs(f["n"] - 2e4*0.3/(2*math.pi)) <= 1.5),
    ("small", """model Small "nothing is large here, and nobody says so: picocoulombs"
  parameter Real w = 1e4;
  Real q(start = 1e-12, fixed = true), i(start = 0, fixed = true); Integer n(start = 0, fixed = true); Boolean up;
equation
  der(q) = i; der(i) = -w*w*q;
  up = q > 0;
  when up then n = pre(n) + 1; end when;
  annotation(experiment(Tolerance = 1e-10));
end Small;
""", 0.3, lambda f: f["n"] > 200),
    ("decay", """model Decay "zero crossings of a decaying oscillation, down to 1e-9 of what it was"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(x) = v; der(v) = -100*x - 0.4*v;
  when x > 0 then n = pre(n) + 1; end when;
  annotation(experiment(Tolerance = 1e-9));
end Decay;
""", 100, lambda f: abs(f["n"] - 159) <= 1),
    ("chirp", """model Chirp "faster and faster, but never infinitely fast"
  Real p(start = 0, fixed = true), f(start = 1, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(p) = f; der(f) = 2*f;
  when sin(2*3.141592653589793*p) > 0 then n = pre(n) + 1; end when;
end Chirp;
""", 3.5, lambda f: abs(f["n"] - (math.exp(7) - 1)/2) <= 1.5),
    ("walls", """model Walls "to and fro between walls, with a loss, for a long time"
  Real x(start = 0, fixed = true), v(start = 1, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(x) = v; der(v) = 0;
  when {x > 1, x < 0} then reinit(v, -0.999*pre(v)); n = pre(n) + 1; end when;
end Walls;
""", 100, lambda f: abs(f["n"] - math.log(1 + 100*math.log(1/0.999))/math.log(1/0.999)) <= 2),
    ("elastic", """model Elastic "a ball that loses nothing, very near to the floor"
  Real h(start = 100 + 1e-3, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(h) = v; der(v) = -9.81;
  when h < 100 then reinit(v, -pre(v)); n = pre(n) + 1; end when;
  annotation(experiment(Tolerance = 1e-10));
end Elastic;
""", 20, lambda f: abs(f["n"] - (20/(2*math.sqrt(2e-3/9.81)) + 0.5)) <= 2),
    ("reset", """model Reset "the same, put onto the floor at each event"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(h) = v; der(v) = -9.81;
  when h < 0 then reinit(h, 0); reinit(v, -pre(v)); n = pre(n) + 1; end when;
end Reset;
""", 30, lambda f: abs(f["n"] - (30/(2*math.sqrt(2/9.81)) + 0.5)) <= 1),
    ("station", """model Station "a train that stops in no time and goes on"
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v; der(v) = 1;
  when x > 50 then reinit(v, 0.5*pre(v)); end when;
end Station;
""", 20, lambda f: abs(f["x"] - (50 + 5*10 + 50)) <= 1e-3),
    ("approach", """model Approach "thresholds nearer and nearer to a limit that is passed: ten of them"
  Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); discrete Real next(start = 0.5, fixed = true),
    y(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > pre(next) and pre(n) < 10 then
    n = pre(n) + 1; next = 1 - (1 - pre(next))/2; y = time;
  end when;
end Approach;
""", 2, lambda f: f["n"] == 10),
]


def fast(bench, solvers):
    for name, text, stop, good in FAST:
        for solver in solvers:
            def check(j, good=good):
                if j["status"] != "done" or [c for c in codes(j) if c.startswith("R02")]:
                    return "%s %s %s" % (j["status"], codes(j), j["messages"][-1:])
                return None if good(j["final"]) else "not what it must be: %s" % j["final"]
            for held in ([], ["--on-zeno", "rest", "--on-chatter", "slide"]):
                bench.judge(name, text, ["--solver", solver, "--stop", stop] + held, check)


# ----------------------------------------------------------------------------------------------------------- ladders

def ladders(bench, rng, count):
    for _ in range(count):
        step, rate, part, rungs = rng.choice([0.1, 0.3, 0.7]), rng.choice([0.5, 1, 2]), rng.choice([1, 2, 3]), 300
        clock, stop, solver = step / rate / part, (rungs + 0.4) * step / rate, rng.choice(SOLVERS[:7])
        text = """model Ladder
  Real y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(y) = %r;
  when y %s %r*(pre(n) + 1) then n = pre(n) + 1; end when;
  when sample(%r, %r) then m = pre(m) + 1; end when;
end Ladder;
""" % (rate, rng.choice([">", ">="]), step, clock, clock)
        if rng.random() < 0.5:
            text = """PROGRAM LADDER;
VAR STATE Y; SEVENT UP; INTEGER N, M; PROCESS P;
SYSTEM INITIAL Y := 0.0; CREATE P END;
CONTINUOUS Y' = %r; CONDIT UP: Y CROSSES %r*(N + 1) POS TOL = 1.0E-9 END END;
DISCRETE EVENTS UP: N := N + 1 END END; PROCESSES
PROCESS P; BEGIN WHILE TRUE DO BEGIN HOLD %r; M := M + 1 END END P
END END END END.
""" % (float(rate), step, clock)

        def check(j, wanted=(rungs, rungs * part + (part == 3))):
            if j["status"] != "done" or codes(j):
                return "%s %s %s" % (j["status"], codes(j), j["messages"][-1:])
            got = {k.lower(): v for k, v in j["final"].items()}
            return None if (got["n"], got["m"]) == wanted else "not what it must be: %s, wanted %s" % (got, wanted)
        bench.judge("ladder", text, ["--solver", solver, "--stop", stop], check)


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
