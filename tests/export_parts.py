#!/usr/bin/env python3
"""What leaves with a model (docs/export.md): tables, C of its own, values that were computed before, components.
Against runs with the same step, bit for bit, and closed forms. The examples of chapter 22 that belong here have their
numbers.

    export_parts.py --saltus build/saltus"""
import math
import os
import subprocess
import sys

from export_tools import SOURCE, differences, main, native, run

TABLES = """model Tables
  parameter Real k = 2;
  Modelica.Blocks.Tables.CombiTable1Ds line(table = [0, 1; 1, 3; 2, 7]);
  Modelica.Blocks.Tables.CombiTable1Dv akima(table = [-1, 1; 0, 0; 1, 1; 2, 4; 3, 9],
    smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative);
  Modelica.Blocks.Tables.CombiTable1Ds held(tableOnFile = true, tableName = "tab", fileName = "FILE",
    extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  Modelica.Blocks.Tables.CombiTable2Ds plane(table = [0, 0, 1; 0, 1, 2; 1, 3, 4]);
  Real x(start = 0, fixed = true), f(start = 0, fixed = true);
equation
  line.u = x; akima.u[1] = 2*x; held.u = 3*x; plane.u1 = x; plane.u2 = 0.25;
  der(x) = 1;
  der(f) = k*line.y[1] + akima.y[1] + held.y[1] + plane.y;
end Tables;
"""


def tables(place):
    """Tables leave with their points, those of files too; their parameters are constants."""
    with open(place.path("tab.txt"), "w") as file:
        file.write("#1\ndouble tab(3,2)\n0 1\n1 3\n2 7\n")
    model = place.model("Tables", TABLES.replace("FILE", place.path("tab.txt")))
    what = "x,f,line.y,akima.y,held.y,plane.y"
    folder = place.program(model, "--step", "0.0625", "--stop", "2.5", "--outputs", what)
    rows, said, status = run(folder)
    other, missing, _ = differences(rows, native(place, model, "--solver", "rk4", "--step", "0.0625", "--stop", "2.5"))
    place.check(status == 0 and not other and missing == 0, f"tables: {said} {other[:3]} {missing}")
    for row in rows:
        x = row["x"]
        line, held = (1 + 2*x if x < 1 else 4*x - 1), min(7, 1 + 6*x if x < 1/3 else 12*x - 1)
        known = {"line.y[1]": line, "held.y[1]": held, "plane.y": 1.25 + 2*x}
        place.check(all(abs(row[n] - v) < 1e-12 for n, v in known.items()), f"tables at {x}: {row} is not {known}")
    text = open(os.path.join(folder, "model.c")).read()
    place.check(place.folder not in text, "the name of a file on this machine has left with its table")
    rows, _, _ = run(place.program(model, "--step", "0.0625", "--stop", "2", "--single", "--outputs", what,
                                   flags="-O1 -Wall -Wextra -Wconversion -pedantic -Werror -Wdouble-promotion"))
    place.check(abs(rows[-1]["held.y[1]"] - 7) < 1e-5 and abs(rows[-1]["plane.y"] - 5.25) < 1e-5, f"single: {rows[-1]}")
    print("tables have the bits of their runs")


def table_of_time(place):
    """A table of time jumps where it says; its events meet the grid."""
    model = place.model("InTime", """model InTime
  Modelica.Blocks.Sources.CombiTimeTable t(table = [0, 0; 0.5, 1; 0.5, 3; 1, 3], columns = {2},
    extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic);
  output Real x(start = 0, fixed = true), y = t.y[1];
equation
  der(x) = t.y[1];
end InTime;
""")
    rows, said, status = run(place.program(model, "--step", "0.0625", "--stop", "2", "--solver", "rk4"))
    for row in rows:
        t = row["time"] % 1
        y = 2*t if t < 0.5 else 3
        x = math.floor(row["time"])*1.75 + (t*t if t < 0.5 else 0.25 + 3*(t - 0.5))
        place.check(abs(row["y"] - y) < 1e-12 and abs(row["x"] - x) < 1e-12, f"table of time: {row} is not {x} {y}")
    place.check(status == 0 and len(rows) == 33, f"table of time: {said}")
    print("a table of time jumps where it says")


