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

def in_c(text, x="[]", z="[]", rpar="[]", ipar="[]", types=("1", "1"), modes=0, crossings=0, feeds="y"):
    """The parameters of a CBLOCK4 with the function f."""
    return [["f", "n", "[1 1]", types[0], "[1 1]", types[1], "[]", "[]", x, z, "list()", rpar, ipar, "list()",
             str(modes), str(crossings), "[]", feeds, "n"],
            "#include <scicos_block4.h>\nvoid f(scicos_block *block, int flag)\n{\n" + text + "\n}"]


C_GAIN = """  double *u = GetRealInPortPtrs(block, 1), *y = GetRealOutPortPtrs(block, 1);
  int n = GetInPortRows(block, 1)*GetInPortCols(block, 1);
  if (flag == 1) for (int i = 0; i < n; i++) y[i] = (i + 1)*u[i]*GetRparPtrs(block)[0] + GetIparPtrs(block)[1];"""
C_DECAY = """  if (flag == 0) block->xd[0] = -block->x[0]*block->rpar[0];
  if (flag == 1) *(double *)block->outptr[0] = block->x[0];"""
C_COUNT = """  if (flag == 1) GetRealOutPortPtrs(block, 1)[0] = GetDstate(block)[0];
  if (flag == 2 && GetNevIn(block) == 1) GetDstate(block)[0] += 1;"""
C_TURNS = """  signed char *y = Getint8OutPortPtrs(block, 1);
  if (flag == 1) y[0] = (signed char)(Getint8InPortPtrs(block, 1)[0] + 100);
  if (flag == 1 && GetInType(block, 1) != SCSINT8_N) y[0] = 0;"""
C_ABS = """  double u = GetRealInPortPtrs(block, 1)[0];
  if (flag == 9) {
    GetGPtrs(block)[0] = u;
    if (get_phase_simulation() == 1) GetModePtrs(block)[0] = u > 0 ? 1 : 2;
  }
  if (flag == 1) GetRealOutPortPtrs(block, 1)[0] = GetModePtrs(block)[0] == 1 ? u : -u;"""
C_CLOCK = """  if (flag == 3) GetNevOutPtrs(block)[0] = 0.1;
  if (flag == 1) GetRealOutPortPtrs(block, 1)[0] = get_scicos_time();"""
C_WORK = """  if (flag == 4) { *block->work = scicos_malloc(sizeof(double)); *(double *)GetWorkPtrs(block) = 7; }
  if (flag == 1) GetRealOutPortPtrs(block, 1)[0] = *(double *)GetWorkPtrs(block);
  if (flag == 5) scicos_free(GetWorkPtrs(block));"""

