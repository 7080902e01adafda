#!/usr/bin/env python3
"""The top level of a model as a package of SSP (docs/cosimulation.md), components as FMUs, connectors as terminals.

    fmu_package.py --saltus build/saltus [--part NAME]"""
import os
import xml.etree.ElementTree as tree
import zipfile

from checks import check, final, folder, near, run_parts, saltus, write

BLOCKS = """package Sys
  block PI
    parameter Real k = 4, T = 0.5;
    input Real e;
    output Real u = k*(e + z/T);
    Real z(start = 0, fixed = true);
  equation
    der(z) = e;
  end PI;
  block Plant
    parameter Real tau = 1;
    input Real u, d;
    output Real y(start = 0, fixed = true);
  equation
    tau*der(y) = -y + u + d;
  end Plant;
  block Compare
    input Real r, y;
    output Real e = r - y;
  end Compare;
  block Ref
    output Real r = if time > 0.5 then 1 else 0;
    output Boolean on = time > 0.5;
  end Ref;
  block Pass
    input Real a;
    output Real b = a;
  end Pass;
  model Loop
    parameter Real kp = 3;
    parameter Real bias = 0.25;
    PI c(k = kp);
    Plant p;
    Compare m;
    Ref s;
    Pass one, two;
    input Real load(start = 0);
    output Real y = p.y;
  equation
    m.r = s.r;
    one.a = p.y;
    two.a = one.b;
    m.y = two.b;
    c.e = m.e;
    p.u = c.u;
    p.d = load;
    annotation(experiment(StopTime = 3));
  end Loop;
  model Signs
    Ref s;
    Plant p, q;
    parameter Real level = 0.5;
    input Real load(start = 1.5);
  equation
    p.u = -s.r;
    p.d = -level;
    q.d = 2;
    q.u = -load;
    annotation(experiment(StopTime = 3));
  end Signs;
  model Bad
    PI c;
    Plant p;
  equation
    c.e = 1 - p.y;
    p.u = c.u;
    p.d = sin(time);
  end Bad;
  model Alone
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
  end Alone;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p;
    input Real u;
  equation
    p.v = p.i + u;
  end Resistor;
  model Circuit
    Resistor a, b;
    Ref s;
  equation
    connect(a.p, b.p);
    a.u = s.r;
    b.u = s.r;
  end Circuit;
end Sys;
"""


def description(path):
    return tree.fromstring(zipfile.ZipFile(os.path.join(folder, path)).read("SystemStructure.ssd"))


def named(root, element):
    return [one.attrib for one in root.iter() if one.tag.endswith("}" + element)]


def packages():
    """A package comes in again, and converges to the run of the model; connections are those of the model."""
    model = write("sys.mo", BLOCKS)
    done = saltus("fmu", "export", model + ":Sys.Loop", "-o", "loop.ssp")
    check(done.returncode == 0 and "6 components, 8 connections" in done.stdout, "a package", done.stdout + done.stderr)
    root = description("loop.ssp")
    wires = {(w.get("endElement"), w["endConnector"]): (w.get("startElement"), w["startConnector"])
             for w in named(root, "Connection")}
    known = {("m", "r"): ("s", "r"), ("one", "a"): ("p", "y"), ("two", "a"): [("p", "y"), ("one", "b")],
             ("m", "y"): [("p", "y"), ("one", "b"), ("two", "b")], ("c", "e"): ("m", "e"), ("p", "u"): ("c", "u"),
             ("p", "d"): (None, "load"), (None, "y"): [("p", "y"), ("one", "b"), ("two", "b")]}
    for end, start in known.items():
        check(wires.get(end) in (start if isinstance(start, list) else [start]), f"{end} is connected", str(wires))
    native = final(model + ":Sys.Loop", "--tol", "1e-9")
    errors = []
    for step in ("0.004", "0.002"):
        found = final("loop.ssp", "--step", step)
        errors.append(abs(found.get("p.y", 9) - native["p.y"]))
        check(near(found.get("y"), found.get("p.y", 9), 1e-12), "outputs of the system", str(found))
    check(errors[1] < 2e-3 and errors[1] < 0.7*errors[0], "the package converges to the model", str(errors))
    found = final("loop.ssp", "--step", "0.002", "-p", "c.kp=6")
    other = final(model + ":Sys.Loop", "-p", "kp=6", "--tol", "1e-9")
    check(near(found.get("p.y"), other["p.y"], 2e-3), "parameters stay parameters", str(found))
    first = open(os.path.join(folder, "loop.ssp"), "rb").read()
    saltus("fmu", "export", model + ":Sys.Loop", "-o", "again.ssp")
    check(open(os.path.join(folder, "again.ssp"), "rb").read() == first, "the same bytes")