def outside(place):
    """A place outside of a table is told with all its digits, and with the component."""
    model = place.model("Outside", "model Outside\n"
                        "  Modelica.Blocks.Tables.CombiTable1Ds lift(table = [0, 1; 0.3, 3],\n"
                        "    extrapolation = Modelica.Blocks.Types.Extrapolation.NoExtrapolation);\n"
                        "  Real x(start = 0, fixed = true);\nequation\n  lift.u = x;\n  der(x) = lift.y[1];\n"
                        "end Outside;")
    _, said, status = run(place.program(model, "--step", "0.0625", "--stop", "2", "--solver", "euler"))
    place.check(status == 1 and "is above the table, which goes from 0 to 0.3," in said and "lift" in said,
                f"outside of a table: {said}")
    done = subprocess.run([place.saltus, "run", model, "--quiet"], capture_output=True, text=True)
    place.check("[R0320]" in done.stderr and "lift" in done.stderr, f"outside of a table: {done.stderr}")
    print("places outside of tables")


EXTERNAL = """model External
  function root
    input Real x;
    output Real y;
    external "C" y = cbrt(x);
  end root;
  function scaled
    input Real x;
    input Integer n;
    output Real y;
    external "C" y = scale(x, n) annotation(IncludeDirectory = "file://FOLDER", Include = "#include \\"scale.h\\"");
  end scaled;
  function twice
    input Real x[:];
    output Real y[size(x, 1)];
    external "C" twice(x, size(x, 1), y) annotation(Include = "static void twice(const double *x, size_t n, double *y)
{
  for (size_t k = 0; k < n; k++)
    y[k] = 2*x[k];
}");
  end twice;
  Real x(start = 1, fixed = true), y, z[2];
equation
  der(x) = -root(x);
  y = scaled(x, 3);
  z = twice({x, y});
end External;
"""


def external(place):
    """C of a model leaves with it: functions of the C library, text of an Include, and the files that this includes."""
    for name, text in (("scale.h", '#include "square.h"\n'
                        "static double scale(double x, int n) { return n*square(x); }\n"),
                       ("square.h", "static double square(double x) { return x*x; }\n")):
        with open(place.path(name), "w") as file:
            file.write(text)
    model = place.model("External", EXTERNAL.replace("FOLDER", place.folder))
    options = ["--step", "0.01", "--stop", "1", "--solver", "rk4"]
    folder = place.program(model, *options, "--allow-external", "--outputs", "x,y,z")
    os.rename(place.path("scale.h"), place.path("gone.h"))
    place.check(os.path.exists(folder + "/external/square.h"), "the files of an Include were not copied")
    subprocess.run(["make", "-s", "-C", folder, "clean", "main"], check=True)
    rows, said, _ = run(folder)
    os.rename(place.path("gone.h"), place.path("scale.h"))
    other, missing, _ = differences(rows, native(place, model, *options))
    place.check(not other and missing == 0 and rows, f"external C: {said} {other[:3]} {missing}")
    x = (1 - 2/3) ** 1.5                                     # der(x) = -x^(1/3), x(0) = 1
    place.check(abs(rows[-1]["x"] - x) < 1e-8 and abs(rows[-1]["z[2]"] - 6*x*x) < 1e-7, f"external C: {rows[-1]} {x}")
    _, said = place.code(model)
    place.check("[U0346]" in said and "--allow-external" in said, f"C of a model without permission: {said}")
    print("C of a model leaves with it")


STAYS = [
    ("G0003", 2, "model W\n  function f\n    input Real x;\n    output Real y;\n  external \"C\" y = drem(x, 1.0);\n"
     "  end f;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -f(x);\nend W;"),
    ("G0003", 2, "model W\n  function f\n    input Real x;\n    output Real y;\n  external \"C\" y = g(x) annotation("
     "Include = \"#include \\\"ModelicaUtilities.h\\\"\ndouble g(double x) { if (x < 0) ModelicaError(\\\"no\\\"); "
     "return x; }\");\n  end f;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -f(x);\nend W;"),
    ("G0003", 2, "model W\n  function f\n    input Real x;\n    output Real y;\n"
     "  external \"C\" y = floor(x) annotation(Library = \"m\");\n  end f;\n"
     "  Real x(start = 1, fixed = true);\nequation\n  der(x) = -f(x);\nend W;"),
    ("G0010", 2, "model W\n  parameter Real A[2, 2] = {{0, 1}, {-2, -3}};\n  parameter Real B[2, 2] = "
     "Modelica.Math.Matrices.inv(A);\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = B[1, 1]*x;\nend W;",
     "--expose", "A"),
]


