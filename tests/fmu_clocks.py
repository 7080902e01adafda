#!/usr/bin/env python3
"""Clocks of FMUs (docs/events.md, E693, E694): tests/fmu/clocks.c has one of each kind, and refuses calls that the
standard does not allow.

    fmu_clocks.py --saltus build/saltus [--part NAME]"""
import csv
import os
import subprocess

import fmu_files
from checks import check, final, folder, near, run_parts, saltus, write

HERE = os.path.dirname(os.path.abspath(__file__))
CLOCKS = [(1, "periodic", 'causality="input" intervalVariability="constant" intervalDecimal="0.5" shiftDecimal="0.25"'),
          (2, "changing", 'causality="input" intervalVariability="changing"'),
          (3, "countdown", 'causality="input" intervalVariability="countdown"'),
          (4, "triggered", 'causality="input" intervalVariability="triggered"'),
          (5, "fixed", 'causality="input" intervalVariability="fixed"'),
          (7, "ticked", 'causality="output" intervalVariability="triggered"')]


def description(changes=()):
    rows = [f'<Clock name="{name}" valueReference="{reference}" {words}/>' for reference, name, words in CLOCKS]
    rows += [f'<Int32 name="n{k}" valueReference="{10 + k}" causality="output" clocks="{k}"/>' for k in range(1, 6)]
    rows += ['<Float64 name="x" valueReference="20" causality="output" initial="exact" start="0"/>',
             '<Float64 name="r" valueReference="21" derivative="20"/>',
             '<Float64 name="y1" valueReference="22" causality="output" variability="discrete" clocks="1"/>',
             '<Float64 name="z" valueReference="23" causality="output" variability="discrete" clocks="7"/>',
             '<Float64 name="u1" valueReference="24" causality="input" variability="discrete" clocks="1" start="0"/>',
             '<Float64 name="period" valueReference="25" causality="parameter" variability="fixed" start="0.4"/>']
    outputs = "".join(f'<Output valueReference="{k}"/>' for k in (7, 11, 12, 13, 14, 15, 20, 22, 23))
    flags = 'modelIdentifier="clocks" canGetAndSetFMUState="true" canSerializeFMUState="true"'
    text = (f'<fmiModelDescription fmiVersion="3.0" modelName="Clocks" instantiationToken="t">\n'
            f'<ModelExchange {flags}/><CoSimulation {flags} hasEventMode="true" '
            'canHandleVariableCommunicationStepSize="true"/>\n<DefaultExperiment stopTime="2" stepSize="0.1"/>\n'
            f"<ModelVariables>\n" + "\n".join(rows) + "\n</ModelVariables>\n"
            f'<ModelStructure>{outputs}<ContinuousStateDerivative valueReference="21"/></ModelStructure>\n'
            "</fmiModelDescription>")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def fmu(name="clocks", changes=(), source=None):
    library = os.path.join(folder, "clocks.so")
    if source or not os.path.exists(library):
        path = source or os.path.join(HERE, "fmu", "clocks.c")
        library = os.path.join(folder, name + ".so")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-w", path, "-o", library, "-lm"], check=True)
    with open(library, "rb") as file:
        return fmu_files.archive(folder, name, [("modelDescription.xml", description(changes)),
                                                ("binaries/x86_64-linux/clocks.so", file.read())])


LOOP = """model Loop
  Clocks c(period = 0.4);
  discrete Real level(start = 0, fixed = true);
  Integer seen(start = 0, fixed = true);
  Boolean second = time > 0.6 and time < 1;
equation
  c.u1 = 3 + level;
  c.triggered = second;
  when change(c.ticked) then
    seen = pre(seen) + 1;
  end when;
  when time > 0.5 then
    level = 1;
  end when;
end Loop;
"""


