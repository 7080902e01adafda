"""Motions that slide: relays, laws that are fastest, friction, on models made at random; and the bench of all."""
import math
import re

SOLVERS = ["auto", "cvode", "adams", "ida", "erk", "dirk", "rodas", "heun", "rk4"]


def codes(j):
    return [m["code"] for m in j["messages"]]


def message(j, code):
    found = [m for m in j["messages"] if m["code"] == code]
    return found[0] if found else None


def number_after(words, text):
    return float(re.search(re.escape(words) + r" ([-+0-9.e]+)", text).group(1))


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
