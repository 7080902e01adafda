#!/usr/bin/env python3
"""Solvers with quantised states (docs/qss.md).

    qss.py --saltus build/saltus [--count N] [--seed S] [--all]

The error of a linear system is bounded by a constant times the quantum, for all times, with every method; the constant
follows from the eigenvalues. The number of steps grows with the root of 1/quantum that the order says. Stiff systems
take few steps with liqss, events cost what depends on them, however large the rest of the model is (E470), and the
curves are those of `cvode` on a sample of all explicit models of the project (--all: on all of them)."""
import cmath
import csv
import glob
import json
import math
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import solvers                                                           # noqa: E402
from checks import check, folder, more_options, options, run_parts, saltus, write    # noqa: E402

METHODS = ["qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3"]
# what quantised states cannot follow as others do, with the reason
EXCEPT = {
    # chaos
    "lorenz.mo", "chua.mo", "bouncing_balls.mo", "shooting.mo",
    # peaks that are far narrower than the run, which nothing announces (R0824)
    "many_peaks.mo",
    # a condition both sides of which are the same but for rounding: either side will do
    "equal_but_for_rounding.mo",
    # stiffness of exponentials behind loops: it chatters, or fails with a message
    "diode_bridge.mo", "old_matrix.mo",
    # a variable is the rate of a stiff state: its error times a large number
    "functions_stiff.mo",
    # conditions that exclude each other, in one instant or in two: the curves are the same
    "comparator_positive_feedback.mo",
}
TOLERANCE = "1e-5"


def run(path, solver, *words, rows=True):
    table = os.path.join(folder, "out.csv")
    done = saltus("run", path, "--solver", solver, "--json", "--quiet", "--events", "none", *words,
                  *(["-o", table] if rows else []))
    summary = json.loads(done.stdout)
    if rows and os.path.exists(table):
        with open(table, newline="", encoding="utf-8") as stream:
            lines = list(csv.reader(stream))
        summary["curves"] = {n: [float(l[i]) for l in lines[1:]] for i, n in enumerate(lines[0])}
    return summary


LINEAR = """model Linear
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x - 0.5*y;
  annotation(experiment(StopTime = 20, Interval = 0.1));
end Linear;
"""


def exact_linear(t):
    wave = cmath.sqrt(0.25*0.25 - 1)
    value = cmath.exp(-0.25*t)*(cmath.cosh(wave*t) + 0.25*cmath.sinh(wave*t)/wave)
    slope = -cmath.exp(-0.25*t)*cmath.sinh(wave*t)/wave
    return value.real, slope.real


def bound_of_linear(quantum):
    """|V| |Re(L)^-1 L| |V^-1| |A-free part|: the bound of Kofman for x' = A x with x and q at most a quantum apart."""
    wave = cmath.sqrt(0.25*0.25 - 1)
    a, b = -0.25 + wave, -0.25 - wave
    v = [[1, 1], [a, b]]
    det = b - a
    inverse = [[b/det, -1/det], [-a/det, 1/det]]
    stretch = [abs(a)/abs(a.real), abs(b)/abs(b.real)]
    bound = []
    for i in range(2):
        bound.append(sum(abs(v[i][k])*stretch[k]*sum(abs(inverse[k][j])*quantum for j in range(2)) for k in range(2)))
    return bound


def test_bound():
    path = write("linear.mo", LINEAR)
    for method in METHODS:
        worst = []
        for quantum in (1e-2, 1e-3, 1e-4) if method.endswith("1") else (1e-2, 1e-4, 1e-6):
            r = run(path, method, "--quantum", repr(quantum))
            check(r["status"] == "done", "linear with %s: %s" % (method, r["status"]))
            off = [0.0, 0.0]
            for t, x, y in zip(r["curves"]["time"], r["curves"]["x"], r["curves"]["y"]):
                off = [max(off[0], abs(x - exact_linear(t)[0])), max(off[1], abs(y - exact_linear(t)[1]))]
            bound = bound_of_linear(quantum)
            check(off[0] <= bound[0] and off[1] <= bound[1],
                  "linear with %s, quantum %g: errors %s beyond the bound %s" % (method, quantum, off, bound))
            worst.append(max(off))
        step = 10 if method.endswith("1") else 100
        check(worst[0] > 0.2*step*worst[1] > 0.04*step*step*worst[2],
              "linear with %s: errors %s do not fall with the quantum" % (method, worst))