def exchange():
    """By model exchange each clock ticks at its times (E693): known by hand, up to time 2."""
    fmu()
    model = write("Loop.mo", LOOP)
    words = ["--fmu", "Clocks=clocks.fmu", "--stop", "2"]
    for more in ([], ["--in-process"], ["--solver", "euler", "--step", "0.01"]):
        found = final(model, *words, *more)
        wanted = {"c.n1": 4, "c.n2": 5, "c.n3": 3, "c.n4": 1, "c.n5": 6, "c.ticked": 2, "c.z": 40, "c.y1": 8, "seen": 2}
        for name, value in wanted.items():
            check(found.get(name) == value, f"E693: {name} is {value} {more}", str(found))
        check(near(found.get("c.x"), 2 + 1.4, 1e-6), "E693: what the triggered clock has changed", str(found))
    done = saltus("run", model, *words, "-o", "loop.csv")
    with open(os.path.join(folder, "loop.csv")) as file:
        rows = list(csv.DictReader(file))
    times = {name: [] for name in ("c.n1", "c.n2", "c.n3", "c.n5")}
    for before, after in zip(rows, rows[1:]):
        for name in times:
            if before[name] != after[name]:
                times[name].append(float(after["time"]))
    wanted = {"c.n1": [0.25, 0.75, 1.25, 1.75], "c.n2": [0.1, 0.3, 0.6, 1.0, 1.5], "c.n3": [0.55, 1.05, 1.55],
              "c.n5": [0, 0.4, 0.8, 1.2, 1.6, 2.0]}
    for name, list_ in wanted.items():
        found = times[name]
        check(len(found) == len(list_) and all(near(a, b, 1e-12) for a, b in zip(found, list_)),
              f"E693: the times at which {name} ticks", f"{found} {done.stderr}")
    y = {float(row["time"]): float(row["c.y1"]) for row in rows}
    check(y[0.5] == 6 and y[max(t for t in y if t < 0.75)] == 6 and y[2.0] == 8,
          "E693: a clocked output holds its value, and a clocked input is read at ticks", str(y))


def pulses():
    """A triggered clock ticks where its input becomes true, for an instant too."""
    fmu()
    model = write("Pulse.mo", "model Pulse\n  Clocks c;\nequation\n  c.u1 = 0;\n"
                  "  c.triggered = sample(0.2, 0.5);\nend Pulse;\n")
    found = final(model, "--fmu", "Clocks=clocks.fmu", "--stop", "2")
    check(found.get("c.n4") == 4, "ticks of a sample", str(found))


def steps():
    """By co-simulation steps end where clocks tick (E694)."""
    fmu()
    model = write("Loop.mo", LOOP)
    for step in ("0.1", "0.07", "1.9"):
        found = final(model, "--fmu", "Clocks=clocks.fmu", "--cs", "--fmu-step", step, "--stop", "1.95")
        held = {"c.n1": 4, "c.n2": 5, "c.n3": 3, "c.n5": 5, "c.ticked": 2}
        if step == "1.9":
            held["c.n1"], held["c.n5"] = 4, 5
        for name, value in held.items():
            check(found.get(name) == value, f"E694: {name} is {value} with steps of {step}", str(found))


def saved():
    """A run that goes on from a checkpoint ticks as the whole one did, with states as bytes and without."""
    write("Loop.mo", LOOP)
    plain = [(' canGetAndSetFMUState="true" canSerializeFMUState="true"', "")]
    for name, changes in (("clocks", []), ("plain", plain)):
        fmu(name, changes)
        words = ["Loop.mo", "--fmu", f"Clocks={name}.fmu", "--stop", "2", "--step", "0.1", "--solver", "cvode"]
        saltus("run", *words, "--checkpoint", "c.save", "--every", "0.65", "-o", "whole.csv")
        done = saltus("run", *words, "--resume", "c.save", "-o", "rest.csv")
        with open(os.path.join(folder, "whole.csv")) as a, open(os.path.join(folder, "rest.csv")) as b:
            check(a.read() == b.read(), f"goes on from a checkpoint, {name}", done.stderr)


def wrong():
    """What is wrong with clocks is told."""
    with open(os.path.join(HERE, "fmu", "clocks.c")) as file:
        text = file.read()
    for what, old, new, said in (
            ("no functions of clocks", "fmi3GetIntervalDecimal", "fmi3GetIntervals", "or of clocks"),
            ("an interval of zero", "*r == FIXED ? m->period", "*r == FIXED ? 0", "interval of its clock 'fixed' is 0"),
            ("an interval that is no number", "0.1 * (m->n[CHANGING] + 1)", "NAN", "its clock 'changing' is nan"),
            ("an error", "*value = ticked(m);", "return 3;", "fmi3GetClock has returned 'error'"),
            ("a clock that ticks for ever", "0.1 * (m->n[CHANGING] + 1)", "0", "do not settle")):
        assert old in text, old
        path = fmu("wrong", source=write("wrong.c", text.replace(old, new)))
        done = saltus("run", path, "--stop", "1")
        check(done.returncode == 1 and said in done.stderr, what, done.stdout + done.stderr)
        os.remove(os.path.join(folder, "wrong.so"))


run_parts([exchange, pulses, steps, saved, wrong])
