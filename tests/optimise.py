#!/usr/bin/env python3
"""saltus optimise: problems whose optimum is known, and what must not be lost whatever happens.

    optimise.py --saltus build/saltus --source . [--car] [NAME ...]

Optima are closed forms, or values that the collection of Hock and Schittkowski (1981) gives for its problems by number.
The car is that of examples/car.mo, in the variants E6.1 to E6.8 of its problem; the published times are 36.5 s, 15.76
s, 15.9 s and 17.36 s."""
import argparse
import csv
import json
import math
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

# a shell that starts this in the background has it ignored, and so would what is interrupted here
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = []
SEED = None


def test(f):
    TESTS.append(f)
    return f


def static(name, parameters, lines):
    """A model that computes a cost f, and constraints g, from its parameters alone."""
    declared = "".join(f"  parameter Real {p};\n" for p in parameters)
    return f"model {name}\n{declared}" + "".join(f"  Real {line};\n" for line in lines) + f"end {name};\n"


ROSENBROCK = static("Rosenbrock", ["a = -1.2", "b = 1"], ["f = (1 - a)^2 + 100*(b - a^2)^2"])
RASTRIGIN = static("Rastrigin", ["x[3] = {2.1, -3.2, 4.4}"], ["f = 30 + sum(x[i]^2 - 10*cos(6.283185307179586*x[i]) "
                                                              "for i in 1:3)"])
DECAY = """model Decay
  parameter Real k = 1, c = 5;
  parameter Integer n = 2;
  parameter Boolean on = true;
  parameter Real w = 0 "a run lasts the longer the larger it is";
  final parameter Real fixed_one = 3;
  Real x(start = 1, fixed = true), u[n];
  Real a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  der(x) = -k*x;
  for i in 1:n loop u[i] = i*x; end for;
  der(a) = w*b;
  der(b) = -w*a;
  assert(k < c, "k is too large");
end Decay;
"""


class Place:
    """A folder with models, and calls of saltus in it."""

    def __init__(self, saltus, source, folder):
        self.saltus, self.source, self.folder = saltus, source, folder
        self.model(DECAY)

    def path(self, name):
        return os.path.join(self.folder, name)

    def model(self, text):
        open(self.path(text.split()[1] + ".mo"), "w").write(text)

    def start(self, *args, **more):
        return subprocess.Popen([self.saltus, "optimise", *args], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, **more)

    def call(self, *args, status=0, **more):
        p = self.start(*args, **more)
        out, err = p.communicate(timeout=900)
        assert p.returncode == status, f"{args}: status {p.returncode}, not {status}\n{out}\n{err}"
        return out + err

    def solve(self, *args, status=0):
        return json.loads(self.call(*args, "--json", status=status))

    def rows(self, name):
        with open(self.path(name), newline="") as f:
            return list(csv.DictReader(f))

    def bytes(self, name):
        return open(self.path(name), "rb").read()


def near(got, wanted, room, what=""):
    assert abs(got - wanted) <= room, f"{what}: {got}, not {wanted} (to {room})"


def values(out):
    return {name: p["best"] for name, p in out["parameters"].items()}


# ---------------------------------------------------------------------------------------------------- known optima

@test
def rosenbrock(p):
    p.model(ROSENBROCK)
    for method in ("auto", "slsqp", "bobyqa", "cobyla", "sbplx", "mma"):
        out = p.solve("Rosenbrock.mo", "--min", "final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]",
                      "--method", method,
                      "--evaluations", "6000")
        near(out["best"], 0, 1e-5 if method not in ("cobyla", "mma") else 2e-3, method)
        near(values(out)["a"], 1, 1e-2 if method not in ("cobyla", "mma") else 0.05, method)
    out = p.solve("Rosenbrock.mo", "--max", "-final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]")
    near(out["best"], 0, 1e-6, "maximised")


HOCK_SCHITTKOWSKI = [
    # number, parameters with bounds, cost and constraints, conditions, optimum
    (35, {"x[3] = {0.5, 0.5, 0.5}": "x in [0, 10]"},
     ["f = 9 - 8*x[1] - 6*x[2] - 4*x[3] + 2*x[1]^2 + 2*x[2]^2 + x[3]^2 + 2*x[1]*x[2] + 2*x[1]*x[3]",
      "g = x[1] + x[2] + 2*x[3]"],
     ["final(g) <= 3"], 1 / 9),
    (43, {"x[4] = {0, 0, 0, 0}": "x in [-5, 5]"},
     ["f = x[1]^2 + x[2]^2 + 2*x[3]^2 + x[4]^2 - 5*x[1] - 5*x[2] - 21*x[3] + 7*x[4]",
      "g1 = x[1]^2 + x[2]^2 + x[3]^2 + x[4]^2 + x[1] - x[2] + x[3] - x[4]",
      "g2 = x[1]^2 + 2*x[2]^2 + x[3]^2 + 2*x[4]^2 - x[1] - x[4]",
      "g3 = 2*x[1]^2 + x[2]^2 + x[3]^2 + 2*x[1] - x[2] - x[4]"],
     ["final(g1) <= 8", "final(g2) <= 10", "final(g3) <= 5"], -44),
    (71, {"x[4] = {1, 5, 5, 1}": "x in [1, 5]"},
     ["f = x[1]*x[4]*(x[1] + x[2] + x[3]) + x[3]", "g = x[1]*x[2]*x[3]*x[4]", "h = x[1]^2 + x[2]^2 + x[3]^2 + x[4]^2"],
     ["final(g) >= 25", "final(h) == 40"], 17.0140173),
    (100, {"x[7] = {1, 2, 0, 4, 0, 1, 1}": "x in [-10, 10]"},
     ["f = (x[1] - 10)^2 + 5*(x[2] - 12)^2 + x[3]^4 + 3*(x[4] - 11)^2 + 10*x[5]^6 + 7*x[6]^2 + x[7]^4 - 4*x[6]*x[7] - "
      "10*x[6] - 8*x[7]",
      "g1 = 2*x[1]^2 + 3*x[2]^4 + x[3] + 4*x[4]^2 + 5*x[5]", "g2 = 7*x[1] + 3*x[2] + 10*x[3]^2 + x[4] - x[5]",
      "g3 = 23*x[1] + x[2]^2 + 6*x[6]^2 - 8*x[7]",
      "g4 = 4*x[1]^2 + x[2]^2 - 3*x[1]*x[2] + 2*x[3]^2 + 5*x[6] - 11*x[7]"],
     ["final(g1) <= 127", "final(g2) <= 282", "final(g3) <= 196", "final(g4) <= 0"], 680.6300573),
]


