#!/usr/bin/env python3
"""Blocks of Saltus.Diagrams against what they compute, with random parameters and inputs.

    blocks.py --saltus build/saltus [--count N] [--seed N]

Each case is one diagram with all blocks of the tables below. Inputs are a + b*t + c*sin(d*t). Blocks without memory are
compared with their formula at random times, blocks that are activated with the recurrence of what they keep, and
continuous ones with an integration of their equations by Runge and Kutta. The formulas are written anew here.
"""
import cmath
import csv
import itertools
import math
import os
import random
import subprocess
import sys

import generated

STOP, PERIOD, ROWS, FINE = 4.0, 0.25, 40, 400
NEAR = 1e-9


class Signal:
    """A number over time, as text and as a function."""
    def __init__(self, r, low=-3, high=3):
        self.a, self.b = number(r, low, high), number(r, -0.7, 0.7)
        self.c, self.d = number(r, 0.2, 2), number(r, 0.5, 4)

    def __call__(self, t):
        return self.a + self.b*t + self.c*math.sin(self.d*t)

    def __str__(self):
        return "(%g) + (%g)*time + %g*sin(%g*time)" % (self.a, self.b, self.c, self.d)


class Truth:
    def __init__(self, r):
        self.of = Signal(r, -1, 1)

    def __call__(self, t):
        return self.of(t) > 0

    def __str__(self):
        return "%s > 0" % self.of


class Whole:
    def __init__(self, r, factor=3):
        self.of, self.factor = Signal(r), factor

    def __call__(self, t):
        return math.floor(self.factor*self.of(t))

    def __str__(self):
        return "integer(%d*(%s))" % (self.factor, self.of)


def text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(text(v) for v in value) + "}"
    return value if isinstance(value, str) else repr(value)


def matrix(rows):
    return "[" + "; ".join(", ".join(repr(x) for x in row) for row in rows) + "]"


def nearest(x):
    return math.floor(x + 0.5)


def toward_zero(x):
    return math.trunc(x)


ROUNDING = {"nearest": nearest, "floor": math.floor, "ceil": math.ceil, "fix": toward_zero}
WIDTHS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "uint16": (0, 65535),
          "int32": (-2**31, 2**31 - 1), "uint32": (0, 2**32 - 1)}


def fitted(n, width, overflow):
    low, high = WIDTHS[width]
    return low + (n - low) % (high - low + 1) if overflow == "wrap" else min(max(n, low), high)


def number(r, low=-3, high=3):
    return round(r.uniform(low, high), 3)


def away(r, low=0.3, high=3):
    """A number that is not near zero."""
    return r.choice((-1, 1))*number(r, low, high)


class Diagram:
    """Blocks with their inputs, and for each output a function of time."""
    def __init__(self, r):
        self.r, self.declared, self.equations, self.wanted, self.kept, self.moving = r, [], [], {}, [], []

    def block(self, kind, inputs=(), **parameters):
        name = "%s%d" % (kind.split(".")[1].lower() + "_", len(self.declared))
        given = ", ".join("%s = %s" % (k, text(v)) for k, v in parameters.items())
        self.declared.append("Saltus.Diagrams.%s %s%s;" % (kind, name, "(%s)" % given if given else ""))
        for port, signal in inputs:
            self.equations.append("%s.%s = %s;" % (name, port, signal))
        return name

    def gives(self, name, **outputs):
        for port, function in outputs.items():
            self.wanted["%s.%s" % (name, port)] = function

    def sampled(self, name, start, step, outputs):
        """`step(state, t)` at each activation gives the next state and what the outputs hold from then on."""
        self.equations.append("connect(clock.o, %s.e);" % name)
        self.kept.append((name, start, step, outputs))

    def flows(self, name, x, rates, outputs):
        self.moving.append((name, x, rates, outputs))


def one(f):
    return lambda u: lambda t: f(u(t))