def test_order():
    path = write("linear.mo", LINEAR)
    for method in METHODS:
        order = int(method[-1])
        finer = 100 if order == 1 else 10000
        few, many = (run(path, method, "--quantum", repr(q), rows=False)["steps"] for q in (1e-3, 1e-3/finer))
        power = math.log(many/few)/math.log(finer)
        check(abs(power - 1/order) < 0.06, "%s: steps grow by the power %.3f of 1/quantum, not 1/%d" % (method, power,
                                                                                                     order))


STIFF = """model Stiff
  Real x(start = 0, fixed = true), y(start = 20, fixed = true);
equation
  der(x) = 0.01*y;
  der(y) = -100*x - 100*y + 2020;
  annotation(experiment(StopTime = 500, Interval = 1));
end Stiff;
"""


def test_stiff():
    """x = 20.2 - ..., by the eigenvalues -0.0100010 and -99.99; explicit qss2 needs some hundred steps per second."""
    path = write("stiff.mo", STIFF)
    slow, fast = -50 + math.sqrt(2499), -50 - math.sqrt(2499)
    a = (0.2 + 20.2*fast)/(slow - fast)                 # x(0) = 0, x'(0) = 0.2
    b = -20.2 - a
    for method, most in (("liqss1", 60000), ("liqss2", 1000), ("liqss3", 400)):
        quantum = 1e-2 if method == "liqss1" else 1e-3
        r = run(path, method, "--quantum", repr(quantum))
        off = max(abs(x - 20.2 - a*math.exp(slow*t) - b*math.exp(fast*t))
                  for t, x in zip(r["curves"]["time"], r["curves"]["x"]))
        check(off <= 4*quantum, "stiff with %s: off by %g" % (method, off))
        check(r["steps"] < most, "stiff with %s: %d steps" % (method, r["steps"]))
    check(run(path, "qss2", "--quantum", "1e-3", rows=False)["steps"] > 20000, "qss2 has become implicit")


ROOMS = """model Rooms
  constant Integer n = %d;
  Real T[n](start = {18 + 4*i/n for i in 1:n}, each fixed = true);
  discrete Boolean on[n](each start = true, each fixed = true);
equation
  for i in 1:n loop
    der(T[i]) = (10 - T[i])/(1 + i/n) + (if on[i] then 20 else 0);
    when T[i] > 22 then
      on[i] = false;
    elsewhen T[i] < 20 then
      on[i] = true;
    end when;
  end for;
  annotation(experiment(StopTime = 2, Interval = 0.02));
end Rooms;
"""


def one_room(tau, start, at):
    """(temperature, heating) of one room at a time, from limit to limit."""
    t, x, on = 0.0, start, True
    while True:
        rest, limit = (10 + 20*tau, 22) if on else (10, 20)
        if on and x >= 22:
            return None
        duration = -tau*math.log((limit - rest)/(x - rest)) if (limit - rest)/(x - rest) > 0 else math.inf
        if t + duration > at:
            return rest + (x - rest)*math.exp(-(at - t)/tau)
        t, x, on = t + duration, limit, not on


def test_rooms():
    """E470, E471: an event costs what depends on it, and the rooms are those of the closed form."""
    costs = []
    for n in (50, 400):
        path = write("rooms.mo", ROOMS % n)
        r = run(path, "qss2", "--tol", "1e-5", rows=False)
        costs.append((r["rhs"]/n, r["events"]["state"]/n))
        off = max(abs(r["final"]["T[%d]" % i] - one_room(1 + i/n, 18 + 4*i/n, 2)) for i in range(1, n))
        check(off < 5e-3, "%d rooms: off by %g" % (n, off))
    check(abs(costs[0][0]/costs[1][0] - 1) < 0.05, "rates evaluated for a room: %g of 50, %g of 400" % (costs[0][0],
                                                                                                  costs[1][0]))