@test
def hock_schittkowski(p):
    for number, parameters, lines, conditions, optimum in HOCK_SCHITTKOWSKI:
        p.model(static(f"HS{number}", parameters, lines))
        args = [f"HS{number}.mo", "--min", "final(f)"]
        for vary in parameters.values():
            args += ["--vary", vary]
        for c in conditions:
            args += ["--subject", c]
        for method in ("slsqp", "cobyla"):
            out = p.solve(*args, "--method", method, "--evaluations", "20000")
            near(out["best"], optimum, (1e-5 if method == "slsqp" else 1e-3) * max(1, abs(optimum)),
                 f"problem {number} by {method}")
            for name, c in out["constraints"].items():
                assert c["margin"] >= -1e-6 * 200, (number, name, c)


@test
def prices_are_multipliers(p):
    """Minimise a^2 + 2 b^2 with a + b >= 3: a = 2, b = 1, cost 6; the multiplier, d cost/d limit, is 4. The other
    condition is far away."""
    p.model(static("Price", ["a = 5", "b = 5"], ["f = a^2 + 2*b^2", "g = a + b"]))
    out = p.solve("Price.mo", "--min", "final(f)", "--vary", "a in [-10, 10]", "--vary", "b in [-10, 10]", "--subject",
                  "final(g) >= 3",
                  "--subject", "final(g) <= 100")
    near(out["best"], 6, 1e-4)
    near(out["constraints"]["final(g) >= 3"]["price"], 4, 0.05)
    assert out["constraints"]["final(g) >= 3"]["active"] and not out["constraints"]["final(g) <= 100"]["active"], out


@test
def flatness(p):
    """f = 1 + 4 (a - 1)^2 + b^2/100: 1 % of the gain from a = 3, 16/100, is reached 0.2 from a = 1, and 4 from b = 0; c
    at its lower bound has slope 2, so 0.08 is enough."""
    p.model(static("Flat", ["a = 3", "b = 0", "c = 0.5"], ["f = 4*(a - 1)^2 + b^2/100 + 2*c"]))
    out = p.solve("Flat.mo", "--min", "final(f)", "--vary", "a in [-10, 10]", "--vary", "b in [-10, 10]", "--vary",
                  "c in [0.5, 10]")
    gain = 16
    near(out["parameters"]["a"]["worse_at"], math.sqrt(gain / 400), 0.01)
    near(out["parameters"]["b"]["worse_at"], math.sqrt(gain), 0.1)
    assert out["parameters"]["c"]["at_low"] and not out["parameters"]["a"]["at_low"], out
    near(out["parameters"]["c"]["worse_at"], gain / 200, 0.01)


def filled(a, c, low, high, total):
    """The least sum of a (x - c)^2 with sum(x) <= total within bounds, and its multiplier: x = c - lambda/(2 a), cut at
    the bounds."""
    def at(multiplier):
        return [min(max(ci - multiplier / (2 * ai), lo), hi) for ai, ci, lo, hi in zip(a, c, low, high)]

    if sum(at(0)) <= total:
        return at(0), 0
    small, large = 0, 1e6
    for _ in range(200):
        middle = (small + large) / 2
        small, large = (middle, large) if sum(at(middle)) > total else (small, middle)
    return at(large), large


@test
def generated_quadratics(p):
    """Sums of squares with bounds and one constraint, made at random; the order in which parameters are named does not
    matter."""
    seed = SEED if SEED is not None else int.from_bytes(os.urandom(4), "little")
    dice = random.Random(seed)
    for k in range(12):
        n = dice.randint(1, 6)
        a, c = [10**dice.uniform(-1, 1) for _ in range(n)], [dice.uniform(-2, 2) for _ in range(n)]
        low, high = [dice.uniform(-3, 0) for _ in range(n)], [dice.uniform(0.5, 3) for _ in range(n)]
        total = dice.uniform(sum(low) + 0.5, sum(c) + 1)
        if total < sum(low) + 0.5:
            continue
        x, multiplier = filled(a, c, low, high, total)
        cost = sum(ai * (xi - ci)**2 for ai, xi, ci in zip(a, x, c)) + 1
        names = [f"p{i}" for i in range(n)]
        p.model(static("Quadratic", [f"{name} = {dice.uniform(lo, hi)!r}" for name, lo, hi in zip(names, low, high)],
                       ["f = 1 + " + " + ".join(f"{ai!r}*({name} - ({ci!r}))^2" for ai, name, ci in zip(a, names, c)),
                        "g = " + " + ".join(names)]))
        vary = [["--vary", f"{name} in [{lo!r}, {hi!r}]"] for name, lo, hi in zip(names, low, high)]
        dice.shuffle(vary)
        for method in ("auto", "cobyla"):
            out = p.solve("Quadratic.mo", "--min", "final(f)", *sum(vary, []), "--subject", f"final(g) <= {total!r}",
                          "--method", method)
            what = f"seed {seed}, problem {k} by {method}"
            near(out["best"], cost, 2e-4 * cost, what)
            for name, xi, ai in zip(names, x, a):
                near(values(out)[name], xi, 0.05 / math.sqrt(ai), f"{what}, {name}")
            (constraint,) = out["constraints"].values()
            if multiplier > 0.05 and method == "auto" and not any(q["at_low"] or q["at_high"]
                                                                  for q in out["parameters"].values()):
                assert constraint["active"], (what, constraint)
                near(constraint["price"], multiplier, 0.02 * multiplier + 0.01, what)


@test
def rastrigin(p):
    """Some thousand minima; the least is 0 in the middle."""
    p.model(RASTRIGIN)
    args = ["Rastrigin.mo", "--min", "final(f)", "--vary", "x in [-5.12, 5.12]"]
    local = p.solve(*args)
    assert local["best"] > 1, "a local search from this start must not find it"
    for how in (["--method", "crs", "--evaluations", "20000"], ["--method", "isres", "--evaluations", "20000"],
                ["--starts", "100", "--method", "bobyqa"]):
        near(p.solve(*args, *how)["best"], 0, 1e-4, how)
    out = p.solve("Rastrigin.mo", "--min", "final(f)", "--vary", "x in [-5.12, 5.12]", "--subject",
                  "final(x[1]) >= 1.5", "--method", "isres",
                  "--starts", "3", "--evaluations", "60000")
    # the minimum beside 2
    near(out["best"], 30 - 30 + 1.98991**2 + 10 - 10 * math.cos(2 * math.pi * 1.98991), 1e-2, "constrained")


