"""Linearisation with clocks and algorithms: sampled controllers, loops with memory; and what tests of points share."""
import argparse
import json
import math
import os
import subprocess
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("--saltus", required=True)
parser.add_argument("--source", required=True)
options = parser.parse_args()
EXAMPLES = os.path.join(options.source, "examples")
box = tempfile.TemporaryDirectory()


def call(command, model, *arguments, fails=False):
    done = subprocess.run([options.saltus, command, model, *arguments], capture_output=True, text=True, timeout=600,
                          cwd=box.name)
    if (done.returncode != 0) != fails:
        raise AssertionError(f"saltus {command} {model} {' '.join(arguments)} ended with "
                             f"{done.returncode}\n{done.stdout}{done.stderr}")
    return done


def answer(command, model, *arguments, fails=False):
    return json.loads(call(command, model, *arguments, "--json", fails=fails).stdout)


def example(name):
    return os.path.join(EXAMPLES, name)


def text(name, words):
    path = os.path.join(box.name, name)
    with open(path, "w") as f:
        f.write(words)
    return path


def near(found, known, tolerance=1e-9, what=""):
    if not abs(found - known) <= tolerance * (1 + abs(known)):
        raise AssertionError(f"{what}: {found} instead of {known}")


PLAIN = ("model Plain\n  parameter Real k = 2;\n  final parameter Real f = 7;\n  Real x(start = 1, fixed = true);\n"
         "  Real v[2] = {2*x, k};\nequation\n  der(x) = -k*x;\nend Plain;\n")


def refused(code, command, model, *arguments, says=(), status=1):
    done = subprocess.run([options.saltus, command, model, *arguments], capture_output=True, text=True, timeout=600,
                          cwd=box.name)
    assert done.returncode == status, f"{arguments}: {done.returncode} {done.stdout} {done.stderr}"
    for part in (f"[{code}]", *says):
        assert part in done.stderr, f"'{part}' is missing after {arguments}: {done.stderr}"
    if status == 1:
        found = subprocess.run([options.saltus, command, model, *arguments, "--json"], capture_output=True, text=True,
                               timeout=600, cwd=box.name)
        assert code in [m["code"] for m in json.loads(found.stdout)["messages"]], found.stdout


def a_sampled_controller():
    """The example: y and the integral just before a tick; u is overwritten by it, and is no state."""
    pi = example("sampled_pi.mo")
    s = answer("linearise", pi, "--clocked", "--at", "2", "--inputs", "k", "--outputs", "y")
    T, Ti, k = 0.1, 0.8, 2
    P = math.exp(-T)
    assert s["states"] == ["y", "integral"] and s["period"] == 0.1
    for found, known in zip(s["A"][0] + s["A"][1], (P - (1 - P)*k*(1 + T/Ti), (1 - P)*k, -T/Ti, 1)):
        near(found, known, 1e-15)
    # where a state is set at a tick: by differences, which is told
    refused("U0643", "linearise", pi, "--clocked", "--at", "2", "--inputs", "T", says=["'T' cannot be changed"])
    s = answer("linearise", text("set.mo", """model Set
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when sample(0, 0.1) then
    reinit(x, x/2);
  end when;
end Set;
"""), "--clocked", "--at", "2", "--stop", "6")
    assert "U0990" in [m["code"] for m in s["messages"]] and s["uncertain"] > 0, s
    near(s["A"][0][0], 0.5*math.exp(-0.1), 1e-9)
    assert "[U0645]" in call("linearise", pi).stderr
    near(answer("linearise", pi)["A"][0][0], -1)             # the controller is held
    refused("U0640", "linearise", text("plain.mo", PLAIN), "--clocked")
    refused("U0642", "linearise", pi, "--clocked", "--at", "5.95")
    refused("U0644", "linearise", pi, "--clocked", "--steady")
    odd = text("odd.mo", "model Odd\n  Real x(start = 1, fixed = true);\n  discrete Real a(start = 0, fixed = true), "
                         "b(start = 0, fixed = true);\n"
               "equation\n  der(x) = a + b;\n  when sample(0, 1) then\n    a = -x;\n  end when;\n  when sample(0, "
               "sqrt(2)) then\n"
               "    b = -x;\n  end when;\nend Odd;\n")
    refused("U0641", "linearise", odd, "--clocked", "--stop", "9")
    sinks = text("sinks.mo", "model Sinks\n  Real x(start = 1, fixed = true);\n  discrete Real a(start = 0, fixed = "
                             "true);\nequation\n  der(x) = a;\n"
                 "  when sample(0, 0.5) then\n    a = -pre(a) - 1;\n  end when;\n  assert(time < 1.2, \"it "
                 "sinks\");\nend Sinks;\n")
    refused("U0643", "linearise", sinks, "--clocked", "--at", "0.8", "--stop", "9", says=["it sinks"])


