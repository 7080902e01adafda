#!/usr/bin/env python3
"""The examples of chapter 22 on exported code, with their numbers, against closed forms and published values. Those
that belong to one matter are with it: export.py has E22.1, 3, 9, 10, 14, 15, 17, 20 to 22, 24, export_quality.py E22.4,
export_parts.py E22.10, 11, 18.

    export_examples.py --saltus build/saltus"""
import glob
import math
import os
import subprocess
import sys
import zipfile

from export_tools import SOURCE, main, run

LOW_PASS = [3.180638549, -3.861194349, 2.112155355, -0.4382651423]
LOW_PASS_OUT = [0.002991448307, 0.0008910247326, 0.002546319058, 0.0002340182948]

EXAMPLES = [
    # name, text, options, known values of the last row, tolerance
    ("E22.12, expressions of parameters",
     "model M\n  parameter Real X[2, 2] = [1, 2; 3, 4], Y[2, 2] = [2, 0; 0, 2];\n"
     "  parameter Real s[2, 2] = X + Y, Z[2, 2] = X .* Y;\n  parameter Real q = sin(Z[1, 1])^2, p = X[1, :]*X[:, 1];\n"
     "  parameter Real W[4, 2] = transpose([X, Y]), top = max(0, X[1, 1]);\n  Real x(start = 0, fixed = true);\n"
     "  Real y[4] = {s[2, 2], q, p, W[3, 1]}*(1 + 0*x);\nequation\n  der(x) = top;\nend M;",
     "--step 0.5 --stop 1 --outputs x,y", {"y[1]": 6, "y[2]": math.sin(2)**2, "y[3]": 7, "y[4]": 2, "x": 1}, 1e-14),
    ("E22.13, a matrix gain on a signal of size 2",
     "model M\n  parameter Real K[2, 2] = [1, 2; 0, 4], A[2] = {1, 0};\n  Real u[2] = A*sin(time);\n"
     "  Real y[2] = K*u;\n"
     "  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\nend M;",
     "--step 0.25 --stop 1 --outputs y --expose none", {"y[1]": math.sin(1), "y[2]": 0}, 1e-15),
    ("E22.16, a branch that the size decides",
     "model M\n  function spread\n    input Real v[:];\n    output Real y;\n  algorithm\n    if size(v, 1) == 1 then\n"
     "      y := 0;\n    else\n      y := sqrt(v*v/(size(v, 1) - 1));\n    end if;\n  end spread;\n"
     "  Real x(start = 3, fixed = true);\n  Real y = spread({x, 4});\nequation\n  der(x) = 0;\nend M;",
     "--step 0.25 --stop 0.25 --outputs y", {"y": 5}, 1e-15),
    ("E22.19, a digital low pass, its answer to a step",
     "model M\n  parameter Real a[4] = {%s}, c[4] = {%s}, D = 0.0004165992044;\n"
     "  discrete Real x[4](each start = 0, each fixed = true);\n  discrete Real y(start = 0, fixed = true);\n"
     "equation\n  when sample(0, 0.0005) then\n    x = cat(1, {a*pre(x) + 1}, pre(x[1:3]));\n    y = c*pre(x) + D;\n"
     "  end when;\nend M;" % (", ".join(map(repr, LOW_PASS)), ", ".join(map(repr, LOW_PASS_OUT))),
     "--solver euler --step 0.0005 --stop 0.0015 --outputs y", {"y": 0.037906443}, 1e-8),
    ("E22.23, an event that is delayed by a number of steps",
     "model M\n  discrete Real due(start = 0.3, fixed = true);\n  discrete Integer n(start = 0, fixed = true);\n"
     "  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n  when time >= pre(due) then\n    n = pre(n) + 1;\n"
     "    due = pre(due) + 0.3;\n  end when;\nend M;",
     "--solver euler --step 0.1 --stop 1.25 --outputs n", {"n": 4}, 0),
    ("E22.25, a method of order 2 and steps of 0.5",
     "model M\n  Real y(start = 1, fixed = true);\nequation\n  der(y) = -y;\nend M;",
     "--solver heun --step 0.5 --stop 2", {"y": 0.625**4}, 1e-15),
    ("E22.8, counters on clocks of their own",
     "model M\n  discrete Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);\n"
     "equation\n  when sample(0, 2) then\n    a = pre(a) + 1;\n  end when;\n  when sample(0, 3) then\n"
     "    b = pre(b) + 1;\n  end when;\n  when {sample(0, 2), sample(0, 3)} then\n    c = pre(c) + 1;\n"
     "  end when;\nend M;",
     "--solver euler --step 1 --stop 11 --outputs a,b,c", {"a": 6, "b": 4, "c": 8}, 0),
    ("E22.8, clocks that never meet",
     "model M\n  discrete Integer c(start = 0, fixed = true);\nequation\n"
     "  when {sample(0, 2), sample(0.5, 3)} then\n    c = pre(c) + 1;\n  end when;\nend M;",
     "--solver euler --step 0.5 --stop 11.5 --outputs c", {"c": 10}, 0),
]


def values(place):
    for name, text, options, known, tolerance in EXAMPLES:
        rows, said, status = run(place.program(place.model("M", text), *options.split()))
        found = rows[-1] if rows else {}
        place.check(status == 0 and all(abs(found[k] - v) <= tolerance*max(1, abs(v)) for k, v in known.items()),
                    f"{name}: {found} is not {known} {said}")
    print(f"{len(EXAMPLES)} examples have their values")


ROOM = """model Room "A heater below two limits"
  parameter Real Tref = 20, gap = 18, tau = 100, rise = 40;
  input Real T_out(start = 5);
  output Real T_in(start = 10, fixed = true), current;
  Boolean on = T_in < Tref and T_in < T_out + gap;
equation
  current = if on then 1 else 0;
  der(T_in) = (T_out - T_in)/tau + rise/tau*current;
end Room;
"""


