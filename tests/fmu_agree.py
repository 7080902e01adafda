#!/usr/bin/env python3
"""FMUs of ours compute what their models do: generated models at odd settings, delays with jumps, what the initial
equations determine, warnings, C of the model; and events as simple callers see them (docs/events.md, E690 to E692).

    fmu_agree.py --saltus build/saltus [--part NAME]"""
import ctypes as c
import math
import os
import random
import sys
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzz"))
import modelica
from checks import check, final, folder, near, run_parts, saltus, write
from fmu_calls import Description, Instance, BOOL


def agrees(name, text, *words):
    """Exported with its own check: both interfaces give what the model gives, in all variables."""
    done = saltus("fmu", "export", write(name + ".mo", text), "-o", name + ".fmu", *words)
    good = done.returncode == 0 and done.stdout.count("agrees with the model") == 2 and "[G0059]" not in done.stderr
    check(good, f"{name} {' '.join(words)}", text + done.stdout + done.stderr)
    return os.path.join(folder, name + ".fmu")


def opened(fmu, name, **more):
    return Instance(Description(fmu, os.path.join(folder, name)), **more)


DELAYS = """model Delays "a square wave, through two delays, into a lag"
  Real u = if mod(time, 0.4) < 0.2 then 1 else 0.2;
  Real y = delay(delay(u, 0.579), 0.214);
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -3*x + y;
  when y > 0.5 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end Delays;
"""


def lag(stop):
    """x of DELAYS: exact, piece by piece. Until the first jump comes out there is u(0)."""
    edges = [0.793 + 0.2*k for k in range(1, 10) if 0.793 + 0.2*k < stop] + [stop]
    x, at, level = 0.0, 0.0, 1.0
    for edge in edges:
        x = level/3 + (x - level/3)*math.exp(-3*(edge - at))
        at, level = edge, 1.2 - level
    return x, sum(1 for k in range(2, 10, 2) if 0.793 + 0.2*k < stop)


def delays():
    """E692: a jump comes out of a delay, and of one behind it, as a time event."""
    x, n = lag(2)
    for words in ([], ["--fmi", "2"], ["--solver", "rodas"]):
        fmu = agrees("Delays", DELAYS, *words)
        for interface in ("me", "cs"):
            found = final(f"{fmu}:{interface}", "--tol", "1e-9", "--stop", "2")
            check(near(found.get("x"), x, 1e-7) and found.get("n") == n, f"E692: by {interface} {words}",
                  f"{found} {x} {n}")
    f = opened(agrees("Delays", DELAYS), "delays")
    f.begin()
    times, now = [], 0.0
    while now is not None and now < 1.2:
        now = f.update()["next"]
        f.call("EnterContinuousTimeMode")
        f.call("SetTime", c.c_double(now))
        f.call("CompletedIntegratorStep", BOOL(True), c.byref(BOOL()), c.byref(BOOL()))
        times.append(now)
        f.call("EnterEventMode")
    f.free()
    for wanted in (0.2, 0.779, 0.993, 1.193):
        check(any(near(t, wanted, 1e-12) for t in times), f"E692: the FMU asks for the time {wanted}", str(times))


def short_steps():
    """A caller may make steps of any length: a delay keeps as much of them as it needs."""
    f = opened(agrees("Long", "model Long\n  output Real x(start = 0, fixed = true);\n  Real y = delay(x, 0.5);\n"
                      "equation\n  der(x) = cos(time);\n  annotation(experiment(StopTime = 1, Interval = 0.01));\n"
                      "end Long;\n"), "long")
    f.begin()
    f.update()
    f.call("EnterContinuousTimeMode")
    status = 0
    for k in range(20001):
        f.call("SetTime", c.c_double(k*5e-5))
        f.set_states([math.sin(k*5e-5)])
        status |= f.call("CompletedIntegratorStep", BOOL(True), c.byref(BOOL()), c.byref(BOOL()))
    check(status == 0 and near(f.get("y")[0], math.sin(0.5), 1e-7), "20000 short steps", f"{f.get('y')} {f.said[-1:]}")
    f.free()


def initial_parameters():
    """Parameters that the initial equations determine, elements of arrays too: p + 0.2 sin p = 1.5."""
    text = """model Initial
  parameter Real p(fixed = false, start = 1);
  parameter Real q[2] = {sin(p), 1.25};
  parameter Real r[3] = {sum(q)/3, q[1], sin(1.5)};
  parameter Real k = 2;
  output Real x(start = 0, fixed = true);
initial equation
  p + 0.2*sin(p) = 1.5;
equation
  der(x) = k*p + r[1];
end Initial;
"""
    p = 1.3
    for _ in range(50):
        p -= (p + 0.2*math.sin(p) - 1.5)/(1 + 0.2*math.cos(p))
    for words in ([], ["--expose", "k"], ["--expose", "none"], ["--fmi", "2", "--expose", "*"]):
        found = final(agrees("Initial", text, *words))
        check(near(found.get("x"), 2*p + (math.sin(p) + 1.25)/3, 1e-9), f"initial equations {words}", str(found))
    done = saltus("fmu", "export", "Initial.mo", "--expose", "q", "-o", "i.fmu")
    check(done.returncode == 1 and "[G0010]" in done.stderr and "initial equations" in done.stderr,
          "such a parameter cannot be exposed", done.stderr)