def maps(d):
    """One number of one number."""
    r = d.r
    k, limits, step = number(r), sorted((number(r), number(r))), number(r, 0.3, 1)
    table = {
        "Math.Abs": (abs, {}), "Math.Negate": (lambda x: -x, {}), "Math.Bias": (lambda x: x + k, {"bias": k}),
        "Math.Sign": (lambda x: (x > 0) - (x < 0), {}), "Math.Gain": (lambda x: k*x, {"k": k}),
        "Math.Power": (lambda x: x**3, {"exponent": 3}),
        "Math.Exponential": (lambda x: (abs(k) + 0.1)**x, {"base": abs(k) + 0.1}),
        "Nonlinear.Saturation": (lambda x: min(max(x, limits[0]), limits[1]), {"low": limits[0], "high": limits[1]}),
        "Nonlinear.Deadzone": (lambda x: x - min(max(x, limits[0]), limits[1]), {"low": limits[0], "high": limits[1]}),
        "Routing.Identity": (lambda x: x, {}),
    }
    for kind, (f, parameters) in table.items():
        u = Signal(r)
        d.gives(d.block(kind, [("u", u)], **parameters), y=one(f)(u))
    for mode, f in ROUNDING.items():
        u, w = Signal(r), Signal(r)
        d.gives(d.block("Math.Round", [("u", u)], mode="Saltus.Diagrams.Math.Rounding." + mode), y=one(f)(u))
        name = d.block("Nonlinear.Quantization", [("u", w)], step=step, mode="Saltus.Diagrams.Math.Rounding." + mode)
        d.gives(name, y=lambda t, f=f, w=w: step*f(w(t)/step))
        v = [Signal(r), Signal(r)]
        name = d.block("Math.RoundProduct", [("u", text([str(s) for s in v]))],
                       mode="Saltus.Diagrams.Math.Rounding." + mode)
        d.gives(name, n=lambda t, f=f, v=v: f(v[0](t)*v[1](t)))
    functions = {"exp": math.exp, "square": lambda x: x*x, "abs": abs, "sign": lambda x: (x > 0) - (x < 0),
                 "floor": math.floor, "ceil": math.ceil, "round": nearest, "fix": toward_zero}
    for func, f in functions.items():
        u = Signal(r)
        d.gives(d.block("Math.MathFunc", [("u", u)], func="Saltus.Diagrams.Math.Function." + func), y=one(f)(u))
    positive = {"log": math.log, "log10": math.log10, "sqrt": math.sqrt, "reciprocal": lambda x: 1/x}
    for func, f in positive.items():
        u = Signal(r, 6, 9)
        d.gives(d.block("Math.MathFunc", [("u", u)], func="Saltus.Diagrams.Math.Function." + func), y=one(f)(u))
    for func in ("sin", "cos", "atan", "sinh", "cosh", "tanh"):
        u = Signal(r)
        d.gives(d.block("Math.TrigFunc", [("u", u)], func="Saltus.Diagrams.Math.Angle." + func),
                y=one(getattr(math, func))(u))
    for func in ("tan", "asin", "acos"):
        w = number(r, 0.2, 0.9)
        name = d.block("Math.TrigFunc", [("u", "%g*sin(3*time)" % w)], func="Saltus.Diagrams.Math.Angle." + func)
        d.gives(name, y=lambda t, w=w, f=getattr(math, func): f(w*math.sin(3*t)))
    u, base = Signal(r, 6, 9), number(r, 1.2, 5)
    d.gives(d.block("Math.Log", [("u", u)], base=base), y=lambda t: math.log(u(t), base))


def pairs(d):
    r = d.r
    u, v, w = Signal(r, 6, 9), Signal(r), Signal(r)
    d.gives(d.block("Math.Pow", [("u1", u), ("u2", v)]), y=lambda t: u(t)**v(t))
    d.gives(d.block("Math.Atan2", [("u1", v), ("u2", w)]), y=lambda t: math.atan2(v(t), w(t)))
    d.gives(d.block("Math.Hypot", [("u1", v), ("u2", w)]), y=lambda t: math.hypot(v(t), w(t)))
    m = away(r)
    d.gives(d.block("Math.Modulo", [("u1", v), ("u2", m)]), y=lambda t: v(t) - math.floor(v(t)/m)*m)
    relations = {"less": lambda a, b: a < b, "lessEqual": lambda a, b: a <= b, "greater": lambda a, b: a > b,
                 "greaterEqual": lambda a, b: a >= b, "equal": lambda a, b: a == b, "notEqual": lambda a, b: a != b}
    k = number(r)
    for op, f in relations.items():
        op = "Saltus.Diagrams.Logic.Relation." + op
        d.gives(d.block("Logic.RelationalOp", [("u1", v), ("u2", w)], op=op), y=lambda t, f=f: f(v(t), w(t)))
        d.gives(d.block("Logic.CompareToConstant", [("u", v)], op=op, value=k), y=lambda t, f=f: f(v(t), k))
    low, high = Signal(r, -5, -4), Signal(r, 8, 9)
    d.gives(d.block("Nonlinear.ControlledSaturation", [("u", v), ("low", low), ("high", high)]),
            y=lambda t: min(max(v(t), low(t)), high(t)))
    d.gives(d.block("Routing.Switch2", [("u1", v), ("u2", w), ("control", u)], threshold=6.5),
            y=lambda t: v(t) if u(t) > 6.5 else w(t))
    c = Truth(r)
    d.gives(d.block("Routing.ConditionalSelect", [("u1", v), ("u2", w), ("c", c)]),
            y=lambda t: v(t) if c(t) else w(t))
    ends = [d.block("Routing.Identity", [("u", s)]) for s in (v, w)]
    for kind, expression in (("MathExpression", "u1*u2 - 2*sin(u1)"), ("MathExpressions", "[u1*u2; u1 - u2]")):
        name = d.block("Math." + kind, n=2, expression='"%s"' % expression)
        d.equations += ["connect(%s.y, %s.u%d);" % (end, name, k) for k, end in enumerate(ends, 1)]
        d.gives(name, **({"y": lambda t: v(t)*w(t) - 2*math.sin(v(t))} if kind == "MathExpression" else
                         {"y[1]": lambda t: v(t)*w(t), "y[2]": lambda t: v(t) - w(t)}))