def stays(place):
    """What cannot leave is refused with the reason."""
    for code, line, text, *options in STAYS:
        folder, said = place.code(place.model("W", text), "--allow-external", *options)
        place.check(not folder and f"[{code}]" in said and f"W.mo:{line}:" in said, f"{code}, line {line}: {said}")
    with open(place.path("host.h"), "w") as file:
        file.write("static double g(double x) { if (x < 0) ModelicaError(\"no\"); return x; }\n")
    with open(place.path("far.h"), "w") as file:
        file.write('#include "sub/g.h"\n')
    os.makedirs(place.path("sub"), exist_ok=True)
    with open(place.path("sub/g.h"), "w") as file:
        file.write("static double g(double x) { return x; }\n")
    for code, name in (("G0072", "host.h"), ("G0071", "far.h")):
        text = STAYS[2][2].replace("floor(x)", "g(x)").replace(
            'Library = "m"', f'IncludeDirectory = "file://{place.folder}", Include = "#include \\"{name}\\""')
        folder, said = place.code(place.model("W", text), "--allow-external")
        place.check(not folder and f"[{code}]" in said and "W.mo:2:" in said, f"{code}: {said}")
    print("functions that stay are refused")


CONSTANTS = """model Constants
  parameter Real A[2, 2] = {{0, 1}, {-2, -3}}, a = 3;
  parameter Real B[2, 2] = Modelica.Math.Matrices.inv(A);
  parameter Real K = a*B[1, 1];
  input Real u;
  output Real y = K*u;
end Constants;
"""


def constants(place):
    """E22.18: a function of parameters that only this machine can compute leaves as numbers; what else it depends on
    stays a parameter."""
    model = place.model("Constants", CONSTANTS)
    folder, said = place.code(model)
    header = open(os.path.join(folder, "model.h")).read()
    place.check("double a;" in header and " A[2]" not in header, f"constants: {header[:600]}")
    folder = place.program(model, "--step", "0.5", "--stop", "1")
    with open(folder + "/u.csv", "w") as file:
        file.write("time,u\n0,2\n")
    for options, value in (([], -9), (["-p", "a=1"], -3)):   # inv(A)[1, 1] = -1.5
        rows, _, _ = run(folder, "--inputs", folder + "/u.csv", *options)
        place.check(abs(rows[-1]["y"] - value) < 1e-12, f"constants {options}: {rows[-1]}")
    print("what only this machine can compute is a constant, E22.18")


LOOP = """model Loop
  connector RealInput = input Real;
  connector RealOutput = output Real;
  parameter Real Kp = 2, Ti = 0.5;
  block Gain
    parameter Real k;
    RealInput u;
    RealOutput y = k*u;
  end Gain;
  block PI "It stops to integrate; two inputs and a block inside"
    parameter Real k = 1, T = 1;
    RealInput r, y;
    RealOutput u;
    output Boolean full = time >= 2;
    Real I(start = 0, fixed = true);
    Gain g(k = k);
  equation
    connect(g.y, u);
    g.u = r - y + I;
    der(I) = if full then 0 else (r - y)/T;
  end PI;
  block Plant
    parameter Real a = 1;
    RealInput u;
    RealOutput y(start = 0, fixed = true);
  equation
    der(y) = a*(u - y);
  end Plant;
  PI ctrl(k = Kp, T = Ti*Kp, r = if time > 0.5 then 1 else 0);
  Plant plant(a = 3);
  output Real seen = plant.y;
equation
  connect(ctrl.u, plant.u);
  connect(plant.y, ctrl.y);
end Loop;
"""


def fed(place, model, part, ports, *options):
    """A component alone, with the inputs that it has in the model: its outputs are those that it has there, to the bit,
    because Euler's method reads inputs at the beginning of a step only. `ports`: names of inputs, and of outputs."""
    inputs, outputs = (p.split() for p in ports)
    rows = native(place, model, "--solver", "euler", *options)
    folder = place.program(model, "--component", part, "--solver", "euler", *options)
    with open(folder + "/u.csv", "w") as file:
        file.write("time," + ",".join(inputs) + "\n")
        for row in rows:
            file.write(",".join(repr(row[n]) for n in ["time"] + [f"{part}.{i}" for i in inputs]) + "\n")
    mine, said, status = run(folder, "--inputs", folder + "/u.csv")
    there = [{"time": row["time"], **{o: row[f"{part}.{o}"] for o in outputs}} for row in rows]
    other, missing, _ = differences(mine, there)
    place.check(status == 0 and set(mine[0]) == {"time", *outputs} and not other and missing < 0.3*len(mine),
                f"{part} of {model}: {said} {list(mine[0])} {other[:3]} {missing} of {len(mine)}")
    return open(folder + "/model.h").read()