def warnings():
    """An assertion of the level warning, inside and outside of a when-clause, is told and ends nothing."""
    text = """model Warns
  output Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.25 then
    assert(x > 1, "x is small", AssertionLevel.warning);
  end when;
  assert(x < 0.5, "x is large", AssertionLevel.warning);
end Warns;
"""
    fmu = agrees("Warns", text)
    f = opened(fmu, "warns", cosimulation=True)
    f.begin()
    results = [f.step(0.0, 0.3)["status"], f.step(0.3, 0.3)["status"]]
    check(results == [1, 1] and near(f.get("x")[0], 0.6, 1e-9) and "x is small" in f.said[0][1] and
          "x is large" in f.said[-1][1], "warnings are warnings", f"{results} {f.said}")
    f.free()


def own_c():
    """C of the model, by the annotation Include, is in the FMU with the files that it includes."""
    os.makedirs(os.path.join(folder, "inc"), exist_ok=True)
    write("inc/half.h", "#include <math.h>\ndouble half(double x) { return sqrt(x*x)/2; }\n")
    text = f"""model OwnC
  function half
    input Real x;
    output Real y;
  external "C" y = half(x) annotation(Include = "#include \\"half.h\\"", IncludeDirectory = "file://{folder}/inc");
  end half;
  output Real x(start = 1, fixed = true);
equation
  der(x) = -half(2*x);
end OwnC;
"""
    for words in ([], ["--fmi", "2", "--no-binary"]):
        fmu = agrees("OwnC", text, "--allow-external", *words)
        check("sources/external/half.h" in zipfile.ZipFile(fmu).namelist(), "its file is in the FMU")
        check(near(final(fmu, "--tol", "1e-9").get("x"), math.exp(-1), 1e-7), f"C of the model {words}")


def simple_callers():
    """E690: where rates jump or branches change, states are told to have changed. E691: an indicator is never zero."""
    f = opened(agrees("Room", "model Room\n  Real T(start = 20, fixed = true);\n  Boolean on(start = true, fixed = true"
                      ");\n  Real k = if T > 20.5 then T - 20.5 else 0;\nequation\n"
                      "  on = pre(on) and not T > 21 or T < 19;\n"
                      "  der(T) = (if on then 1 else -1) - k;\nend Room;\n"), "room")
    f.begin()
    f.update()
    f.call("EnterContinuousTimeMode")
    for value, what in ((20.5, "a branch"), (21.0, "a jump of the rates")):
        before = f.row("GetEventIndicators", 3)
        f.set_states([value])
        at = f.row("GetEventIndicators", 3)
        check(all(z != 0 for z in at), "E691: at its level an indicator is not zero", str(at))
        f.set_states([value + 2e-11])
        behind = f.row("GetEventIndicators", 3)
        check(sum((a > 0) != (b > 0) for a, b in zip(before, behind)) == 1, f"E691: {what} is seen", f"{at} {behind}")
        f.call("EnterEventMode")
        check(f.update()["changed"], f"E690: {what} is told")
        f.call("EnterContinuousTimeMode")
    f.call("EnterEventMode")
    check(not f.update()["changed"], "an event without a consequence is none")
    f.free()
    f = opened(agrees("Zero", "model Zero\n  Real x(start = 0, fixed = true);\n  Boolean up = x > 0;\nequation\n"
                      "  der(x) = if up then 2 else 1;\nend Zero;\n"), "zero")
    f.begin()
    f.update()
    f.call("EnterContinuousTimeMode")
    first = f.row("GetEventIndicators", 1)[0]
    f.set_states([1e-12])
    check(first < 0 < f.row("GetEventIndicators", 1)[0], "E691: a condition that begins at zero is at one side of it",
          str(first))
    f.free()


def generated():
    """Generated models with any solver and settings: all that can leave agrees with its model."""
    seed = int(os.environ.get("SALTUS_SEED", random.randrange(10**6)))
    print(f"SALTUS_SEED={seed}")
    left = 0
    for k in range(40):
        draw = random.Random(seed + k)
        text = modelica.model(draw)
        words = ["--fmi", draw.choice("23"), "--solver", draw.choice(["dopri", "rodas"]), "--tol", "1e-8"]
        words += ["--tunable", "*"] if draw.random() < 0.4 else []
        words += ["--expose", "none"] if draw.random() < 0.3 else []
        done = saltus("fmu", "export", write("g.mo", text), "--allow-external", *words, "-o", "g.fmu")
        refused = any(f"[{code}]" in done.stderr for code in ("G0001", "G0002", "G0003", "G0005", "G0006", "G0058"))
        check(refused or done.returncode == 0, f"seed {seed + k}: {' '.join(words)}", text + done.stdout + done.stderr)
        left += not refused
        if left == 8:
            break