def vectors(d):
    r = d.r
    n = r.randint(2, 5)
    u = [Signal(r) for _ in range(n)]
    all_of = text([str(s) for s in u])
    at = lambda t: [s(t) for s in u]
    signs = [number(r) for _ in u]
    d.gives(d.block("Math.Sum", [("u", all_of)], signs=signs), y=lambda t: sum(a*b for a, b in zip(signs, at(t))))
    product = [r.choice((1, -1)) for _ in u]
    far = [Signal(r, 6, 9) for _ in u]
    d.gives(d.block("Math.Product", [("u", text([str(s) for s in far]))], exponents=product),
            y=lambda t: math.prod(s(t)**k for s, k in zip(far, product)))
    c = [number(r) for _ in range(r.randint(1, 4))]
    d.gives(d.block("Math.Horner", [("u", u[0])], coefficients=c),
            y=lambda t: sum(k*u[0](t)**i for i, k in enumerate(c)))
    for least in (False, True):
        d.gives(d.block("Math.MaxMin", [("u", all_of)], n=n, least=least),
                y=lambda t, f=min if least else max: f(at(t)))
    # what sizes follow from must be connected
    d.declared.append("Saltus.Diagrams.Routing.Mux mux(n = %d, u = %s);" % (n, all_of))
    for k in range(n):
        d.gives("mux", **{"y[%d]" % (k + 1): u[k]})

    def of_vector(kind, **parameters):
        name = d.block(kind, **parameters)
        d.equations.append("connect(mux.y, %s.u);" % name)
        return name
    d.gives(of_vector("Math.MaxElements"), y=lambda t: max(at(t)), index=lambda t: 1 + at(t).index(max(at(t))))
    d.gives(of_vector("Math.MinElements"), y=lambda t: min(at(t)), index=lambda t: 1 + at(t).index(min(at(t))))
    d.gives(of_vector("Math.SumElements"), y=lambda t: sum(at(t)))
    sums, demux, diagonal = of_vector("Math.CumulativeSum"), of_vector("Routing.Demux"), of_vector(
        "Matrices.DiagonalMatrix")
    indices = [r.randint(1, n) for _ in range(3)]
    some = of_vector("Routing.Extractor", indices=indices)
    for k in range(n):
        d.gives(sums, **{"y[%d]" % (k + 1): lambda t, k=k: sum(at(t)[:k + 1])})
        d.gives(demux, **{"y[%d]" % (k + 1): u[k]})
        for j in range(n):
            d.gives(diagonal, **{"y[%d,%d]" % (k + 1, j + 1): lambda t, k=k, j=j: u[k](t) if j == k else 0})
    for k, i in enumerate(indices):
        d.gives(some, **{"y[%d]" % (k + 1): u[i - 1]})
    for descending in (False, True):
        name = of_vector("Math.Sort", descending=descending)
        for k in range(n):
            d.gives(name, **{"y[%d]" % (k + 1): lambda t, k=k, back=descending: sorted(at(t), reverse=back)[k]})
    new, place = Signal(r), r.randint(1, n)
    name = of_vector("Routing.Assignment", indices=[place])
    d.equations.append("%s.v[1] = %s;" % (name, new))
    for k in range(n):
        d.gives(name, **{"y[%d]" % (k + 1): new if k == place - 1 else u[k]})
    d.gives(d.block("Routing.ScalarExpand", [("u", u[0])], n=3), **{"y[%d]" % k: u[0] for k in (1, 2, 3)})
    choice = Whole(r, 2)
    d.gives(d.block("Routing.SwitchN", [("u", all_of), ("control", choice)], n=n),
            y=lambda t: u[min(max(choice(t), 1), n) - 1](t))
    may = [Truth(r) for _ in u]
    d.gives(d.block("Routing.ConditionalNSelect", [("u", all_of), ("c", text([str(x) for x in may]))], n=n,
                    otherwise=-7.5), y=lambda t: next((s(t) for s, x in zip(u, may) if x(t)), -7.5))
    a, b = [Signal(r) for _ in range(3)], [Signal(r) for _ in range(3)]
    name = d.block("Math.CrossProduct", [("u1", text([str(s) for s in a])), ("u2", text([str(s) for s in b]))])
    for k in range(3):
        d.gives(name, **{"y[%d]" % (k + 1): lambda t, i=(k + 1) % 3, j=(k + 2) % 3: a[i](t)*b[j](t) - a[j](t)*b[i](t)})