def signs():
    """Outputs with the other sign are linear transformations; parameters at inputs are start values."""
    model = write("sys.mo", BLOCKS)
    done = saltus("fmu", "export", model + ":Sys.Signs", "-o", "signs.ssp", "--quiet")
    check(done.returncode == 0, "a package with signs", done.stdout + done.stderr)
    found, native = final("signs.ssp", "--step", "0.002"), final(model + ":Sys.Signs", "--tol", "1e-9")
    for name in ("p.y", "q.y"):
        check(near(found.get(name), native[name], 2e-3), f"signs and constants: {name}", f"{found} {native}")


def components():
    """One component as an FMU: its interfaces agree with each other, and it does in the loop what it did there."""
    model = write("sys.mo", BLOCKS)
    for version in ("2", "3"):
        done = saltus("fmu", "export", model + ":Sys.Loop", "--component", "c", "--fmi", version, "-o", "c.fmu")
        check(done.returncode == 0 and "agrees with model exchange" in done.stdout, "a component as an FMU",
              done.stdout + done.stderr)
        write("back.mo", BLOCKS.replace("PI c(k = kp);", "Controller c(kp = kp);"))
        found = final("back.mo:Sys.Loop", "--fmu", "Controller=c.fmu", "--tol", "1e-9")
        native = final(model + ":Sys.Loop", "--tol", "1e-9")
        check(near(found.get("p.y"), native["p.y"], 1e-6), f"E12.7: there and back, FMI {version}", str(found))


def terminals():
    """Connectors of signals are terminals of FMI 3.0."""
    write("bus.mo", """package P
  connector Bus
    input Real a;
    output Real b;
  end Bus;
  model T
    Bus c;
    input Real u;
    output Real y(start = 0, fixed = true);
  equation
    c.b = 2*c.a;
    der(y) = u;
  end T;
end P;
""")
    done = saltus("fmu", "export", "bus.mo:P.T", "-o", "t.fmu")
    check(done.returncode == 0, "connectors at the top", done.stdout + done.stderr)
    root = tree.fromstring(zipfile.ZipFile(os.path.join(folder, "t.fmu")).read(
        "terminalsAndIcons/terminalsAndIcons.xml"))
    found = [(t.get("name"), t.get("matchingRule"), [(m.get("variableName"), m.get("memberName")) for m in t])
             for t in root.iter("Terminal")]
    check(found == [("c", "plug", [("c.a", "a"), ("c.b", "b")])], "terminals", str(found))


def wrong():
    """What cannot be a package is told, and nothing is written."""
    model = write("sys.mo", BLOCKS)
    for what, words, code in (
            ("an equation of the top level", [":Sys.Bad"], "G0092"), ("no components", [":Sys.Alone"], "G0090"),
            ("potentials and flows", [":Sys.Circuit"], "G0080"), ("FMI 3", [":Sys.Loop", "--fmi", "3"], "G0093"),
            ("--outputs", [":Sys.Loop", "--outputs", "y"], "G0093"),
            ("--component", [":Sys.Loop", "--component", "c"], "G0093")):
        done = saltus("fmu", "export", model + words[0], *words[1:], "-o", "wrong.ssp")
        check(done.returncode in (1, 2) and f"[{code}]" in done.stderr, f"{what}: {code}", done.stdout + done.stderr)
        check(not os.path.exists(os.path.join(folder, "wrong.ssp")), f"{what}: nothing is written")
    done = saltus("fmu", "export", model + ":Sys.Loop", "--component", "none", "-o", "wrong.fmu")
    check(done.returncode == 1 and "[G0082]" in done.stderr, "no such component", done.stderr)


run_parts([packages, signs, components, terminals, wrong])