def room(place):
    """E22.2: a room with a heater; the limits that its controller has stay parameters."""
    model = place.model("Room", ROOM)
    folder = place.program(model, "--step", "0.125", "--stop", "200", "--expose", "Tref,gap")
    header = open(folder + "/model.h").read()
    place.check("double Tref;" in header and "double gap;" in header and "double tau;" not in header, "E22.2: fields")
    for options, limit in (([], 20), (["-p", "gap=10"], 15), (["-p", "Tref=12"], 12)):
        rows, said, status = run(folder, *options)
        for row in rows:                                     # up to the limit by a closed form, then beside it
            exact = 45 - 35*math.exp(-row["time"]/100)
            good = abs(row["T_in"] - exact) < 1e-9 if exact < limit - 0.1 else abs(row["T_in"] - limit) < 0.11
            place.check(good, f"E22.2, {options}: {row}, {exact}")
        place.check(status == 0 and {row["current"] for row in rows} == {0, 1}, f"E22.2: {said}")
    print("a room with a heater, E22.2")


ACTIVATED = """model Activated
  input Boolean go(start = false);
  discrete Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  when sample(0, 1) then
    a = pre(a) + 1;
  end when;
  when go then
    b = pre(b) + 1;
  end when;
  when {sample(0, 1), go} then
    c = pre(c) + 1;
  end when;
end Activated;
"""


def activated(place):
    """E22.7: one activation from a clock, one from an input: each alone, and both. At the same time the input acts
    behind the clock (E374), so what waits for either acts twice."""
    folder = place.program(place.model("Activated", ACTIVATED), "--solver", "euler", "--step", "0.5", "--stop", "4",
                           "--outputs", "a,b,c")
    with open(folder + "/u.csv", "w") as file:
        file.write("time,go\n0,0\n1,1\n1.5,0\n2.5,1\n3.5,0\n")
    rows, said, _ = run(folder, "--inputs", folder + "/u.csv")
    place.check([rows[-1][n] for n in ("a", "b", "c")] == [5, 2, 7], f"E22.7: {rows[-1]} {said}")
    print("activations alone and together, E22.7")


HOST = r"""
#include "model.h"
static fibonacci m;
int host_begin(void) { fibonacci_open(&m); return fibonacci_initialise(&m, 0); }
long long host_step(void) { fibonacci_step(&m); return m.y.a; }
"""


def foreign(place):
    """E22.5: Fibonacci's numbers in a foreign host: a shared library in a process of Python."""
    import ctypes
    model = place.model("Fibonacci", "model Fibonacci\n  discrete output Integer a(start = 0, fixed = true);\n"
                        "  discrete Integer b(start = 1, fixed = true);\nequation\n  when sample(1, 1) then\n"
                        "    a = pre(b);\n    b = pre(a) + pre(b);\n  end when;\nend Fibonacci;")
    folder = place.path("fibonacci")
    done = subprocess.run([place.saltus, "code", model, "--target", "library", "--step", "1", "--solver", "euler",
                           "--name", "fibonacci", "-o", folder, "--quiet"], capture_output=True, text=True)
    place.check(done.returncode == 0, f"E22.5: {done.stderr}")
    with open(folder + "/host.c", "w") as file:
        file.write(HOST)
    done = subprocess.run(["cc", "-std=c11", "-O1", "-shared", "-fPIC", *sorted(glob.glob(folder + "/*.c")), "-lm",
                           "-o", folder + "/host.so"], capture_output=True, text=True)
    place.check(done.returncode == 0, f"E22.5: {done.stderr[:800]}")
    host = ctypes.CDLL(folder + "/host.so")
    host.host_step.restype = ctypes.c_longlong
    place.check(host.host_begin() == 0, "E22.5: it does not begin")
    numbers = [host.host_step() for _ in range(7)]
    place.check(numbers == [1, 1, 2, 3, 5, 8, 13], f"E22.5: {numbers}")
    print("Fibonacci's numbers in a foreign host, E22.5")


def wheel(place):
    """E22.6: a plant as a Python module `sb`, as a wheel that is built without a network."""
    try:
        import setuptools  # noqa: F401
        import wheel as _  # noqa: F401
    except ImportError:
        print("E22.6: skipped, python3-setuptools or python3-wheel is not installed")
        return
    model = os.path.join(SOURCE, "examples", "cart_on_beam.mo")
    folder, said = place.code(model, "--name", "sb", "--step", "0.01", "--solver", "euler", target="python")
    done = subprocess.run([sys.executable, "setup.py", "-q", "bdist_wheel"], cwd=folder, capture_output=True, text=True)
    made = glob.glob(folder + "/dist/*.whl")
    place.check(done.returncode == 0 and len(made) == 1, f"E22.6: {done.stderr[-800:]}")
    if not made:
        return
    with zipfile.ZipFile(made[0]) as file:
        file.extractall(place.path("installed"))
    rows, _, _ = run(place.program(model, "--step", "0.01", "--solver", "euler"), "--stop", "0.5")
    call = "import sb; sb.init(); print([repr(float(v)) for v in sb.step([0, 0], 0.5, 0.01)])"
    done = subprocess.run([sys.executable, "-c", call], cwd=place.path("installed"), capture_output=True, text=True)
    there = [float(v) for v in eval(done.stdout)] if done.returncode == 0 else []
    place.check(there == [v for k, v in rows[-1].items() if k != "time"], f"E22.6: {there} {rows[-1]} {done.stderr}")
    print("the cart on a beam as a wheel, E22.6")


if __name__ == "__main__":
    sys.exit(main((values, room, activated, foreign, wheel)))
