#!/usr/bin/env python3
"""Signals in files: Saltus.Diagrams.Signals, against signals that are written by hand, drawn at random and recorded.

    signals.py --saltus build/saltus [--count N] [--seed N]

By hand: a signal of two channels (E19.1), event codes of synchronous and of asynchronous activations (E19.2), a sine
that is recorded and given back (E19.3), the last samples only, left limits, and every way in which a file may not be
what the block declares. At random (E265): times (also equal ones), methods and ends, against an interpolation of its
own.
"""
import bisect
import json
import math
import os
import random
import subprocess
import sys

import generated

HEAD = """package S
  import Saltus.Diagrams.*;
  import K = Saltus.Diagrams.Signals.Kind;
  import B = Saltus.Tables.Between;
  import O = Saltus.Tables.Beyond;
"""
BY_HAND = """#1
# two channels
double time(1,3)
1 2 4
double ch1(1,3)
1 2 3
int32 ch2(2,6)
1 2 3 4 5 6
7 8 9 10 11 12
"""


def rows_of(saltus, folder, body, *options):
    """Runs the model M; the answer, and the rows of the result by name."""
    path = os.path.join(folder, "s.mo")
    with open(path, "w") as file:
        file.write(HEAD + body + "end S;\n")
    out = os.path.join(folder, "out.csv")
    if os.path.exists(out):
        os.remove(out)
    done = subprocess.run([saltus, "run", path + ":S.M", "--json", "-o", out, *options], cwd=folder,
                          capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=generated.LIMIT)
    rows = []
    if os.path.exists(out):
        import csv
        with open(out, newline="") as file:
            rows = list(csv.DictReader(file))
    return json.loads(done.stdout), rows


def matrix(path, name):
    """A matrix of a file of tables: its type, and its rows."""
    with open(path) as file:
        words = [w for line in file.read().split("\n")[1:] for w in line.split("#")[0].split()]
    while words:
        kind, head = words[0], words[1]
        rows, columns = (int(n) for n in head[head.index("(") + 1:-1].split(","))
        numbers, words = [float(w) for w in words[2:2 + rows*columns]], words[2 + rows*columns:]
        if head.startswith(name + "("):
            return kind, [numbers[r*columns:(r + 1)*columns] for r in range(rows)]
    return None


def at(rows, time, name, right=True):
    found = [r for r in rows if abs(float(r["time"]) - time) < 1e-9]
    return float(found[-1 if right else 0][name])


class Checks:
    def __init__(self):
        self.wrong = []

    def same(self, what, got, wanted, within=0.0):
        flat = list(zip(got, wanted)) if isinstance(wanted, list) else [(got, wanted)]
        if (isinstance(wanted, list) and len(got) != len(wanted)) or any(
                abs(a - b) > within or math.isnan(a) for a, b in flat):
            self.wrong.append("%s: got %s, wanted %s" % (what, got, wanted))

    def said(self, what, answer, words):
        if words not in generated.told(answer) or answer.get("status") == "done":
            self.wrong.append("%s: '%s' is not said, but: %s" % (what, words, generated.told(answer)))