def algorithms_are_differentiated():
    """Algorithms that cannot be written out, a loop whose end depends on the state and a call of a function with a
    loop over an array of any size, have exact derivatives: against the chain rule by hand, to rounding."""
    loop = text("while.mo", """model While
  input Real u;
  output Real y;
  Real x(start = 7, fixed = true);
algorithm
  y := x;
  while y > 5 loop
    y := y/2;
  end while;
  y := y^2;
equation
  der(x) = u - y;
end While;
""")
    s = answer("linearise", loop)
    assert "U0982" not in [m["code"] for m in s["messages"]], s["messages"]
    near(s["A"][0][0], -3.5, 1e-15)      # y = (x/2)^2
    near(s["C"][0][0], 3.5, 1e-15)
    sums = text("sums.mo", """function length
  input Real v[:];
  output Real n;
protected
  Real s = 0;
algorithm
  for i in 1:size(v, 1) loop
    s := s + v[i]^2;
  end for;
  n := sqrt(s);
end length;
model Sums
  input Real u(start = 0.5);
  Real x(start = 2, fixed = true), v(start = 3, fixed = true), w[2], z, minus;
  Integer k;
algorithm
  k := 0;
  w := {x, 0};
  while w[1] > 0.6 loop
    w[1] := w[1]/2;
    w[2] := w[2] + w[1]*v;
    k := k + 1;
  end while;
  z := length(w)*u;
equation
  minus = -z;
  der(x) = minus*k;
  der(v) = w[2];
end Sums;
""")
    s = answer("linearise", sums + ":Sums", "--outputs", "z")
    assert "U0982" not in [m["code"] for m in s["messages"]], s["messages"]
    # two turns: w = {x/4, 3/4 x v} = {0.5, 4.5}, k = 2, z = u |w|
    size = math.hypot(0.5, 4.5)
    by_x, by_v = 0.5*(0.5*0.25 + 4.5*2.25)/size, 0.5*4.5*1.5/size
    for got, exact in zip(s["A"][0] + s["A"][1] + s["B"][0] + s["C"][0],
                          [-2*by_x, -2*by_v, 2.25, 1.5, -2*size, by_x, by_v]):
        near(got, exact, 1e-14)


def matrices_by_differences_are_told():
    """A function in C without a derivative: x' = u - x^3 at 2 has A = -12, by differences, and a message says so."""
    model = text("external.mo", "model External\n  function cube\n    input Real x;\n    output Real y;\n"
                 "    external \"C\" y = cube_of(x) annotation (Include = \"static double cube_of(double x) "
                 "{ return x*x*x; }\");\n  end cube;\n  input Real u;\n  Real x(start = 2, fixed = true);\n"
                 "equation\n  der(x) = u - cube(x);\nend External;\n")
    s = answer("linearise", model)
    near(s["A"][0][0], -12, 1e-8)
    assert ["'External.cube' is an external function" in m["text"] for m in s["messages"] if m["code"] == "U0982"] == [
        True], s["messages"]


def poles_that_the_loop_does_not_move():
    """1/(s + 2) beside an integral of it that nobody sees: the loop is at -3, and the pole at 0 stays."""
    hidden = text("hidden.mo", "model Hidden\n  input Real u;\n  output Real y = v;\n"
                               "  Real x(start = 0, fixed = true), "
                               "v(start = 0, fixed = true);\nequation\n  der(x) = v;\n  der(v) = u - 2*v;\n"
                               "end Hidden;\n")
    m = answer("linearise", hidden)["margins"]
    assert not m["stable"] and m["hidden"], m
    assert "the loop is stable, but for poles" in call("linearise", hidden).stdout
    assert not answer("linearise", example("aircraft.mo"), "--steady", "--inputs", "elevator", "--outputs",
                      "theta")["margins"]["hidden"]


