#!/usr/bin/env python3
"""Models that leave as FMUs (docs/fmu.md): descriptions, runs by both interfaces of both versions beside those of the
models, closed forms, and what a caller may and may not do (docs/events.md, E430 to E436).

    fmu_export.py --saltus build/saltus [--part NAME]"""
import ctypes as c
import json
import math
import os
import random
import subprocess

import checks
from checks import check, final, folder, options, run_parts, saltus, write
from fmu_calls import Description, Instance, BOOL, SIZE

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
exported = []


def export(model, name, *words, version=3):
    """The description of the FMU, unpacked; None after a failure."""
    done = saltus("fmu", "export", model, "--fmi", str(version), "-o", name + ".fmu", *words)
    check(done.returncode == 0, f"{name} is exported", done.stdout + done.stderr)
    if done.returncode:
        return None
    exported.append(name)                # a folder of its own: libraries that are loaded stay as they are
    return Description(os.path.join(folder, name + ".fmu"), os.path.join(folder, f"{name}-{len(exported)}"))


def near(a, b, tolerance=1e-9):
    return checks.near(a, b, tolerance)


EXAMPLES = [
    ("bouncing_ball.mo", 3), ("bouncing_ball.mo", 2), ("sampled_pi.mo", 3), ("dc_motor.mo:DCMotor.Drive", 2),
    ("diode_circuit.mo", 3), ("heat_rod.mo", 3), ("quarter_car.mo", 2), ("predator_prey.mo", 3),
    ("moon_lander.mo:Moon.MoonLander", 3), ("stirred_reactor.mo", 2), ("traffic_light.mo", 3),
]


def examples():
    """The command itself compares each FMU with the run of the model, by both interfaces, in a process of its own."""
    for name, version in EXAMPLES:
        file, _, cls = name.partition(":")
        if not os.path.exists(os.path.join(SOURCE, "examples", file)):
            continue
        out = f"{file[:-3]}{version}.fmu"
        done = saltus("fmu", "export", os.path.join(SOURCE, "examples", name), "--fmi", str(version), "-o", out)
        check(done.returncode == 0 and done.stdout.count("agrees with the model") == 2, f"{name} as FMI {version}",
              done.stdout + done.stderr)


MODEL = """model M "A tank that is filled by a pump"
  type Level = enumeration(low "below 1", high);
  parameter Real k(unit = "1/s", min = 0) = 2 "gain";
  parameter Real twice = 2*k;
  parameter Integer count = 3;
  constant Real c = 5;
  input Real u(start = 1, unit = "m");
  input Boolean on(start = true);
  output Real y(unit = "m") = x*u;
  output Boolean above = x > 1 and on;
  output Integer n(start = 0, fixed = true);
  Real x(start = 0.5, fixed = true, unit = "m", nominal = 10) "level";
  Real same(unit = "m") = x;
  Real w[2](each start = 1, each fixed = true);
  Real T(unit = "K", displayUnit = "degC") = 273.15 + x;
  Level level = if x > 1 then Level.high else Level.low;
equation
  der(x) = -k*x + twice*u;
  der(w) = {w[2], -w[1]*u};
  when above then
    n = pre(n) + count;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end M;
"""