def cosy():
    """An FMU in a COSY program, twice, with parameters and by either interface: T y' = 1 - 2 y."""
    agrees("Lag", "model Lag\n  parameter Real T = 0.5;\n  input Real u;\n  output Real y(start = 0, fixed = true);\n"
           "equation\n  T*der(y) = u - y;\nend Lag;\n")
    text = """PROGRAM LOOP;
EXTERNAL MODEL LAG (Y <- U) FROM $Lag.fmu$;
VAR ALGEBR Y, Z;
MONITOR SIMULATE FROM 0.0 TO 1.0 COMINT = 0.1 END;
SYSTEM CONTINUOUS
  LAG (Y <- 1.0 - Y);
  LAG (Z <- Y);
END END
END.
"""
    program, y = write("loop.cosy", text), 0.5*(1 - math.exp(-4))
    found = final(program, "--tol", "1e-9")
    check(near(found.get("Y"), y, 1e-7) and near(found.get("Z"), 0.5*(1 - math.exp(-2))**2, 1e-7), "FMUs in COSY",
          str(found))
    found = final(program, "-p", "LAG1.T=0.25", "--tol", "1e-9")
    check(near(found.get("Y"), 0.5*(1 - math.exp(-8)), 1e-7), "with a parameter", str(found))
    held = 0.0
    for _ in range(10):
        held += (1 - held - held)*(1 - math.exp(-0.2))
    chosen = write("chosen.cosy", text.replace("Lag.fmu$", "Lag.fmu:cs$"))
    write("wrap.mo", "block L external \"FMI\"; annotation(__Saltus(fmu = \"Lag.fmu\")); end L;\nmodel Wrap\n"
          "  input Real u;\n  output Real y = l.y;\n  L l(u = u);\nend Wrap;\n")
    wrapped = write("wrapped.cosy", text.replace("Lag.fmu$", "wrap.mo:Wrap$"))
    for model, words in ((program, ["--cs"]), (chosen, []), (wrapped, ["--cs"])):
        found = final(model, *words, "--fmu-step", "0.1")
        check(near(found.get("Y"), held, 1e-7), f"by co-simulation {os.path.basename(model)} {words}",
              f"{found} {held}")
    done = saltus("run", write("none.cosy", text.replace("Lag.fmu", "none.fmu")))
    check(done.returncode == 1 and "[F0001]" in done.stderr and "[K0462]" in done.stderr, "no such FMU", done.stderr)
    done = saltus("run", write("other.cosy", text.replace("(Y <- U)", "(Y <- V)")))
    check(done.returncode == 1 and "[K0464]" in done.stderr, "a variable that the FMU does not have", done.stderr)


def sizes_of_types():
    """An input of eight bits cannot become what has more: it is told, and not cut."""
    fmu = agrees("Whole", "model Whole\n  input Integer n;\n  output Real x(start = 0, fixed = true);\nequation\n"
                 "  der(x) = n;\nend Whole;\n")
    small = os.path.join(folder, "small.fmu")
    with zipfile.ZipFile(fmu) as old, zipfile.ZipFile(small, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "modelDescription.xml":
                data = data.replace(b'<Int64 name="n"', b'<Int8 name="n"')
            new.writestr(name, data)
    done = saltus("run", small, "--input", "n=300")
    check(done.returncode == 1 and "'n' is of type Int8, which cannot have the value 300" in done.stderr,
          "300 is no Int8", done.stderr)


def over():
    """Behind the end nothing can be set any more, and a second end is none."""
    write("last.mo", "model last\n  parameter Real k = 1;\n  Real x(start = 0, fixed = true);\n"
          "  Integer ends(start = 0, fixed = true);\nequation\n  der(x) = k;\n"
          "  when terminal() then\n    ends = pre(ends) + 1;\n  end when;\nend last;\n")
    done = saltus("fmu", "export", "last.mo", "-o", "last.fmu", "--tunable", "k", "--no-check")
    check(done.returncode == 0, "the FMU", done.stdout + done.stderr)
    i = opened(os.path.join(folder, "last.fmu"), "over", cosimulation=True)
    good = i.begin() == 0 and i.step(0, 1)["status"] == 0 and i.set(k=2) == 0
    check(good, "a parameter between two steps", str(i.said))
    check(i.call("Terminate") == 0, "the end", str(i.said))
    check(i.get("ends", kind="Int64", type=c.c_int64) == [1], "terminal() is true once", str(i.said))
    check(i.set(k=3) > 1 and "behind the end" in i.said[-1][1], "a parameter behind the end", str(i.said))
    i.call("Terminate")
    check(i.get("ends", kind="Int64", type=c.c_int64) == [1], "a second end is none")
    i.free()


run_parts([cosy, over, delays, short_steps, initial_parameters, warnings, own_c, simple_callers, sizes_of_types,
           generated])