def by_hand(saltus, folder, c):
    """E19.1"""
    with open(os.path.join(folder, "B.txt"), "w") as file:
        file.write(BY_HAND)
    block = 'Signals.SignalIn s(file = "B.txt", rows = {1, 2}, columns = {1, 2}, kinds = {K.double, K.int32}'
    counted = " Activations.Counter n; equation connect(s.o, n.e); end M;\n"
    answer, rows = rows_of(saltus, folder, "model M " + block + ", between = B.floor);" + counted, "--stop", "6",
                           "--step", "0.5")
    times = [0, 0.5, 1, 1.5, 2, 3, 4, 5, 6]
    c.same("first channel", [at(rows, t, "s.y[1]") for t in times], [0, 0, 1, 1, 2, 2, 3, 3, 3])
    for k, values in enumerate([[1, 3, 5], [2, 4, 6], [7, 9, 11], [8, 10, 12]]):
        c.same("element %d" % (k + 1), [at(rows, t, "s.i[%d]" % (k + 1)) for t in times],
               [0, 0] + [values[bisect.bisect_right([1, 2, 4], t) - 1] for t in times[2:]])
    c.same("events", [at(rows, t, "n.n") for t in (0.5, 1, 2, 4, 6)], [0, 1, 2, 3, 3])
    for change, words in (
            (block + ");", "needs between = floor"),
            (block.replace("{1, 2}, columns = {1, 2}, kinds = {K.double, K.int32}", "{1}") + ");",
             "has 2 channels, but 1 are declared"),
            (block.replace("rows = {1, 2}, columns = {1, 2}", "rows = {1, 1}, columns = {1, 1}")
             + ", between = B.floor);", "channel 2 of the signal 'B.txt' has 2 rows and 6 columns"),
            (block.replace("int32", "int16") + ", between = B.floor);", "is int32, but int16 is declared"),
            (block.replace("B.txt", "C.txt") + ", between = B.floor);", "cannot be read from the file 'C.txt'")):
        answer, rows = rows_of(saltus, folder, "model M " + change + " end M;\n", "--stop", "6")
        c.said(change, answer, words)
    for text, words in ((BY_HAND.replace("12\n", "3000000000\n"), "3000000000 is no int32"),
                        (BY_HAND.replace("12\n", "1.5\n"), "1.5 is no int32"),
                        (BY_HAND.replace("1 2 4", "1 2 1.5"), "fall: 1.5 comes after 2")):
        with open(os.path.join(folder, "B.txt"), "w") as file:
            file.write(text)
        answer, rows = rows_of(saltus, folder, "model M " + block + ", between = B.floor); end M;\n", "--stop", "6")
        c.said(words, answer, words)
    answer, rows = rows_of(saltus, folder, "model M Signals.SignalIn s; end M;\n", "--stop", "2")
    c.same("no file", at(rows, 2, "s.y[1]"), 0)


def codes(saltus, folder, c):
    """E19.2, the last samples, left limits"""
    model = """model M
    Activations.%s a(period = 2), b(period = 3);
    Signals.SignalOut out(n = 2, file = "C.txt", rows = {1, 1}, columns = {2, 1}, kinds = {K.double, K.uint8},
      u = {time, a_.y}, i = {hold}%s);
    Discrete.Accumulator a_(u = 1);
    Integer hold(start = 0, fixed = true);
  equation
    connect(a.o, out.e[1]);
    connect(b.o, out.e[2]);
    connect(a.o, a_.e);
    when a.o then hold = pre(hold) + 10; end when;
  end M;
"""
    path = os.path.join(folder, "C.txt")
    rows_of(saltus, folder, model % ("SampleClock", ""), "--stop", "6")
    kind, time = matrix(path, "time")
    c.same("times", time[0], [0, 2, 3, 4, 6])
    c.same("codes", time[1], [3, 1, 2, 1, 3])
    c.same("phases", time[2], [1]*5)
    kind, data = matrix(path, "ch1")
    c.same("values", data[0], [0, 1, 2, 2, 3, 2, 4, 3, 6, 4])
    kind, data = matrix(path, "ch2")
    c.same("whole numbers", data[0], [10, 20, 20, 30, 40])
    if kind != "uint8":
        c.wrong.append("the type is " + kind)
    rows_of(saltus, folder, model % ("EventClock", ""), "--stop", "6")
    kind, time = matrix(path, "time")
    c.same("times of two sources", time[0], [0, 0, 2, 3, 4, 6, 6])
    c.same("their codes", [sorted(time[1][:2]), time[1][2:5], sorted(time[1][5:])] == [[1, 2], [1, 2, 1], [1, 2]], True)
    rows_of(saltus, folder, model % ("SampleClock", ", size_ = 3"), "--stop", "6")
    c.same("the last three", matrix(path, "time")[1][0], [3, 4, 6])
    c.same("their values", matrix(path, "ch2")[1][0], [20, 30, 40])
    rows_of(saltus, folder, model % ("SampleClock", ", left = true"), "--stop", "3")
    c.same("with left limits", matrix(path, "time")[1][2], [-1, 1]*3)
    rows_of(saltus, folder, model % ("SampleClock", ", left = true, events = false"), "--stop", "3")
    c.same("left limits only", matrix(path, "time")[1][2], [-1]*3)
    crossing = """model M
    Activations.SampleClock a(period = 1);
    Activations.ZeroCrossUp up(u = sin(time) - 0.5);
    Signals.SignalOut out(n = 2, file = "C.txt", u = {time}, crossings = {false, true}%s);
  equation
    connect(a.o, out.e[1]);
    connect(up.o, out.e[2]);
  end M;
"""
    rows_of(saltus, folder, crossing % "", "--stop", "2.5")
    c.same("ports of crossings", matrix(path, "time")[1][1], [1, 2, 1, 1])
    c.same("kinds of crossings", matrix(path, "time")[1][2], [1, 5, 1, 1])
    at = matrix(path, "ch1")[1][0][1]
    if abs(at - math.pi/6) > 1e-6:
        c.wrong.append("the crossing is at %r" % at)
    rows_of(saltus, folder, crossing % ", leftOfCrossings = true", "--stop", "2.5")
    c.same("left limits of crossings", matrix(path, "time")[1][2], [1, 4, 5, 1, 1])
    rows_of(saltus, folder, model % ("SampleClock", ", left = true"), "--stop", "3")
    c.same("their values", matrix(path, "ch2")[1][0], [0, 10, 10, 20, 20, 20])
    answer, rows = rows_of(saltus, folder, (model % ("SampleClock", "")).replace("C.txt", "no/C.txt"))
    c.said("a folder that is not there", answer, "no/C.txt' cannot be written")