def description():
    """What modelDescription.xml tells: types, causality, variability, initial, units, aliases, structure."""
    path = write("M.mo", MODEL)
    three, two = export(path, "m3", "--no-check"), export(path, "m2", "--no-check", version=2)
    wanted = {
        "k": dict(causality="parameter", variability="fixed", initial="exact", start="2", min="0", unit="1/s"),
        "twice": dict(causality="calculatedParameter", variability="fixed", initial="calculated"),
        "count": dict(causality="parameter", start="3"), "c": dict(variability="constant", start="5"),
        "u": dict(causality="input", variability="continuous", start="1"),
        "on": dict(causality="input", variability="discrete", start="true"),
        "y": dict(causality="output", variability="continuous", initial="calculated", unit="m"),
        "above": dict(causality="output", variability="discrete"),
        "n": dict(causality="output", variability="discrete", initial="exact", start="0"),
        "x": dict(causality="local", initial="exact", start="0.5", nominal="10", reinit="true", description="level"),
        "T": dict(unit="K", displayUnit="degC"), "level": dict(declaredType="M.Level"),
        "der(x)": dict(variability="continuous", initial="calculated"),
    }
    for d in (three, two):
        for name, values in wanted.items():
            found = d.attributes(name)
            for key, value in values.items():
                check(found.get(key) == value or (key == "declaredType" and found.get(key, "").endswith("Level")),
                      f"FMI {d.version}: {name}.{key} is {value}", str(found))
    check('<Item name="low" value="1"/>' in three.xml and '<Item name="high" value="2"/>' in two.xml, "enumerations")
    check('<DisplayUnit name="degC" offset="-273.15"/>' in three.xml, "display units", three.xml)
    check('<Alias name="same"' in three.xml and two.reference["same"] == two.reference["x"], "aliases")
    check('<Dimension start="2"/>' in three.xml and "w[1]" in two.reference, "arrays stay arrays in 3.0")
    check(f'derivative="{three.reference["x"]}"' in three.xml, "a derivative names its state")
    r = three.reference
    output = (f'<Output valueReference="{r["y"]}" dependencies="{r["u"]} {r["x"]}" '
              'dependenciesKind="dependent dependent"/>')
    rate = (f'<ContinuousStateDerivative valueReference="{r["der(x)"]}" dependencies="{r["u"]} {r["x"]}" '
            'dependenciesKind="fixed fixed"/>')
    check(output in three.xml and rate in three.xml, "outputs and rates tell what they depend on, and how", three.xml)
    check(f'<Output valueReference="{r["above"]}" dependencies="{r["on"]} {r["x"]}"' in three.xml,
          "a Boolean depends on what its condition reads", three.xml)
    files = [name for name in three.names if name.endswith(".c")]
    check(all(os.path.basename(name) in open(os.path.join(three.folder, "sources/buildDescription.xml")).read()
              for name in files), "the build description names all sources")
    check(all(f'<File name="{os.path.basename(name)}"/>' in two.xml for name in two.names if name.endswith(".c")),
          "SourceFiles names all sources")


def reproducible():
    """The same model gives the same bytes, and sources compile without a warning, and need libc and libm only."""
    path = write("M.mo", MODEL)
    first, second = export(path, "a", "--no-check"), export(path, "b", "--no-check")
    with open(os.path.join(folder, "a.fmu"), "rb") as a, open(os.path.join(folder, "b.fmu"), "rb") as b:
        check(a.read() == b.read(), "the same bytes")
    third = export(path, "m2", "--no-check", version=2)
    for d in (first, third):
        sources = os.path.join(d.folder, "sources")
        done = subprocess.run("cc -std=c11 -O0 -fsyntax-only -Wall -Wextra -Wconversion -Wshadow -pedantic -Werror *.c",
                              shell=True, cwd=sources, capture_output=True, text=True)
        check(done.returncode == 0, f"sources of FMI {d.version} compile without warnings", done.stderr[:2000])
        needed = subprocess.run(["objdump", "-p", d.library()._name], capture_output=True, text=True).stdout
        libraries = {line.split()[1].split(".")[0] for line in needed.splitlines() if "NEEDED" in line}
        check(libraries <= {"libc", "libm"}, f"libraries of FMI {d.version}", str(libraries))
    check({"terminalsAndIcons/icon.png", "terminalsAndIcons/icon.svg", "terminalsAndIcons/terminalsAndIcons.xml"}
          <= set(first.names), "it has an icon", str(first.names))
    ball = export(path, "r", "--reference")
    with open(os.path.join(ball.folder, "extra/org.fmi-standard.fmi-ls-ref/M_out.csv")) as file:
        rows = file.read().splitlines()
    check(rows[0].startswith("time,") and float(rows[-1].split(",")[0]) == 2, "it has reference results", rows[0])
    done = saltus("fmu", "export", path, "--no-binary", "-o", "s.fmu")
    final = json.loads(saltus("run", "s.fmu", "--json", "--stop", "1").stdout)
    check(done.returncode == 0 and final["status"] == "done", "an FMU of sources is compiled and run where it arrives",
          done.stderr)