@test
def optimal_damping(p):
    """A unit step into 1/(s^2 + 2 d s + 1): the integral of the squared error is d + 1/(4 d), least at d = 1/2, and
    then 1. That of the error's size times time is least at 2 d = 1.505; of the third order at 1.783 and 2.172 (Graham
    and Lathrop 1953, in later, more exact figures)."""
    p.model("""model Second
  parameter Real d = 1;
  Real y(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = 1 - y - 2*d*v;
  annotation(experiment(StopTime = 60));
end Second;
""")
    out = p.solve("Second.mo", "--min", "integral((1 - y)^2)", "--vary", "d in [0.1, 3]")
    near(out["best"], 1, 1e-5)
    near(values(out)["d"], 0.5, 2e-3)
    out = p.solve("Second.mo", "--min", "integral(time*abs(1 - y))", "--vary", "d in [0.1, 3]", "--stop", "30")
    near(2 * values(out)["d"], 1.505, 5e-3)
    p.model("""model Third
  parameter Real b = 2, c = 2;
  Real y(start = 0, fixed = true), v(start = 0, fixed = true), a(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = a;
  der(a) = 1 - y - c*v - b*a;
  annotation(experiment(StopTime = 30));
end Third;
""")
    out = p.solve("Third.mo", "--min", "integral(time*abs(1 - y))", "--vary", "b in [1, 4]", "--vary", "c in [1, 4]")
    near(values(out)["b"], 1.783, 0.01)
    near(values(out)["c"], 2.172, 0.01)


@test
def optimal_controller(p):
    """x'' = u, u = -k x - d x': the integral of x^2 + u^2 from x = 1 is least at k = 1, d = sqrt(2), and sqrt(2), as
    the Riccati equation says."""
    p.model("""model Cart
  parameter Real k = 3, d = 3;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), u = -k*x - d*v;
equation
  der(x) = v;
  der(v) = u;
  annotation(experiment(StopTime = 40));
end Cart;
""")
    args = ["Cart.mo", "--min", "integral(x^2 + u^2)", "--vary", "k in [0.1, 10]", "--vary", "d in [0.1, 10]"]
    for how in ([], ["--method", "bobyqa"], ["--method", "cobyla"]):
        out = p.solve(*args, *how)
        near(out["best"], math.sqrt(2), 1e-5, how)
        near(values(out)["k"], 1, 1e-2, how)
        near(values(out)["d"], math.sqrt(2), 1e-2, how)

    def cost(d, k=0.5):
        """The first element of the P of A'P + PA + Q = 0 with A = [[0, 1], [-k, -d]] and Q = diag(1, 0) + (k, d)'(k,
        d)."""
        p12 = (1 + k * k) / (2 * k)
        p22 = (d * d + 2 * p12) / (2 * d)
        return d * p12 + k * p22 - k * d

    # the largest force is that at the start, k: with a limit below 1 it is active
    out = p.solve(*args, "--subject", "max(abs(u)) <= 0.5")
    near(values(out)["k"], 0.5, 1e-3)
    near(out["best"], min(cost(0.5 + 0.0005 * i) for i in range(8000)), 1e-4, "with the limit")


@test
def a_throw(p):
    """The range v^2 sin(2 a)/g of a throw is largest at 45 degrees. The end of the flight is an event that moves with
    the parameter."""
    p.model("""model Throw
  parameter Real angle = 0.3, v = 10;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), w(start = v*sin(angle), fixed = true);
equation
  der(x) = v*cos(angle);
  der(y) = w;
  der(w) = -9.81;
  when y < 0 then terminate("it has landed"); end when;
  annotation(experiment(StopTime = 5));
end Throw;
""")
    for method in ("auto", "cobyla", "crs"):
        out = p.solve("Throw.mo", "--max", "final(x)", "--vary", "angle in [0.1, 1.5]", "--method", method)
        near(out["best"], 100 / 9.81, 1e-4, method)
        near(values(out)["angle"], math.pi / 4, 5e-3, method)


@test
def start_values_and_scales(p):
    """exp(-k) x0 = 1/8 with x0 = 4 by its start value, and a logarithmic scale over nine decades."""
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.125)^2", "--vary", "x.start in [0, 10]", "-p",
                  "k=3.4657359027997265")
    near(values(out)["x.start"], 4, 1e-2)
    out = p.solve("Decay.mo", "--min", "abs(log(final(x)) + 1e-3)", "--vary", "k in [1e-6, 4] = 1 log")
    near(values(out)["k"], 1e-3, 1e-5)


# ---------------------------------------------------------------------------------------------------- the car: E6.1 to
# E6.8

CAR = ["--vary", "T in [0.1, 20]", "--vary", "gear in [0.1, 10]"]
TO_100 = ["--min", "time_when(speed >= 100)"]
LIMITS = [f"max(rpm{', from = ' + a if a else ''}, to = {b}) <= 5500" for a, b in
          [("", "T[1]"), ("T[1]", "T[1] + T[2]"), ("T[1] + T[2]", "T[1] + T[2] + T[3]"),
           ("T[1] + T[2] + T[3]", "sum(T)")]]


def car(p, *args):
    return p.solve(os.path.join(p.source, "examples", "car.mo"), *CAR, *args)


def power_at_shifts(p, out):
    """E6.4: accelerations before and after a shift, from the model's own equations, at the speeds where it shifts."""
    args = []
    for name, value in values(out).items():
        args += ["-p", f"{name}={value!r}"]
    subprocess.run([p.saltus, "run", os.path.join(p.source, "examples", "car.mo"), *args, "--vars",
                    "v,der(v),power,time", "-o", "car.csv", "--quiet",
                    "--tol", "1e-9"], cwd=p.folder, check=True)
    rows = p.rows("car.csv")
    return [(float(a["power"]), float(b["power"])) for a, b in zip(rows, rows[1:]) if a["time"] == b["time"]]


@test
def e6_1_distance_in_30_seconds(p):
    out = car(p, "--max", "at(x, 30)", "--stop", "30")
    near(out["start"], 713.538, 1e-3)
    near(out["best"], 752.36, 0.05)
    # by the method, the bounds and the number of runs of E6.1: a local optimum within 4 % is what others found there,
    # too
    args = ["--vary", "T in [0.001, 20]", "--vary", "gear in [0.001, 20]", "--max", "at(x, 30)", "--stop", "30",
            "--method", "bobyqa", "--evaluations", "500"]
    near(p.solve(os.path.join(p.source, "examples", "car.mo"), *args)["best"], 752.36, 0.04 * 752.36, "bobyqa")
    # E6.4: at each optimal shift the engine gives as much power, or nearly so, after it as before; drag makes the
    # difference
    for before, after in power_at_shifts(p, out):
        near(after / before, 1, 0.02, "power")


@test
def e6_2_and_e6_6_time_to_1000_metres(p):
    out = car(p, "--min", "time_when(x >= 1000)")
    near(out["start"], 37.533, 1e-3)
    near(out["best"], 36.52, 0.005)
    near(out["best"], 36.5, 0.05, "published")
    near(car(p, "--min", "time_when(x >= 1000)", "--method", "bobyqa", "--evaluations", "3000")["best"], 36.52,
         0.04 * 36.52, "without slopes")


