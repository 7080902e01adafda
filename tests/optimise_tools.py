"""What the tests of saltus optimise share: models, a folder with them, calls."""
import argparse
import csv
import json
import os
import signal
import subprocess
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


with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "models", "restart", "root.mo")) as file:
    ROOT = "model Root" + file.read().partition("model Root")[2]


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("-v", action="store_true")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int, help="of what is made at random")
    a = parser.parse_args()
    global SEED
    SEED = a.seed
    bad = made = 0
    for f in TESTS:
        if a.names and f.__name__ not in a.names:
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
