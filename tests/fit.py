"""saltus fit, on problems whose answers are known.

Models that are linear in their parameters have estimates and covariances in closed form: the normal equations, solved
here in fractions' place by Gauss' elimination. Robust estimates have a zero of the sum of psi. Data without noise give
back the parameters that they were made with, through events too. Bad input ends with a message."""
import json
import math
import os
import re
import signal
import subprocess
import sys
import time

from fit_robust import (LINE, REGRESSION, answer, box, call, codes, freedom, linear, near, normal_equations, options,
                        put, robust, rounds_are_resumed, shares, sigmas_of_instruments, some_sigmas, student, table,
                        undetermined, words)

# a shell that starts this in the background has it ignored, and so would what is interrupted here
signal.signal(signal.SIGINT, signal.default_int_handler)


def ball(e, g, t):
    t1, v, at, factor = math.sqrt(2 / g), math.sqrt(2 * g), math.sqrt(2 / g), e
    if t < t1:
        return 1 - g / 2 * t * t
    while True:
        flight = 2 * factor * v / g
        if t < at + flight:
            return factor * v * (t - at) - g / 2 * (t - at) ** 2
        at += flight
        factor *= e


def events():
    """Heights of a bouncing ball, from the closed form, with a wrong start; gaps; a start value."""
    model = put("ball.mo", """model Ball parameter Real e = 0.8, g = 9.6; Real h(start = 1, fixed = true), v(start = 0,
      fixed = true);
      equation der(h) = v; der(v) = -g; when h < 0 then reinit(v, -e*pre(v)); end when; end Ball;""")
    rows = [(i / 40, None if i % 7 == 3 else ball(0.83, 9.81, i / 40), "x") for i in range(60)]
    data = table("ball.csv", "time,height", [r[:2] for r in rows])
    fit = answer(model, "--data", data, "--vary", "e,g", "--map", "height=h", "--tol", "1e-9", "--check")
    near("e", fit["parameters"][0]["value"], 0.83, 1e-6)
    near("g", fit["parameters"][1]["value"], 9.81, 1e-6)
    assert fit["columns"][0]["missing"] == sum(r[1] is None for r in rows) and not fit["differences"]
    assert fit["checked"] < 1e-4, fit["checked"]
    fit = answer(model, "--data", table("start.csv", "time,h", [(i / 50, 1.3 - 9.81 / 2 * (i / 50) ** 2)
                                                                for i in range(20)]), "--vary", "h.start,g",
                 "--differences")
    near("h.start", fit["parameters"][0]["value"], 1.3, 1e-6)
    assert fit["differences"]


def experiments():
    """Two experiments with values of their own determine what one does not: cooling from two temperatures, by two
    rooms."""
    model = put("cool.mo", """model Cool parameter Real k = 0.2, room = 10, T0 = 50; input Real u(start = 0);
      Real T(start = T0, fixed = true);
      equation der(T) = -k*(T - room) + u; end Cool;""")

    def T(t, T0, u):
        end = 20 + u / 0.5
        return end + (T0 - end) * math.exp(-0.5 * t)

    times = [i / 5 for i in range(30)]
    one = table("one.csv", "time,T", [(t, T(t, 80, 0)) for t in times])
    two = table("two.csv", "time,thermometer,u", [(t, T(t, 5, 2) + 273.15, 2.0) for t in times])
    fit = answer(model, "--data", f"{one}; T0 = 80", "--data", f"{two}; T0 = 5; input u = {two}:u", "--vary", "k,room",
                 "--map",
                 "thermometer=T + 273.15", "--tol", "1e-9")
    near("k", fit["parameters"][0]["value"], 0.5, 1e-6)
    near("room", fit["parameters"][1]["value"], 20, 1e-6)
    assert len(fit["columns"]) == 2 and "U0934" in codes(fit)


