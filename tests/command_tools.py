"""What the tests of the command line share: models, a folder for each test, and what is expected.

Each test has a folder of its own, in which the program runs. Known answers are those of the model below: x = exp(-k t).
"""
import argparse
import csv
import json
import os
import shutil
import subprocess
import tempfile

PLAIN = """model Plain "falls from 1 to 0"
  type Mode = enumeration(off, slow, fast);
  parameter Real k = 2;
  parameter Integer n = 3;
  parameter Boolean b = true;
  parameter Mode mode = Mode.slow;
  parameter String s = "abc";
  parameter Real a[3] = {1, 2, 3};
  parameter Real c[2, 2] = [1, 2; 3, 4];
  parameter Integer size = 2;
  final parameter Real fixed_one = 7;
  parameter Real searched(fixed = false);
  Real v[size] = fill(k, size);
  Real x(start = 1, fixed = true, unit = "V") "the voltage";
  Real minus = -x;
  Real same = x;
  Boolean above = x > 0.5;
initial equation
  searched = k;
equation
  der(x) = -k*x;
end Plain;
"""
SLOW = ("model Slow\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\n"
        "equation\n  der(x) = 1e6*y;\n  der(y) = -1e6*x;\nend Slow;\n")
FAILING = ("model Failing\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1;\n"
           "  assert(x > 0.5, \"too low\");\nend Failing;\n")
TWO = "model First\n  Real x = 1;\nend First;\nmodel Second\n  Real y = 2;\nend Second;\n"
CLOCK = ("model Clock3\n  discrete Integer n(start = 0, fixed = true);\n  Real x(start = 0, fixed = true);\nequation\n"
         "  der(x) = n;\n  when sample(0.3, 0.3) then\n    n = pre(n) + 1;\n  end when;\nend Clock3;\n")
COSY = """PROGRAM SAYS;
VAR STATE X; REAL K; COLLECT W; HISTOGRAM H (0.0, 1.0, 3);
STORE K, X;
MONITOR
  EXPERIMENT FIRST; INITCOND X = 1.0; K := 1.0; SIMULATE FROM 0.0 TO 1.0 COMINT = 0.5 END;
  EXPERIMENT SECOND; INITCOND X = 1.0; K := 3.0; STOREOFF; SIMULATE FROM 0.0 TO 1.0 COMINT = 0.5 END
END;
SYSTEM
  CONTINUOUS X' = -K*X END;
  TERMINAL
    WRITELN ($K $, K:4:1); CROSSPLOT; W := K; H := K;
    IF K < 3.0 THEN BEGIN K := K + 1.0; RERUN END
  END
END;
OUTPUT
  TITLE $PLAIN$;
  LIST (CROSSF) K, X; PLOT (CROSSF) VERSUS K: X; HISTOGRAM H;
  GRAPH (CROSSF) VERSUS K: X; GRAPH (CROSSF) X
END
END.
"""
FILES = {"says.cosy": COSY, "plain.mo": PLAIN, "slow.mo": SLOW, "failing.mo": FAILING, "two.mo": TWO, "clock.mo": CLOCK,
         "broken.mo": "model Broken\n  Real x\nequation\n  x = y;\nend Broken;\n"}
TESTS = []
LIMIT = 900           # seconds: whoever needs them hangs


def test(function):
    TESTS.append(function)
    return function


class Said:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def json(self):
        return json.loads(self.out)

    def codes(self):
        return [m["code"] for m in self.json()["messages"]]


class Box:
    """A folder with the models in it."""

    def __init__(self, saltus):
        self.saltus, self.folder = saltus, tempfile.mkdtemp(prefix="saltus-command-")
        for name, text in FILES.items():
            self.write(name, text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w") as out:
            out.write(text)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def files(self):
        return sorted(set(os.listdir(self.folder)) - set(FILES))

    def call(self, *arguments, env=None, stdout=None, before=None, given=None):
        """`given`: what stands on the standard input, in bytes."""
        stdin = {"stdin": subprocess.DEVNULL} if given is None else {"input": given}
        done = subprocess.run([self.saltus] + list(arguments), cwd=self.folder, **stdin,
                              stdout=stdout or subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT,
                              preexec_fn=before,
                              env=dict(os.environ, **(env or {})))
        return Said(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())

    def good(self, *arguments, **rest):
        said = self.call(*arguments, **rest)
        same(said.status, 0, "status of %s: %s" % (" ".join(arguments), said.err))
        return said

    def table(self, name):
        text = self.read(name).decode()
        rows = list(csv.reader(text.splitlines()))
        return rows[0], [[float(x) for x in row] for row in rows[1:]]


def same(got, wanted, what=""):
    if got != wanted:
        raise AssertionError("%s: got %r, wanted %r" % (what, got, wanted))


def true(condition, what):
    if not condition:
        raise AssertionError(what)


def has(text, part):
    if part not in text:
        raise AssertionError("'%s' is not in:\n%s" % (part, text))


def usage(box, code, *arguments, says=()):
    """Wrong usage: status 2, a message with this code on stderr, nothing on stdout, nothing written."""
    said = box.call(*arguments)
    same(said.status, 2, "status of %s (%s)" % (" ".join(arguments), said.err))
    same(said.out, "", "stdout of %s" % " ".join(arguments))
    has(said.err, "[%s]" % code)
    for text in says:
        has(said.err, text)
    same(box.files(), [], "files after %s" % " ".join(arguments))


LARGE = """model Large
  parameter Integer N = 1000, M = 10;
  parameter Real dx = 0.5, k[N] = {2 + i for i in 1:N};
  Real u[N](each start = 0), T[N, M](each start = 300, each fixed = true), q[N + 1], p[N], middle;
equation
  u[1] = sin(time);
  for i in 2:N loop
    der(u[i]) = -(u[i] - u[i - 1])/dx;
  end for;
  q[1] = 0;
  q[2:N] = k[2:N].*(u[1:N - 1] - u[2:N]);
  q[N + 1] = q[N];
  p[N] = q[N];
  for i in 1:N - 1 loop
    p[i] = p[i + 1] + q[i];
  end for;
  for i in 2:N - 1, j in 2:M - 1 loop
    der(T[i, j]) = T[i - 1, j] + T[i + 1, j] + T[i, j - 1] + T[i, j + 1] - 4*T[i, j] + q[i];
  end for;
  for j in 1:M loop
    der(T[1, j]) = T[2, j] - T[1, j];
    der(T[N, j]) = T[N - 1, j] - T[N, j];
  end for;
  for i in 2:N - 1 loop
    der(T[i, 1]) = T[i, 2] - T[i, 1];
    der(T[i, M]) = T[i, M - 1] - T[i, M];
  end for;
  middle = u[div(N, 2)];
end Large;
"""
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    failed = count = 0
    leaks = os.path.join(os.path.dirname(os.path.abspath(__file__)), "leaks.txt")
    os.environ.setdefault("LSAN_OPTIONS", "print_suppressions=0:suppressions=" + leaks)
    for function in TESTS:
        if arguments.names and function.__name__ not in arguments.names:
            continue
        box = Box(os.path.abspath(arguments.saltus))
        count += 1
        try:
            function(box)
        except (AssertionError, ValueError, KeyError, IndexError, OSError, subprocess.TimeoutExpired) as error:
            failed += 1
            print("%s: %s: %s" % (function.__name__, type(error).__name__, error))
        shutil.rmtree(box.folder)
    print("%d of %d tests of the command line passed" % (count - failed, count))
    return 1 if failed else 0
