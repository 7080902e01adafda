#!/usr/bin/env python3
"""Code that stands alone (docs/export.md) against runs with the same fixed step, bit for bit; against the rules of its
events (docs/events.md, E370 to E376), computed here; against closed forms and published numbers.

    export.py --saltus build/saltus

Quality, other machines and Python: export_quality.py."""
import math
import os
import subprocess
import sys

from export_tools import SOURCE, differences, main, native, run

# Models whose run with a fixed step has the same bits: example, class, step, solvers. Events are those of time, on the
# grid.
SAME = [
    ("aircraft.mo", "", None, "rk4"), ("bridge.mo", "", None, "rk4"), ("car.mo", "", None, "rk4"),
    ("cart_on_beam.mo", "", None, "euler"), ("dc_motor.mo", "", "0.0005", "heun euler"),
    ("diode_circuit.mo", "", None, "rk4"), ("heat_rod.mo", "", "0.01", "rk4"), ("lorenz.mo", "", "0.002", "heun"),
    ("motor_fit.mo", "", "0.001", "rk4"), ("network_control.mo", "", "0.005", "rk4"),
    ("pendulum.mo", "", None, "rk4"), ("predator_prey.mo", "", None, "rk4"), ("quarter_car.mo", "", None, "rk4"),
    ("rolling_disk.mo", "", "0.001", "rk4"), ("sampled_pi.mo", "", "0.005", "rk4 euler"),
    ("servo.mo", "", None, "euler"), ("spacecraft.mo", "", None, "heun"), ("stirred_reactor.mo", "", None, "rk4"),
    ("tracking.mo", "", None, "rk4"), ("moon_lander.mo", ":Moon.MoonLander", "0.1", "euler"),
]

# A clock that only looks ends no step of a run (E420), but is a point of the grid here: times differ by rounding.
LOOKING = ["rolling_disk.mo"]


def same_bits(place):
    """E372: time events that meet the grid leave the bits of the run with the same step."""
    for name, what, step, solvers in SAME:
        model = os.path.join(SOURCE, "examples", name) + what
        for solver in solvers.split():
            options = ["--solver", solver] + (["--step", step] if step else []) + (["--stop", "10"] if what else [])
            rows, said, status = run(place.program(model, *options))
            other, missing, _ = differences(rows, native(place, model, *options), 1e-9 if name in LOOKING else 0)
            place.check(status == 0, f"{name} with {solver}: {said}")
            place.check(not other, f"{name} with {solver}: other bits at {other[:3]}")
            place.check(missing < 0.3 * len(rows),
                        f"{name} with {solver}: {missing} of {len(rows)} rows have no partner")
    print(f"{len(SAME)} examples have the bits of their runs")


GENERATED = """model G
  parameter Real a = {a};
  Real x(start = 1, fixed = true), y(start = {y}, fixed = true), z[2];
  discrete Real s(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
  Boolean late = time >= {when};
  Boolean over = {period} < time;
equation
  der(x) = -a*x + s + z[1] + (if late then 0.5 else 0) + (if over then 0 else x*y);
  der(y) = x - y*y*y + z[2];
  2*z[1] + z[2] = sin(time) + y;
  z[1] - 3*z[2] = x*s;
  when sample({first}, {sample}) then
    s = 0.9*pre(s) + 0.1*x;
    n = pre(n) + 1;
  end when;
  when n > {many} then
    reinit(y, {y});
  end when;
end G;
"""


def generated_bits(place):
    """E372, on generated models: clocks, conditions of time, linear loops, reinit at ticks."""
    for seed in range(12):
        h = [0.01, 0.0078125, 0.025][seed % 3]
        text = GENERATED.format(a=1 + seed / 7, y=0.1 * seed - 0.4, when=h * (11 + 5 * seed), period=h * (10 + seed),
                                first=h * (seed % 4), sample=h * (3 + seed % 5), many=4 + seed)
        model = place.model(f"G{seed}", text)
        options = ["--solver", ["rk4", "heun", "euler"][seed % 3], "--step", repr(h), "--stop", repr(h * 200)]
        rows, said, status = run(place.program(model, *options, "--outputs", "x,y,z,s,n"))
        other, missing, _ = differences(rows, native(place, model, *options))
        place.check(status == 0 and not other and missing < 0.7 * len(rows),
                    f"generated model {seed}: {said} {other[:3]} {missing}")
    print("12 generated models have the bits of their runs")