@test
def e6_3_and_e6_5_time_to_100(p):
    out = car(p, *TO_100)
    near(out["start"], 17.595, 1e-3)
    near(out["best"], 15.77, 0.01)
    near(out["best"], 15.76, 0.01, "published")
    # some gears never reach it: these runs have no cost, and count as worse than all others
    out = car(p, *TO_100, "--starts", "4", "--evaluations", "3000")
    near(out["best"], 15.77, 0.01)
    assert out["failed"] > 0 and any("never becomes true" in n for m in out["messages"]
                                     for n in m["notes"]), out["messages"]


@test
def e6_7_limit_of_the_engine(p):
    limits = [x for c in LIMITS for x in ("--subject", c)]
    out = car(p, *TO_100, *limits, "--evaluations", "1500")
    near(out["best"], 15.87, 0.01)
    near(out["best"], 15.9, 0.05, "published")
    assert sum(c["active"] for c in out["constraints"].values()) >= 1, out["constraints"]
    # one limit of the whole run has kinks where the largest of five peaks changes: a local optimum may be the end
    out = car(p, *TO_100, "--subject", "max(rpm, to = time_when(speed >= 100)) <= 5500", "--evaluations", "1200")
    near(out["best"], 15.9, 0.01 * 15.9, "published, one limit")


@test
def e6_8_more_drag(p):
    """The same with the drag of 0.005 that the form was filled in with: 17.36 s were published, and a little less is
    possible."""
    limits = [x for c in LIMITS for x in ("--subject", c)]
    out = car(p, *TO_100, *limits, "-p", "b=0.005", "--evaluations", "1500")
    near(out["best"], 17.34, 0.01)
    near(out["best"], 17.3561, 0.03, "published")


def interpolated(p, name, pieces):
    """The car with another interpolation of its table: piecewise polynomials of SciPy as a polynomial, and what changes
    at each point."""
    c, x = pieces.c[::-1], pieces.x
    terms = [f"{float(c[j, 0])!r}*r^{j}" for j in range(len(c))]
    for i in range(1, c.shape[1]):
        h = x[i] - x[i - 1]
        moved = [sum(c[k, i - 1] * math.comb(k, j) * h**(k - j) for k in range(j, len(c))) for j in range(len(c))]
        terms += [f"{float(c[j, i] - moved[j])!r}*noEvent(max(r - {float(x[i])!r}, 0))^{j}" for j in range(1, len(c))]
    text = open(os.path.join(p.source, "examples", "car.mo")).read()
    before, rest = text.split("  torque = sum(s[j]*r", 1)
    text = before + "  torque = " + " + ".join(terms).replace("+ -", "- ") + rest[rest.index(";"):]
    open(p.path(name + ".mo"), "w").write(text)


# an independent computation: the gears alone optimised, with the best gear at each speed; 12 starts
INTERPOLATIONS = {"linear": (741.76, 36.87, 16.29), "pchip": (748.04, 36.66, 15.94), "natural": (751.29, 36.55, 15.80),
                  "akima": (750.78, 36.57, 15.79)}


@test
def other_interpolations(p):
    try:
        from scipy import interpolate
    except ImportError:
        raise AssertionError("python3-scipy is needed (scripts/setup --all installs it)")
    rpm, torque = [0, .6, .8, 1, 2, 3, 4, 5, 6, 8], [0, 10, 40, 100, 200, 280, 360, 350, 200, 0]
    lines = interpolate.PPoly([[(b - a) / (y - x) for x, y, a, b in zip(rpm, rpm[1:], torque, torque[1:])],
                               torque[:-1]], rpm)
    interpolated(p, "linear", lines)
    interpolated(p, "pchip", interpolate.PchipInterpolator(rpm, torque))
    interpolated(p, "natural", interpolate.CubicSpline(rpm, torque, bc_type="natural"))
    interpolated(p, "akima", interpolate.Akima1DInterpolator(rpm, torque))
    for name, (distance, to_1000, to_100) in INTERPOLATIONS.items():
        room = 0.002 if name == "linear" else 0.0005        # kinks of the table: a local search stops a little earlier
        problems = [(to_100, [*TO_100, "--stop", "20"])]
        if name == "natural":
            problems += [(distance, ["--max", "final(x)", "--stop", "30"]),
                         (to_1000, ["--min", "time_when(x >= 1000)"])]
        for wanted, args in problems:
            out = p.solve(name + ".mo", *CAR, *args, "--evaluations", "700")
            near(out["best"], wanted, room * wanted + 0.005, f"{name} {args[1]}")


@test
def e6_8_more_drag(p):
    """b = 0.005 where the others have its square: the published 17.3561 s came from a single limit and an interpolation
    that is not known; of the smooth ones, 17.34 to 17.37 s."""
    out = car(p, *TO_100, "--subject", "max(rpm, to = time_when(speed >= 100)) <= 5500", "-p", "b=0.005",
              "--evaluations", "1500")
    near(out["best"], 17.3561, 0.05)
    near(car(p, *TO_100, "-p", "b=0.005")["best"], 17.22, 0.01, "without a limit")


# ---------------------------------------------------------------------------------------------------- failures

@test
def constraints_that_exclude_each_other(p):
    out = p.call("Decay.mo", "--min", "final(a)", "--vary", "k in [0, 4]", "--subject", "final(x) >= 0.5", "--subject",
                 "final(x) <= 0.2",
                 "--subject", "final(x) <= 100", status=1)
    assert "U0916" in out and "'final(x) >= 0.5' is violated by" in out, out
    assert "'final(x) <= 0.2' is violated by" in out and "100" not in out, out
    out = p.solve("Decay.mo", "--min", "final(a)", "--vary", "k in [0, 4]", "--subject", "final(x) >= 2", status=1)
    assert out["status"] == "failed" and not out["feasible"] and out["best"] is None, out


@test
def a_feasible_corner(p):
    """The start and all but a thousandth of the range violate the constraint."""
    out = p.solve("Decay.mo", "--min", "k", "--vary", "k in [0, 4]", "--subject", "final(x) <= exp(-3.996)")
    near(values(out)["k"], 3.996, 1e-4)


def height(e, h0, t):
    """Of a ball that falls from h0 and bounces, at the time t."""
    g, v, at = 9.81, 0.0, math.sqrt(2*h0/9.81)
    if t <= at:
        return h0 - g/2*t*t
    v = e*g*at
    while t > at + 2*v/g:
        at, v = at + 2*v/g, e*v
    return v*(t - at) - g/2*(t - at)**2


