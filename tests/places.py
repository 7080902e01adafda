#!/usr/bin/env python3
"""Texts of other notations that are read by way of Modelica: netlists, MUSS, diagrams of Xcos, models of CD++, FMUs.

    places.py --saltus build/saltus [--part NAME,NAME]

A message about such a text shows the line that its author wrote, and never the Modelica that was made of it. A file
may have any name: keywords and types of Modelica, digits first, blanks, and dots give classes that can be read."""
import json
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzz"))
from checks import SOURCE, check, folder, run_parts, saltus, write
from xcos_files import archive, diagram

NAMES = ["if", "model", "Real", "time", "2x", "a b", "a.b", "Spice", "der", "x'y"]
TWO = """[top]
components : V@QBGSourceEffort_Constant W@QBGSourceEffort_Constant P@QBGParallelJunction
link : e1n@V e1p@P
  link : e1n@W e2p@P
[V]
amplitude : 2
[W]
amplitude : 3
"""
ONE = TWO.replace(" W@QBGSourceEffort_Constant", " W@QBGResistanceEffortIn").replace("amplitude : 3", "R : 3") \
    .replace("  link : e1n@W e2p@P", "link : e2n@P e1p@W\nlink : f1p@W f2n@P")
CLASS = ["class Lag", "  Real u, y(start = 1);", "equation", "  der(y) = u - y;", "end Lag;"]
KEYS = ["MBLOCK", "in", "intype", "out", "outtype", "param", "paramv", "pprop", "nameF", "funtxt"]


def told(*words):
    """The messages of a command, by code."""
    done = saltus(*words, "--json")
    try:
        return {m["code"]: m for m in json.loads(done.stdout)["messages"]}
    except (ValueError, KeyError):
        return {"no JSON": {"text": done.stdout[-300:] + done.stderr[-300:]}}


def stands(messages, code, file, line, column=None):
    """The message stands in this line of the file; the columns of a caret count from 1."""
    m = messages.get(code, {})
    where = os.path.basename(m.get("file") or "?"), m.get("line"), m.get("column") if column else None
    check(where == (file, line, column), f"{code} in {file}:{line}", f"{where}, of {messages}")
    return m


def lag(lines):
    """A diagram in which a block is a class of Modelica."""
    values = []
    text = diagram([("c", "CONST_m", ["3"], "o"),
                    ("m", "MBLOCK", (KEYS, ["u"], ["E"], ["y"], ["E"], [""], (["list"],), [""], ["Lag"], lines),
                     "i1x1 o1x1"), ("s", "CSCOPE", ["1", "1", "[]", "[]", "1", "1", "1", "20", "0", ""], "i e"),
                    ("k", "SampleCLK", ["0.1", "0"], "f")], ["c.1 m.1", "m.1 s.1", "k.f1 s.e1"], dictionary=values)
    return archive(text, values)


def graphs():
    write("two.ma", TWO)
    m = stands(told("check", "two.ma"), "S0116", "two.ma", 2, 41)
    others = [(a["line"], a["column"], a["end_column"]) for a in m.get("also", [])]
    check(others == [(2, 14, 40), (3, 1, 19), (4, 3, 21)], "the links of two sources", str(others))


def diagrams():
    for name, lines, code, line, column in (
            ("good", CLASS, None, 0, 0),
            ("unknown", CLASS[:3] + ["  der(y) = u - factor*y;"] + CLASS[4:], "M0301", 4, 16),
            ("syntax", CLASS[:3] + ["  der(y) = u - ;"] + CLASS[4:], "M0115", 4, 16)):
        with open(os.path.join(folder, name + ".zcos"), "wb") as out:
            out.write(lag(lines))
        messages = told("run", name + ".zcos", "--stop", "1")
        if code:
            stands(messages, code, name + ".zcos (the class of mblock_1)", line, column)
        else:
            check(not messages, "a class in a diagram", str(messages))


def units():
    """A parameter of an FMU beyond its limits: the variable of the description."""
    write("gain.mo", "model gain\n  input Real u(start = 1);\n  parameter Real k(min = 0) = 3;\n"
          "  output Real y;\nequation\n  y = k*u;\nend gain;\n")
    done = saltus("fmu", "export", "gain.mo", "-o", "gain.fmu")
    check(done.returncode == 0, "the FMU", done.stdout + done.stderr)
    messages = told("run", "gain.fmu", "-p", "k=-4")
    description = saltus("fmu", "info", "gain.fmu", "--xml").stdout.splitlines()
    line = [i + 1 for i, text in enumerate(description) if 'name="k"' in text]
    stands(messages, "R0108", "modelDescription.xml", line[0] if line else messages["R0108"]["line"])


def names():
    """Each file is a class, whatever its name is."""
    texts = {"ma": ONE, "cir": "title\nV1 a 0 1\nR1 a 0 1k\n.tran 1u 1m\n.end\n"}
    for ending, example in (("xcos", "heater.xcos"), ("muss", "regulator.muss")):
        with open(os.path.join(SOURCE, "examples", example), encoding="utf-8") as file:
            texts[ending] = file.read()
    for ending, text in texts.items():
        for name in NAMES:
            path = write(f"{name}.{ending}", text)
            done = saltus("run", path + (":exp_filter" if ending == "muss" else ""), "--quiet", "--stop", "1e-3")
            check(done.returncode == 0, f"{name}.{ending} runs", done.stderr)
    write("ramp.mo", "model ramp\n  output Real y = time;\nend ramp;\n")
    done = saltus("fmu", "export", "ramp.mo", "-o", "g.fmu")
    check(done.returncode == 0, "the FMU", done.stdout + done.stderr)
    for name in NAMES:
        shutil.copy(os.path.join(folder, "g.fmu"), os.path.join(folder, name + ".fmu"))
        done = saltus("run", name + ".fmu", "--quiet")
        check(done.returncode == 0, f"{name}.fmu runs", done.stderr)


run_parts((graphs, diagrams, units, names))
