#!/usr/bin/env python3
"""Diagrams of Xcos (docs/xcos.md): blocks against closed forms, archives and dictionaries, conversion, and files that
are damaged or wrong.

    xcos.py --saltus build/saltus
"""
import argparse
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

from xcos_files import archive, diagram

SINK = ("s", "CSCOPE", ["1"], "i e")
CLOCK = ("d", "EVTDLY_c", ["0.1", "0"], "e f")
TICKS = ["d.f1 d.e1"]


def of(kind, texts, ports="o", stop=1, inputs=(), more=(), links=(), context=""):
    """A block b with constants before it and a sink after it."""
    blocks = [(f"c{k}", "CONST_m", [v], "o") for k, v in enumerate(inputs, 1)]
    blocks += [("b", kind, texts, ports), SINK, *more]
    return diagram(blocks, [f"c{k}.1 b.{k}" for k in range(1, len(inputs) + 1)] + ["b.1 s.1", *links], stop, context)


def loop(stop=2):
    return diagram([("x", "INTEGRAL_m", ["[1; 2]", "0", "0", "1", "-1"], "i o"), ("g", "GAINBLK", ["-k"], "i o"), SINK],
                   ["x.1 g.1", "g.1 x.1", "x.1 s.1"], stop, "k = 0.5 // 1/s\nn = 3;")


def steps(kind, texts, stop, context=""):
    return of(kind, texts, "i o e", stop, ["2"], [CLOCK], [*TICKS, "d.f1 b.e1"], context)


INNER = diagram([("i", "IN_f", ["1"], "o"), ("g", "GAINBLK", ["a*J"], "i o"), ("o", "OUT_f", ["1"], "i")],
                ["i.1 g.1", "g.1 o.1"])

# Name, diagram, and at its end the value of the signal at the sink (a list: a column).
KNOWN = [
    ("constant", of("CONST_m", ["[1;-2;3]"]), [1, -2, 3]),
    ("sine", of("GENSIN_f", ["2", "3", "0.5"]), 2*math.sin(3.5)),
    ("ramp", of("RAMP", ["2", "0.25", "1"]), 2.5),
    ("step", of("STEP", ["0.5", "1", "4"], "o"), 4),
    ("time", of("TIME_f", []), 1),
    ("decay", loop(), [math.exp(-1), 2*math.exp(-1)]),
    ("gain of a matrix", of("GAINBLK", ["[1 2; 3 4]"], "i o", inputs=["[5;6]"]), [17, 39]),
    ("sum", of("BIGSOM_f", ["[1;-2]"], "i i o", inputs=["[5;6]", "[1;1]"]), [3, 4]),
    ("product", of("PRODUCT", ["[1;-1]"], "i i o", inputs=["6", "4"]), 1.5),
    ("absolute value", of("ABS_VALUE", ["1"], "i o", inputs=["-3"]), 3),
    ("tangent", of("TrigFun", ["tan"], "i o", inputs=["0.5"]), math.tan(0.5)),
    ("mux", of("MUX", ["2"], "i i o", inputs=["[5;6]", "7"]), [5, 6, 7]),
    ("saturation", of("SATURATION", ["1", "-1", "1"], "i o", inputs=["[3;0.5;-3]"]), [1, 0.5, -1]),
    ("dead band", of("DEADBAND", ["1", "-2", "1"], "i o", inputs=["[3;0.5;-3]"]), [2, 0, -1]),
    ("quantization", of("QUANT_f", ["0.5", "4"], "i o", inputs=["1.1"]), 1.5),
    ("table", of("INTRPLBLK_f", ["[0;1;3]", "[0;2;4]"], "i o", inputs=["2"]), 3),
    ("switch", of("SWITCH2_m", ["1", "0", "2", "1"], "i i1x1 i o", inputs=["1", "2", "3"]), 1),
    ("relation", of("RELATIONALOP", ["2", "0"], "i i o", inputs=["1", "2"]), 1),
    ("logic", of("LOGICAL_OP", ["2", "0"], "i i o", inputs=["1", "0"]), 0),
    ("matrices", of("MATMUL", ["1"], "i-1x-2 i-2x-3 o-1x-3", inputs=["[1 2; 3 4]", "[1;1]"]), [3, 7]),
    ("transposed", of("MATTRAN", ["1"], "i-1x-2 o-2x-1", inputs=["[1 2 3]"]), [1, 2, 3]),
    ("extracted", of("EXTRACT", ["1", "[2 1]", "1"], "i-1x-2 o2x1", inputs=["[1 2; 3 4]"]), [3, 1]),
    ("expression", of("EXPRESSION", ["2", "a*u1 + u2^2", "1"], "i1x1 i1x1 o1x1", inputs=["2", "3"],
                      context="a = 10"), 29),
    ("transfer function", of("CLR", ["1", "1 + T*s"], "i1x1 o1x1", inputs=["1"], context="T = 0.5"), 1 - math.exp(-2)),
    ("state space", of("CLSS", ["[0 1;-1 0]", "[0;0]", "[1 0]", "0", "[1;0]"], "i1x1 o1x1", inputs=["0"]), math.cos(1)),
    ("delay", of("TIME_DELAY", ["0.25", "0", "1024"], "i o", inputs=["7"]), 7),
    ("counter", of("Modulo_Count", ["0", "4"], "o e", 0.95, more=[CLOCK], links=[*TICKS, "d.f1 b.e1"]), 9 % 4),
    ("unit delay", steps("DOLLAR_m", ["5", "0"], 0.05), 5),
    ("unit delay, later", steps("DOLLAR_m", ["5", "0"], 0.15), 2),
    ("register", steps("REGISTER", ["7;8;9"], 0.25), 9),
    ("discrete state space", steps("DLSS", ["0.5", "1", "1", "0", "0"], 0.35), 2*(1 + 0.5 + 0.25)),
    ("discrete transfer function", steps("DLR", ["1", "z - 0.5"], 0.35), 3.5),
    ("hold", of("SAMPHOLD_m", ["1"], "i o e", 0.55, more=[CLOCK, ("t", "TIME_f", [], "o")],
                links=[*TICKS, "d.f1 b.e1", "t.1 b.1"]), 0.5),
    ("converted to int8", of("CONVERT", ["1", "5", "0"], "i o", inputs=["200.7"]), -56),
    ("super block with a mask", diagram([("c", "CONST_m", ["2"], "o"), ("u", "SUPER_f", [], "i o", INNER), SINK],
                                        ["c.1 u.1", "u.1 s.1"], 1, "a = 3; J = 7"), 42),
    ("tags", diagram([("c", "CONST_m", ["2"], "o"), ("g", "GOTO", ["A", "1"], "i"), ("f", "FROM", ["A"], "o"), SINK],
                     ["c.1 g.1", "f.1 s.1"]), 2),
    ("a split", diagram([("c", "CONST_m", ["2"], "o"), ("p", "SPLIT_f", [], "i o o"), ("g", "GAINBLK", ["5"], "i o"),
                         ("m", "MUX", ["2"], "i i o"), SINK],
                        ["c.1 p.1", "p.1 g.1", "p.2 m.1", "g.1 m.2", "m.1 s.1"]), [2, 10]),
    ("an RC circuit", diagram([("v", "ConstantVoltage", ["5"], "p q"), ("r", "Resistor", ["2"], "p q"),
                               ("c", "Capacitor", ["0.25", "0"], "p q"), ("g", "Ground", [], "p"),
                               ("w", "VoltageSensor", [], "p q o1x1"), SINK],
                              ["v.p1 r.p1", "r.q1 c.p1", "c.q1 v.q1", "v.q1 g.p1", "w.p1 c.p1", "w.q1 c.q1",
                               "w.1 s.1"], 1),
     5*(1 - math.exp(-2))),
]