WAVES = """model Waves
  parameter Integer n = 60;
  Real x[n](each start = 1, each fixed = true), v[n](each start = 0, each fixed = true);
  Integer passed[n](each start = 0, each fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = -(10 + i/n)^2*x[i] + (if passed[i] > 1000 then 1 else 0);
    when x[i] < 0.5 then
      passed[i] = pre(passed[i]) + 1;
    end when;
  end for;
  annotation(experiment(StopTime = 10));
end Waves;
"""


def test_auto():
    """E550: auto goes over to quantised states where events are many and small, also at a loose tolerance, and comes
    back where they take more work than steps of all states. A run that is saved goes on with the same bits."""
    n, work = 200, []
    path = write("rooms.mo", ROOMS % n)
    for tolerance in ("1e-3", "1e-4", "1e-6"):
        r = run(path, "auto", "--tol", tolerance, rows=False)
        check("qss3" in r["solver"] and "few states" in r["solver"], "auto with %d rooms: %s" % (n, r["solver"]))
        off = max(abs(r["final"]["T[%d]" % i] - one_room(1 + i/n, 18 + 4*i/n, 2)) for i in range(1, n))
        check(off < 100*float(tolerance), "auto with %d rooms, %s: off by %g" % (n, tolerance, off))
        work.append(r["steps"])
    check(work == sorted(work), "a looser tolerance takes more steps: %s" % work)
    few = run(write("rooms.mo", ROOMS % 20), "auto", rows=False)
    check(few["solver"] == "erk", "auto with 20 rooms: %s" % few["solver"])
    path = write("waves.mo", WAVES)
    r = run(path, "auto", "--tol", "1e-9", rows=False)
    check("did not pay" in r["solver"], "auto with waves: %s" % r["solver"])
    for i in range(1, 61):
        w = 10 + i/60
        count = 1 + int((10 - math.acos(0.5)/w)/(2*math.pi/w))
        check(r["final"]["passed[%d]" % i] == count, "wave %d passes %g times, and %d expected" % (
            i, r["final"]["passed[%d]" % i], count))
    saved = os.path.join(folder, "saved")
    path = write("rooms.mo", ROOMS % 100)
    whole = run(path, "auto", "--checkpoint", saved, "--every", "0.3", rows=False)
    again = run(path, "auto", "--resume", saved, rows=False)
    check("qss3" in whole["solver"] and again["final"] == whole["final"], "a run that was saved ends elsewhere: %s" %
          again["solver"])


HELD = """model Held
  Real x(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
equation
  der(x) = d - x;
  when sample(0.1, 0.1) then
    d = sin(1e4*time^2);
  end when;
  annotation(experiment(StopTime = 10.05));
end Held;
"""


def test_held():
    """E551: a quick angle inside a when-clause makes no steps; between two ticks x comes nearer to d by exp(-0.1)."""
    path = write("held.mo", HELD)
    x, d = 0.0, 0.0
    for k in range(1, 102):
        x, d = d + (x - d)*math.exp(-0.1 if k < 101 else -0.05), math.sin(1e4*(k*0.1)**2)
    for solver in ("auto", "cvode", "qss2"):
        r = run(path, solver, "--tol", "1e-8", rows=False)
        check(abs(r["final"]["x"] - x) < 1e-6, "held with %s: %g and %g expected" % (solver, r["final"]["x"], x))
        check(solver == "qss2" or r["steps"] < 5000, "held with %s: %d steps" % (solver, r["steps"]))


def exponential(a, t):
    """The matrix exponential, by scaling and Taylor's series."""
    n, halvings = len(a), 20
    m = [[a[i][j]*t/2**halvings for j in range(n)] for i in range(n)]
    e, term = ([[float(i == j) for j in range(n)] for i in range(n)] for _ in range(2))
    for k in range(1, 12):
        term = [[sum(term[i][l]*m[l][j] for l in range(n))/k for j in range(n)] for i in range(n)]
        e = [[e[i][j] + term[i][j] for j in range(n)] for i in range(n)]
    for _ in range(halvings):
        e = [[sum(e[i][l]*e[l][j] for l in range(n)) for j in range(n)] for i in range(n)]
    return e