BALL = """model Ball
  parameter Real e = 0.8;
  output Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  output Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    n = pre(n) + 1;
    reinit(v, -e*pre(v));
  end when;
end Ball;
"""


def state_events(place):
    """E370, E371: a condition that has turned is handled at the end of the step, with the values of that point."""
    step = 1 / 128
    rows, _, _ = run(place.program(place.model("Ball", BALL), "--solver", "euler", "--step", repr(step), "--stop", "2"))
    h, v, n, below = 1.0, 0.0, 0, False
    for k, row in enumerate(rows):
        place.check((row["h"], row["v"], row["n"]) == (h, v, n), f"ball at step {k}: {row} is not {h}, {v}, {n}")
        h, v = h + step * v, v + step * -9.81
        if h < 0 and not below:
            n, v = n + 1, -0.8 * v
        below = h < 0
    place.check(n > 2, "the ball has not bounced")
    first = []
    for step in (0.01, 0.001, 0.0001):
        rows, _, _ = run(place.program(place.model("Ball", BALL), "--step", repr(step), "--stop", "0.6"))
        late = next(row["time"] for row in rows if row["n"]) - math.sqrt(2 / 9.81)
        place.check(-1e-9 <= late <= step, f"with steps of {step} the bounce comes {late} late")
        first.append(late)
    print("state events come at the end of their step")


def time_events(place):
    """E373: between two points a time event is taken at the next one. A clock that is faster than the grid ticks once
    at each point."""
    model = place.model("Ticks", """model Ticks
  output Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  output Real at(start = -1, fixed = true), x(start = 0, fixed = true);
  output Boolean late = time > 0.7;
equation
  der(x) = if late then 1 else 0;
  when sample(0.05, 0.1) then
    n = pre(n) + 1;
    at = time;
  end when;
  when sample(0, 0.01) then
    m = pre(m) + 1;
  end when;
end Ticks;
""")
    rows, _, _ = run(place.program(model, "--solver", "euler", "--step", "0.0625", "--stop", "2"))
    for k, row in enumerate(rows):
        t = k * 0.0625
        ticks = 0 if t < 0.05 else math.floor((t - 0.05) / 0.1 + 1e-9) + 1
        place.check(row["n"] == ticks and row["m"] == k + 1, f"ticks at {t}: {row}")
        place.check(row["late"] == (t > 0.7) and row["x"] == max(0, k - 12) * 0.0625,
                    f"condition of time at {t}: {row}")
        place.check(row["n"] == 0 or (row["at"] <= t and row["at"] % 0.0625 == 0), f"time of a tick at {t}: {row}")
    print("time events between two points come at the next one")