def close_to_zero():
    """y = a + b t with a = 0, exact data, and parameters of any size: errors by the normal equations. Nothing is told
    of exact data."""
    t = [float(i) for i in range(30)]
    for a, start, slope in ((0.0, "1", 2.0), (0.0, "1e-9", 2.0), (0.0, "0", 2.0), (1e-7, "1e-7", 3e5), (2.0, "1", 0.0)):
        data = table("zero.csv", "time,y", [(v, a + slope * v) for v in t])
        _, inverse, _ = normal_equations([(1, v) for v in t], [a + slope * v for v in t], [0.1] * 30)
        fit = answer(LINE, "--data", data, "--vary", "a,b", "-p", "a=" + start, "--sigma", "0.1")
        for i, p in enumerate(fit["parameters"]):
            assert p["determined"], (a, start, slope, p)
            near("error", p["error"], math.sqrt(inverse[i][i]), 1e-6)
        near("a", fit["parameters"][0]["value"], a, 1e-6, 1e-6 * max(1, abs(slope)))
        assert not codes(fit) & {"U0944", "U0945", "U0947"} and fit["status"] == "done", fit["messages"]
        # far below the error itself
        assert ("U0946" in codes(fit)) == (start in ("1e-9", "1e-7")), fit["messages"]
    for g in (9.5, 9.81):
        model = put("drop.mo", "model Drop parameter Real g = 9, h0 = 1; Real h(start = h0, fixed = true), v(start = "
                               "0, fixed = true); "
                    "equation der(h) = v; der(v) = -g; end Drop;")
        data = table("drop.csv", "time,h", [(i / 50, 1.2 - g / 2 * (i / 50) ** 2) for i in range(70)])
        assert not codes(answer(model, "--data", data, "--vary", "g,h0"))
    # a wrong model is told still
    data = table("bent.csv", "time,y", [(v, v + 1e-3 * v * v) for v in t])
    assert "U0947" in codes(answer(LINE, "--data", data, "--vary", "a,b"))


def written_over():
    """What is read is not written over, whatever it is called."""
    data = table("keep.csv", "time,y,u", [(float(i), 1.0 + i, 0.0) for i in range(5)])
    with open(data) as f:
        before = f.read()
    os.symlink(data, os.path.join(box.name, "soft.csv"))
    os.link(data, os.path.join(box.name, "hard.csv"))
    other = table("own.csv", "time,y", [(float(i), 1.0 + i) for i in range(5)])
    for arguments in (("--data", data, "-o", data), ("--data", data, "-o", "soft.csv"),
                      ("--data", data + " ; c = 3", "-o", "./hard.csv"),
                      ("--data", f"{other}; input u = {data}:u", "-o", "hard.csv"),
                      ("--data", other, "--input", f"u={data}:u", "-o", data)):
        done = call(LINE, *arguments, "--vary", "a,b", fails=True)
        assert "U0953" in done.stderr, done.stderr
        with open(data) as f:
            assert f.read() == before
    call(LINE, "--data", data, "--vary", "a,b", "-o", "new.csv")


def failing_points():
    """A model that fails beyond a value, which the first step passes, and one that fails at its start."""
    model = put("edge.mo", """model Edge parameter Real k = 0.1; Real x(start = 1, fixed = true);
      equation der(x) = -k*x; assert(k < 2.2, "k");
      end Edge;""")
    data = table("edge.csv", "time,x", [(i / 10, math.exp(-0.2 * i)) for i in range(10)])
    near("k", answer(model, "--data", data, "--vary", "k")["parameters"][0]["value"], 2, 1e-5)
    assert "U0943" in codes(answer(model, "--data", data, "--vary", "k", "-p", "k=3", fails=True))
    fit = answer(model, "--data", data, "--vary", "k", "-p", "k=3", "--bounds", "k=0:4", "--starts", "8")
    near("k from another start", fit["parameters"][0]["value"], 2, 1e-5)