def exchange():
    """Model exchange, call by call: closed forms, E430 to E432."""
    d = export(write("M.mo", MODEL), "m3", "--no-check")
    f = Instance(d)
    check(f.get("k", "x", "twice") == [2, 0.5, 4], "values before the initialization", str(f.get("k", "x", "twice")))
    check(f.set(k=3.0, x=0.25, u=2.0) == 0 and f.get("twice") == [6], "parameters and start values are set")
    check(f.begin() == 0 and f.update()["again"] is False and f.call("EnterContinuousTimeMode") == 0, "modes")
    check(f.row("GetContinuousStates", 3) == [0.25, 1, 1], "states", str(f.row("GetContinuousStates", 3)))
    f.set_states([0.5, 2, 3])
    rates = f.row("GetContinuousStateDerivatives", 3)
    check(rates == [-1.5 + 12, 3, -4], "rates with parameters and inputs that were set", str(rates))
    check(f.get("y", "same", "T") == [1.0, 0.5, 273.65], "outputs and aliases follow the states")
    check(f.get("w", count=2) == [2, 3] and f.get("der(w)", count=2) == [3, -4], "arrays")
    check(f.get("above", kind="Boolean", type=BOOL) == [False], "a Boolean is what it was, E431")
    z = f.row("GetEventIndicators", 1)
    f.set_states([1.5, 2, 3])
    check(z[0] * f.row("GetEventIndicators", 1)[0] < 0, "an indicator changes its sign where the condition turns, E430")
    check(f.get("above", kind="Boolean", type=BOOL) == [False], "nothing turns between events, E431")
    f.call("EnterEventMode")
    check(f.get("above", kind="Boolean", type=BOOL) == [True], "event mode settles with the values as they are, E432")
    f.set(kind="Boolean", type=BOOL, on=False)
    check(f.get("above", kind="Boolean", type=BOOL) == [False], "and with inputs as they come, E432")
    f.set(kind="Boolean", type=BOOL, on=True)
    for what in ("a when-clause acts once, E432", "a further update changes nothing"):
        check(f.update()["status"] == 0 and f.get("n", kind="Int64", type=c.c_int64) == [3], what)
    f.call("EnterContinuousTimeMode")
    check(f.set(k=1.0) == 3 and f.set(y=1.0) == 3 and f.set(kind="Boolean", type=BOOL, on=False) == 3,
          "what may not be set is refused", str(f.said))
    check(f.call("Reset") == 0 and f.get("k", "u", "x") == [2, 1, 0.5], "reset", str(f.get("k", "u", "x")))
    f.free()
    check(Instance(d, token="another").at is None, "a token of another FMU is refused")


def derivatives():
    """Directional and adjoint derivatives, through a nonlinear loop: f = x/(1 + 3z^2) at z^3 + z = x."""
    d = export(write("N.mo", """model N
  input Real u(start = 2);
  output Real y = z*u;
  Real x(start = 2, fixed = true), z(start = 1), v(start = 0, fixed = true);
equation
  z^3 + z = x;
  der(x) = -z*x + sin(u);
  der(v) = x*v + 3*u;
end N;
"""), "n3", "--no-check")
    f = Instance(d)
    f.begin()
    f.update()
    f.call("EnterContinuousTimeMode")
    f.set_states([2.0, 0.5])
    z, slope = 1.0, 1 / 4
    unknowns, knowns = ["der(x)", "der(v)", "y"], ["x", "v", "u"]
    exact = [[-z - 2 * slope, 0, math.cos(2)], [0.5, 2, 3], [2 * slope, 0, z]]
    for k in range(3):
        seed = [float(k == i) for i in range(3)]
        column, row = f.derivative(unknowns, knowns, seed), f.derivative(unknowns, knowns, seed, adjoint=True)
        for i in range(3):
            check(near(column[i], exact[i][k], 1e-12), f"d {unknowns[i]}/d {knowns[k]}", f"{column[i]} {exact[i][k]}")
            check(near(row[i], exact[k][i], 1e-12), f"adjoint: d {unknowns[k]}/d {knowns[i]}",
                  f"{row[i]} {exact[k][i]}")
    check(f.derivative(["y"], ["x", "u"], [1.0, -2.0]) == [exact[2][0] - 2 * exact[2][2]], "some of them")
    check(f.derivative(["z"], ["x"], [1.0]) is None, "what is no unknown is refused")
    f.free()