# Name, diagram, and at its end the value of the signal at the sink (a list: a column).
KNOWN = [
    ("C, a matrix column by column", of("CBLOCK4", in_c(C_GAIN, rpar="[2]", ipar="[0;1]"), "i2x2 o2x2",
                                        inputs=["[1 2; 3 4]"]), [3, 13, 13, 33]),
    ("C, a state", of("CBLOCK4", in_c(C_DECAY, x="1", rpar="2", feeds="n"), "i1x1 o1x1", inputs=["0"]), math.exp(-2)),
    ("C, a counter", of("CBLOCK4", in_c(C_COUNT, z="3"), "i1x1 o1x1 e", 1.05, ["0"], [CLOCK],
                        [*TICKS, "d.f1 b.e1"]), 13),
    ("C, a mode", of("CBLOCK4", in_c(C_ABS, modes=1, crossings=1), "i1x1 o1x1", 2, (),
                     [("w", "GENSIN_f", ["1", "2", "0"], "o")], ["w.1 b.1"]), abs(math.sin(4))),
    ("C, whole numbers turn over", of("CBLOCK4", in_c(C_TURNS, types=("5", "5")), "i1x1!INT8_MATRIX o1x1!INT8_MATRIX",
                                      2, (), [("w", "CONST_m", ["int8(50)"], "o1x1!INT8_MATRIX")], ["w.1 b.1"]), -106),
    ("C, a clock", of("CBLOCK4", in_c(C_CLOCK), "i1x1 o1x1 e f0.35", 1, ["0"], (), ["b.f1 b.e1"]), 0.95),
    ("C, work", of("CBLOCK4", in_c(C_WORK), "i1x1 o1x1", inputs=["0"]), 7),
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

TUBE = diagram([("s", "SourceP", ["300000", "290", "100000", "1"], "q"),
                ("t", "PerteDP", ["10", "0.2", "0.03", "0", "0", "0"], "p q"), ("f", "Flowmeter", ["1"], "p o1x1 q"),
                ("e", "PuitsP", ["100000", "290", "100000", "1"], "p"),
                ("w", "CSCOPE", ["1"], "i e")], ["s.q1 t.p1", "t.q1 f.p1", "f.q1 e.p1", "f.1 w.1"])
LATE = ("d", "EVTDLY_c", ["0.1", "0.7"], "e f")
HELD = diagram([("i", "IN_f", ["1"], "o"), ("z", "DOLLAR_m", ["9", "1"], "i o"), ("o", "OUT_f", ["1"], "i")],
               ["i.1 z.1", "z.1 o.1"])
FUNCTION = [["[1,1]", "[1,1]", "[]", "[]", "[]", "[]", "[]", "[]", "0"],
            ["a = 3", "if u1 > 1 then", "  y1 = u1^2 + scicos_time()", "else", "  y1 = -u1", "end"][1:], ["xd=[]"]]
CURVE = ["[0;1;2;3;4]", "[0;1;8;27;64]", "n", "n"]

KNOWN += [
    ("bits", of("EXTRACTBITS", ["3", "5", "[1 3]", "1"], "i o", inputs=["13"]), 6),
    ("upper bits in their place", of("EXTRACTBITS", ["8", "1", "0", "0"], "i o", inputs=["171"]), 160),
    ("several ways", of("M_SWITCH", ["2", "1", "1"], "i1x1 i i o", inputs=["2", "5", "7"]), 7),
    ("several ways, from zero", of("M_SWITCH", ["2", "0", "3"], "i1x1 i i o", inputs=["0.9", "5", "7"]), 5),
    ("an element", of("M_SWITCH", ["1", "1", "3"], "i1x1 i o1x1", inputs=["2.7", "[4;5;6]"]), 5),
    ("relay", of("RELAY_f", ["2", "2"], "i i o e e", inputs=["3", "4"]), 4),
    ("slider", of("TKSCALE", ["-10", "30", "2"], "o1x1 e"), 5),
    ("spline without knots", of("CURVE_c", ["3", *CURVE], "o1x1", 2.5), 2.5**3),
    ("clamped spline", of("CURVE_c", ["7", "[0;0.25;0.5;1]", "[0;0.15625;0.5;1]", "n", "n"], "o1x1", 0.75), 0.84375),
    ("fast spline", of("CURVE_c", ["6", "[0;1;2;4]", "[0;1;4;16]", "n", "n"], "o1x1", 2.5), 6.25),
    ("monotone spline", of("CURVE_c", ["5", "[0;1;3]", "[1;3;7]", "n", "n"], "o1x1", 2.5), 6),
    ("behind a spline", of("CURVE_c", ["3", *CURVE], "o1x1", 5), 64),
    ("triangles", of("MATLU", ["1"], "i-1x-1 o-1x-1 o-1x-1", inputs=["[4 3;6 3]"]), [6, 3, 0, 1]),
    ("a truth table", of("LOGIC", ["[0;1;0;0]", "0"], "i1x1 i1x1 o1x1", inputs=["1", "0"]), 1),
    ("a latch", of("DLATCH", ["0"], "i1x1 i1x1 o1x1 o1x1", inputs=["1", "1"]), 1),
    ("before the first activation", of("DLSS", ["0.5", "1", "2", "3", "4"], "i1x1 o1x1 e", 0.5, ["2"], [LATE],
                                       ["d.f1 d.e1", "d.f1 b.e1"]), 2*4 + 3*2),
    ("activation from outside", diagram([("t", "TIME_f", [], "o"), ("h", "SAMPHOLD_m", ["1"], "i o e"), CLOCK,
                                         ("u", "SUPER_f", [], "i o", HELD), SINK],
                                        ["t.1 h.1", "d.f1 h.e1", *TICKS, "h.1 u.1", "u.1 s.1"], 0.55), 0.4),
    ("a function in Scilab", of("scifunc_block_m", FUNCTION, "i1x1 o1x1", 2, inputs=["3"]), 11),
    ("another branch of it", of("scifunc_block_m", FUNCTION, "i1x1 o1x1", 2, inputs=["0.5"]), -0.5),
    ("a pipe", TUBE, math.sqrt(200000*math.pi**2*0.2**4*998/(8*0.03*10/0.2))),
    ("pins and signals in another order", diagram([("c", "CONST_m", ["3"], "o"), ("v", "CVS", [], "i1x1 p q"),
                                                   ("g", "Ground", [], "p"), ("r", "Resistor", ["2"], "p q"),
                                                   ("w", "VoltageSensor", [], "p q o1x1"), SINK],
                                                  ["c.1 v.1", "v.p1 r.p1", "v.q1 r.q1", "v.q1 g.p1", "w.p1 r.p1",
                                                   "w.q1 r.q1", "w.1 s.1"]), 3),
]

FAR = diagram([("f", "FROM", ["A"], "o"), ("g", "GAINBLK", ["5"], "i o"), ("h", "GOTO", ["B", "3"], "i"),
               ("v", "CLKFROM", ["T"], "f"), ("o", "OUT_f", ["1"], "i")], ["f.1 g.1", "g.1 h.1", "g.1 o.1"])
HELD_FAR = diagram([("f", "FROM", ["B"], "o"), ("h", "SAMPHOLD_m", ["1"], "i o e"), ("t", "CLKFROM", ["T"], "f"),
                    ("o", "OUT_f", ["1"], "i")], ["f.1 h.1", "t.f1 h.e1", "h.1 o.1"])


def far(first, more=()):
    """A tag from this diagram into a super block, from there into another one, and a tag of activations."""
    return diagram([("t", "TIME_f", [], "o"), ("a", "GOTO", ["A", first], "i"), ("u", "SUPER_f", [], "o1x1", FAR),
                    ("w", "SUPER_f", [], "o1x1", HELD_FAR), CLOCK, ("k", "CLKGOTO", ["T", "3"], "e"), SINK, *more],
                   ["t.1 a.1", *TICKS, "d.f1 k.e1", "w.1 s.1"], 0.55)


def complex_of(kind, texts, ports, *inputs, more=(), links=(), stop=1, context=""):
    blocks = [(f"c{k}", "CONST_m", [v], "o") for k, v in enumerate(inputs, 1)]
    blocks += [("b", kind, texts, ports), ("z", "MATZREIM", ["1"], "i-1x-2!COMPLEX_MATRIX o-1x-2 o-1x-2"),
               ("m", "MATCATH", ["2"], "i-1x-2 i-1x-3 o-1x-4"), SINK, *more]
    return diagram(blocks, [f"c{k}.1 b.{k}" for k in range(1, len(inputs) + 1)] +
                   ["b.1 z.1", "z.1 m.1", "z.2 m.2", "m.1 s.1", *links], stop, context)


C = "!COMPLEX_MATRIX"
MAP, SQUARE = f"i-1x-2{C} o-1x-2{C}", f"i-1x-1{C} o-1x-1{C}"
PAIR = diagram([("c", "CONST_m", ["[3 4]"], "o"), ("i", "CONST_m", ["[1 -1]"], "o"),
                ("z", "MATZREIM", ["2"], f"i-1x-2 i-1x-2 o-1x-2{C}"), ("g", "GOTO", ["Z", "3"], "i"),
                ("u", "SUPER_f", [], "o", diagram(
                    [("f", "FROM", ["Z"], "o"), ("p", "MATMAGPHI", ["1"], f"i-1x-2{C} o-1x-2 o-1x-2"),
                     ("o", "OUT_f", ["1"], "i")], ["f.1 p.1", "p.1 o.1"])), SINK],
               ["c.1 z.1", "i.1 z.2", "z.1 g.1", "u.1 s.1"])

# Complex results: the real parts, then the imaginary ones, by rows.
KNOWN += [
    ("a global tag", far("3"), 2.5),
    ("a tag that is shown", far("2", [("v", "GotoTagVisibility", ["['A';'X']"], "")]), 2.5),
    ("tags of pins", diagram([("v", "ConstantVoltage", ["5"], "p q"), ("r", "Resistor", ["2"], "p q"),
                              ("c", "Capacitor", ["0.25", "0"], "p q"), ("g", "Ground", [], "p"),
                              ("x", "GOTOMO", ["P", "1"], "p"), ("y", "FROMMO", ["P"], "q"),
                              ("w", "VoltageSensor", [], "p q o1x1"), SINK],
                             ["v.p1 r.p1", "r.q1 x.p1", "y.q1 c.p1", "c.q1 v.q1", "v.q1 g.p1", "w.p1 c.p1",
                              "w.q1 c.q1", "w.1 s.1"], 1), 5*(1 - math.exp(-2))),
    ("complex constant", complex_of("SUMMATION", ["2", "[1;-1]"], f"i{C} i{C} o{C}", "1 + 2*%i", "3 - %i"), [-2, 3]),
    ("complex and real", complex_of("SUMMATION", ["2", "[1;1]"], f"i{C} i{C} o{C}", "1 + 2*%i", "3"), [4, 2]),
    ("complex products", complex_of("MATMUL", ["2", "1"], f"i-1x-2{C} i-2x-3{C} o-1x-3{C}", "[1 + %i, 2]", "[%i; 3]"),
     [5, 1]),
    ("transposed complex", complex_of("MATTRAN", ["2", "1"], f"i-1x-2{C} o-2x-1{C}", "[1 + %i, 2]"), [1, 1, 2, 0]),
    ("conjugate transposed", complex_of("MATTRAN", ["2", "2"], f"i-1x-2{C} o-2x-1{C}", "[1 + %i, 2]"), [1, -1, 2, 0]),
    ("complex conjugate", complex_of("MATZCONJ", [], MAP, "[1 + %i, 2]"), [1, 2, -1, 0]),
    ("complex inverse", complex_of("MATINV", ["2"], SQUARE, "2*%i"), [0, -0.5]),
    ("complex determinant", complex_of("MATDET", ["2"], f"i-1x-1{C} o1x1{C}", "[%i 1; 2 1 + %i]"), [-3, 1]),
    ("complex quotient", complex_of("MATDIV", ["2"], f"i-1x-2{C} i-3x-2{C} o-1x-3{C}", "1", "1 + %i"), [0.5, -0.5]),
    ("complex equations", complex_of("MATBKSL", ["2"], f"i-1x-2{C} i-1x-3{C} o-2x-3{C}", "[%i 0; 0 2]", "[1; 4*%i]"),
     [0, -1, 0, 2]),
    ("complex exponential", complex_of("MATEXPM", ["2"], SQUARE, "%i*%pi"), [-1, 0]),
    ("complex sums", complex_of("CUMSUM", ["2", "2"], MAP, "[1 %i 2]"), [1, 1, 3, 0, 1, 1]),
    ("complex root", complex_of("SQRT", ["2"], MAP, "-3 + 4*%i"), [1, 2]),
    ("the root of a negative number", complex_of("SQRT", ["2"], f"i-1x-2 o-1x-2{C}", "-4"), [0, 2]),
    ("complex beside", complex_of("MATCATH", ["2"], f"i-1x-2{C} i-1x-3{C} o-1x-4{C}", "%i", "[1 2]"),
     [0, 1, 2, 1, 0, 0]),
    ("complex below", complex_of("MATCATV", ["2"], f"i-1x-2{C} i-3x-2{C} o-4x-2{C}", "%i", "3"), [0, 1, 3, 0]),
    ("complex integral", complex_of("INTEGRAL_m", ["1 + %i", "0", "0", "1", "-1"], MAP, "2 - 3*%i"), [3, -2]),
    ("complex delay", complex_of("DOLLAR_m", ["5*%i", "0"], f"{MAP} e", "2 + %i", more=[CLOCK],
                                 links=[*TICKS, "d.f1 b.e1"], stop=0.05), [0, 5]),
    ("complex parts of a matrix", complex_of("EXTRACT", ["2", "[2 1]", "1"], f"i-1x-2{C} o2x1{C}", "[1 2; 3*%i 4]"),
     [0, 3, 1, 0]),
    ("complex triangle", complex_of("EXTTRI", ["2", "1"], MAP, "[%i 1; 2 %i]"), [0, 1, 1, 0, 0, 0, 0, 1]),
    ("complex switch", complex_of("SWITCH2_m", ["2", "0", "2", "1"], f"i{C} i1x1 i{C} o{C}", "%i", "1", "7"), [7, 0]),
    ("complex in a context", complex_of("MATZCONJ", [], MAP, "complex([1 2], 3) + conj(%i) + imag(2*%i)"),
     [3, 4, -2, -2]),
    ("eigenvalues", complex_of("MATEIG", ["1", "1"], f"i-1x-1 o-1x1{C}", "[0 2; -2 0]"), [0, 2, 0, -2]),
    ("sizes through a tag", PAIR, [math.sqrt(10), math.sqrt(17)]),
    ("singular values of complex numbers", of("MATSING", ["2", "1"], f"i-1x-1{C} o-1x1", inputs=["[3*%i 0; 0 4]"]),
     [4, 3]),
    ("singular values", of("MATSING", ["1", "1"], "i-1x-2 o2x1", inputs=["[3 0; 0 4; 0 0]"]), [4, 3]),
    ("another shape", of("MATRESH", ["1", "[2 3]", "[3 2]"], "i2x3 o3x2", inputs=["[1 2 3; 4 5 6]"]),
     [1, 5, 4, 3, 2, 6]),
    ("a part of a matrix", of("SUBMAT", ["1", "1", "2", "2", "3", "[2 3]"], "i2x3 o2x2", inputs=["[1 2 3; 4 5 6]"]),
     [2, 3, 5, 6]),
    ("a number as a vector", of("SCALAR2VECTOR", ["3"], "i1x1 o3x1", inputs=["4"]), [4, 4, 4]),
    ("the largest element", of("MAXMIN", ["2", "1", "1"], "i-1x1 o1x1", inputs=["[3;7;5]"]), 7),
    ("the smaller ones", of("MAXMIN", ["1", "2", "1"], "i-1x1 i-1x1 o-1x1", inputs=["[3;7]", "[4;5]"]), [3, 5]),
    ("memory", steps("MEMORY_f", ["5", "1"], 0.05), 5),
    ("a constraint", diagram([("y", "CONSTRAINT_c", ["1"], "i1x1 o1x1"), ("c", "CONST_m", ["9"], "o"),
                              ("e", "EXPRESSION", ["2", "u1^2 - u2", "1"], "i1x1 i1x1 o1x1"), SINK],
                             ["y.1 e.1", "c.1 e.2", "e.1 y.1", "y.1 s.1"]), 3),
]

# Name, diagram, and the code of a warning.
WARNED = [
    ("an open input", diagram([("a", "CONST_m", ["1"], "o"), SINK, ("g", "GAINBLK", ["1"], "i o"),
                               ("r", "CSCOPE", ["1"], "i e")], ["a.1 s.1", "g.1 r.1"]), "X0042"),
    ("a slider", of("TKSCALE", ["-10", "30", "2"], "o1x1 e"), "X0043"),
    ("a link to nothing", diagram([("a", "CONST_m", ["1"], "o"), SINK], ["a.1 s.1", "a.1 s.7"]), "X0010"),
    ("a context without a value", of("CONST_m", ["1"], context="a = nobody(3)"), "X0013"),
]

# Name, diagram, code, and words of the message.
WRONG = [
    ("unknown blocks", diagram([("a", "GAINBLKS", ["1"], "i o"), ("b", "NOBODY", [], "o")], []), "X0011",
     ["GAINBLKS, NOBODY"]),
    ("sizes", diagram([("a", "CONST_m", ["[1;2;3]"], "o"), ("b", "GAINBLK", ["[1 2]"], "i o"), SINK],
                      ["a.1 b.1", "b.1 s.1"]), "X0020", ["2x1", "3x1"]),
    ("a name", of("GAINBLK", ["k + 1"], "i o", inputs=["1"]), "X0012", ["gainblk_1 (GAINBLK)", "k + 1"]),
    ("a text for a number", of("GENSIN_f", ["'a'", "1", "0"]), "X0012", []),
    ("a polynomial", of("CLR", ["s^2", "1 + s"], "i1x1 o1x1", inputs=["1"]), "X0015", []),
    ("a system", of("CLSS", ["[0 1;-1 0]", "[0;0;0]", "[1 0]", "0", "[1;0]"], "i1x1 o1x1", inputs=["0"]), "X0020", []),
    ("activations", of("DOLLAR_m", ["5", "1"], "i o", more=[("t", "TIME_f", [], "o")], links=["t.1 b.1"]), "S0770", []),
    ("a spline of squares", of("CURVE_c", ["2", *CURVE], "o"), "X0017", ["method 2"]),
    ("times of a spline", of("CURVE_c", ["3", "[0;2;1]", "[0;1;4]", "n", "n"], "o"), "X0017", ["3 points"]),
    ("limits", of("SATURATION", ["-1", "1", "1"], "i o", inputs=["3"]), "X0047", ["-1", "1"]),
    ("a start beyond limits", of("INTEGRAL_m", ["3", "0", "1", "1", "-1"], "i o", inputs=["0"]), "X0046", []),
    ("a tag", diagram([("f", "FROM", ["A"], "o"), SINK], ["f.1 s.1"]), "X0044", ["there is no GOTO", "'A'"]),
    ("a tag of another diagram", far("1"), "X0044", ["another diagram", "'A'"]),
    ("a pin of another diagram", diagram([("v", "ConstantVoltage", ["5"], "p q"), ("x", "GOTOMO", ["P", "3"], "p"),
                                          ("g", "Ground", [], "p"), ("u", "SUPER_f", [], "", diagram(
                                              [("f", "FROMMO", ["P"], "q"), ("r", "Resistor", ["2"], "p q")],
                                              ["f.q1 r.p1"]))], ["v.p1 x.p1", "v.q1 g.p1"]), "X0051", ["'P'"]),
    ("complex numbers", of("QUANT_f", ["1", "1"], f"i{C} o{C}", inputs=["1 + %i"]), "X0021", ["quant_1 (QUANT_f)"]),
    ("vectors of a decomposition", diagram([("c", "CONST_m", ["[0 2; -2 0]"], "o"), ("r", "TRASH_f", [], "i"),
                                            ("b", "MATEIG", ["1", "2"], f"i-1x-1 o-1x-1{C} o-1x-1{C}")],
                                           ["c.1 b.1", "b.2 r.1"]), "X0050", ["decomposition"]),
    ("a loop in Scilab", of("scifunc_block_m", [FUNCTION[0], ["for i = 1:3", "y1 = u1", "end"]], "i1x1 o1x1",
                            inputs=["3"]), "X0045", ["for"]),
    ("no text of C", of("CBLOCK4", ["1"], "i1x1 o1x1", inputs=["3"]), "X0049", ["parameters"]),
    ("C with residuals", of("CBLOCK4", [["f", "y", *in_c("")[0][2:]], in_c("")[1]], "i1x1 o1x1", inputs=["3"]), "X0049",
     ["implicit"]),
    ("a function without a name", of("CBLOCK4", [["1 2", *in_c("")[0][1:]], in_c("")[1]], "i1x1 o1x1", inputs=["3"]),
     "X0049", ["name"]),
    ("no function in Scilab", of("scifunc_block_m", ["1"], "i1x1 o1x1", inputs=["3"]), "X0045", []),
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


def warned(box):
    for name, text, code in WARNED:
        told = box.run(box.write("warned.xcos", text))
        codes = [m["code"] for m in told.get("messages", []) if m["severity"] == "warning"]
        if told.get("status") != "done" or code not in codes:
            box.complain(name, f"{told.get('status')}, {code} is missing in {codes}")
    figure = box.call("run", box.write("scope.xcos", loop()), "--quiet", "--plot=scope.svg", "--figure", "cscope_1")
    if figure.returncode or b"cscope_1.curve[2]" not in open(os.path.join(box.folder, "scope.svg"), "rb").read():
        box.complain("a scope", f"is no figure: {figure.stderr.decode()[:300]}")
    done = subprocess.run([box.saltus, "run", "scope.xcos", "--json"], cwd=box.folder, stdout=subprocess.PIPE,
                          env=dict(os.environ, SALTUS_LIB=box.folder, MODELICAPATH=""))
    if b"X0041" not in done.stdout:
        box.complain("the table of blocks", "X0041 is missing")


def records(box):
    """A file of records: each comes at its time."""
    box.write("records.txt", "a heading\n0.1 1 -1\n0.2 2 -2\n0.4 4 -4\n")
    for name, columns, stop, wanted in (("records", ["1", "[2 3]"], 0.3, [2, -2]),
                                        ("the last record", ["1", "3"], 1, [-4]),
                                        ("before the first", ["1", "2"], 0.05, [1])):
        told = box.run(box.write("file.xcos", of("RFILE_f", [*columns, "records.txt", "(3e9.3)", "2"],
                                                 f"o{len(wanted)}x1 e f", stop, links=["b.f1 b.e1"])))
        if signal(told) != wanted:
            box.complain(name, f"{signal(told)} instead of {wanted}: {told.get('messages')}")
    for file, column, code in (("nowhere.txt", "2", "F0"), ("records.txt", "7", "X0048")):
        told = box.run(box.write("file.xcos", of("RFILE_f", ["1", column, file, "", "2"], "o1x1 e f")))
        if not any(m["code"].startswith(code) for m in told.get("messages", []) if m["severity"] == "error"):
            box.complain(file, f"{code} is missing in {told.get('messages')}")


def lasts(box):
    """A diagram that does not say how long it runs runs for 30 s, as in Xcos."""
    text = diagram([("t", "TIME_f", [], "o"), SINK], ["t.1 s.1"]).replace(' finalIntegrationTime="1"', "")
    if signal(box.run(box.write("lasts.xcos", text))) != [30]:
        box.complain("the end of a run", "is not 30")


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
    told = box.run(box.write("values.zcos", archive(text, stream=b"\xac\xed\0\5 no values")))
    if [m["code"] for m in told.get("messages", []) if m["severity"] == "error"][:1] != ["X0003"]:
        box.complain("values that are no stream", f"X0003 is missing: {told.get('messages')}")
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        cases.append(bytes(data))
    for n, data in enumerate(cases):
        told = box.run(box.write("damaged.zcos", data))
        errors = [m["code"] for m in told.get("messages", []) if m["severity"] == "error"]
        good = told.get("status") == "done" and signal(told) == [1, 2] and n >= 4
        if not good and not (errors and errors[0][0] in "XF") or n in (0, 2, 3) and errors[:1] != ["X0001"]:
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
        records(box)
        lasts(box)
        warned(box)
        wrong(box)
        damaged(box, o.seed)
    print(f"{len(KNOWN)} diagrams with answers, {len(WRONG)} wrong ones: {box.bad} faults")
    sys.exit(box.bad > 0)


main()