@test
def equations_from_one_start(p):
    """A ball is to be at 0.3 m after a time: the violation has many minima, one for each bounce, and slsqp asks for one
    point for ever at some of them."""
    p.model("model Ball parameter Real e = 0.8, h0 = 1; Real h(start = h0, fixed = true), v(start = 0, fixed = true); "
            "equation der(h) = v; "
            "der(v) = -9.81; when h < 0 then reinit(v, -e*pre(v)); end when; end Ball;")
    for stop, cost, vary in ((2, "e", "e in [0.3, 0.95]"), (2, "integral(h)", "h0 in [0.5, 2]"),
                             (3, "e", "e in [0.3, 0.95]"),
                             (3, "max(h)", "h0 in [0.5, 2]"), (2, "max(h)", "e in [0.3, 0.95]")):
        out = p.solve("Ball.mo", "--stop", str(stop), "--min", cost, "--vary", vary, "--subject", "final(h) == 0.3",
                      "--method", "slsqp",
                      "--starts", "1")
        got = {"e": 0.8, "h0": 1, **values(out)}
        near(height(got["e"], got["h0"], stop), 0.3, 1e-5, f"{cost} {vary} {stop}")


@test
def runs_that_fail(p):
    """From k = c = 5 on an assertion fails; the cost falls up to there. The optimum is beside the cliff."""
    out = p.call("Decay.mo", "--min", "final(x)", "--vary", "k in [0, 10]", "--method", "cobyla")
    assert "U0915" in out and "k is too large" in out, out
    for method in ("auto", "cobyla", "sbplx", "crs"):
        out = p.solve("Decay.mo", "--min", "final(x)", "--vary", "k in [0, 10]", "--method", method)
        near(out["best"], math.exp(-5), 2e-3, method)


@test
def the_start_fails(p):
    out = p.call("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 10] = 8")
    assert "U0913" in out and "k is too large" in out, out
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 10] = 8")
    near(values(out)["k"], math.log(2), 1e-2)
    out = p.call("Decay.mo", "--min", "final(x)", "--vary", "k in [6, 10]", status=1)
    assert "U0914" in out and "k is too large" in out and out.count("error") == 1, out


@test
def costs_without_a_value(p):
    out = p.call("Decay.mo", "--min", "final(x)/final(a)", "--vary", "k in [0, 4]", status=1)
    assert "U0914" in out and "divides by zero" in out, out
    # the time at which x falls below 0.2 has no value up to k = ln 5
    out = p.solve("Decay.mo", "--min", "time_when(x < 0.2)", "--vary", "k in [0, 4] = 1")
    near(out["best"], math.log(5) / 4, 1e-4)


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "models", "restart", "root.mo")) as file:
    ROOT = "model Root" + file.read().partition("model Root")[2]


@test
def models_that_simulate_themselves_again(p):
    p.model(ROOT)
    out = p.solve("Root.mo", "--min", "(final(p) - 3)^2", "--vary", "k in [1, 20]")
    near(values(out)["k"], 9, 1e-2)
    out = p.call("Root.mo", "--min", "(final(p) - 3)^2", "--vary", "k in [1, 20]")
    assert "asks for further simulations of itself" in out, out


@test
def no_improvement(p):
    assert "U0917" in p.call("Decay.mo", "--min", "final(a)", "--vary", "k in [0, 4]")
    assert "U0918" in p.call("Decay.mo", "--min", "final(x)", "--vary", "k in [0, 4] = 4")
    p.model(ROSENBROCK)
    out = p.call("Rosenbrock.mo", "--min", "final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]", "--method",
                 "bobyqa", "--evaluations", "20")
    assert "U0919" in out and "--evaluations" in out, out
    out = p.call("Decay.mo", "--min", "final(x)", "--vary", "k in [0, 0.5]")
    assert "U0907" in out and "[0, 0.5]" in out, out


BALL = """model Ball
  parameter Real e = 0.6, h0 = 1, g = 9.81;
  Real h(start = h0, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then reinit(v, -e*pre(v)); end when;
  annotation(experiment(StopTime = 0.9));
end Ball;
"""


@test
def slopes_are_exact(p):
    """Through events as well, and with fewer runs than differences need for the same optimum. The report tells what was
    done."""
    p.model(BALL)
    ball = ["Ball.mo", "--min", "(final(h) - 0.4)^2 + (max(h, from = 0.6) - 0.5)^2", "--vary", "e in [0.3, 0.95]",
            "--vary", "h0 in [0.7, 1.3]",
            "--subject", "integral(v^2) <= 7", "--method", "slsqp"]
    exact, rough = p.solve(*ball), p.solve(*ball, "--differences")
    assert set(exact["slopes"].values()) == {"exact"} and exact["followed"] > 2 and exact["differed"] == 0, exact[
            "slopes"]
    assert set(rough["slopes"].values()) == {"as asked for"} and rough["followed"] == 0 and rough["differed"] > 2
    near(exact["best"], rough["best"], 1e-6)
    assert exact["runs"] + exact["followed"] < rough["runs"], (exact["runs"], exact["followed"], rough["runs"])
    assert "Slopes are exact" in p.call(*ball) and "differences of runs: as asked for" in p.call(*ball, "--differences")
    mixed = p.solve(*ball, "--subject", "time_of_max(h, from = 0.6) <= 5")
    assert mixed["slopes"][ball[2]] == "exact" and "no slope" in mixed["slopes"][
            "time_of_max(h, from = 0.6) <= 5"], mixed["slopes"]
    near(mixed["best"], exact["best"], 1e-6)
    p.model("model Late parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*delay(x, 0.3); end "
            "Late;")
    late = p.call("Late.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0.1, 2]", "--method", "slsqp")
    assert "Slopes are differences of runs: " in late and "delay" in late, late


@test
def slopes_do_not_depend_on_threads(p):
    p.model(BALL)
    ball = ["Ball.mo", "--min", "(final(h) - 0.4)^2", "--vary", "e in [0.3, 0.95]", "--vary", "h0 in [0.7, 1.3]",
            "--method", "slsqp", "--starts", "4"]
    tables = []
    for threads in ("1", "4"):
        p.call(*ball, "--threads", threads, "-o", f"t{threads}.csv")
        tables.append(p.bytes(f"t{threads}.csv"))
    assert tables[0] == tables[1]


@test
def slopes_are_resumed(p):
    """A journal that is cut anywhere, also between a point and its slopes, leads to the same table and the same
    text."""
    p.model(BALL)
    ball = ["Ball.mo", "--min", "(final(h) - 0.4)^2", "--vary", "e in [0.3, 0.95]", "--vary", "h0 in [0.7, 1.3]",
            "--method", "slsqp", "-o", "t.csv"]
    text = p.call(*ball)
    table = p.bytes("t.csv")
    for size in (300, 900, 1700, 2900):
        os.remove(p.path("t.csv"))
        limits = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                          resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        cut = p.start(*ball, preexec_fn=limits)
        cut.communicate()
        assert cut.returncode == 1 and os.path.getsize(p.path("t.csv.journal")) <= size, cut.returncode
        again = p.call(*ball, "--resume")
        assert p.bytes("t.csv") == table and again == text, (again, text)