BALL = """model Ball
  parameter Real e = 0.8, g = 9.81;
  output Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  output Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    n = pre(n) + 1;
    reinit(v, -e*pre(v));
  end when;
  when sample(0.3, 0.25) then
    terminate("enough", time > 10);
  end when;
end Ball;
""".replace('    terminate("enough", time > 10);\n', "    ticks = pre(ticks) + 1;\n").replace(
    "equation", "  output Integer ticks(start = 0, fixed = true);\nequation", 1)


def bounce(t):
    """Height, speed and bounces of the ball: closed form."""
    speed, at = math.sqrt(2 * 9.81), math.sqrt(2 / 9.81)
    if t < at:
        return 1 - 9.81 * t * t / 2, -9.81 * t, 0
    n = 1
    while True:
        speed *= 0.8
        if t < at + 2 * speed / 9.81:
            s = t - at
            return speed * s - 9.81 * s * s / 2, speed - 9.81 * s, n
        at += 2 * speed / 9.81
        n += 1


def cosimulation():
    """Steps of co-simulation end at their events, whatever the step, E433, E434."""
    d = export(write("Ball.mo", BALL), "ball3")
    for size in (0.05, 0.37, 1.7):
        f = Instance(d, cosimulation=True)
        f.begin()
        t = 0.0
        while t < 1.69:
            result = f.step(t, size)
            check(result["status"] == 0 and not result["early"] and near(result["last"], t + size), f"step at {t}")
            t += size
        (h, v, n), found = bounce(t), f.get("h", "v")
        count = f.get("n", "ticks", kind="Int64", type=c.c_int64)
        ticks = math.floor((t - 0.3) / 0.25 + 1e-9) + 1
        check(near(found[0], h, 1e-6) and near(found[1], v, 1e-6) and count == [n, ticks],
              f"with steps of {size} the ball is where it should be, E433", f"{found} {count} {h} {v} {n} at {t}")
        f.free()
    f = Instance(d, cosimulation=True, events=True, early=True)
    f.begin()
    f.update()
    f.call("EnterStepMode")
    t, events = 0.0, []
    while t < 1.0:
        result = f.step(t, 1.0 - t)
        t = result["last"]
        if result["event"]:
            f.call("EnterEventMode")
            f.update()
            f.call("EnterStepMode")
            events.append(t)
    wanted = sorted([0.3, 0.55, 0.8, math.sqrt(2 / 9.81)])
    check(len(events) >= 4 and all(any(near(e, w, 1e-8) for e in events) for w in wanted),
          "with event mode a step ends at each event, E434", str(events))
    check(near(f.get("h")[0], bounce(1.0)[0], 1e-6), "and the ball is where it should be", str(f.get("h")))
    f.free()
    points = []

    def update(_, time, inputs, outputs, finished, may_end, ends, until):
        points.append(time)
        if may_end and time > 0.2:
            ends[0] = True
    f = Instance(d, cosimulation=True, early=True, update=update)
    f.begin()
    result = f.step(0.0, 0.29)
    check(result["early"] and 0.2 < result["last"] < 0.29 and points[-1] == result["last"] and len(points) > 3,
          "an intermediate update may end a step", f"{result} {points}")
    f.free()


def states():
    """E435: an FMU that is restored goes on to the same bits, in another instance and another process too."""
    d = export(write("Ball.mo", BALL), "ball3", "--no-check")
    f = Instance(d, cosimulation=True)
    f.begin()
    f.step(0.0, 0.4)
    kept = c.c_void_p()
    check(f.call("GetFMUState", c.byref(kept)) == 0, "a state is kept")
    f.step(0.4, 0.9)
    first = f.get("h", "v") + f.get("n", "ticks", kind="Int64", type=c.c_int64)
    size = SIZE()
    f.call("SerializedFMUStateSize", kept, c.byref(size))
    data = (c.c_uint8 * size.value)()
    check(f.call("SerializeFMUState", kept, data, size) == 0, "as bytes")
    f.call("SetFMUState", kept)
    f.step(0.4, 0.9)
    check(f.get("h", "v") + f.get("n", "ticks", kind="Int64", type=c.c_int64) == first, "the same bits again, E435")
    f.call("FreeFMUState", c.byref(kept))
    other, state = Instance(d, cosimulation=True), c.c_void_p()
    check(other.call("DeserializeFMUState", data, size, c.byref(state)) == 0, "another instance reads the bytes")
    check(other.call("SetFMUState", state) == 0 and other.step(0.4, 0.9)["status"] == 0, "and goes on")
    check(other.get("h", "v") + other.get("n", "ticks", kind="Int64", type=c.c_int64) == first,
          "to the same bits, E435")
    data[3] ^= 255
    check(other.call("DeserializeFMUState", data, size, c.byref(state)) == 3, "bytes of another FMU are refused")
    check(other.call("DeserializeFMUState", data, SIZE(10), c.byref(state)) == 3, "and too few")
    other.call("FreeFMUState", c.byref(state))
    other.free()
    f.free()