def bad_input():
    data = table("good.csv", "time,y", [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 5.0)])
    structural = put("size.mo", "model Size parameter Integer n = 2; parameter Real k = 1; Real y = k*time + sum(v), "
                                "v[n] = fill(time, n); end Size;")

    def refused(code, *arguments, model=REGRESSION):
        done = call(model, *arguments, fails=True)
        assert code in done.stderr, (code, done.stderr)

    refused("R0705", "--data", data, "--vary", "nothing")
    refused("R0706", "--data", data, "--vary", "y")
    refused("R0706", "--data", data, "--vary", "n", model=structural)
    refused("U0930", "--data", data)
    refused("U0930", "--vary", "a")
    refused("U0930", "--data", data, "--vary", "a,a")
    refused("U0930", "--data", data + "; what", "--vary", "a")
    refused("U0931", "--data", table("other.csv", "time,q", [(0.0, 1.0), (1.0, 1.0)]), "--vary", "a")
    again = put("again.mo", "model Again\n  parameter Real a = 1;\n  Real y(start = 0, fixed = true);\nequation\n"
                            "  der(y) = a;\n  annotation(__Saltus(again = y < 0));\nend Again;\n")
    refused("U0980", "--data", data, "--vary", "a", model=again)
    refused("U0932", "--data", data, "--vary", "a", "--map", "q=y")
    refused("U0620", "--data", data, "--vary", "a", "--map", "y=yy + 1")
    refused("U0933", "--data", data, "--vary", "a", "--sigma", "y=0")
    refused("U0933", "--data", data, "--vary", "a", "--sigma", "y=s")
    refused("U0951", "--data", data, "--vary", "a", "--sigma", "z=1")
    refused("did you mean 'y'", "--data", data, "--vary", "a", "--sigma", "yy=1")
    refused("U0951", "--data", data, "--vary", "a", "--sigma", "much")
    refused("U0951", "--data", data, "--data", data, "--vary", "a", "--sigma", "y=1,z=1")
    refused("U0932", "--data", data, "--data", data, "--vary", "a", "--map", "q=y")
    refused("U0952", "--data", data + "; a = 1", "--vary", "a,b")
    refused("U0936", "--data", table("none.csv", "time,y", [(0.0, None), (1.0, None)]), "--vary", "a")
    refused("U0937", "--data", table("early.csv", "time,y", [(-1.0, 1.0), (1.0, 1.0)]), "--vary", "a")
    refused("U0938", "--data", data, "--vary", "a", "--bounds", "b=0:1")
    refused("U0938", "--data", data, "--vary", "a", "--bounds", "a=2:1")
    refused("U0940", "--data", table("few.csv", "time,y", [(0.0, 1.0), (1.0, 1.0)]), "--vary", "a,b,c")
    refused("U0941", "--data", data, "--vary", "k", model=put("ends.mo", """model Ends parameter Real k = 1;
      Real y(start = 0, fixed = true);
      equation der(y) = k; when time > 1.5 then terminate("over"); end when; end Ends;"""))
    refused("F0054", "--data", put("text.csv", "time,y\n0,1\n1,abc\n2,3\n"), "--vary", "a")
    refused("error", "--data", put("back.csv", "time,y\n0,1\n2,1\n1,3\n"), "--vary", "a")
    refused("error", "--data", os.path.join(box.name, "no.csv"), "--vary", "a")
    refused("U0003", "--data", data, "--vary", "a", "--loss", "square")
    refused("U0003", "--data", data, "--vary", "a", "--confidence", "2")
    refused("U0003", "--data", data, "--vary", "a", "-o", "residuals.txt")
    refused("error", "--data", data, "--vary", "a", "-o", "no/such/folder/r.csv")


def files():
    data = table("good.csv", "time,y", [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 5.0)])
    done = call(REGRESSION, "--data", data, "--vary", "a,b", "-o", "r.csv", "--plot", "f.svg")
    rows = open(os.path.join(box.name, "r.csv")).read().split()
    assert rows[0] == "time,data,column,measured,fitted,sigma,residual" and len(rows) == 5
    for row in rows[1:]:
        measured, fitted, sigma, residual = (float(v) for v in row.split(",")[-4:])
        near("residual", residual, (measured - fitted) / sigma, 1e-9, 1e-12)
    assert "<svg" in open(os.path.join(box.name, "f.svg")).read()
    given = done.stdout.split("\n")[-2].split()
    assert given[0] == "-p" and given[1].startswith("a=") and given[2] == "-p", given


def curves_between_data():
    """The fitted curve is that of the model, not lines between the measured times: three values, and a peak between."""
    model = put("peak.mo", "model Peak\n  parameter Real a = 1;\n  Real x(start = 0, fixed = true);\nequation\n"
                           "  der(x) = a*cos(time);\nend Peak;\n")
    data = table("peak.csv", "time,x", [(t, 2*math.sin(t)) for t in (0.0, 0.2, 3.0)])
    picture = os.path.join(os.path.dirname(data), "peak.svg")
    call(model, "--data", data, "--vary", "a", "--plot", picture)
    lines = [[tuple(map(float, p.split(","))) for p in found.split()]
             for found in re.findall(r'<polyline[^>]* points="([^"]*)"', open(picture).read())]
    curve = max(lines, key=len)
    assert len(curve) > 100, len(curve)
    ends = max(curve[0][1], curve[-1][1]) - min(curve[0][1], curve[-1][1])
    rise = max(y for _, y in curve) - min(y for _, y in curve)       # sin(3) of the peak is at the end
    assert abs(ends/rise - math.sin(3)) < 0.01, (ends, rise)


def interrupted():
    """SIGINT ends it with the best so far. However slow the machine is, one of the waits is long enough."""
    data = table("noisy.csv", "time,y", [(i / 100, math.sin(i)) for i in range(300)])
    for wait in (0.5, 2, 8, 30, 120):
        run = subprocess.Popen([options.saltus, "fit", REGRESSION, "--data", data, "--vary", "a,b,c", "--starts",
                                "1000000", "--json"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=box.name)
        time.sleep(wait)
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=600)
        assert run.returncode in (130, -signal.SIGINT), run.returncode       # it may not have listened yet
        if out and json.loads(out)["status"] == "interrupted":
            assert all(p["value"] is not None for p in json.loads(out)["parameters"])
            return
    raise AssertionError("it was never interrupted with something to tell")