@test
def costs_that_jump(p):
    """A settling time has several minima: a PI controller of a plant of second order is found from several starts, and
    one start is told of."""
    p.model("""model PI
  parameter Real k = 1, T = 2;
  Real x1(start = 0, fixed = true), x2(start = 0, fixed = true), i(start = 0, fixed = true), y = x2, e = 1 - y;
equation
  der(i) = e/T;
  der(x1) = k*(e + i) - x1;
  0.5*der(x2) = x1 - x2;
  annotation(experiment(StopTime = 30));
end PI;
""")
    pi = ["PI.mo", "--min", "settling(y, 0.02)", "--vary", "k in [0.1, 10]", "--vary", "T in [0.2, 10]"]
    out = p.call(*pi)
    assert "of 6 starts" in out and "U0999" not in out, out
    assert "U0999" in p.call(*pi, "--starts", "1")
    best, one = p.solve(*pi)["best"], p.solve(*pi, "--starts", "1")["best"]
    assert best <= one + 1e-9, (best, one)


@test
def one_at_a_time(p):
    """Two optimisations do not write one journal."""
    slow = ["Decay.mo", "--min", "final(x)", "--vary", "k in [0, 4]", "-p", "w=2000", "--method", "crs",
            "--evaluations", "1000000", "-o", "both.csv"]
    first = p.start(*slow)
    while first.poll() is None and not (os.path.exists(p.path("both.csv.journal"))
                                        and os.path.getsize(p.path("both.csv.journal")) > 0):
        time.sleep(0.02)
    assert first.poll() is None, first.communicate()
    assert "U0995" in p.call(*slow, "--restart", status=1)
    first.kill()
    first.communicate()


@test
def evaluations_are_kept_to(p):
    """All runs count, those of the polishing and of the look around the optimum, too."""
    p.model(ROSENBROCK)
    two = ["Rosenbrock.mo", "--min", "final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]"]
    for method in ("auto", "slsqp", "bobyqa", "cobyla", "direct", "crs", "isres"):
        for starts, most in ((1, 1), (1, 2), (3, 2), (1, 7), (3, 50), (1, 300)):
            out = p.solve(*two, "--method", method, "--starts", str(starts), "--evaluations", str(most))
            assert 0 < out["runs"] and out["runs"] + out["followed"] <= most and out["runs"] == sum(s["runs"]
                    for s in out["searches"]), (method, starts, most, out["runs"])
    assert "U0919" in p.call(*two, "--evaluations", "1")


@test
def what_is_at_a_bound(p):
    """By the numbers, and not by the range alone: 6.95 is not at 1e-6, and 1.02 not at 1."""
    p.model(static("Far", ["c = 5", "d = 5"], ["f = (c - 6.95)^2 + (d - 7)^2"]))
    p.model(static("Small", ["c = 5"], ["g = (log(c) - log(1.02e-6))^2"]))
    def at(*args):
        c = p.solve("Small.mo" if "final(g)" in args else "Far.mo", *args)["parameters"]["c"]
        return c["at_low"], c["at_high"]
    assert at("--min", "final(f)", "--vary", "c in [1e-6, 1e6]") == (False, False)
    assert at("--min", "final(f)", "--vary", "c in [-1000, 7.5]") == (False, False)
    assert at("--min", "final(g)", "--vary", "c in [1e-6, 1e6] log") == (False, False)
    assert at("--min", "final(f)", "--vary", "c in [8, 1e6] = 9") == (True, False)
    assert at("--min", "final(f)", "--vary", "c in [8, 1e6] = 9 log") == (True, False)
    assert at("--min", "final(f)", "--vary", "c in [-5, 0] = -1") == (False, True)
    assert at("--max", "final(f)", "--vary", "c in [0, 5] = 1", "--method", "cobyla") == (True, False)


@test
def ranges_that_are_too_wide(p):
    """Two runs that have a cost say nothing about it where all others fail."""
    p.model(static("Wide", ["a = 3"], ["f = a^2 + 10"]))
    wide = lambda bounds: ["Wide.mo", "--min", "final(f)", "--vary", f"a in {bounds}"]
    out = p.call(*wide("[-1e300, 1e300]"))
    assert "U0917" not in out and "U0915" in out and "U0907" in out and "3 cannot be told from 0" in out, out
    assert "U0902" in p.call(*wide("[-1e308, 1e308]"), status=1) and "U0902" in p.call(*wide("[1e-300, 1e300] log"),
            status=1)
    # an assertion fails from k = 5 on; below, the cost is always the same
    out = p.call("Decay.mo", "--min", "final(a)", "--vary", "k in [0, 6] = 4.99")
    assert "U0917" in out and "in all runs that have one" in out, out


@test
def alternatives_have_no_price(p):
    """The nearest point of two lines: a margin that falls to both sides has no slope."""
    p.model(static("Lines", ["a = 3", "b = 0.5"], ["f = a^2 + b^2"]))
    args = ["Lines.mo", "--min", "final(f)", "--vary", "a in [-10, 10]", "--vary", "b in [-10, 10]", "--subject"]
    out = p.solve(*args, "final(a) + final(b) == 1 or final(a) - final(b) == 7")
    near(out["best"], 0.5, 1e-5)
    assert [c["price"] for c in out["constraints"].values()] == [None], out["constraints"]
    # of one line the multiplier: f = 0.5 s^2 at a + b = s
    out = p.solve(*args, "final(a) + final(b) == 1")
    near(list(out["constraints"].values())[0]["price"], 1, 1e-3)


@test
def starts_that_lead_to_a_cost_of_zero(p):
    p.model(static("Bowl", ["a = 3", "b = 0.5"], ["f = (a - 1)^2 + (b - 0.25)^2"]))
    out = p.call("Bowl.mo", "--min", "final(f)", "--vary", "a in [-2, 4]", "--vary", "b in [-2, 2]", "--starts", "6")
    assert "6 of 6 starts led to this cost" in out, out


@test
def rough_costs(p):
    """Steps of 0.1: slopes are zero nearly everywhere."""
    p.model(static("Steps", ["a = 3", "b = 3"], ["f = floor(10*abs(a - 1)) + floor(10*abs(b + 1))"]))
    args = ["Steps.mo", "--min", "final(f)", "--vary", "a in [-5, 5]", "--vary", "b in [-5, 5]"]
    near(p.solve(*args, "--method", "crs")["best"], 0, 1e-9)
    near(p.solve(*args, "--method", "sbplx")["best"], 0, 3)
    p.model(static("Noise", ["a = 3", "b = 3"], ["f = (a - 1)^2 + (b + 1)^2 + 0.5*sin(1e5*a)*sin(1e5*b)"]))
    args = ["Noise.mo", "--min", "final(f)", "--vary", "a in [-5, 5]", "--vary", "b in [-5, 5]"]
    out = p.solve(*args)
    assert out["method"] == "bobyqa" and "not smooth" in out["why"], out
    near(out["best"], 0, 1)
    assert "U0912" in p.call(*args, "--method", "slsqp")