def a_loop_with_memory():
    """A plant of second order, an integral and a controller that remembers its output: exp(M T) G, G being the tick."""
    loop = text("memory.mo", """model Memory
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), z(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x - 0.5*v + u;
  der(z) = 1 - x;
  when sample(0, 0.1) then
    u = 0.3*z + 0.2*(1 - x) - 0.1*pre(u);
  end when;
end Memory;
""")
    s = answer("linearise", loop, "--clocked", "--at", "2", "--stop", "5", "--outputs", "x")
    assert s["states"] == ["x", "v", "z", "u"], s["states"]
    m = [[0, 0.1, 0, 0], [-0.1, -0.05, 0, 0.1], [-0.1, 0, 0, 0], [0, 0, 0, 0]]
    term = total = [[float(i == j) for j in range(4)] for i in range(4)]
    for k in range(1, 25):
        term = [[sum(a*term[l][j] for l, a in enumerate(row))/k for j in range(4)] for row in m]
        total = [[a + b for a, b in zip(*rows)] for rows in zip(total, term)]
    tick = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [-0.2, 0, 0.3, -0.1]]
    known = [[sum(total[i][l]*tick[l][j] for l in range(4)) for j in range(4)] for i in range(4)]
    off = max(abs(s["A"][i][j] - known[i][j]) for i in range(4) for j in range(4))
    assert off < 2e-15 and "uncertain" not in s, off
    assert s["A"][3][1] == 0, s["A"][3]          # what nothing depends on is zero, not rounding


def a_gain_that_is_zero():
    """The integral of a controller takes the effect of a load away: the gain at rest is 0, and not 1e-15."""
    s = answer("linearise", text("load.mo", """model Load
  input Real load(start = 0);
  output Real w(start = 0, fixed = true);
  Real i(start = 0, fixed = true), e(start = 0, fixed = true);
equation
  0.01*der(i) = -2*w + 8*e - i - 0.1*w;
  0.02*der(w) = 0.1*i - 0.001*w - load;
  der(e) = -w;
end Load;
"""))
    assert s["channels"][0]["steady"] == 0 and [0, 0] in s["channels"][0]["zeros"], s["channels"]


def a_controller_alone():
    """A sampled PI controller: u = 3 e + 2 i, with i the sum of T e up to now, is 3 + 2 T z/(z - 1)."""
    s = answer("linearise", text("alone.mo", """model Alone
  input Real e(start = 0);
  output Real u;
  Real i(start = 0), es, us;
equation
  es = sample(e, Clock(1, 20));
  i = previous(i) + 0.05*es;
  us = 3*es + 2*i;
  u = hold(us);
end Alone;
"""), "--clocked", "--at", "0.3", "--stop", "2")
    assert s["states"] == ["i"] and "uncertain" not in s, s
    for found, known in zip((s["A"], s["B"], s["C"], s["D"]), (1, 0.05, 2, 3.1)):
        near(found[0][0], known, 1e-15)


def a_sampled_system_that_does_not_stand():
    """x' = r - x from 0 with r = 1 is no equilibrium. Sampled and written as a model, it moves all the same: exactly
    with held inputs, by the trapezoidal rule with Tustin's."""
    model = text("moves.mo", "model Moves\n  input Real r(start = 1);\n  Real x(start = 0, fixed = true);\n"
                             "  output Real y = x;\nequation\n  der(x) = r - x;\nend Moves;\n")
    for method, known in (("hold", 1 - math.exp(-1)), ("tustin", 1 - (0.95/1.05)**10)):
        written = os.path.join(os.path.dirname(model), method + ".mo")
        said = call("linearise", model, "--sample", "0.1", "--method", method, "-o", written).stdout
        if "not an equilibrium: a step changes x by" not in said:
            raise AssertionError(f"nothing says that it moves: {said}")
        near(answer("run", written, "--stop", "1.05")["final"]["y[1]"], known, 1e-12, method)


def a_rate_that_is_sampled():
    """The speed is sampled under another name, as the rate of the angle: w+ = (1 - k T) w."""
    s = answer("linearise", text("drive.mo", """model Drive
  parameter Real k = 3;
  Real phi(start = 0, fixed = true), w(start = 1, fixed = true), speed, u;
equation
  der(phi) = w;
  der(w) = hold(u);
  speed = der(phi);
  u = -k*sample(speed, Clock(1, 10));
end Drive;
"""), "--clocked", "--at", "0.5", "--stop", "2")
    assert s["states"] == ["phi", "w"] and "uncertain" not in s, s
    for found, known in zip(s["A"][0] + s["A"][1], (1, 0.1 - 3*0.005, 0, 0.7)):
        near(found, known, 1e-15)


def an_input_that_an_algorithm_gives():
    model = text("alg.mo", "model Alg\n  block Lag\n    input Real u;\n    output Real y(start = 0, fixed = true);\n  "
                           "equation\n    der(y) = u - y;\n"
                 "  end Lag;\n  Lag lag;\nalgorithm\n  lag.u := sin(time);\nend Alg;\n")
    refused("U0606", "linearise", model, "--component", "lag")