def inputs(place):
    """E374: inputs are held during a step, and take effect where it begins; a condition that they turn is an event."""
    model = place.model("Relay", """model Relay
  input Real u;
  output Real x(start = 0, fixed = true);
  output Integer n(start = 0, fixed = true);
equation
  der(x) = if u > 0.5 then u else -x;
  when u > 0.5 then
    n = pre(n) + 1;
  end when;
end Relay;
""")
    folder = place.program(model, "--solver", "euler", "--step", "0.125", "--stop", "4")
    signal = [0, 0.3, 0.6, 0.7, 0.2, 0.9, 0.1, 0.1, 1.0]
    with open(os.path.join(folder, "u.csv"), "w") as file:
        file.write("time,u\n" + "".join(f"{0.5 * k},{u}\n" for k, u in enumerate(signal)))
    rows, said, _ = run(folder, "--inputs", os.path.join(folder, "u.csv"))
    x, n, above = 0.0, 0, False
    for k, row in enumerate(rows):
        u = signal[k // 4]
        n += u > 0.5 and not above
        above = u > 0.5
        place.check(row["x"] == x and row["n"] == n, f"relay at step {k}: {row}, not {x} {n} {said}")
        x = x + 0.125 * (u if above else -x)
    print("inputs act where a step begins")


def transcript(place):
    """E22.3: the moon lander on the console, digit for digit."""
    model = os.path.join(SOURCE, "examples", "moon_lander.mo") + ":Moon.MoonLander"
    folder = place.program(model, "--solver", "euler", "--step", "0.1")
    done = subprocess.run([os.path.join(folder, "main")], input="3.2\n6.8\n0\n", capture_output=True, text=True)
    expected = ""
    for t, values in (("0.000000", "0.000000 600.000000 -20.000000 15.000000"),
                      ("0.100000", "0.000000 598.000000 -17.300000 14.360000"),
                      ("0.200000", "0.000000 596.270000 -10.851771 13.000000")):
        expected += f"inputs at time {t}\ninput 1 of type double[1]?\noutputs at time {t}\n"
        expected += "".join(f"output {k + 1} of type double[1]: {v}\n" for k, v in enumerate(values.split()))
    place.check(done.stdout.startswith(expected), f"the transcript of the lander is another one:\n{done.stdout}")
    print("the transcript of the moon lander, E22.3")


CLOSED = [
    # name, text, options, name of the variable, value at the stop, tolerance
    ("decay with Euler, E22.21", "model M\n  Real y(start = 1, fixed = true);\nequation\n  der(y) = -y;\nend M;",
     "--solver euler --step 0.1 --stop 1", "y", 0.9**10, 1e-15),
    ("decay with Runge-Kutta, E22.21", "model M\n  Real y(start = 1, fixed = true);\nequation\n  der(y) = -y;\nend M;",
     "--solver rk4 --step 0.1 --stop 1", "y", 0.3678797744124984, 1e-15),
    ("time in the rates, E22.22", "model M\n  Real y(start = 0, fixed = true);\nequation\n  der(y) = 4*time^3;\nend M;",
     "--solver rk4 --step 0.1 --stop 1", "y", 1, 1e-14),
    ("a stiff linear system, linearly implicit",
     "model M\n  Real y(start = 1, fixed = true), z(start = 0, fixed = true);\nequation\n  der(y) = -1000*(y - z);\n"
     "  der(z) = -z;\nend M;", "--solver implicit --step 0.01 --stop 0.1", "y", 11.0**-10, 1e-12),
    ("an oscillator with Dormand and Prince",
     "model M\n  Real y(start = 1, fixed = true), z(start = 0, fixed = true);\nequation\n  der(y) = z;\n"
     "  der(z) = -y;\nend M;", "--solver dopri --tol 1e-10 --step 0.5 --stop 10", "y", math.cos(10), 1e-8),
    ("stiff, with time in the rates, Rosenbrock",
     "model M\n  Real y(start = 0, fixed = true);\nequation\n  der(y) = cos(time) - 1e5*(y - sin(time));\nend M;",
     "--solver rodas --tol 1e-9 --step 0.5 --stop 2", "y", math.sin(2), 1e-8),
    ("a nonlinear oscillation, Rosenbrock",
     "model M\n  Real y(start = 1, fixed = true), z(start = 0, fixed = true);\nequation\n  der(y) = z;\n"
     "  der(z) = -y;\nend M;", "--solver rodas --tol 1e-10 --step 0.5 --stop 10", "y", math.cos(10), 1e-8),
    ("a delay, by steps",
     "model M\n  Real y(start = 1, fixed = true);\nequation\n  der(y) = -delay(y, 1);\nend M;",
     "--solver rk4 --step 0.01 --stop 2.5", "y",
     1 - 2.5 + 1.5**2 / 2 - 0.5**3 / 6, 1e-9),
    ("a delay that is no multiple of the step, shorter than it",
     "model M\n  Real y = delay(time, 0.037);\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\nend M;",
     "--solver rk4 --step 0.1 --stop 1 --outputs y", "y", 1 - 0.037, 1e-12),
    ("a jump that is delayed",
     "model M\n  Real y = delay(if time > 0.5 then 1.0 else 0.0, 0.25);\n  Real x(start = 0, fixed = true);\nequation\n"
     "  der(x) = y;\nend M;", "--solver euler --step 0.0625 --stop 2", "x", 1.25, 0.07),
    ("a nonlinear loop", "model M\n  Real y(start = 1), x(start = 0, fixed = true);\nequation\n  y*exp(y) = 1 + x;\n"
     "  der(x) = 1;\nend M;", "--solver rk4 --step 0.1 --stop 1 --outputs y", "y", 0.8526055020137255, 1e-14),
    ("an initial system with a nonlinear loop",
     "model M\n  Real y(start = 2), x;\ninitial equation\n  y^3 - 2*y = 5;\nequation\n  der(x) = 0;\n"
     "  x = 2*y;\nend M;",
     "--solver rk4 --step 0.1 --stop 0.1 --outputs y", "y", 2.0945514815423265, 1e-14),
    ("Fibonacci, E22.1",
     "model M\n  discrete Integer a(start = 0, fixed = true), b(start = 1, fixed = true);\n"
     "  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n  when sample(0.1, 0.1) then\n    a = pre(b);\n"
     "    b = pre(a) + pre(b);\n  end when;\nend M;", "--solver euler --step 0.1 --stop 0.7 --outputs a", "a", 13, 0),
    ("a quadratic form, E22.14", "model M\n  parameter Real P[2,2] = {{2, 1}, {1, 2}};\n  Real v[2] = {1, 1 + x};\n"
     "  Real y = v*P*v;\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\nend M;",
     "--solver euler --step 0.5 --stop 1 --outputs y", "y", 14, 1e-14),
    ("a guarded quotient, E22.17", "model M\n  Real x(start = -1, fixed = true);\n  Real y = if abs(x) < 1e-12 then 1 "
     "else sin(x)/x;\nequation\n  der(x) = 1;\nend M;", "--solver euler --step 0.5 --stop 2 --outputs y", "y",
     0.8414709848078965, 1e-15),
    ("a state space, E22.24", "model M\n  parameter Real A[2,2] = {{0, 1}, {-2, -3}}, B[2] = {0, 1}, C[2] = {1, 1};\n"
     "  Real x[2](each start = 0, each fixed = true);\n  Real y = C*x;\nequation\n  der(x) = A*x + B;\nend M;",
     "--solver rk4 --step 0.01 --stop 3 --outputs y", "y", 0.5 - 0.5 * math.exp(-6), 1e-9),
    ("homotopy", "model M\n  Real y(start = 10), x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
     "  homotopy(y^2 - 4, y - 2) = 0;\nend M;", "--solver euler --step 0.5 --stop 1 --outputs y", "y", 2, 1e-14),
    ("terminate", "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n  when x > 0.3 then\n"
     "    terminate(\"enough\");\n  end when;\nend M;", "--solver euler --step 0.125 --stop 1", "x", 0.375, 0),
    ("a function with loops and arrays",
     "model M\n  function f\n    input Real u[:];\n    output Real s = 0;\n  protected\n"
     "    Real w[size(u, 1)];\n  algorithm\n    for i in 1:size(u, 1) loop\n      w[i] := i*u[i];\n    end for;\n"
     "    s := sum(w);\n  end f;\n  Real x(start = 0, fixed = true);\n  Real y = f({x, 2*x, 3*x});\nequation\n"
     "  der(x) = 1;\nend M;", "--solver euler --step 0.5 --stop 1 --outputs y", "y", 14, 0),
    ("a clocked counter",
     "model M\n  Real x(start = 0, fixed = true), k(start = 0);\n  Real y;\nequation\n  der(x) = 1;\n"
     "  when Clock(1, 10) then\n    k = previous(k) + sample(x);\n  end when;\n  y = hold(k);\nend M;",
     "--solver euler --step 0.05 --stop 1 --outputs y", "y", 5.5, 1e-12),
    ("the pendulum on a cart, E22.15",
     "model M\n  parameter Real M = 3, m = 1, l = 0.8, g = 9.8, u = 1;\n  parameter Real J = m*l^2/12;\n"
     "  Real th(start = 0.5, fixed = true), w(start = -0.2, fixed = true), v(start = 0.1, fixed = true), a, b;\n"
     "equation\n  der(th) = w;\n  der(w) = b;\n  der(v) = a;\n  (M + m)*a + m*l/2*cos(th)*b = m*l/2*w^2*sin(th) + u;\n"
     "  m*l/2*cos(th)*a + (J + m*l^2/4)*b = m*g*l/2*sin(th);\nend M;",
     "--solver euler --step 1e-9 --stop 1e-9 --outputs b", "b", 9.81177503, 1e-8),
]


def closed_forms(place):
    for name, text, options, variable, value, tolerance in CLOSED:
        model = place.model("M", text)
        rows, said, status = run(place.program(model, *options.split()))
        found = rows[-1][variable] if rows else math.nan
        place.check(status == 0 and abs(found - value) <= tolerance * max(1, abs(value)),
                    f"{name}: {found} is not {value} {said}")
    print(f"{len(CLOSED)} closed forms and published numbers")


REFUSED = [
    ("G0002", 5, "model W\n  Real x(start = 1, fixed = true), y;\n  Boolean b = x > 0.5;\nequation\n  if b then\n"
     "    der(x) = -1;\n    y = 0;\n  else\n    x = 0.5;\n    y = der(x);\n  end if;\nend W;"),
    ("G0005", 5, "model W\n  Real x(start = 0, fixed = true), a, b;\nequation\n  der(x) = 1;\n"
     "  (a, b) = spatialDistribution(sin(time), 0, x, true);\nend W;"),
    ("G0006", 6, "model W\n  Real x(start = 1, fixed = true), y(start = 0), v, w, f;\nequation\n  der(x) = v;\n"
     "  der(y) = w;\n  x^2 + y^2 = 1;\n  der(v) = -f*x;\n  der(w) = -f*y - 9.81;\ninitial equation\n  v = 0;\nend W;"),
]


def refused(place):
    for code, line, text in REFUSED:
        folder, said = place.code(place.model("W", text), "--allow-external")
        place.check(not folder and f"[{code}]" in said and f"W.mo:{line}:" in said, f"{code}, line {line}: {said}")
    text = "model W\n  parameter Real a = 1;\n  parameter Integer n = 2;\n" \
           "  Real x[n](each start = 1, each fixed = true);\nequation\n  der(x) = -a*x;\nend W;"
    model = place.model("W", text)
    for options, code in ((["--expose", "b"], "G0010"), (["--expose", "n"], "G0010"), (["--solver", "cvode"], "G0013"),
                          (["--outputs", "nothing"], "G0016")):
        folder, said = place.code(model, *options)
        place.check(not folder and f"[{code}]" in said, f"{options}: {said}")
    done = subprocess.run([place.saltus, "code", model, "--target", "library"], capture_output=True, text=True)
    place.check(done.returncode == 2 and "[G0017]" in done.stderr, f"no folder: {done.stderr}")
    done = subprocess.run([place.saltus, "code", model, "-o", os.path.join(place.folder, "no_target")],
                          capture_output=True, text=True)
    place.check(done.returncode == 2 and "[G0018]" in done.stderr and not done.stdout, f"no target: {done.stderr}")
    done = subprocess.run([place.saltus, "code", model, "--target", "library", "-o", model], capture_output=True,
                          text=True)
    place.check(done.returncode == 1 and "[G0012]" in done.stderr, f"a file as folder: {done.stderr}")
    text = "model W\n  input Real u;\n  output String s = if u > 0 then \"a\" else \"b\";\nend W;"
    folder, said = place.code(place.model("W", text))
    place.check(not folder and "[G0011]" in said and "W.mo:3:" in said, f"a String as output: {said}")
    print("what cannot leave is refused")


FOLDED = """model Folded
  parameter Real M = 1, f0 = 10, y0 = 0.5;
  parameter Real phase = asin(y0/M);
  input Real u(start = 0.25);
  output Real y;
equation
  y = M*sin(2*Modelica_pi*f0*u + phase);
  annotation(experiment(StopTime = 0.2));
protected
  constant Real Modelica_pi = 3.141592653589793;
end Folded;
"""


def folded(place):
    """E22.9, E22.10, E22.20: what is not exposed is a number in the equations; what follows from what stays is not."""
    model = place.model("Folded", FOLDED)
    for options, fields, numbers, value in (([], ["M", "f0", "y0"], [], None),
                                            (["--expose", "M"], ["M"], ["10.0"], None),
                                            (["--expose", "none"], [], ["10.0", "0.5235987755982989"], None),
                                            (["--expose", "none", "-p", "y0=0.25"], [], ["0.25268025514207865"], 0.25)):
        folder = place.program(model, "--step", "0.1", *options)
        text, header = (open(os.path.join(folder, name)).read() for name in ("model.c", "model.h"))
        body = text[text.index("static void eq_starts"):text.index("/* ---- tables */")]
        place.check(all(number in body for number in numbers), f"{options}: not all of {numbers} are in the equations")
        found = [f for f in ("M", "f0", "y0", "phase") if f"double {f};" in header]
        place.check(found == fields, f"{options}: {header}")
        rows, _, _ = run(folder)
        y0 = value or 0.5
        exact = math.sin(2 * math.pi * 10 * 0.25 + math.asin(y0))
        place.check(abs(rows[-1]["y"] - exact) < 1e-14, f"{options}: {rows[-1]['y']} is not {exact}")
        if "M" in fields:                    # phase follows
            rows, _, _ = run(folder, "-p", "M=2")
            exact = 2 * math.sin(2 * math.pi * 10 * 0.25 + math.asin(y0 / 2))
            place.check(abs(rows[-1]["y"] - exact) < 1e-14, f"{options}, M = 2: {rows[-1]['y']} is not {exact}")
    print("parameters that stay, and those that are folded")


def failures(place):
    """What goes wrong in the code itself is told with its line."""
    model = place.model("F", "model F\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                             "  assert(x < 0.5, \"x is \" + String(x));\nend F;")
    _, said, status = run(place.program(model, "--solver", "euler", "--step", "0.125", "--stop", "2"))
    place.check(status == 1 and "F.mo:5" in said and "x is 0.5" in said, f"an assertion: {said}")
    model = place.model("F", "model F\n  parameter Real a = 1;\n  Real x(start = 0, fixed = true), y, z;\nequation\n"
                             "  der(x) = 1;\n  (1 - x)*y + z = 1;\n  y + z = a;\nend F;")
    _, said, status = run(place.program(model, "--solver", "euler", "--step", "0.25", "--stop", "2"))
    place.check(status == 1 and "singular" in said, f"a singular loop: {said}")
    print("failures are told with their lines")


def misused(place):
    """Wrong options, values and files of inputs of a program end it with a message, before it has computed anything."""
    model = place.model("M", "model M\n  input Real u, v;\n  parameter Real k = 1;\n  parameter Integer n = 2;\n"
                        "  parameter Boolean b = true;\n  output Real x(start = 0, fixed = true);\nequation\n"
                        "  der(x) = if b then k*u + n*v else 0;\nend M;")
    folder = place.program(model, "--step", "0.1")
    files = {"names": "time,u,w\n0,1,2\n", "order": "time,v,u\n0,1,2\n", "no_time": "u,v\n1,2\n", "empty": "",
             "semicolons": "time;u;v\n0;1;2\n", "word": "time,u,v\n0,1,2\n1,abc,2\n", "short": "time,u,v\n0,1\n",
             "long": "time,u,v\n0,1,2,3\n", "falls": "time,u,v\n1,1,2\n0,1,2\n", "no_names": "0,1,2\n1,1,2\n"}
    def written(name, text):
        with open(os.path.join(folder, name + ".csv"), "w") as file:
            file.write(text)
        return file.name
    calls = [["--inputs", written(name, text)] for name, text in files.items()]
    calls += [["--inputs", "nothing.csv"], ["--stop", "abc"], ["--stop", "-1"], ["--step", "0"], ["--step", "nan"],
              ["-p", "k=1x"], ["-p", "k"], ["-p", "q=1"], ["-p", "n=2.5"], ["-p", "b=7"], ["-p", "k="], ["--what"]]
    for call in calls:
        done = subprocess.run([os.path.join(folder, "main"), "-c", *call], capture_output=True, text=True, timeout=600)
        place.check(done.returncode in (1, 2) and done.stderr and not done.stdout,
                    f"{call[:1]} {os.path.basename(call[-1])}: status {done.returncode}, {done.stderr!r}")
    good = written("good", "time,u,v\n0,1,2\n0.5,0,1")
    done = subprocess.run([os.path.join(folder, "main"), "-p", "n=3", "--inputs", good, "--stop", "1"],
                          capture_output=True, text=True)
    place.check(abs(float(done.stdout.split(",")[-1]) - (0.5*7 + 0.5*3)) < 1e-12, f"good inputs: {done.stdout[-60:]}")
    print(f"{len(calls)} wrong uses of a program")


if __name__ == "__main__":
    sys.exit(main((transcript, state_events, time_events, inputs, closed_forms, folded, refused, failures, misused,
                   generated_bits, same_bits)))