@test
def mistakes(p):
    good = ["--min", "final(x)", "--vary", "k in [0, 4]"]
    vary = lambda text: ["--min", "final(x)", "--vary", text]
    for status, code, args in [
            (2, "U0921", ["--vary", "k in [0, 4]"]), (2, "U0921", [*good, "--max", "final(x)"]),
            (2, "U0922", ["--min", "final(x)"]),
            (2, "U0923", [*good, "-o", "t.csv", "-o", "u.csv"]), (2, "U0003", [*good, "-o", "t.mat"]),
            (2, "U0924", [*good, "--resume"]), (1, "U0901", vary("k")), (1, "U0901", vary("k in 0, 4")),
            (1, "U0901", vary("k in [0 4]")), (1, "U0901", vary("k in [a, 4]")), (1, "U0901", vary("k in [0, 4] 2")),
            (1, "U0901", vary("")),
            (1, "U0901", vary("k in [0, 1e999]")), (1, "U0901", vary("in [0, 1]")),
            (1, "U0901", vary("k in [0, 4] = {1, 2")),
            (1, "U0901", vary("k within [0, 4]")), (1, "U0902", vary("k in [4, 0]")), (1, "U0902", vary("k in [1, 1]")),
            (1, "U0902", vary("k in [0, 4] log")), (1, "U0902", vary("k in [0, 4] = 5")),
            (1, "U0902", vary("k in [0, 4] = {1, 2}")),
            (1, "U0903", vary("zz* in [0, 4]")), (1, "U0904", [*good, "--vary", "k in [1, 2]"]),
            (1, "U0905", vary("n in [1, 4]")),
            (1, "U0905", vary("on in [0, 1]")), (1, "U0101", vary("kk in [0, 4]")),
            (1, "U0103", vary("fixed_one in [0, 4]")),
            (1, "U0908", ["--min", "final(x) <= 2", "--vary", "k in [0, 4]"]),
            (1, "U0909", [*good, "--subject", "final(a)"]),
            (1, "U0910", [*good, "--method", "bobyka"]), (1, "U0911", [*good, "--method", "bobyqa"]),
            (1, "U0911", [*good, "--method", "crs", "--subject", "final(x) >= 0.1"]),
            (1, "U0911", [*good, "--method", "mma", "--subject", "final(x) == 0.1"]),
            (1, "U0701", ["--min", "final(xx)", "--vary", "k in [0, 4]"]),
            (1, "U0714", ["--min", "x", "--vary", "k in [0, 4]"]),
            (1, "U0713", [*good, "--subject", "{1, 2} <= 3"]), (1, "U0715",
                                                                [*good, "--subject", "final(x) <= 1", "--subject",
                                                                 "final(x) <= 1"]),
            (1, "U0741", [*good, "-o", "no/such/folder/t.csv"]), (1, "U0105", [*good, "--vars", "nothing"]),
            (2, "U0003", [*good, "--xtol", "0"])]:
        out = p.call("Decay.mo", *args, status=status)
        assert code in out, f"{args}: no {code} in\n{out}"
    assert "did you mean 'bobyqa'" in p.call("Decay.mo", *good, "--method", "bobyka", status=1)
    out = p.call("Decay.mo", *vary("k in [0 4]"), status=1)
    assert "--vary:1:9" in out.replace(" ", "") and "^" in out, out
    assert "F0001" in p.call("none.mo", *good, status=1)
    p.model(DECAY.replace("Decay", "Sized").replace("parameter Real k = 1, c = 5",
                                                    "parameter Real size = 2; parameter Real k = 1, c = 5").replace(
        "u[n]", "u[integer(size)]").replace("1:n", "1:integer(size)"))
    assert "U0906" in p.call("Sized.mo", "--min", "final(x)", "--vary", "size in [1, 4]", status=1)


# ---------------------------------------------------------------------------------------------------- threads, kills,
# disks

LONG = ["Decay.mo", "--min", "(final(x) - 0.3)^2 + 0*final(a)", "--vary", "k in [0.1, 4]", "--vary",
        "x.start in [0.5, 2]", "-p", "w=8e3", "--starts", "4",
        "--method", "bobyqa", "--evaluations", "60", "-o", "long.csv"]


@test
def threads_change_nothing(p):
    p.model(RASTRIGIN)
    for how in (["--starts", "6"], ["--method", "crs", "--starts", "3", "--evaluations", "900"], ["--method", "slsqp"]):
        for threads in "14":
            p.call("Rastrigin.mo", "--min", "final(f)", "--vary", "x in [-5.12, 5.12]", *how, "--threads", threads,
                   "-o", f"t{threads}.csv", "--seed", "7")
        assert p.bytes("t1.csv") == p.bytes("t4.csv"), how
    p.call("Rastrigin.mo", "--min", "final(f)", "--vary", "x in [-5.12, 5.12]", "--starts", "6", "-o", "other.csv",
           "--seed", "8")
    assert p.bytes("other.csv") != p.bytes("t1.csv")


def finished(p, name="long.csv.journal"):
    return os.path.getsize(p.path(name)) if os.path.exists(p.path(name)) else 0


def wait_for_runs(p, process, bytes_=500):
    """False: the machine had so much else to do that it was over before anybody looked."""
    for _ in range(3000):
        if process.poll() is not None:
            return False
        if finished(p) > bytes_:
            return True
        time.sleep(0.02)
    return False


def same_as_undisturbed(p):
    kept = p.bytes("long.csv")
    p.call(*LONG, "--restart")
    assert kept == p.bytes("long.csv")


@test
def killed_and_resumed(p):
    process = p.start(*LONG)
    in_time = wait_for_runs(p, process)
    process.kill()
    process.communicate()
    if not in_time or os.path.exists(p.path("long.csv")):
        return
    assert finished(p) > 500
    with open(p.path("long.csv.journal"), "ab") as f:       # as if it had been killed while it wrote
        f.write(b"\x10\0\0\0half of an entry")
    assert "U0926" in p.call(*LONG, status=1)
    assert "U0925" in p.call(*LONG, "--tol", "1e-5", "--resume", status=1)
    assert "U0929" not in p.call(*LONG, "--resume")
    assert not finished(p)
    same_as_undisturbed(p)