def back(saltus, folder, c):
    """E19.3: a sine is recorded each tenth, and given back; lines are off by h^2/8 at most, splines by 5 h^4/384"""
    rows_of(saltus, folder, """model M Activations.SampleClock k(period = 0.1);
    Signals.SignalOut out(file = "D.txt", u = {sin(time)}); equation connect(k.o, out.e[1]); end M;\n""", "--stop",
            "6")
    for method, bound in (("linear", 0.1**2/8), ("notAKnot", 5*0.1**4/384*1.5), ("akima", 2e-3)):
        answer, rows = rows_of(saltus, folder, "model M Signals.SignalIn s(file = \"D.txt\", between = B.%s); end M;\n"
                               % method, "--stop", "6", "--step", "0.013")
        error = max(abs(float(r["s.y[1]"]) - math.sin(float(r["time"]))) for r in rows)
        c.same("a sine by %s, %d rows" % (method, len(rows)), error, 0, bound)
        if error < bound/1000:
            c.wrong.append("the sine by %s is too good: %g" % (method, error))
    answer, rows = rows_of(saltus, folder, """model M Activations.SampleClock k(period = 1);
    Signals.ActivatedSignalIn s(file = "B.txt", rows = {1, 2}, columns = {1, 2}, kinds = {K.double, K.int32},
      right = O.%s); equation connect(k.o, s.e); end M;\n""" % "repeat", "--stop", "5.5", "--step", "0.5")
    c.same("one after another", [at(rows, t + 0.5, "s.y[1]") for t in range(6)], [1, 2, 3, 1, 2, 3])
    c.same("whole numbers", [at(rows, t + 0.5, "s.i[4]") for t in range(6)], [8, 10, 12, 8, 10, 12])


MOVING = """model M
    Real x(start = 0, fixed = true), v(start = 1, fixed = true);
    %s
    Signals.SignalOut out(file = "M.txt", u = {%s}, %s);
  equation
    der(x) = v;
    der(v) = -x;
    %s
  end M;
"""


def stages(h, count):
    """The points at which the classical method of Runge and Kutta evaluates the rates of x'' = -x, and its x there."""
    x, found = (0.0, 1.0), []
    for k in range(count):
        rates = []
        for c in (0, 0.5, 0.5, 1):
            at = tuple(a + (c*h*b if rates else 0) for a, b in zip(x, rates[-1] if rates else x))
            found.append((k*h + c*h, at[0]))
            rates.append((at[1], -at[0]))
        x = tuple(a + h/6*(p + 2*q + 2*r + s) for a, p, q, r, s in zip(x, *rates))
    return found