def matrices(d):
    r = d.r
    rows, inner, columns = r.randint(1, 3), r.randint(1, 3), r.randint(1, 3)
    A = [[number(r) for _ in range(inner)] for _ in range(rows)]
    B = [[number(r) for _ in range(columns)] for _ in range(inner)]
    d.declared += ["Saltus.Diagrams.Matrices.MatrixConstant A(A = %s), B(A = %s), S(A = [2, 1; 1, 3]), R(A = [%r; %r]);"
                   % (matrix(A), matrix(B), *(S := (number(r), number(r))))]
    times = [[sum(A[i][k]*B[k][j] for k in range(inner)) for j in range(columns)] for i in range(rows)]

    def of(kind, wanted, *inputs, **parameters):
        name = d.block(kind, **parameters)
        for port, source in zip(("u",) if len(inputs) == 1 else ("u1", "u2"), inputs):
            d.equations.append("connect(%s.y, %s.%s);" % (source, name, port))
        for i, row in enumerate(wanted):
            for j, x in enumerate(row):
                d.gives(name, **{"y[%d,%d]" % (i + 1, j + 1): lambda t, x=x: x})
    of("Matrices.MatrixMultiplication", times, "A", "B")
    of("Matrices.MatrixGain", times, "B", K=matrix(A))
    of("Matrices.Transpose", list(zip(*A)), "A")
    of("Matrices.MatrixConcatenation", [a + a for a in A], "A", "A")
    of("Matrices.MatrixConcatenation", A + A, "A", "A", below=True)
    of("Matrices.MatrixInverse", [[0.6, -0.2], [-0.2, 0.4]], "S")
    of("Matrices.MatrixDivision", [[0.6*S[0] - 0.2*S[1]], [-0.2*S[0] + 0.4*S[1]]], "S", "R", left=True)
    i, j = [r.randint(1, rows) for _ in range(2)], [r.randint(1, inner) for _ in range(3)]
    of("Matrices.MatrixExtractor", [[A[a - 1][b - 1] for b in j] for a in i], "A", rows=i, columns=j)
    flat = [A[a][b] for b in range(inner) for a in range(rows)]
    tall = r.choice([k for k in range(1, rows*inner + 1) if rows*inner % k == 0])
    of("Matrices.MatrixReshape", [[flat[a + b*tall] for b in range(rows*inner//tall)] for a in range(tall)], "A",
       rows=tall)


def types(d):
    r = d.r
    a, b, steps = Whole(r, 20), Whole(r, 20), Whole(r, 7)
    for width in WIDTHS:
        for overflow in ("saturate", "wrap"):
            given = {"width": "Saltus.Diagrams.Types.Width." + width,
                     "overflow": "Saltus.Diagrams.Types.Overflow." + overflow}
            scale = 2.0**r.choice((5, 9, 17, 33))
            mode = r.choice(sorted(ROUNDING))
            d.gives(d.block("Types.DataTypeConversion", [("u", "%r*(%s)" % (scale/7, steps))],
                            mode="Saltus.Diagrams.Math.Rounding." + mode, **given),
                    y=lambda t, f=ROUNDING[mode], k=scale/7, w=width, o=overflow: fitted(f(k*steps(t)), w, o))
            d.gives(d.block("Types.IntegerConversion", [("u", a)], **given),
                    y=lambda t, w=width, o=overflow: fitted(a(t), w, o))
            d.gives(d.block("Types.IntegerSum", [("u", text([str(a), str(b)]))], signs=[3, -2], **given),
                    y=lambda t, w=width, o=overflow: fitted(3*a(t) - 2*b(t), w, o))
            d.gives(d.block("Types.IntegerProduct", [("u", text([str(a), str(b)]))], n=2, **given),
                    y=lambda t, w=width, o=overflow: fitted(a(t)*b(t), w, o))
    c, n = Truth(r), Whole(r, 1)
    d.gives(d.block("Types.BooleanToReal", [("u", c)], yes=2.5, no=-1.5), y=lambda t: 2.5 if c(t) else -1.5)
    d.gives(d.block("Types.BooleanToInteger", [("u", c)], yes=4, no=-3), y=lambda t: 4 if c(t) else -3)
    d.gives(d.block("Types.IntegerToBoolean", [("u", n)]), y=lambda t: n(t) != 0)
    d.gives(d.block("Types.IntegerToReal", [("u", n)]), y=n)
    p, q = [Signal(r), Signal(r)], [Signal(r, 6, 9), Signal(r, 6, 9)]
    z = lambda s, t: complex(s[0](t), s[1](t))
    parts = [d.block("Types.RealToComplex", [("re", s[0]), ("im", s[1])]) for s in (p, q)]
    for kind, word, value, f in (
            ("ComplexSum", "minus", False, lambda x, y: x + y), ("ComplexSum", "minus", True, lambda x, y: x - y),
            ("ComplexProduct", "divides", False, lambda x, y: x*y),
            ("ComplexProduct", "divides", True, lambda x, y: x/y)):
        name, last = d.block("Types." + kind, **{word: value}), d.block("Types.ComplexToReal")
        d.equations += ["connect(%s.y, %s.u1); connect(%s.y, %s.u2); connect(%s.y, %s.u);" % (
            parts[0], name, parts[1], name, name, last)]
        d.gives(last, re=lambda t, f=f: f(z(p, t), z(q, t)).real, im=lambda t, f=f: f(z(p, t), z(q, t)).imag,
                size=lambda t, f=f: abs(f(z(p, t), z(q, t))), angle=lambda t, f=f: cmath.phase(f(z(p, t), z(q, t))))
    big = [r.getrandbits(r.choice((8, 40, 64))) for _ in range(2)]
    longs = [d.block("Types.LongConstant", high=x >> 32, low=x & 0xffffffff) for x in big]
    for kind, words, f in (("LongSum", {}, big[0] + big[1]), ("LongSum", {"minus": True}, big[0] - big[1]),
                           ("LongProduct", {}, big[0]*big[1])):
        for overflow in ("saturate", "wrap"):
            name = d.block("Types." + kind, overflow="Saltus.Diagrams.Types.Overflow." + overflow, **words)
            d.equations.append("connect(%s.y, %s.u1); connect(%s.y, %s.u2);" % (longs[0], name, longs[1], name))
            y = f % 2**64 if overflow == "wrap" else min(max(f, 0), 2**64 - 1)
            d.gives(name, **{"y.high": lambda t, y=y: y >> 32, "y.low": lambda t, y=y: y & 0xffffffff})


def logic(d):
    r = d.r
    n = r.randint(2, 4)
    u = [Truth(r) for _ in range(n)]
    all_of = text([str(s) for s in u])
    count = lambda t: sum(s(t) for s in u)
    for op, f in (("'and'", lambda k: k == n), ("'or'", lambda k: k > 0), ("nand", lambda k: k < n),
                  ("nor", lambda k: k == 0), ("xor", lambda k: k % 2 == 1)):
        d.gives(d.block("Logic.LogicalOp", [("u", all_of)], n=n, op="Saltus.Diagrams.Logic.Operation." + op),
                y=lambda t, f=f: f(count(t)))
    d.gives(d.block("Logic.LogicalOp", [("u", "{%s}" % u[0])], n=1, op="Saltus.Diagrams.Logic.Operation.'not'"),
            y=lambda t: not u[0](t))
    rows = [[r.random() < 0.5 for _ in range(2)] for _ in range(2**n)]
    name = d.block("Logic.TruthTable", [("u", all_of)], table=rows)
    for k in range(2):
        d.gives(name, **{"y[%d]" % (k + 1): lambda t, k=k: rows[sum(s(t)*2**(n - 1 - i) for i, s in enumerate(u))][k]})


def sources(d):
    r = d.r
    offset, start, k = number(r), number(r, 0, 1), away(r)
    shaped = {"offset": offset, "startTime": start}
    d.gives(d.block("Sources.Constant", k=k), y=lambda t: k)
    d.gives(d.block("Sources.Time"), y=lambda t: t)
    d.gives(d.block("Sources.Step", height=k, **shaped), y=lambda t: offset + k*(t >= start))
    d.gives(d.block("Sources.Ramp", slope=k, **shaped), y=lambda t: offset + k*max(t - start, 0))
    long = number(r, 0.2, 2)
    d.gives(d.block("Sources.RampSaturate", height=k, duration=long, **shaped),
            y=lambda t: offset + k*min(max((t - start)/long, 0), 1))
    d.gives(d.block("Sources.SineWaveGenerator", amplitude=k, frequency=3.5, phase=0.4, bias=offset),
            y=lambda t: offset + k*math.sin(3.5*t + 0.4))
    period, duty = number(r, 0.2, 1), number(r, 0.1, 0.9)
    part = lambda t: ((t - start)/period) % 1
    d.gives(d.block("Sources.SquareWaveGenerator", period=period, duty=duty, low=-1.5, high=k, **shaped),
            y=lambda t: offset + (k if t >= start and part(t) < duty else -1.5))
    d.gives(d.block("Sources.Sawtooth", period=period, amplitude=k, **shaped),
            y=lambda t: offset + (k*part(t) if t >= start else 0))
    cuts = sorted(number(r, 0.05, 0.95) for _ in range(3))
    rise, stay, fall = cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1] + 0.01

    def trapezoid(t):
        s = part(t)*period
        if t < start:
            return offset
        if s < rise*period:
            return offset + k*s/(rise*period)
        if s < (rise + stay)*period:
            return offset + k
        return offset + k*max(0, (rise + stay + fall)*period - s)/(fall*period)
    d.gives(d.block("Sources.Trapezoid", period=period, amplitude=k, rising=rise*period, width=stay*period,
                    falling=fall*period, **shaped), y=trapezoid)


def random_sources(d):
    r = d.r
    seed = r.randint(1, 2147483646)
    second = lambda s: 1 + (69621*s + 12345) % 2147483646
    normal = lambda s: math.sqrt(-2*math.log(s[0]/2147483647))*math.cos(2*math.pi*s[1]/2147483647)
    draw = lambda f: lambda s, t: ((z := (16807*s[0] % 2147483647, 48271*s[1] % 2147483647)), [f(z)])
    a, b = number(r, 0.5, 2), number(r, 0.5, 2)
    law = "Saltus.Diagrams.Sources.Law."
    for kind, given, f in (
            ("Uniform", {"low": -a, "high": b}, lambda z: -a + (a + b)*z[0]/2147483647),
            ("Exponential", {"mean": a}, lambda z: -a*math.log(z[0]/2147483647)),
            ("Normal", {"mean": a, "deviation": b}, lambda z: a + b*normal(z)),
            ("Random", {"law": law + "uniform", "a": a, "b": b}, lambda z: a + b*(2*z[0]/2147483647 - 1)),
            ("Random", {"law": law + "exponential", "a": a}, lambda z: -a*math.log(z[0]/2147483647)),
            ("Random", {"law": law + "normal", "a": a, "b": b}, lambda z: a + b*normal(z))):
        d.sampled(d.block("Sources." + kind, seed=seed, **given), (seed, second(seed)), draw(f), ["y"])


def held(d):
    """Blocks that act when they are activated."""
    r = d.r
    u, start, k = Signal(r), number(r), number(r)
    of = lambda kind, state, step, outputs=("y",), more=(), **given: d.sampled(
        d.block(kind, [("u", u), *more], **given), state, step, list(outputs))
    of("Discrete.SampleHold", None, lambda s, t: (None, [u(t)]), y_start=start)
    for kind in ("DiscreteDelay", "Memory"):
        of("Discrete." + kind, start, lambda s, t: (u(t), [s]), y_start=start)
    of("Discrete.Accumulator", start, lambda s, t: (s + k*u(t), [s + k*u(t)]), k=k, y_start=start)
    of("Discrete.ShiftRegister", [start]*3, lambda s, t: ([u(t)] + s[:2], s), ["y[1]", "y[2]", "y[3]"], n=3,
       y_start=start)
    lag = number(r, 0.3, 2)
    of("Discrete.SampledFirstOrder", start,
       lambda s, t: ((y := math.exp(-PERIOD/lag)*s + k*(1 - math.exp(-PERIOD/lag))*u(t)), [y]), k=k, T=lag,
       y_start=start)
    for method, f in (("forward", lambda last, now: last), ("backward", lambda last, now: now),
                      ("trapezoidal", lambda last, now: (last + now)/2)):
        def integral(s, t, f=f):
            y = start if s is None else s[1] + k*PERIOD*f(s[0], u(t))
            return (u(t), y), [y]
        of("Discrete.DiscreteIntegral", None, integral, k=k, y_start=start,
           method="Saltus.Diagrams.Discrete.Method." + method)
    rate = number(r, 0.2, 3)
    of("Nonlinear.SampledRateLimiter", None, lambda s, t: ((y := u(t) if s is None else s + min(
        max(u(t) - s, -2*rate*PERIOD), rate*PERIOD)), [y]), rising=rate, falling=-2*rate)
    n = r.randint(1, 3)
    den, num = [away(r)] + [number(r, -0.4, 0.4) for _ in range(n)], [number(r) for _ in range(r.randint(1, n + 1))]

    def difference(s, t):
        """a0 y + a1 y' + ... = b0 u + ...: the last inputs and outputs"""
        inputs, outputs = [u(t)] + s[0], s[1]
        b = [0]*(n + 1 - len(num)) + num
        y = (sum(c*x for c, x in zip(b, inputs)) - sum(c*x for c, x in zip(den[1:], outputs)))/den[0]
        return (inputs[:n], [y] + outputs[:n - 1]), [y]
    of("Discrete.DiscrTransFunc", ([0]*n, [0]*n), difference, num=num, den=den)
    A, B, C, x = linear(r)
    D = [[r.choice((0, number(r)))]]

    def state_space(s, t):
        return apply(A, s, B, u(t)), [sum(c*z for c, z in zip(C, s)) + D[0][0]*u(t)]
    for row in A:
        row[:] = [round(0.2*z, 4) for z in row]
    d.sampled(d.block("Discrete.DiscrStateSpace", [("u[1]", u)], A=matrix(A), B=matrix([[b] for b in B]),
                      C=matrix([C]), D=matrix(D), x_start=x), x, state_space, ["y[1]"])
    v = [Signal(r), Signal(r)]
    name = d.block("Routing.SelectOutput", [("u", u)], n=2, y_start=start)
    d.equations.append("connect(clock.o, %s.e[2]);" % name)
    d.kept.append((name, None, lambda s, t: (None, [start, u(t)]), ["y[1]", "y[2]"]))
    name = d.block("Discrete.SelectInput", [("u", text([str(s) for s in v]))], n=2)
    d.equations.append("connect(clock.o, %s.e[1]);" % name)
    d.kept.append((name, None, lambda s, t: (None, [v[0](t)]), ["y"]))
    low, high = -r.randint(0, 2), r.randint(0, 3)
    d.sampled(d.block("Sources.Counter", low=low, high=high), high,
              lambda s, t: ((y := low if s >= high else s + 1), [y]), ["y"])
    d.sampled(d.block("Sources.Counter", low=low, high=high, down=True), low,
              lambda s, t: ((y := high if s <= low else s - 1), [y]), ["y"])
    turn = r.randint(1, 4)
    d.sampled(d.block("Sources.ModuloCounter", n=turn), -1, lambda s, t: ((s + 1) % turn, [(s + 1) % turn]), ["y"])
    d.sampled(d.block("Logic.Toggle"), False, lambda s, t: (not s, [not s]), ["q"])
    d.sampled(d.block("Activations.Counter"), 0, lambda s, t: (s + 1, [s + 1, t]), ["n", "last"])
    whole = Whole(r)
    d.sampled(d.block("Types.IntegerDelay", [("u", whole)], y_start=7), 7, lambda s, t: (whole(t), [s]), ["y"])


def linear(r):
    n = r.randint(1, 3)
    A = [[number(r, -1, 1) - 2*(i == j) for j in range(n)] for i in range(n)]
    return A, [number(r) for _ in range(n)], [number(r) for _ in range(n)], [number(r) for _ in range(n)]


def apply(A, x, B, u):
    return [sum(a*z for a, z in zip(row, x)) + b*u for row, b in zip(A, B)]


def continuous(d):
    r = d.r
    u, k, start = Signal(r), number(r), number(r)
    d.flows(d.block("Continuous.Integral", [("u", u)], k=k, y_start=start), [start], lambda x, t: [k*u(t)],
            {"y": lambda x, t: x[0]})
    A, B, C, x0 = linear(r)
    D = r.choice((0, number(r)))
    for kind in ("Continuous.ContStateSpace", "Continuous.JumpStateSpace"):
        d.flows(d.block(kind, [("u[1]", u)], A=matrix(A), B=matrix([[b] for b in B]), C=matrix([C]),
                        D=matrix([[D]]), x_start=x0), x0, lambda x, t: apply(A, x, B, u(t)),
                {"y[1]": lambda x, t: sum(c*z for c, z in zip(C, x)) + D*u(t)})
    poles = [(-number(r, 0.5, 2), number(r, 0.5, 2))]
    zero, gain = number(r), away(r)
    b, c = -2*poles[0][0], poles[0][0]**2 + poles[0][1]**2       # s^2 + b s + c
    lag = lambda x, t: [x[1], -c*x[0] - b*x[1] + u(t)]
    d.flows(d.block("Continuous.ContTransFunc", [("u", u)], num=[gain, -gain*zero], den=[1, b, c]), [0, 0], lag,
            {"y": lambda x, t: gain*x[1] - gain*zero*x[0]})
    d.flows(d.block("Continuous.ContTransFunc", [("u", u)], num=[gain, 0, 1], den=[2, 2*b, 2*c]), [0, 0], lag,
            {"y": lambda x, t: (gain*(u(t) - c*x[0] - b*x[1]) + x[0])/2})
    d.flows(d.block("Continuous.ContPoleZero", [("u", u)], k=gain, Z=matrix([[zero, 0]]),
                    P=matrix([[poles[0][0], poles[0][1]], [poles[0][0], -poles[0][1]]])), [0, 0], lag,
            {"y": lambda x, t: gain*x[1] - gain*zero*x[0]})
    kp, ki, kd, N = number(r), number(r), number(r), number(r, 2, 10)
    d.flows(d.block("Continuous.PID", [("u", u)], kp=kp, ki=ki, kd=kd, N=N, xi_start=start), [start, 0],
            lambda x, t: [u(t), N*(u(t) - x[1])], {"y": lambda x, t: kp*u(t) + ki*x[0] + kd*N*(u(t) - x[1])})
    on, off = 0.5, -0.5
    name = d.block("Nonlinear.Hysteresis", [("u", "2*sin(3*time + 0.1)")], on=on, off=off, high=k, low=-9.5)
    d.gives(name, state=(s := lambda t: hysteresis(t, on, off)), y=lambda t: k if s(t) else -9.5)


def hysteresis(t, on, off):
    """Of 2 sin(3t + 0.1), which rises through `on` at 3t + 0.1 = asin(on/2), and falls through `off` later."""
    phase = (3*t + 0.1 - math.asin(on/2)) % (2*math.pi)
    return 3*t + 0.1 > math.asin(on/2) and phase < math.pi - math.asin(off/2) - math.asin(on/2)


def flowing(x, rates, t, to):
    """Runge and Kutta, in short steps."""
    n = max(1, math.ceil((to - t)*FINE))
    h = (to - t)/n
    plus = lambda x, k, f: [a + f*b for a, b in zip(x, k)]
    for _ in range(n):
        k1 = rates(x, t)
        k2 = rates(plus(x, k1, h/2), t + h/2)
        k3 = rates(plus(x, k2, h/2), t + h/2)
        k4 = rates(plus(x, k3, h), t + h)
        x = [a + h/6*(p + 2*q + 2*s + w) for a, p, q, s, w in zip(x, k1, k2, k3, k4)]
        t += h
    return x


def expected(d, times):
    """(column, time, value, tolerance) of all blocks."""
    for name, f in d.wanted.items():
        for t in times:
            yield name, t, f(t), NEAR
    for name, state, step, outputs in d.kept:
        k, now = 0, None
        for t in times:
            while k*PERIOD <= t:
                state, now = step(state, k*PERIOD)
                now = now if isinstance(now, (list, tuple)) else [now]
                k += 1
            for port, value in zip(outputs, now):
                yield "%s.%s" % (name, port), t, value, NEAR
    for name, x, rates, outputs in d.moving:
        for before, t in itertools.pairwise([0.0] + times):
            x = flowing(x, rates, before, t)
            for port, f in outputs.items():
                yield "%s.%s" % (name, port), t, f(x, t), 1e-6


TABLES = (maps, pairs, vectors, matrices, types, logic, sources, random_sources, held, continuous)


def judge(saltus, seed, folder):
    r = random.Random(seed)
    d = Diagram(r)
    for table in TABLES:
        table(d)
    path, out = os.path.join(folder, "m.mo"), os.path.join(folder, "m.csv")
    with open(path, "w") as file:
        file.write("\n".join(["model M", "Saltus.Diagrams.Activations.SampleClock clock(period = %r);" % PERIOD,
                              *d.declared, "equation", *d.equations, "end M;", ""]))
    done = subprocess.run([saltus, "run", path, "--stop", repr(STOP), "--step", repr(STOP/ROWS), "--events", "none",
                           "--tol", "1e-9", "--quiet", "-o", out], capture_output=True, text=True,
                          timeout=generated.LIMIT)
    if done.returncode:
        return False, done.stderr[:1500]
    with open(out) as file:
        table = list(csv.reader(file))
    column = {name: k for k, name in enumerate(table[0])}
    rows = {float(row[0]): row for row in table[1:]}
    # the rows at activations are seen from the left or the right: only others count
    times = [t for t in sorted(rows) if abs(t/PERIOD - round(t/PERIOD)) > 1e-6]
    wrong, seen = [], 0
    for name, t, value, tolerance in expected(d, times):
        said = rows[t][column[name]]
        is_ = {"true": 1, "false": 0}.get(said)
        is_ = float(said) if is_ is None else is_
        seen += 1
        if not abs(is_ - value) <= tolerance*max(1, abs(value)):
            wrong.append("%s at %g is %.10g, and %.10g is right" % (name, t, is_, value))
    return not wrong and seen > 5000, "%d values, %d wrong: %s" % (seen, len(wrong), "; ".join(wrong[:4]))


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "diagrams give what their blocks compute", 12))