@test
def nothing_to_resume(p):
    short = ["Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "-o", "short.csv"]
    assert "U0929" in p.call(*short, "--resume") and "U0929" not in p.call(*short)


@test
def interrupted_and_resumed(p):
    process = p.start(*LONG)
    in_time = wait_for_runs(p, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=900)
    if not in_time or process.returncode == 0:
        return
    assert process.returncode == 130 and "U0920" in err and "--resume" in err and "best" in out, out + err
    rows = p.rows("long.csv")
    assert 0 < len(rows) < 70, len(rows)
    p.call(*LONG, "--resume")
    same_as_undisturbed(p)


@test
def time_is_over(p):
    """All runs together would take hours; a busy machine may need the shorter limits to translate."""
    for seconds in ("3", "24", "192"):
        out = p.call(*[a.replace("w=8e3", "w=3e6") for a in LONG], "--timeout", seconds, "--restart", status=3)
        if "U0341" not in out:
            break
    assert "U0920" in out and os.path.exists(p.path("long.csv.journal")), out


@test
def a_run_takes_too_long(p):
    """With w = 1e7 a run would take minutes; those runs have no cost, and the optimum lies elsewhere."""
    out = p.solve("Decay.mo", "--min", "final(x) + 0*final(a)", "--vary", "w in [0, 1e8] = 0", "--vary", "k in [0, 4]",
                  "--run-timeout", "5", "--evaluations",
                  "6", "--method", "cobyla")
    assert out["failed"] > 0 and out["best"] <= math.exp(-1) + 1e-6, out


@test
def the_disk_is_full(p):
    """No file may grow beyond 3000 bytes: the journal does not fit."""
    p.model(ROSENBROCK)
    many = ["Rosenbrock.mo", "--min", "final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]", "-o", "full.csv"]

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    out = p.call(*many, status=1, preexec_fn=limit)
    assert "U0927" in out and "--resume" in out, out
    p.call(*many, "--resume")
    kept = p.bytes("full.csv")
    p.call(*many, "--restart")
    assert kept == p.bytes("full.csv")


# ---------------------------------------------------------------------------------------------------- what is told

@test
def the_table_has_every_run(p):
    out = p.solve("Decay.mo", "--min", "final(x)", "--vary", "k in [0, 10]", "--subject", "low = final(x) >= 0.1", "-o",
                  "t.csv")
    rows = p.rows("t.csv")
    assert len(rows) == out["runs"] == sum(s["runs"] for s in out["searches"]), (len(rows), out["runs"])
    best = None
    for r in rows:
        if r["status"] == "done":
            near(float(r["final(x)"]), math.exp(-float(r["k"])), 1e-5)
            near(float(r["low.margin"]), float(r["final(x)"]) - 0.1, 1e-9)
            if r["feasible"] == "1":
                best = min(best or 1e9, float(r["final(x)"]))
        assert r["best"] == "" if best is None else abs(float(r["best"]) - best) < 1e-15, r
    near(best, 0.1, 1e-5)


@test
def the_command_gives_the_best_run(p):
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "-p", "c=4.5")
    command = out["command"].replace("saltus", p.saltus, 1) + " -o best.csv --quiet"
    subprocess.run(command, shell=True, cwd=p.folder, check=True)
    near(float(p.rows("best.csv")[-1]["x"]), 0.5, 1e-3)
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "-p", "c=4.5", "-p", "k=2")
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "--stop", "2", "--solver",
                  "cvode")
    command = out["command"].replace("saltus", p.saltus, 1) + " -o best.csv --quiet"
    assert "--stop 2" in command and "--solver cvode" in command, command
    subprocess.run(command, shell=True, cwd=p.folder, check=True)
    near(float(p.rows("best.csv")[-1]["x"]), 0.5, 1e-3)
    p.model("model Fed input Real u; parameter Real k = 1; Real x(start = 0, fixed = true); equation der(x) = k*u; "
            "end Fed;")
    out = p.solve("Fed.mo", "--min", "(final(x) - 3)^2", "--vary", "k in [0, 9]", "--input", "u=2*t")
    command = out["command"].replace("saltus", p.saltus, 1) + " -o best.csv --quiet"
    subprocess.run(command, shell=True, cwd=p.folder, check=True)
    near(float(p.rows("best.csv")[-1]["x"]), 3, 1e-3)
    out = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]", "-p", "c=4.5", "-p", "k=2")
    assert out["command"].count("'k=") == 1 and "'c=4.5'" in out["command"], out
    assert out["parameters"]["k"]["start"] == 2, out


@test
def the_command_has_what_was_given_and_nothing_else(p):
    given = [["--start", "0.5", "--stop", "2"], ["--tol", "1e-5"], ["--max-step", "0.25"], ["--solver", "cvode"],
             ["--seed", "7"], ["--on-zeno", "rest"], ["--on-chatter", "slide"]]
    for options in given + [[], sum(given, [])]:
        command = p.solve("Decay.mo", "--min", "(final(x) - 0.5)^2", "--vary", "k in [0, 4]",
                          *options)["command"]
        told = {option: value for option, value in zip(command.split(), command.split()[1:]) if option[:2] == "--"}
        assert told == dict(zip(options[::2], options[1::2])), (options, command)


@test
def pictures(p):
    p.model(ROSENBROCK)
    two = ["Rosenbrock.mo", "--min", "final(f)", "--vary", "a in [-2, 2]", "--vary", "b in [-2, 2]"]
    for args in (two, [*two, "--subject", "final(f) >= 1"], ["Decay.mo", "--min", "final(x)", "--vary", "k in [0, 10]",
                                                             "--vars", "x,a"]):
        p.call(*args, "--plot=t.svg")
        assert b"<svg" in p.bytes("t.svg")[:200], args
    out = p.call(*two, "--plot")
    assert "└" in out and "a: best so far" in out and "a: runs" not in out, out
    assert b"at the start" in p.bytes("t.svg") and b"best so far" in p.bytes("t.svg")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("-v", action="store_true")
    parser.add_argument("--car", action="store_true", help="what is about the car, and nothing else")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int, help="of what is made at random")
    a = parser.parse_args()
    global SEED
    SEED = a.seed
    bad = made = 0
    for f in TESTS:
        is_car = f.__name__.startswith("e6_") or f is other_interpolations
        if f.__name__ not in a.names if a.names else is_car != a.car:
            continue
        made += 1
        begun = time.time()
        with tempfile.TemporaryDirectory() as folder:
            try:
                f(Place(os.path.abspath(a.saltus), os.path.abspath(a.source), folder))
            except (AssertionError, OSError, KeyError, ValueError, TypeError, subprocess.SubprocessError) as e:
                bad += 1
                print(f"{f.__name__}: {e}")
        if a.v:
            print(f"{f.__name__}: {time.time() - begun:.1f} s")
    print(f"{made} tests, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