def tunable():
    """E436: a tunable parameter that is set between steps acts from there on, with all that follows from it."""
    d = export(write("D.mo", "model D\n  parameter Real k = 1;\n  parameter Real twice = 2*k;\n"
                     "  output Real x(start = 1, fixed = true);\nequation\n  der(x) = -twice*x;\nend D;\n"), "d3",
               "--tunable", "k", "--tol", "1e-9", "--no-check")
    check(d.attributes("k")["variability"] == "tunable", "a parameter that is tunable")
    f = Instance(d, cosimulation=True)
    f.begin()
    f.step(0.0, 0.5)
    check(f.set(k=2.0) == 0 and f.step(0.5, 0.5)["status"] == 0, "it is set between two steps")
    check(near(f.get("x")[0], math.exp(-1 - 2), 1e-7), "E436", str(f.get("x")))
    f.free()
    plain = write("D.mo", "model D\n  output Real x(start = 1, fixed = true);\nequation\n  der(x) = -2*x;\nend D;\n")
    for solver, wanted, tolerance in (("euler", 0.98**100, 1e-12), ("rk4", math.exp(-2), 1e-8),
                                      ("implicit", 1.02**-100, 1e-12)):
        d = export(plain, "d" + solver, "--no-check", "--solver", solver, "--step", "0.01")
        f = Instance(d, cosimulation=True)
        f.begin()
        f.step(0.0, 1.0)
        check(near(f.get("x")[0], wanted, tolerance), f"{solver} inside makes steps of its length", str(f.get("x")))
        check(d.xml.count('fixedInternalStepSize="0.01"') == 1, f"{solver} tells its step")
        f.free()