def steps(saltus, folder, c):
    """Ends of steps, both sides of the instants at which they end, and what the solver tries (E680, E681)."""
    path = os.path.join(folder, "M.txt")
    plain = MOVING % ("", "x", "mesh = true", "")
    answer, rows = rows_of(saltus, folder, plain, "--stop", "6", "--record", "steps", "--step", "6")
    c.same("ends of steps", matrix(path, "time")[1][0], sorted({float(r["time"]) for r in rows}), 1e-12)
    c.same("their kinds", matrix(path, "time")[1][2], [1] + [0]*(len(rows) - 1))
    for t, x in zip(matrix(path, "time")[1][0], matrix(path, "ch1")[1][0]):
        c.same("a step ends at %g" % t, x, math.sin(t), 2e-5)
    for between, bound in (("linear", 0.06), ("notAKnot", 2e-3)):
        answer, rows = rows_of(saltus, folder, "model M Signals.SignalIn s(file = \"M.txt\", between = B.%s); end M;\n"
                               % between, "--stop", "6", "--step", "0.013")
        c.same("steps by " + between, max(abs(float(r["s.y[1]"]) - math.sin(float(r["time"]))) for r in rows), 0, bound)
    rk4 = ("--stop", "3", "--solver", "rk4", "--step", "0.5", "--max-step", "inf")
    rows_of(saltus, folder, MOVING % ("", "x", "tries = true, events = false", ""), *rk4)
    wanted = stages(0.5, 6)
    c.same("tries", matrix(path, "time")[1][0][:len(wanted)], [t for t, x in wanted], 1e-12)
    c.same("what is tried", matrix(path, "ch1")[1][0][:len(wanted)], [x for t, x in wanted], 1e-12)
    c.same("kinds of tries", set(matrix(path, "time")[1][2]) == {2}, True)
    event = MOVING % ("discrete Real k(start = 0, fixed = true); Activation e = Activation(1, 0.75), f;", "k + x",
                      "mesh = true%s", "when e then k = pre(k) + 10; end when; f = Activation(x > sin(0.6));")
    rows_of(saltus, folder, event % "", "--stop", "1", *rk4[2:])
    c.same("instants and steps", matrix(path, "time")[1][0], [0, 0.5, 0.6, 0.6, 0.75, 0.75, 1], 1e-3)
    c.same("kinds beside", matrix(path, "time")[1][2], [1, 0, 0, 5, 0, 1, 0])
    for got, t, k in zip(matrix(path, "ch1")[1][0], (0, 0.5, 0.6, 0.6, 0.75, 0.75, 1), (0, 0, 0, 0, 0, 10, 10)):
        c.same("value at %g" % t, got, math.sin(t) + k, 3e-3)
    rows_of(saltus, folder, event % ", left = true, leftOfCrossings = true", "--stop", "1", *rk4[2:])
    c.same("with left sides", matrix(path, "time")[1][2], [1, 0, 0, 4, 5, 0, -1, 1, 0])
    both = event.replace("mesh = true%s", "mesh = true, n = 1, left = true, e = {e}")
    rows_of(saltus, folder, both, "--stop", "1", *rk4[2:])
    c.same("a port beside steps", matrix(path, "time")[1][1], [0, 0, 0, 0, 0, 1, 1, 0])
    c.same("once each", matrix(path, "time")[1][2], [1, 0, 0, 5, 0, -1, 1, 0])
    for kind, u in (("double", "u = {k}"), ("int32", "i = {j}"), ("both", "u = {k}, i = {j}")):
        kinds = {"both": "rows = {1, 1}, kinds = {K.double, K.int32}"}.get(kind, "kinds = {K.%s}" % kind)
        inherits = MOVING.replace("u = {%s}, ", "") % (
            "discrete Real k(start = 0, fixed = true); Integer j(start = 0, fixed = true);", u + ", inherits = true, "
            + kinds, "when Activation(1, 0.5) then k = time; end when; when Activation(2, 0.75) then j = pre(j) + 1; "
            "end when;")
        answer, rows = rows_of(saltus, folder, inherits, "--stop", "3")
        c.same("inherited, " + kind, matrix(path, "time")[1][0],
               {"double": [0.5, 1.5, 2.5], "int32": [0.75, 2.75], "both": [0.5, 0.75, 1.5, 2.5, 2.75]}[kind])
    saved = MOVING % ("", "x", "n = 1, e = {Activation(1)}", "")
    rows_of(saltus, folder, saved, "--stop", "6", "--checkpoint", "c", "--every", "4")
    answer, rows = rows_of(saltus, folder, saved, "--stop", "6", "--resume", "c")
    c.same("samples behind what was saved", matrix(path, "time")[1][0], [5, 6])
    c.same("the others are told", "has no samples from before time 5" in generated.told(answer), True)
    rows_of(saltus, folder, MOVING % ("", "x", "mesh = true, size_ = 4", ""), *rk4)
    c.same("the last steps", matrix(path, "time")[1][0], [1.5, 2, 2.5, 3], 1e-12)


