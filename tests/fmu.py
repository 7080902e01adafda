"""FMUs that come in: descriptions and their rules, archives that are damaged or mean harm, runs by model exchange and
co-simulation against closed forms, FMUs in models, faults of FMUs. The FMUs are ours (tests/fmu), made here."""
import json
import math
import os
import random
import re
import stat
import subprocess
import zipfile

import fmu_files as files
import fmu_liar
from checks import check, folder, near, run_parts, saltus, write


def run(model, *words, **more):
    """The final values of a run, or None."""
    done = saltus("run", model, "--json", *words, **more)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return None, done
    return answer.get("final") if answer.get("status") == "done" else None, done


def values(what, model, words, wanted, tolerance=1e-6):
    final, done = run(model, *words)
    for name, value in wanted.items():
        have = final.get(name) if final else None
        check(near(have, value, tolerance), f"{what}: {name} = {value}", f"{have}\n{done.stderr}")


# ------------------------------------------------------------------------------------------------- descriptions

def refused(what, path, code, *words, verb=("fmu", "check")):
    done = saltus(*verb, path, *words)
    check(done.returncode == 1 and f"[{code}]" in done.stderr, f"{what}: {code}",
          f"status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def rules():
    """Each rule that is broken is told with its line and its section."""
    cases = [
        ("not XML", [("</ModelStructure>", "</ModelStruct>")], "I0002"),
        ("an entity", [("<fmiModelDescription", '<!DOCTYPE a [<!ENTITY b "c">]><fmiModelDescription')], "I0002"),
        ("an attribute twice", [('modelName="Test 2"', 'modelName="a" modelName="b"')], "I0002"),
        ("another root", [("<fmiModelDescription", "<other"), ("</fmiModelDescription", "</other")], "I0003"),
        ("an unknown version", [('fmiVersion="2.0"', 'fmiVersion="4.1"')], "I0004"),
        ("no guid", [('guid="{test}"', "")], "I0010"),
        ("no number", [('start="-9.81"', 'start="abc"')], "I0011"),
        ("no causality", [('causality="output"', 'causality="outputs"')], "I0011"),
        ("a name twice", [('name="v"', 'name="h"')], "I0012"),
        ("causality and variability", [('causality="parameter" variability="fixed"',
                                        'causality="parameter" variability="continuous"')], "I0014"),
        ("no start value", [('<Real start="-9.81"/>', "<Real/>")], "I0015"),
        ("a unit that is not defined", [('<Real start="-9.81"/>', '<Real start="-9.81" unit="m"/>')], "I0017"),
        ("min above max", [('<Real start="-9.81"/>', '<Real start="-9.81" min="1" max="-20"/>')], "I0018"),
        ("an index that is not there", [('<Unknown index="2" dependencies=""/>', '<Unknown index="77"/>')], "I0019"),
        ("kinds of dependencies", [('<Unknown index="3"/>',
                                    '<Unknown index="3" dependencies="2" dependenciesKind="fixed fixed"/>')], "I0020"),
        ("a derivative of nothing", [('derivative="1"', 'derivative="40"')], "I0021"),
        ("an identifier that is no name", [('modelIdentifier="test"', 'modelIdentifier="te st"')], "I0024"),
    ]
    for what, change, code in cases:
        path = files.fmu(folder, "rule", 2, change=change)
        done = refused(what, path, code)
        check("modelDescription.xml:" in done.stderr or code in ("I0002",), f"{what}: the line is told", done.stderr)
    done = saltus("fmu", "check", files.fmu(folder, "rule", 2, change=cases[9][1]))
    check("FMI 2.0, ModelVariables" in done.stderr, "the rule is told", done.stderr)
    old = ('<fmiModelDescription fmiVersion="1.0" modelName="C" modelIdentifier="C" guid="1" '
           'numberOfContinuousStates="0" numberOfEventIndicators="0"><ModelVariables><ScalarVariable name="u" '
           'valueReference="1" causality="input"><Real start="0"/></ScalarVariable><ScalarVariable name="y" '
           'valueReference="2" causality="output"><Real/><DirectDependency><Name>\n  %s\n </Name></DirectDependency>'
           '</ScalarVariable></ModelVariables></fmiModelDescription>')
    refused("FMI 1.0: a name that is no input", files.archive(folder, "old", [("modelDescription.xml", old % "w")]),
            "I0020")
    done = saltus("fmu", "check", files.archive(folder, "old", [("modelDescription.xml", old % "u")]))
    check("I0020" not in done.stderr and "I0041" in done.stderr, "FMI 1.0: blanks around a name", done.stderr)
    two = description3('<Float64 name="a" valueReference="1" causality="output"/>'
                       '<Float64 name="b" valueReference="1"/>', '<Output valueReference="1"/>')
    refused("value references twice", files.archive(folder, "twice", [("modelDescription.xml", two)]), "I0013")
    arrays = description3('<Float64 name="a" valueReference="1" causality="parameter" variability="fixed" start="1 2">'
                          '<Dimension start="3"/></Float64>', "")
    refused("wrong array sizes", files.archive(folder, "arrays", [("modelDescription.xml", arrays)]), "I0016")
    sizes = description3('<Float64 name="a" valueReference="1" causality="parameter" variability="fixed" start="1">'
                         '<Dimension valueReference="9"/></Float64>', "")
    refused("a size of nothing", files.archive(folder, "sizes", [("modelDescription.xml", sizes)]), "I0022")
    for what, variables in (
            ("a clock that is none", '<Float64 name="a" valueReference="1" clocks="9"/>'),
            ("no interval", '<Clock name="c" valueReference="2" causality="input" intervalVariability="constant"/>')):
        path = files.archive(folder, "clocks", [("modelDescription.xml", description3(variables, ""))])
        refused(what, path, "I0023")
    alone = description3('<Float64 name="a" valueReference="1"/>', "", interface="")
    refused("no interface", files.archive(folder, "alone", [("modelDescription.xml", alone)]), "I0025")


def description3(variables, structure, interface='<ModelExchange modelIdentifier="test"/>'):
    return (f'<fmiModelDescription fmiVersion="3.0" modelName="T" instantiationToken="t">\n{interface}\n'
            f"<ModelVariables>\n{variables}\n</ModelVariables>\n<ModelStructure>{structure}</ModelStructure>\n"
            "</fmiModelDescription>")


def info():
    done = saltus("fmu", "info", files.fmu(folder, "info", 2))
    check(done.returncode == 0 and "2 states, 1 event indicators, 6 variables" in done.stdout, "info", done.stdout)
    check(re.search(r"^version +1\.7$", done.stdout, re.M), "the version of the model", done.stdout)
    done = saltus("fmu", "check", files.fmu(folder, "info", 2))
    check(done.returncode == 0 and "keeps the rules" in done.stdout, "check", done.stdout + done.stderr)
    everything = description3(
        '<Float64 name="a" valueReference="1" causality="parameter" variability="tunable" start="2.5" unit="m"/>'
        '<Float64 name="s" valueReference="2" causality="output" start="0.125" initial="exact"><Dimension start="1"/>'
        '</Float64><Float64 name="r" valueReference="3" derivative="4"/><Float64 name="x" valueReference="4"/>'
        '<Boolean name="on" valueReference="5" causality="input" start="true"/>',
        '<Output valueReference="2" dependencies="1 5"/><ContinuousStateDerivative valueReference="3"/>',
        interface='<ModelExchange modelIdentifier="me"/><CoSimulation modelIdentifier="co"/>'
                  '<ScheduledExecution modelIdentifier="sched"/><UnitDefinitions><Unit name="m"/></UnitDefinitions>'
                  '<DefaultExperiment startTime="0.5" stopTime="7.5" tolerance="1e-5" stepSize="0.25"/>')
    everything = everything.replace(' modelName="T"', ' modelName="T" description="a test" version="3.1" '
                                    'author="A. B." copyright="no one" license="any" generationTool="by hand" '
                                    'generationDateAndTime="2024-01-02T03:04:05Z"')
    done = saltus("fmu", "info", files.archive(folder, "all", [("modelDescription.xml", everything)]))
    for words in ("T", "a test", "3.1", "3.0", "by hand", "2024-01-02T03:04:05Z", "A. B.", "no one", "any", "me", "co",
                  "sched", "0.5", "7.5", "1e-0?5", "0.25", "a .*parameter.*tunable.*m .*2.5", r"s\[1\] .*output.*0.125",
                  "r .*derivative of x", "on .*Boolean.*input.*true", "s: a on", "1 states"):
        check(re.search(r"(?<!\w)" + words + r"(?!\w)", done.stdout), f"info has {words}", done.stdout + done.stderr)
    done = saltus("fmu", "chek", "a.fmu")
    check(done.returncode == 2 and "did you mean 'check'" in done.stderr, "a word that is not known", done.stderr)


# ---------------------------------------------------------------------------------------------------- archives

def archives():
    good = ("modelDescription.xml", files.description(2))
    link = zipfile.ZipInfo("resources/link")
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    refused("a link", files.archive(folder, "link", [good, (link, "/etc/passwd")]), "I0001")
    for what, name in [("out of the folder", "resources/../../x"), ("absolute", "/tmp/x"), ("\\", "a\\..\\x"),
                       ("a drive", "c:/x")]:
        path = files.archive(folder, "slip", [good, (name, "x")])
        done = refused(what, path, "I0001")
        done = refused(what + ", run", path, "I0001", verb=("run",))
        check(not os.path.exists(os.path.join(folder, "x")), what + ": nothing is written")
    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        refused("one name twice", files.archive(folder, "two", [good, ("a", "x"), ("a", "y")]), "I0001")
    path = files.fmu(folder, "whole", 2)
    bytes_ = open(path, "rb").read()
    write_bytes("short.fmu", bytes_[:len(bytes_) // 2])
    refused("half of an archive", "short.fmu", "I0001")
    write_bytes("none.fmu", b"this is no archive")
    refused("no archive", "none.fmu", "I0001")
    write_bytes("bomb.fmu", bomb())
    refused("a bomb", "bomb.fmu", "I0001")
    refused("no description", files.archive(folder, "empty", [("a.txt", "x")]), "I0003")
    refused("the description in a folder",
            files.archive(folder, "deep", [("a/modelDescription.xml", good[1])]), "I0003")
    damaged = bytearray(bytes_)
    at = damaged.find(b"PK\x03\x04")
    for k in range(at + 200, at + 400):
        damaged[k] ^= 0x5a
    write_bytes("damaged.fmu", bytes(damaged))
    refused("a damaged member", "damaged.fmu", "I0001")


def write_bytes(name, content):
    with open(os.path.join(folder, name), "wb") as f:
        f.write(content)


def bomb():
    """A member that says it is small and is said to unpack to much more than it can."""
    path = files.archive(folder, "b", [("modelDescription.xml", "x" * 100)])
    content = bytearray(open(path, "rb").read())
    at = content.find(b"PK\x01\x02")
    content[at + 24:at + 28] = (400 << 20).to_bytes(4, "little")
    return bytes(content)


# ---------------------------------------------------------------------------------------------------- libraries

def libraries():
    done = refused("another platform", files.fmu(folder, "win", 2, platform="win64"), "I0041")
    check("win64" in done.stderr, "the platforms are told", done.stderr)
    refused("an identifier that lies", files.fmu(folder, "lies", 2, identifier="other"), "I0044")
    refused("a missing function", files.fmu(folder, "missing", 2, fault=9), "I0043")
    refused("a library of another version", files.fmu(folder, "version", 2, fault=7), "I0043")
    path = files.archive(folder, "text", [("modelDescription.xml", files.description(2)),
                                          ("binaries/linux64/test.so", "no library")])
    refused("no library", path, "I0043")
    source = files.fmu(folder, "source", 6, sources=True)
    final, done = run(source, "--input", "u=-1")
    check(final is not None and near(final["y"], -1), "sources are compiled", done.stderr)
    refused("sources that cannot be compiled", files.archive(folder, "bad", [
        ("modelDescription.xml", files.description(6)), ("sources/a.c", "int a(void) { return b; }")]), "I0046")
    os.environ["CC"] = "no-such-compiler"
    refused("no compiler", files.archive(folder, "nocc", [
        ("modelDescription.xml", files.description(6)), ("sources/a.c", "int b;")]), "I0045")
    del os.environ["CC"]


# --------------------------------------------------------------------------------------------------------- runs

def ball_at(stop, e=0.7, g=9.81):
    """Height and velocity of a ball that is dropped from 1 m."""
    t, v, h = 0.0, 0.0, 1.0
    while True:
        hit = (v + math.sqrt(v * v + 2 * g * h)) / g
        if t + hit >= stop:
            d = stop - t
            return h + v * d - g * d * d / 2, v - g * d
        t, v, h = t + hit, e * math.sqrt(v * v + 2 * g * h), 0.0


def runs():
    h, v = ball_at(1.5)
    for state in (False, True):
        for words in ([], ["--in-process"], ["--solver", "cvode"]):
            values(f"ball {words} state={state}", files.fmu(folder, f"ball{state}", 2, state=state),
                   ["--me", "--stop", "1.5", "--tol", "1e-9"] + words, {"h": h, "v": v}, 1e-5)
    h, v = ball_at(1.5, e=0.8)
    values("a parameter", "ballFalse.fmu", ["--stop", "1.5", "-p", "e=0.8", "--tol", "1e-9"], {"h": h, "v": v}, 1e-5)
    counter = files.fmu(folder, "counter", 3)
    values("time events", counter, ["--stop", "1.9"], {"n": 3})
    done = saltus("run", counter, "--stop", "20", "--json")          # E386
    answer = json.loads(done.stdout)
    check(answer["status"] == "terminated" and answer["time"]["stop"] == 5 and answer["final"]["n"] == 10,
          "an FMU that ends the run", done.stdout[-500:])
    done = saltus("run", "ballFalse.fmu", "--stop", "1.5", "--log", "fmi")
    # E383: two bounces are two events; the height that is above zero again behind a bounce makes none
    check(done.stderr.count("fmi2EnterEventMode(") == 2, "two events", done.stderr[-500:])
    # E382
    values("a discrete input", counter, ["--stop", "1.9", "--input", "on=time > 0.7"], {"n": 5})
    values("a discrete input in steps", counter, ["--cs", "--stop", "1.9", "--input", "on=time > 0.7"], {"n": 5})
    # E384: x' = 1: wants an event behind the first step with x > 1, so x is 0 again; y counts. Fixed steps tell when.
    stepper = files.fmu(folder, "stepper", 5)
    values("step events", stepper, ["--solver", "euler", "--step", "0.15", "--stop", "3"], {"y": 2, "x": 0.9}, 1e-9)
    values("co-simulation", files.fmu(folder, "cap", 1), ["--cs", "--input", "'in'=2", "--stop", "2"], {"V": 2}, 1e-9)
    values("model exchange", "cap.fmu", ["--me", "--input", "'in'=sin(time)", "--stop", "2", "--tol", "1e-9"],
           {"V": (1 - math.cos(2)) / 2, "A": math.sin(2)})
    done = refused("an interface that is not there", files.fmu(folder, "onlyme", 2, change=[
        ('<CoSimulation modelIdentifier="test" canHandleVariableCommunicationStepSize="true"\n'
         '    canInterpolateInputs="true"/>', "")]), "I0060", "--cs", verb=("run",))
    done = saltus("fmu", "compare", "cap.fmu", "--tol", "0.01")
    check(done.returncode == 0, "compare: one interface with the other", done.stdout + done.stderr)
    done = saltus("run", "cap.fmu", "--stop", "0.1", "--log", "fmi")
    check("fmi2GetDerivatives(" in done.stderr and "fmi2SetTime(time=" in done.stderr, "the log of calls", done.stderr)


def models():
    """FMUs as components: E12.3, E12.4, E12.9, loops, several of one kind; E380, E381, E385."""
    files.fmu(folder, "cap", 1)
    files.fmu(folder, "gain", 4)
    files.fmu(folder, "slope", 4, directional=True)
    files.fmu(folder, "integrator", 6)
    # E12.3: V does not depend on `in`, so in = -k V is no loop: V' = -(k/C) V, A = in
    write("Loop.mo", 'block Cap external "FMI"; annotation(__Saltus(fmu = "cap.fmu")); end Cap;\n'
          "model Loop\n  Cap p(x(start = 1));\n  parameter Real k = 3;\nequation\n  p.'in' = -k*p.V;\nend Loop;\n")
    done = saltus("check", "Loop.mo:Loop")
    check(done.returncode == 0 and done.stdout.count(" 0 loops") == 2, "E12.3: no loop", done.stdout + done.stderr)
    values("E12.3", "Loop.mo:Loop", ["--stop", "1", "--tol", "1e-9"],
           {"p.V": math.exp(-1.5), "p.A": -3 * math.exp(-1.5)})
    # E12.4: each of the outputs is computed by itself. y = k u + 1 with u = -y: y = 1/(1 + k); z = y^2
    for name in ("gain", "slope"):
        write("Real.mo", f"model M\n  G g;\nequation\n  g.u = -g.y;\nend M;\n")
        values(f"a loop over an FMU, {name}", "Real.mo:M", ["--fmu", f"G={name}.fmu"],
               {"g.y": 1 / 1.5, "g.z": 1 / 2.25})
    write("Two.mo", "model T\n  G a(k = 0.5), b(k = 0.25);\nequation\n  a.u = b.y;\n  b.u = a.y;\nend T;\n")
    values("two instances in a loop", "Two.mo:T", ["--fmu", "G=gain.fmu"],
           {"a.y": 1.5 / 0.875, "b.y": 1.25 / 0.875})
    # E12.9: x' = u, u = -y by co-simulation with h = 0.1: x(1) = 0.9^10; delayed with input interpolation
    write("Steps.mo", "model S\n  I i;\nequation\n  i.u = -i.y;\nend S;\n")
    values("E12.9", "Steps.mo:S", ["--fmu", "I=integrator.fmu", "--cs", "--fmu-step", "0.1", "--stop", "1"],
           {"i.y": 0.9 ** 10}, 1e-9)
    values("E12.9, model exchange", "Steps.mo:S", ["--fmu", "I=integrator.fmu", "--me", "--stop", "1", "--tol", "1e-9"],
           {"i.y": math.exp(-1)})
    write("Wrong.mo", 'block W Real nothing; external "FMI"; annotation(__Saltus(fmu = "cap.fmu")); end W;\n'
          "model M W w; end M;\n")
    refused("a declaration that the FMU does not have", "Wrong.mo:M", "I0061", verb=("run",))
    write("Kind.mo", 'block W input Integer \'in\'; external "FMI"; annotation(__Saltus(fmu = "cap.fmu")); end W;\n'
          "model M W w; end M;\n")
    refused("a declaration of another type", "Kind.mo:M", "I0062", verb=("run",))
    write("File.mo", 'block W external "FMI"; end W;\nmodel M W w; end M;\n')
    refused("no file", "File.mo:M", "I0065", verb=("run",))
    refused("a class of an FMU", "cap.fmu:other", "I0067", verb=("run",))


def saved():
    """A run that is saved and goes on has the same result, with FMUs that can save their state and others."""
    for state in (False, True):
        path = files.fmu(folder, f"saved{state}", 2, state=state)
        words = ["--stop", "1.5", "--step", "0.1", "--solver", "cvode"]
        saltus("run", path, *words, "--checkpoint", "c.save", "--every", "0.5", "-o", "whole.csv")
        done = saltus("run", path, *words, "--resume", "c.save", "-o", "rest.csv")
        same = os.path.exists(os.path.join(folder, "rest.csv")) and \
            open(os.path.join(folder, "whole.csv")).read() == open(os.path.join(folder, "rest.csv")).read()
        check(same, f"goes on from a checkpoint, state={state}", done.stderr)


# ------------------------------------------------------------------------------------------------------- faults

def faults():
    for what, fault, words, said in [
            ("a crash", 1, [], "has crashed"), ("an endless loop", 2, ["--fmu-limit", "2"], "has not come back from"),
            ("NaN", 3, [], "is NaN"), ("an error", 4, [], "has returned 'error'"), ("exit", 6, [], "exit"),
            ("discrete states that do not settle", 8, [], "do not settle")]:
        for kind in ("--me", "--cs"):
            if fault in (3, 8) and kind == "--cs":
                continue
            done = saltus("run", files.fmu(folder, f"fault{fault}", 1, fault=fault), kind, *words)
            check(done.returncode == 1 and said in done.stderr and "fmi2" in done.stderr or fault in (3, 8) and said in
                  done.stderr, f"{what} {kind}", f"status {done.returncode}\n{done.stderr}")
    done = saltus("run", files.fmu(folder, "talks", 1, fault=5), "--json")
    try:
        json.loads(done.stdout)
        good = True
    except ValueError:
        good = False
    check(good and "this goes to the standard output" in done.stderr, "an FMU that prints", done.stdout[:300])
    left = subprocess.run(["ps", "-eo", "args"], stdout=subprocess.PIPE, universal_newlines=True).stdout
    check(not [line for line in left.splitlines() if folder in line and "saltus" in line and "fmu.py" not in line],
          "no process is left", left)


MANY = """model Many
  input Real u(start = 1);
  input Boolean b(start = false);
  parameter Real k = 2;
  output Real y, w;
  output Integer n(start = 0, fixed = true);
  output Boolean o;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x + u;
  y = 1 + x;
  w = 3 + y*y;
  o = b or x > 0.7;
  when sample(0.3, 0.3) then
    n = pre(n) + 1;
  end when;
end Many;
"""
WORDS = {1: "warning", 2: "discard", 3: "error", 4: "fatal"}
UNANSWERED = ("Instantiate", "FreeInstance")         # have no status
BEHIND = ("Terminate", "FreeFMUstate", "FreeFMUState")          # nothing depends on theirs but what is called behind


def rows():
    """A value that an FMU does not give at the time of a row only is no number there, and is told (R0890)."""
    path = files.fmu(folder, "row", 6, fault=10)
    done = saltus("run", path, "--me", "--stop", "1", "--step", "0.1", "-o", "rows.csv", "--input", "u=2")
    lines = open(os.path.join(folder, "rows.csv")).read().splitlines()
    column = lines[0].split(",").index("y")
    at = {round(float(line.split(",")[0]), 6): line.split(",")[column] for line in lines[1:]}
    check(done.returncode == 0 and done.stderr.count("[R0890]") == 1 and "at time 0.3 " in done.stderr,
          "a row without values is told once", done.stderr)
    check(at.get(0.3, "").lower() == "nan" and near(float(at[0.2]), 1.4) and near(float(at[0.4]), 1.8),
          "a row without values", "\n".join(lines[:8]))


def final_of(done):
    try:
        return json.loads(done.stdout).get("final")
    except ValueError:
        return None


def statuses():
    """Generated: each function of both versions gives each status, from the start or later. A warning changes nothing
    and is told; whatever else a run needs ends it with the name of the function, and no value is made up."""
    write("Many.mo", MANY)
    cases, truth = [], {}
    for version in (2, 3):
        done = saltus("fmu", "export", "Many.mo", "--fmi", str(version), "-o", f"many{version}.fmu", "--no-check")
        check(done.returncode == 0, f"Many as FMI {version}", done.stderr)
        for kind in ("--me", "--cs"):
            done = saltus("run", f"many{version}.fmu", kind, "--stop", "1", "--json", "--log", "fmi")
            truth[version, kind] = final_of(done)
            for function in sorted(set(re.findall(r"(fmi\d\w+)\(", done.stderr))):
                # is it called at all with times of 0.5 or more?
                late = function in done.stderr[done.stderr.rfind("time=0.6"):] or "DoStep" in function
                cases += [(version, kind, function, status, time) for status in WORDS
                          for time in ((-1, 0.5) if late else (-1,))
                          if not any(word in function for word in UNANSWERED)]
    seed = int(os.environ.get("SALTUS_SEED", random.randrange(10 ** 6)))
    print(f"SALTUS_SEED={seed}")
    every = [case for case in cases if "SetContinuousStates" in case[2] and case[3:] == (2, -1)]
    for version, kind, function, status, time in random.Random(seed).sample(cases, 36) + every:
        path = fmu_liar.lie(folder, os.path.join(folder, f"many{version}.fmu"), "liar", version, function, status, time)
        done = saltus("run", path, kind, "--stop", "1", "--json")
        what = f"{function} {kind} gives '{WORDS[status]}' from {time} on"
        said = f"{function}" in done.stderr + done.stdout and f"has returned '{WORDS[status]}'" in \
            done.stderr + done.stdout
        if status == 1 or any(word in function for word in BEHIND):
            check(done.returncode == 0 and final_of(done) == truth[version, kind] and
                  (said or status != 1 or any(word in function for word in BEHIND)), what, done.stdout + done.stderr)
        else:
            made_up = "\"y\":0," in done.stdout or "\"w\":0," in done.stdout
            check(done.returncode == 1 and said and not made_up, what, done.stdout + done.stderr)


if __name__ == "__main__":
    run_parts((info, rules, archives, libraries, runs, models, saved, faults, rows, statuses))