def test_circuit():
    """The circuit of the example over one minute: 48 halves of the period, each by the matrix exponential. The fourth
    state is the source, which is constant in each."""
    L1, L2, C, R1, R2 = 500, 2000, 10, 0.001, 1000
    a = [[-R1/L1, -R1/L2, 0, 1], [-R1/L1, -R1/L2, -1/C, 1], [0, 1/L2, -1/(C*R2), 0], [0, 0, 0, 0]]
    e = exponential(a, 1.25)
    x = [0.0, 0.0, 0.0, 10.0]
    for k in range(48):
        x[3] = 10.0 if k % 2 == 0 else 0.0
        x = [sum(e[i][j]*x[j] for j in range(4)) for i in range(4)]
    path = os.path.join(os.path.dirname(HERE), "examples", "pulse_circuit.mo")
    for method, quantum, hysteresis, most in (("qss1", 2e-3, [], 40), ("qss1", 2e-3, ["--hysteresis", "0.01"], 200),
                                              ("qss2", 2e-4, [], 40), ("qss3", 2e-4, [], 40), ("liqss2", 2e-4, [], 40)):
        r = run(path, method, "--quantum", repr(quantum), *hysteresis, rows=False)
        off = max(abs(r["final"][n] - v) for n, v in zip(("p1", "p2", "q"), x))
        check(r["events"]["time"] == 48, "circuit with %s: %s" % (method, r["events"]))
        check(off <= most*quantum, "circuit with %s: off by %g" % (method, off))


def test_against():
    """Curves of cvode and of quantised states, on models that are explicit."""
    root = os.path.dirname(HERE)
    files = sorted(glob.glob(root + "/examples/*.mo") + glob.glob(root + "/tests/models/*/*.mo"))
    files = [f for f in files if os.path.basename(f) not in EXCEPT]
    random.Random(options.seed).shuffle(files)
    compared, refused = 0, 0
    for path in files:
        if not options.all and compared >= options.count:
            break
        one = solvers.Run(options.saltus, path, ["--tol", "1e-8", "--quiet"], {}, "cvode", 3)
        if one.status != "done" or not one.json.get("states") or one.json["states"] > 200:
            continue
        method = "qss2" if compared % 2 else "liqss2"
        two = solvers.Run(options.saltus, path, ["--tol", TOLERANCE, "--quiet"], {}, method, 3)
        if "R0820" in two.codes:
            refused += 1
            continue
        if two.status == "timeout" or {"R0824", "R0825", "R0310"} & set(two.codes):
            continue         # stiff for the method, or it tells that something was passed over
        compared += 1
        for difference in solvers.differences(one, two):
            if not difference.startswith("der("):        # of a stiff state: its error times a large number
                check(False, "%s with %s: %s" % (os.path.relpath(path, root), method, difference))
    print("%d models compared with cvode, %d are not explicit (seed %d)" % (compared, refused, options.seed))


def test_ends():
    """The solution of a loop ends (E232), and the run goes on with another one: an oscillator whose amplifier turns at
    c = +-b*V, half a period after the last time."""
    path = os.path.join(os.path.dirname(HERE), "tests", "models", "solvers", "feedback.mo:Feedback.Oscillator")
    a, v, stop = 15000, 15, 0.3
    b = 0.5 - 1/a
    first, half = 0.02*math.log(1/(1 - b)), 0.02*math.log((1 + b)/(1 - b))
    turned = int((stop - first)/half)
    side = v if turned % 2 else -v
    known = side*(1 - (1 + b)*math.exp(-(stop - first - turned*half)/0.02))
    for solver in ("qss2", "qss3", "liqss2", "liqss3"):
        r = run(path, solver, "--stop", repr(stop), "--tol", "1e-5", rows=False)
        c = r["final"].get("c")
        check(r["status"] == "done" and abs(c - known) < 2e-2,
              "oscillator with %s: %s, %s and %g expected" % (solver, r["status"], c, known))