def numbered():
    """Published examples: E12.3, E12.6 to E12.9, with FMUs that were exported."""
    # E12.6: a bridge rectifier as an FMU with one input and one output, driven by 10 sin(20 pi t)
    bridge = write("bridge.mo", """model bridge
  parameter Real R = 100, C = 1e-3, Rd = 0.5, Goff = 1e-6;
  input Real u1;
  output Real y1(start = 0, fixed = true) "voltage of the capacitor";
  Real drive = abs(u1) - y1, i = if drive > 0 then drive/(2*Rd) else Goff*drive;
equation
  C*der(y1) = i - y1/R;
end bridge;
""")
    export(bridge, "bridge", version=2)
    words = ["--input", "u1=10*sin(20*3.141592653589793*time)", "--stop", "1", "--max-step", "1e-3", "--tol", "1e-8"]
    native, by_fmu = final(bridge, *words), final("bridge.fmu", *words)
    check(near(by_fmu.get("y1"), native.get("y1", 0), 1e-6), "E12.6: the rectifier as an FMU", f"{by_fmu} {native}")
    # E12.7: a controller is exported, comes in again, and the loop computes the same
    loop = """model Loop
  block PI
    parameter Real k = 4, T = 0.5;
    input Real e;
    output Real u = k*(e + z/T);
    Real z(start = 0, fixed = true);
  equation
    der(z) = e;
  end PI;
  {kind} c;
  Real y(start = 0, fixed = true);
equation
  c.e = 1 - y;
  der(y) = -y + c.u;
end Loop;
"""
    write("native.mo", loop.format(kind="PI"))
    write("imported.mo", loop.format(kind="Controller"))
    export("native.mo:Loop.PI", "pi3")
    words = ["--stop", "2", "--tol", "1e-9"]
    a, b = final("native.mo:Loop", *words), final("imported.mo:Loop", *words, "--fmu", "Controller=pi3.fmu")
    check(near(b.get("y"), a.get("y", 0), 1e-7), "E12.7: a controller there and back", f"{a.get('y')} {b.get('y')}")
    # E12.8: names with other characters
    write("odd.mo", "model 'SuperB !%lock'\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n"
                    "end 'SuperB !%lock';\n")
    d = export("odd.mo", "odd", "--no-check")
    identifier = d.xml.split('modelIdentifier="')[1].split('"')[0]
    check("SuperB___lock" in identifier, "E12.8: the identifier is a name of C", identifier)
    # E12.9: x' = u, u = -y by co-simulation with h = 0.1: 0.9^10; by model exchange exp(-1). E12.3: no loop
    write("I.mo", "model I\n  input Real u;\n  output Real y = x;\n  Real x(start = 1, fixed = true);\nequation\n"
                  "  der(x) = u;\nend I;\n")
    write("S.mo", "model S\n  I i;\nequation\n  i.u = -i.y;\nend S;\n")
    for version in (2, 3):
        export("I.mo", f"i{version}", version=version)
        words = ["--fmu", f"I=i{version}.fmu", "--stop", "1"]
        found = final("S.mo:S", *words, "--cs", "--fmu-step", "0.1").get("i.y")
        check(near(found, 0.9**10, 1e-7), f"E12.9: FMI {version}, co-simulation", str(found))
        found = final("S.mo:S", *words, "--me", "--tol", "1e-9").get("i.y")
        check(near(found, math.exp(-1), 1e-7), f"E12.9: FMI {version}, model exchange", str(found))
        done = saltus("check", "S.mo:S", "--fmu", f"I=i{version}.fmu")
        check(done.returncode == 0 and " 0 loops" in done.stdout, "E12.3: no loop", done.stdout + done.stderr)


def steep_loop(draw):
    """A chain of amplifiers with feedback and diodes behind them: steep, and flat where they saturate."""
    count = draw.randint(1, 3)
    text = f"model Loop\n  Real u0 = {draw.uniform(2, 4):.3f}*sin({draw.uniform(10, 40):.3f}*time);\n"
    for k in range(1, count + 1):
        text += f"  Real u{k}(start = 0), i{k}(start = 0);\n"
    text += "equation\n"
    for k in range(1, count + 1):
        gain, back = 10 ** draw.uniform(3, 5.5), draw.uniform(0.08, 0.3)
        text += f"  u{k} = 15*tanh({gain:.6g}*(u{k - 1} - {back:.3f}*u{k})) - {draw.uniform(20, 60):.3f}*i{k};\n"
        text += f"  i{k} = 1e-12*(exp(u{k}/{draw.uniform(0.4, 0.8):.3f}) - 1);\n"
    return text + "  annotation(experiment(StopTime = 1));\nend Loop;\n"


def loops():
    """Generated: nonlinear loops are solved by the steps of a run. The command compares both interfaces with that."""
    seed = int(os.environ.get("SALTUS_SEED", random.randrange(10 ** 6)))
    print(f"SALTUS_SEED={seed}")
    known = ("model Loop\n  Real u = 3*sin(20*time), y(start = 0), d(start = 0), i(start = 0);\nequation\n"
             "  d = u - 0.1*y;\n  y = 15*tanh(2e5*d) - 50*i;\n  i = 1e-12*(exp(y/0.5) - 1);\n"
             "  annotation(experiment(StopTime = 1));\nend Loop;\n")
    for text in [known] + [steep_loop(random.Random(seed + k)) for k in range(2)]:
        done = saltus("fmu", "export", write("Loop.mo", text), "-o", "loop.fmu")
        check(done.returncode == 0 and done.stdout.count("agrees with the model") == 2 and not done.stderr,
              "a steep loop", text + done.stdout + done.stderr)