def component(place):
    """A component leaves alone, with its inputs and outputs. E22.10, E22.11: parameters of the model around it stay,
    where values of the component are made of them."""
    model = place.model("Loop", LOOP)
    for part, ports, fields in (("ctrl", ("r y", "u full"), ["Kp", "Ti"]), ("plant", ("u", "y"), ["a"])):
        header = fed(place, model, part, ports, "--step", "0.0625", "--stop", "4")
        found = [f for f in ("Kp", "Ti", "k", "T", "a", "g_k") if f"double {f};" in header]
        place.check(found == fields and "seen" not in header, f"parameters of {part}: {found}")
    pendulum = os.path.join(SOURCE, "examples", "inverted_pendulum.mo") + ":InvertedPendulum.Loop"
    fed(place, pendulum, "controller", ("z theta", "u"), "--step", "0.0078125", "--stop", "1")
    fed(place, pendulum, "plant", ("u", "z theta integral"), "--step", "0.0078125", "--stop", "1")
    motor = os.path.join(SOURCE, "examples", "dc_motor.mo") + ":DCMotor.Drive"
    _, said = place.code(motor, "--component", "emf")
    place.check("[G0080]" in said and "'p' of 'emf'" in said and "output Real p_i;" in said and
                "dc_motor.mo:7:" in said, f"a connector that is no signal: {said}")
    adapter = said[said.index("model Adapter"):said.index("end Adapter;") + 12]
    _, said = place.code(motor, "--component", "motr.emf")
    place.check("[G0082]" in said and "there is 'emf'" in said, f"no such component: {said}")
    text = LOOP.replace("der(y) = a*(u - y);", "der(y) = a*(u - y) + bias.level;").replace(
        "  Plant plant(a = 3);", "  model Bias\n    Real level = sin(time);\n  end Bias;\n  inner Bias bias;\n"
        "  Plant plant(a = 3);").replace("    parameter Real a = 1;", "    parameter Real a = 1;\n    outer Bias bias;")
    _, said = place.code(place.model("Outer", text), "--component", "plant")
    place.check("[G0081]" in said and "'bias.level'" in said and "Outer.mo:" in said, f"reads outside: {said}")
    cascade = os.path.join(SOURCE, "examples", "cascade.mo")
    _, said = place.code(cascade, "--component", "current")
    place.check("[G0084]" in said and "'current.e'" in said, f"an activation as input: {said}")
    _, said = place.code(cascade, "--component", "drive[2]")
    place.check("[G0082]" in said, f"an element: {said}")
    print("components leave alone, E22.10, E22.11; those that cannot are refused", "" if adapter else "no adapter")


def folders(place):
    """What somebody has changed, or has not been written by the export, is not overwritten."""
    model = place.model("Loop", LOOP)
    place.made = 900
    folder = place.program(model, "--step", "0.1")
    def again(*options):
        place.made = 900
        return place.code(model, "--step", "0.1", *options)
    place.check(again()[0] == folder, "a folder of an earlier export is refused")
    with open(folder + "/main.c", "a") as file:
        file.write("/* my sensors */\n")
    _, said = again()
    place.check("[G0073]" in said and "main.c" in said, f"a changed file: {said}")
    place.check("my sensors" in open(folder + "/main.c").read(), "a changed file was overwritten")
    again("--overwrite")
    place.check("my sensors" not in open(folder + "/main.c").read(), "--overwrite")
    os.remove(folder + "/saltus.files")
    _, said = again()
    place.check("[G0073]" in said, f"a folder of somebody else: {said}")
    done = subprocess.run([folder + "/main", "-h"], capture_output=True, text=True)
    place.check(done.returncode == 0 and "--inputs FILE.csv" in done.stdout and "Kp = 2" in done.stdout and
                "outputs: seen" in done.stdout, f"main -h: {done.stdout}")
    print("what others have written is kept")


def comments(place):
    """Comments name the file, the line and the component of an equation."""
    folder, _ = place.code(os.path.join(SOURCE, "examples", "dc_motor.mo") + ":DCMotor.Drive")
    text = open(folder + "/model.c").read()
    for line in ("/* dc_motor.mo:30, in r: r.v = r.R*r.i; */", "/* dc_motor.mo:74, in rotor: "):
        place.check(line in text, f"no comment {line}")
    print("comments name file, line and component")


if __name__ == "__main__":
    sys.exit(main((tables, table_of_time, outside, external, stays, constants, component, folders, comments)))