def value(X, Y, t, between, left, right):
    """The signal by its definition."""
    n, span = len(X), X[-1] - X[0]
    if (t < X[0] and left == "repeat" or t > X[-1] and right == "repeat") and span > 0:
        t -= math.floor((t - X[0])/span)*span
    elif t < X[0] or t > X[-1]:
        how = left if t < X[0] else right
        k = 0 if t < X[0] else n - 2
        if how == "zero":
            return 0 if t < X[0] or between == "linear" else Y[-1]
        if how == "line":
            return Y[k] + (t - X[k])/(X[k + 1] - X[k])*(Y[k + 1] - Y[k])
        return Y[0] if t < X[0] else Y[-1]
    k = min(bisect.bisect_right(X, t) - 1, n - 2)
    p = (t - X[k])/(X[k + 1] - X[k]) if X[k + 1] > X[k] else 1
    if between == "linear":
        return Y[k] + p*(Y[k + 1] - Y[k])
    later = p >= 1 if between == "floor" else p > 0 if between == "ceil" else p >= 0.5
    return Y[k + 1] if later else Y[k]


def judge(saltus, seed, folder):
    r = random.Random(seed)
    if seed == 1:
        c = Checks()
        by_hand(saltus, folder, c)
        with open(os.path.join(folder, "B.txt"), "w") as file:
            file.write(BY_HAND)
        codes(saltus, folder, c)
        back(saltus, folder, c)
        steps(saltus, folder, c)
        return not c.wrong, "; ".join(c.wrong) or "by hand"
    X, Y = [r.randint(0, 3)/2], []
    for _ in range(r.randint(1, 8)):
        X.append(X[-1] + r.randint(1, 4)/4)
    Y = [r.randint(-8, 8)/4 for _ in X]
    between, left, right = (r.choice(w) for w in (("floor", "ceil", "nearest", "linear"),
                                                  ("zero", "hold", "line", "repeat"),
                                                  ("zero", "hold", "line", "repeat")))
    if between != "linear":            # steps hold where a line is asked for in a table that is activated; no case here
        left, right = (w if w != "line" else "hold" for w in (left, right))
    with open(os.path.join(folder, "R.txt"), "w") as file:
        file.write("#1\ndouble time(1,%d)\n%s\ndouble ch1(1,%d)\n%s\n" % (
            len(X), " ".join(map(str, X)), len(Y), " ".join(map(str, Y))))
    begin = r.choice((0, -1.3, 0.7))
    answer, rows = rows_of(saltus, folder, "model M Signals.SignalIn s(file = \"R.txt\", between = B.%s, "
                           "left = O.%s, right = O.%s); end M;\n" % (between, left, right), "--start", str(begin),
                           "--stop", str(X[-1] + 4.1), "--step", "0.0371")
    case = "%s, %s, %s, X = %s, Y = %s, from %s" % (between, left, right, X, Y, begin)
    if answer.get("status") != "done" or not rows:
        return False, case + ": " + generated.told(answer)
    for k, row in enumerate(rows):
        t = float(row["time"])
        if any(abs((t - x)/0.125 - round((t - x)/0.125)) < 1e-6 for x in X[:1]):
            continue                   # at a sample, or half way: both limits are right
        wanted = value(X, Y, t, between, left, right)
        if abs(float(row["s.y[1]"]) - wanted) > 1e-9:
            return False, "%s: at %.9g got %s, wanted %.12g" % (case, t, row["s.y[1]"], wanted)
    return True, case


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "signals in files, which come as they are defined", 12))