def stiff():
    """Robertson's reaction, with numbers of the literature (Hairer and Wanner) at time 40."""
    model = os.path.join(SOURCE, "examples", "robertson.mo")
    for version in (2, 3):
        done = saltus("fmu", "export", model, "--fmi", str(version), "--solver", "rodas", "-o", "stiff.fmu")
        check(done.returncode == 0 and done.stdout.count("agrees with the model") == 2, f"Robertson as FMI {version}",
              done.stdout + done.stderr)
        for words in (["--cs", "--fmu-step", "1"], ["--me", "--tol", "1e-8"]):
            found = final("stiff.fmu", *words, "--stop", "40")
            for name, value in (("y1", 0.7158270688), ("y2", 9.185534765e-6), ("y3", 0.2841637457)):
                check(near(found.get(name, math.nan) / value, 1, 1e-5), f"Robertson by {words[0]}: {name}", str(found))


REFUSED = [
    ("G0002", 5, "model W\n  Real x(start = 1, fixed = true), y;\n  Boolean b = x > 0.5;\nequation\n  if b then\n"
     "    der(x) = -1;\n    y = 0;\n  else\n    x = 0.5;\n    y = der(x);\n  end if;\nend W;"),
    ("G0011", 2, "model W\n  output String s = if time > 1 then \"a\" else \"b\";\n  Real x(start = 1, fixed = true);\n"
     "equation\n  der(x) = -x;\nend W;"),
]


def wrong():
    """Each mistake is a message, and nothing is written."""
    good = write("G.mo", "model G\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend G;\n")
    for code, words in (("G0050", ["--fmi", "1"]), ("G0013", ["--solver", "cvode"]), ("U0003", ["--step", "0"]),
                        ("G0010", ["--expose", "nothing"]), ("G0016", ["--outputs", "nothing"]),
                        ("F", ["-o", "no/such/folder/x.fmu"])):
        done = saltus("fmu", "export", good, *([] if "-o" in words else ["-o", "wrong.fmu"]), *words)
        check(done.returncode in (1, 2) and f"[{code}" in done.stderr, f"{words}: {code}", done.stdout + done.stderr)
        check(not os.path.exists(os.path.join(folder, "wrong.fmu")), f"{words}: nothing is written")
    done = subprocess.run([options.saltus, "fmu", "export", good, "-o", "wrong.fmu"], capture_output=True, text=True,
                          cwd=folder, env={**os.environ, "CC": "no-such-compiler"})
    check(done.returncode == 1 and "[G0052]" in done.stderr, "no compiler: G0052", done.stderr)
    done = subprocess.run([options.saltus, "fmu", "export", good, "-o", "wrong.fmu"], capture_output=True, text=True,
                          cwd=folder, env={**os.environ, "CC": "false"})
    check(done.returncode == 1 and "[G0053]" in done.stderr, "a compiler that fails: G0053", done.stderr)
    for code, line, text in REFUSED:
        done = saltus("fmu", "export", write("W.mo", text), "-o", "wrong.fmu", "--allow-external")
        check(done.returncode == 1 and f"[{code}]" in done.stderr and (not line or f"W.mo:{line}" in done.stderr), code,
              done.stderr)
    check(not os.path.exists(os.path.join(folder, "wrong.fmu")), "nothing is written")
    bad = write("A.mo", "model A\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n"
                "  assert(x > 0.5, \"x is \" + String(x));\nend A;\n")
    large = write("L.mo", "model L\n  parameter Integer many = 4294967295;\n  Real x(start = 1, fixed = true);\n"
                  "equation\n  der(x) = -x/many;\nend L;\n")
    done = saltus("fmu", "export", large, "--fmi", "2", "-o", "l.fmu")
    check(done.returncode == 0 and "[G0061]" in done.stderr and "L.mo:2" in done.stderr, "a large Integer: G0061",
          done.stderr)
    done = saltus("fmu", "export", bad, "-o", "a.fmu")
    check(done.returncode == 1 and "[G0058]" in done.stderr, "a model that does not run: G0058", done.stderr)
    d = export(bad, "a", "--no-check")
    f = Instance(d, cosimulation=True)
    f.begin()
    check(f.step(0.0, 0.5)["status"] == 0 and f.step(0.5, 0.5)["status"] == 3 and "A.mo:5" in f.said[-1][1],
          "an assertion that fails in a step is told with its line", str(f.said))
    f.free()


run_parts([description, exchange, derivatives, cosimulation, states, tunable, numbered, loops, stiff, wrong,
           reproducible, examples])