def test_zeno():
    """E472: bounces that accumulate near 27.1 s are found as with any other solver."""
    path = os.path.join(os.path.dirname(HERE), "examples", "bouncing_ball.mo")
    codes = [[m["code"] for m in run(path, s, "--stop", "30", "--tol", "1e-6", "--timeout", "20",
                                           rows=False)["messages"] if m["severity"] == "error"]
             for s in ("cvode", "qss2")]
    check(codes[0] == codes[1] != [], "bounces that accumulate: %s" % codes)


def turns(function, stop):
    """When the function goes from below zero to above, by samples and halving; None: it only just does or does not."""
    points, times = 20000, []
    before = function(0)
    for k in range(1, points + 1):
        a, b = (k - 1)*stop/points, k*stop/points
        value = function(b)
        if abs(value) < 1e-3 and abs(before) < 1e-3 and abs(value - before) < 0.05*stop/points:
            return None
        if before <= 0 < value:
            while b - a > 1e-12:
                middle = 0.5*(a + b)
                a, b = (middle, b) if function(middle) <= 0 else (a, middle)
            times.append(b)
        before = value
    return None if abs(before) < 1e-2 else times


BENT = ["abs(x)*x", "max(x, v)", "x*v", "sin(3*r)", "min(abs(x), abs(v))", "abs(abs(r - A) - B)", "exp(x) - r",
        "x^3 - v^3",
        "max(0, sin(r*r/5)) - 0.3*x", "x + 0.5*v*abs(v)", "cos(A*r)*exp(-B*r)", "abs(sin(A*r) - B*x)", "r*abs(v) - x"]


def test_corners():
    """E660: conditions that bend, or have corners, turn when they do by the closed forms of the states."""
    random_numbers = random.Random(options.seed)
    for case in range(options.count):
        stop, known = random_numbers.uniform(3, 12), None
        while known is None:
            a, b = random_numbers.uniform(0.3, 4), random_numbers.uniform(0.1, 1)
            term = random_numbers.choice(BENT).replace("A", "%.4f" % a).replace("B", "%.4f" % b)
            text = "%s - (%.4f)" % (term, random_numbers.uniform(-0.9, 0.9))
            code = compile(text.replace("^", "**"), "condition", "eval")
            known = turns(lambda t, code=code: eval(code, {
                "x": math.sin(t), "v": math.cos(t), "r": t, "sin": math.sin, "cos": math.cos, "exp": math.exp,
                "abs": abs, "max": max, "min": min}), stop)
        path = write("corner.mo", "model M\n  Real x(start = 0, fixed = true), v(start = 1, fixed = true), "
                          "r(start = 0, fixed = true), sum(start = 0, fixed = true);\n  Integer n(start = 0, "
                          "fixed = true);\nequation\n  der(x) = v;\n  der(v) = -x;\n  der(r) = 1;\n  der(sum) = 0;\n"
                          "  when %s > 0 then\n    n = pre(n) + 1;\n    reinit(sum, pre(sum) + time);\n  end when;\n"
                          "end M;\n" % text)
        for solver in ("qss2", "qss3", "liqss2", "liqss3"):
            found = run(path, solver, "--stop", "%.17g" % stop, "--tol", "1e-6", rows=False)
            last = found["final"]
            check(found["status"] == "done" and last["n"] == len(known) and
                  abs(last["sum"] - math.fsum(known)) < 1e-3*(1 + len(known)),
                  "%s with %s (seed %d, case %d): %s turns, sum %s; %d, %.9g by closed forms" % (
                      text, solver, options.seed, case, last["n"], last["sum"], len(known), math.fsum(known)))


RATES = ["max(0, sin(W*r))", "abs(x - C)", "if noEvent(r > C) then 1 else -1", "min(x, v)", "abs(x)*v", "mod(r, C)",
         "if x > C then r else -r", "sqrt(abs(v))", "max(0, 1 - abs(r - C)/0.3)", "exp(-((x - C)/0.1)^2)", "sin(W*r)^4",
         "noEvent(if v > C then x else -x)", "tanh(20*(r - C))", "floor(W*r)", "abs(sin(W*x))", "atan(30*(x - C))"]