def begin_long(data, out):
    """A fit that would last for days, once it has some points in its journal. The journal does not ask how many starts
    there were to be."""
    run = subprocess.Popen([options.saltus, "fit", REGRESSION, "--data", data, "--vary", "a,b,c", "--starts", "1000000",
                            "-o", out],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=box.name)
    journal = os.path.join(box.name, out + ".journal")
    while run.poll() is None and not (os.path.exists(journal) and os.path.getsize(journal) > 300000):
        time.sleep(0.02)
    assert run.poll() is None, run.communicate()
    return run, journal


def resumed():
    """A fit that was killed or interrupted goes on with what it has, and tells the same in the end, to the byte."""
    data = table("long.csv", "time,y", [(i / 100, math.sin(i)) for i in range(300)])
    wanted = ("--data", data, "--vary", "a,b,c", "--starts", "40")

    def bytes_of(name):
        with open(os.path.join(box.name, name), "rb") as f:
            return f.read()

    whole = call(REGRESSION, *wanted, "-o", "whole.csv")
    assert not os.path.exists(os.path.join(box.name, "whole.csv.journal"))
    for how, ends in ((signal.SIGKILL, -9), (signal.SIGINT, 130)):
        run, journal = begin_long(data, "part.csv")
        both = call(REGRESSION, *wanted, "-o", "part.csv", "--resume", fails=True)
        assert "U0995" in both.stderr, both.stderr           # one at a time
        run.send_signal(how)
        _, said = run.communicate(timeout=600)
        assert run.returncode == ends, run.returncode
        assert (how == signal.SIGKILL) or "U0958" in said, said
        assert "U0956" in call(REGRESSION, *wanted, "-o", "part.csv", fails=True).stderr
        assert "U0955" in call(REGRESSION, *wanted[:3], "a,b", "-o", "part.csv", fails=True).stderr
        cut = bytes_of("part.csv.journal")
        with open(journal, "wb") as f:                       # and what is torn at the end is not read
            f.write(cut[:-7])
        again = call(REGRESSION, *wanted, "-o", "part.csv", "--resume")
        assert again.stdout == whole.stdout and again.stderr == whole.stderr, (again.stderr, whole.stderr)
        assert bytes_of("part.csv") == bytes_of("whole.csv")
        assert not os.path.exists(journal)
    anew = call(REGRESSION, *wanted, "-o", "part.csv", "--resume")
    assert "U0959" in anew.stderr and anew.stdout == whole.stdout, anew.stderr
    assert "U0996" in call(REGRESSION, *wanted, "--resume", fails=True).stderr


def full_disk():
    """The journal cannot grow: the fit ends there with the best so far, and goes on when there is room."""
    import resource
    data = table("long.csv", "time,y", [(i / 100, math.sin(i)) for i in range(300)])
    command = [options.saltus, "fit", REGRESSION, "--data", data, "--vary", "a,b,c", "--starts", "40", "-o", "full.csv"]

    def little():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    done = subprocess.run(command, capture_output=True, text=True, cwd=box.name, preexec_fn=little, timeout=600)
    assert done.returncode == 1 and "U0957" in done.stderr, (done.returncode, done.stderr)
    again = subprocess.run(command + ["--resume"], capture_output=True, text=True, cwd=box.name, timeout=600)
    assert again.returncode == 0, again.stderr
    whole = call(REGRESSION, "--data", data, "--vary", "a,b,c", "--starts", "40", "-o", "whole.csv")
    assert again.stdout == whole.stdout


def said_twice():
    data = table("twice.csv", "time,y", [(i / 10, float(i)) for i in range(30)])
    for option, first, second in (("--sigma", "y=1", "y = 2"), ("--sigma", "1", "2"), ("--map", "y=y", "y=2*y"),
                                  ("--bounds", "a=0:3", "a=1:2")):
        done = call(REGRESSION, "--data", data, "--vary", "a,b", option, first, option, second, fails=True)
        assert "U0997" in done.stderr, (option, done.stderr)


for seed in range(4):
    linear(seed)
for seed in range(6):
    some_sigmas(seed)
sigmas_of_instruments()
rounds_are_resumed()
student()
robust()
events()
experiments()
undetermined()
close_to_zero()
freedom()
shares()
words()
written_over()
failing_points()
bad_input()
files()
curves_between_data()
interrupted()
resumed()
full_disk()
said_twice()
print("fits: good")
sys.exit(0)