# Name, diagram, code, and words of the message.
WRONG = [
    ("unknown blocks", diagram([("a", "GAINBLKS", ["1"], "i o"), ("b", "NOBODY", [], "o")], []), "X0011",
     ["GAINBLKS, NOBODY"]),
    ("a link to nothing", diagram([("a", "CONST_m", ["1"], "o"), SINK], ["a.1 s.7"]), "X0010", []),
    ("sizes", diagram([("a", "CONST_m", ["[1;2;3]"], "o"), ("b", "GAINBLK", ["[1 2]"], "i o"), SINK],
                      ["a.1 b.1", "b.1 s.1"]), "X0020", ["2x1", "3x1"]),
    ("a name", of("GAINBLK", ["k + 1"], "i o", inputs=["1"]), "X0012", ["gainblk_1 (GAINBLK)", "k + 1"]),
    ("a text for a number", of("GENSIN_f", ["'a'", "1", "0"]), "X0012", []),
    ("a polynomial", of("CLR", ["s^2", "1 + s"], "i1x1 o1x1", inputs=["1"]), "X0015", []),
    ("a system", of("CLSS", ["[0 1;-1 0]", "[0;0;0]", "[1 0]", "0", "[1;0]"], "i1x1 o1x1", inputs=["0"]), "X0020", []),
    ("activations", of("DOLLAR_m", ["5", "1"], "i o", inputs=["2"]), "X0022", []),
    ("a spline", of("CURVE_c", ["3", "[0;1;2]", "[0;1;4]", "n", "n"], "o"), "X0017", []),
    ("no Modelica", diagram([("m", "MBLOCK", ["a"], "o"), SINK], ["m.1 s.1"]), "X0016", []),
    ("XML", "<XcosDiagram><a></b></XcosDiagram>", "X0002", []),
    ("XML that ends", "<?xml version='1.0'?><XcosDiagram title='a", "X0002", []),
    ("entities", "<!DOCTYPE a [<!ENTITY b 'c'>]><XcosDiagram/>", "X0002", []),
    ("an entity", "<XcosDiagram title='&b;'/>", "X0002", []),
    ("depth", "<XcosDiagram>" + "<a>"*5000, "X0002", []),
    ("another file", "<svg/>", "X0004", []),
    ("nothing", "", "X0002", []),
]