def test_rates():
    """E661, E662: rates with corners, jumps and peaks, beside events and without, against another solver."""
    random_numbers = random.Random(options.seed)

    def term():
        numbers = {"W": random_numbers.uniform(0.5, 20), "C": random_numbers.uniform(0.1, 0.9)}
        return "(%s)" % "".join("%.3f" % numbers[c] if c in numbers else c for c in random_numbers.choice(RATES))
    for case in range(options.count):
        rate = term() if random_numbers.random() < 0.6 else term() + "*" + term()
        rate += random_numbers.choice(["", " - y", " - 0.1*y*y*y"])
        path = write("rates.mo", "model M\n  Real x(start = 0, fixed = true), v(start = 1, fixed = true), "
                          "r(start = 0, fixed = true), y(start = 0, fixed = true);\nequation\n  der(x) = v;\n"
                          "  der(v) = -x;\n  der(r) = 1;\n  der(y) = %s;\nend M;\n" % rate)
        known = run(path, "erk", "--stop", "7", "--tol", "1e-9", rows=False)["final"]["y"]
        for solver in ("qss2", "qss3", "liqss2", "liqss3"):
            found = run(path, solver, "--stop", "7", "--tol", "1e-5", rows=False)
            check(found["status"] == "done" and abs(found["final"]["y"] - known) < 1e-3*(1 + abs(known)),
                  "%s with %s (seed %d, case %d): %s, %s for %.9g" % (rate, solver, options.seed, case, found["status"],
                                                                    found["final"]["y"], known))


def test_bang():
    """A law on its switching curve chatters from where the curve ends, and this is told with every method."""
    path = write("bang.mo", "model Bang\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true), u;\n"
                      "equation\n  der(x) = v;\n  der(v) = u;\n  u = if x + 0.5*v*abs(v) > 0 then -1 else 1;\n"
                      "end Bang;\n")
    for solver in METHODS:
        found = run(path, solver, "--stop", "30", "--tol", "1e-4", rows=False)
        check("R0203" in [m["code"] for m in found["messages"]] and found["events"]["state"] < 1000,
              "%s on a switching curve: %s, %s" % (solver, found["status"], found["events"]))


def test_wrong():
    path = write("linear.mo", LINEAR)
    refused = run(os.path.join(os.path.dirname(HERE), "examples", "cartesian_pendulum.mo"), "qss2", rows=False)
    check([m["code"] for m in refused["messages"] if m["severity"] == "error"] == ["R0820"],
          "an implicit model: %s" % refused["messages"])
    told = run(path, "erk", "--quantum", "0.1", rows=False)
    check("R0822" in [m["code"] for m in told["messages"]], "a quantum for erk is not told")
    told = run(path, "qss2", "--quantum", "0.1", "--hysteresis", "0.1", rows=False)
    check("R0823" in [m["code"] for m in told["messages"]], "a hysteresis for qss2 is not told")
    path_of = {"R0824": "1/(1e-8 + (y - 0.5)^2)", "R0825": "if noEvent(y > 0.5 and y < 0.50001) then 1e12 else 0"}
    for code, rate in path_of.items():
        narrow = write("narrow.mo", "model M\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true);\n"
                            "equation\n  der(y) = 1;\n  der(x) = %s;\nend M;\n" % rate)
        told = run(narrow, "qss2", "--stop", "1", rows=False)
        check(code in [m["code"] for m in told["messages"]], "%s is not told" % code)
    done = saltus("run", path, "--solver", "qss2", "--quantum", "-1")
    check(done.returncode == 2 and "greater than zero" in done.stderr, "a negative quantum: %r" % done.stderr)


more_options(count=40, seed=random.randrange(10**6), all=False)
run_parts((test_bound, test_order, test_stiff, test_rooms, test_auto, test_held, test_circuit, test_ends, test_zeno,
           test_bang, test_wrong, test_corners, test_rates, test_against))