class Box:
    def __init__(self, saltus, folder):
        self.saltus, self.folder, self.bad = os.path.abspath(saltus), folder, 0

    def write(self, name, data):
        with open(os.path.join(self.folder, name), "wb") as out:
            out.write(data if isinstance(data, bytes) else data.encode())
        return name

    def call(self, *arguments):
        return subprocess.run([self.saltus, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE,
                              timeout=120)

    def run(self, name):
        done = self.call("run", name, "--json")
        if done.returncode not in (0, 1):
            self.complain(name, f"status {done.returncode}: {done.stderr.decode()[:300]}")
            return {}
        return json.loads(done.stdout)

    def complain(self, what, why):
        print(f"{what}: {why}")
        self.bad += 1


def signal(told):
    """What the sink sees at the end, as a list."""
    return [v for k, v in told.get("final", {}).items() if k.startswith("cscope_1.u[")]


def known(box):
    for name, text, expected in KNOWN:
        told = box.run(box.write("known.xcos", text))
        seen, wanted = signal(told), expected if isinstance(expected, list) else [expected]
        if told.get("status") != "done":
            box.complain(name, told.get("messages"))
        elif len(seen) != len(wanted) or any(abs(a - b) > 1e-5*max(1, abs(b)) for a, b in zip(seen, wanted)):
            box.complain(name, f"{seen} instead of {wanted}")


def same_text(box):
    """What is converted runs to the same end, as do an archive and one with a dictionary."""
    for name, text, _ in KNOWN:
        plain = signal(box.run(box.write("plain.xcos", text)))
        box.write("packed.zcos", archive(text))
        done = box.call("convert", "plain.xcos", "-o", "plain.mo", "--quiet")
        for other in ("packed.zcos", "plain.mo"):
            seen = signal(box.run(other))
            if done.returncode != 0 or seen != plain:
                box.complain(name, f"{other} gives {seen} instead of {plain}")
    words = []
    text = diagram([("a", "CONST_m", ["[1;2]"], "o"), ("g", "GAINBLK", ["-3"], "i o"), SINK],
                   ["a.1 g.1", "g.1 s.1"], dictionary=words)
    seen = signal(box.run(box.write("words.zcos", archive(text, words))))
    if seen != [-3, -6]:
        box.complain("dictionary", seen)


def wrong(box):
    for name, text, code, words in WRONG:
        told = box.run(box.write("wrong.xcos", text))
        errors = [m for m in told.get("messages", []) if m["severity"] == "error"]
        if not errors or errors[0]["code"] != code or any(w not in errors[0]["text"] for w in words):
            box.complain(name, f"{code} {words} is missing in {errors[:1]}")
    box.write("a.mo", "model A end A;")
    if b"X0040" not in box.call("convert", "a.mo").stderr:
        box.complain("convert", "X0040 is missing")


def damaged(box, seed):
    """Archives with bytes changed or missing: a message, or the same result, and nothing else."""
    chance, words = random.Random(seed), []
    text = diagram([("a", "CONST_m", ["[1;2]"], "o"), SINK], ["a.1 s.1"], dictionary=words)
    whole = archive(text, words)
    lies = bytearray(whole)
    at = lies.rindex(b"PK\1\2") if lies.count(b"PK\1\2") == 1 else lies.index(b"PK\1\2")
    lies[at + 24:at + 28] = struct.pack("<I", 0xF0000000)                    # unpacks to 4 GB, it says
    cases = [bytes(lies), b"", b"PK\3\4", whole[:len(whole)//2]]
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        cases.append(bytes(data))
    for n, data in enumerate(cases):
        told = box.run(box.write("damaged.zcos", data))
        errors = [m["code"] for m in told.get("messages", []) if m["severity"] == "error"]
        good = told.get("status") == "done" and signal(told) == [1, 2] and n >= 4
        if not good and not (errors and errors[0][0] in "XF"):
            box.complain(f"damaged archive {n} of seed {seed}", f"{told.get('status')} {errors} {signal(told)}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--saltus", required=True)
    options.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    o = options.parse_args()
    print(f"seed {o.seed}")
    with tempfile.TemporaryDirectory() as folder:
        box = Box(o.saltus, folder)
        known(box)
        same_text(box)
        wrong(box)
        damaged(box, o.seed)
    print(f"{len(KNOWN)} diagrams with answers, {len(WRONG)} wrong ones: {box.bad} faults")
    sys.exit(box.bad > 0)


main()
