#!/usr/bin/env python3
"""Generated algorithms against the same algorithms in Python.

    programs.py --saltus build/saltus [--count N] [--seed S] [--only SEED]

Loops, branches, `break`, `return`, arrays, slices, matrices, records, functions of several results, and arithmetic of
Integers are executed in five places: a function that is called with constants, with parameters, with discrete values,
with values that move, and the statements themselves in an algorithm of the model. Each place gives what Python gives.
All numbers are multiples of small powers of two, so that nothing is rounded."""
import random
import sys

import generated

STOP = 1.375                  # `time` at the end; no threshold of the programs is there


def modelica_div(a, b):
    q = abs(a)//abs(b)
    return q if (a < 0) == (b < 0) else -q


HELP = {"div": modelica_div, "mod": lambda a, b: a % b, "rem": lambda a, b: a - modelica_div(a, b)*b,
        "sign": lambda a: (a > 0) - (a < 0), "integer": lambda a: int(a//1), "floor": lambda a: float(a//1),
        "ceil": lambda a: float(-((-a)//1)), "cut": lambda a: a - 64*float(((a + 32)/64)//1),
        "cutw": lambda a: (a + 32) % 64 - 32}


class Program:
    """One program: declarations, and statements as pairs of lines, in Modelica and in Python."""

    def __init__(self, chance):
        self.chance = chance
        self.reals, self.wholes, self.flags = ["u", "v"], ["i", "j"], ["b"]        # what may be read
        self.arrays, self.lists, self.matrices, self.records = ["a", "e"], ["n"], ["M"], ["r"]
        self.loops = self.level = 0
        self.inside = 0

    def often(self, part):
        return self.chance.random() < part

    def pick(self, *ways):
        return self.chance.choice(ways)()

    # expressions are pairs (Modelica, Python)

    def number(self):
        value = self.chance.choice([0.5, 1.5, 2.0, -0.25, 3.0, -1.0, 0.125, 4.0])
        return (str(value) if value >= 0 else "(%s)" % value,)*2

    def index(self, size=3):
        m, p = self.whole(1)
        if self.often(0.4):
            k = self.chance.randint(1, size)
            return str(k), str(k - 1)
        if size == 3 and self.often(0.1):
            return "end", "-1"
        return "1 + mod(%s, %d)" % (m, size), "mod(%s, %d)" % (p, size)

    def real(self, depth=3):
        if self.level > 4:
            return self.pick(self.number, lambda: (self.chance.choice(self.reals),)*2)
        self.level += 1
        try:
            return self.real_of(depth)
        finally:
            self.level -= 1

    def real_of(self, depth):
        if depth == 0 or self.often(0.15):
            return self.leaf()
        (m, p), (k, q) = self.real(depth - 1), self.real(depth - 1)
        c = self.chance.choice(["0.5", "2", "1.5", "(-1)", "(-0.25)"])
        w, x = self.whole(1)
        f, g = self.flag(1)
        return self.chance.choice([
            lambda: ("(%s + %s)" % (m, k), "(%s + %s)" % (p, q)),
            lambda: ("(%s - %s)" % (m, k), "(%s - %s)" % (p, q)),
            lambda: ("%s*%s" % (c, m), "%s*%s" % (c, p)),
            lambda: ("(%s)/4" % m, "(%s)/4" % p),
            lambda: ("max(%s, %s)" % (m, k), "max(%s, %s)" % (p, q)),
            lambda: ("min(%s, %s)" % (m, k), "min(%s, %s)" % (p, q)),
            lambda: ("abs(%s)" % m, "abs(%s)" % p),
            lambda: ("(if %s then %s else %s)" % (f, m, k), "(%s if %s else %s)" % (p, g, q)),
            lambda: ("mod(%s, 0.75)" % m, "mod(%s, 0.75)" % p),
            lambda: ("rem(%s, 1.5)" % m, "rem(%s, 1.5)" % p),
            lambda: ("mod(%s, -2)" % m, "mod(%s, -2)" % p),
            lambda: ("floor(%s)" % m, "floor(%s)" % p),
            lambda: ("ceil(%s)" % m, "ceil(%s)" % p),
            lambda: ("div(%s, 0.5)" % m, "float(div(%s, 0.5))" % p),
            lambda: ("%s/2" % w, "(%s)/2" % x),
            lambda: ("sign(%s)*%s" % (m, w), "sign(%s)*%s" % (p, x)),
            self.reduced,
            lambda: ("(-%s)" % m, "(-%s)" % p)])()

    def reduced(self):
        """A sum, a largest element, a product of arrays, or a comprehension."""
        a, e, n, s = self.chance.choice(self.arrays), self.chance.choice(self.arrays), self.lists[0], self.matrices[0]
        m, p = self.number()
        k, q = self.index()
        return self.chance.choice([
            ("sum(%s)" % a, "sum(%s)" % a), ("max(%s)" % a, "max(%s)" % a), ("min(%s)" % n, "min(%s)" % n),
            ("(%s*%s)/4" % (a, e), "sum(x*y for x, y in zip(%s, %s))/4" % (a, e)),
            ("sum(z*%s for z in %s)" % (m, a), "sum(z*%s for z in %s)" % (p, a)),
            ("sum(if z > %s then z else 1 for z in %s)" % (m, a), "sum(z if z > %s else 1 for z in %s)" % (p, a)),
            ("max(z - %s for z in %s)" % (m, n), "max(z - %s for z in %s)" % (p, n)),
            ("sum(%s[k]*k for k in 1:size(%s, 1))" % (a, a), "sum(%s[k - 1]*k for k in range(1, 4))" % a),
            ("sum(%s[k] for k in 3:-2:1)" % a, "(%s[2] + %s[0])" % (a, a)),
            ("sum(%s[2:end])" % a, "sum(%s[1:])" % a),
            ("sum(%s[%s, :])" % (s, k), "sum(%s[%s])" % (s, q)),
            ("sum(%s[:, %s])" % (s, k), "sum(x[%s] for x in %s)" % (q, s)),
            ("sum(transpose(%s)*%s)/4" % (s, a),
             "sum(%s[y][x]*%s[y] for x in range(3) for y in range(3))/4" % (s, a)),
            ("sum({x*y for x in %s, y in 1:2})" % a, "sum(x*y for x in %s for y in (1, 2))" % a),
            ("sum(cat(1, %s, {%s}, %s[{3, 1}]))" % (a, m, e), "(sum(%s) + %s + %s[2] + %s[0])" % (a, p, e, e)),
            ("(%s .* %s)[%s]/4" % (a, e, k), "%s[%s]*%s[%s]/4" % (a, q, e, q))])

    def leaf(self):
        k, q = self.index()
        l, w = self.index()
        a = self.chance.choice(self.arrays)
        return self.pick(self.number,
                         lambda: (self.chance.choice(self.reals),)*2,
                         lambda: (self.chance.choice(self.reals),)*2,
                         lambda: ("%s[%s]" % (a, k), "%s[%s]" % (a, q)),
                         lambda: ("M[%s, %s]" % (k, l), "M[%s][%s]" % (q, w)),
                         lambda: ("r.x", "r['x']"))

    def whole(self, depth=2):
        if self.level > 4:
            return (self.chance.choice(self.wholes),)*2
        self.level += 1
        try:
            return self.whole_of(depth)
        finally:
            self.level -= 1

    def whole_of(self, depth):
        if depth == 0 or self.often(0.3):
            k = self.chance.randint(-3, 7)
            return self.pick(lambda: (str(k) if k >= 0 else "(%d)" % k,)*2,
                             lambda: (self.chance.choice(self.wholes),)*2,
                             lambda: (self.chance.choice(self.wholes),)*2,
                             lambda: ("n[%d]" % (1 + k % 3), "n[%d]" % (k % 3)),
                             lambda: ("r.k", "r['k']"))
        (m, p), (k, q) = self.whole(depth - 1), self.whole(depth - 1)
        f, g = self.flag(1)
        c = self.chance.choice([2, 3, 5, -2, -3, 7])
        r, s = self.real(1)
        return self.chance.choice([
            ("(%s + %s)" % (m, k), "(%s + %s)" % (p, q)), ("(%s - %s)" % (m, k), "(%s - %s)" % (p, q)),
            ("2*%s" % m, "2*%s" % p), ("div(%s, %d)" % (m, c), "div(%s, %d)" % (p, c)),
            ("mod(%s, %d)" % (m, c), "mod(%s, %d)" % (p, c)), ("rem(%s, %d)" % (m, c), "rem(%s, %d)" % (p, c)),
            ("max(%s, %s)" % (m, k), "max(%s, %s)" % (p, q)), ("abs(%s)" % m, "abs(%s)" % p),
            ("(if %s then %s else %s)" % (f, m, k), "(%s if %s else %s)" % (p, g, q)),
            ("integer(%s)" % r, "integer(%s)" % s), ("integer(sign(%s))" % r, "sign(%s)" % s),
            ("sum(n)", "sum(n)"), ("size(M, 2)", "3"), ("(-%s)" % m, "(-%s)" % p)])

    def flag(self, depth=2):
        if self.level > 4:
            return (self.chance.choice(self.flags),)*2
        self.level += 1
        try:
            return self.flag_of(depth)
        finally:
            self.level -= 1

    def flag_of(self, depth):
        if depth == 0:
            return self.pick(lambda: (self.chance.choice(self.flags),)*2, lambda: ("r.y", "r['y']"))
        (m, p), (k, q) = self.real(1), self.real(0)
        (w, x), (y, z) = self.whole(1), self.whole(1)
        (f, g), (h, o) = self.flag(depth - 1), self.flag(depth - 1)
        rel = self.chance.choice(["<", ">", "<=", ">="])
        eq = self.chance.choice([("==", "=="), ("<>", "!=")])
        return self.chance.choice([
            ("%s %s %s" % (m, rel, k), "%s %s %s" % (p, rel, q)), ("%s %s %s" % (w, rel, y), "%s %s %s" % (x, rel, z)),
            ("(%s) %s (%s)" % (w, eq[0], y), "(%s) %s (%s)" % (x, eq[1], z)),
            ("(%s and %s)" % (f, h), "(%s and %s)" % (g, o)),
            ("(%s or not (%s))" % (f, h), "(%s or not (%s))" % (g, o)),
            ("(%s) <> (%s)" % (f, h), "(%s) != (%s)" % (g, o))])

    def vector(self):
        """Three Reals."""
        a, e = self.chance.choice(self.arrays), self.chance.choice(self.arrays)
        (m, p), (k, q), (w, x) = self.real(1), self.real(1), self.real(0)
        f, g = self.flag(1)
        return self.chance.choice([
            ("{%s, %s, %s}" % (m, k, w), "[%s, %s, %s]" % (p, q, x)),
            ("%s + %s" % (a, e), "[x + y for x, y in zip(%s, %s)]" % (a, e)),
            ("%s .* %s/4" % (a, e), "[x*y/4 for x, y in zip(%s, %s)]" % (a, e)),
            ("%s - fill(%s, 3)" % (a, m), "[g - (%s) for g in %s]" % (p, a)),
            ("0.5*%s" % a, "[0.5*x for x in %s]" % a),
            ("{g + %s for g in %s}" % (w, a), "[g + %s for g in %s]" % (x, a)),
            ("{if g > %s then %s else g for g in %s}" % (w, k, a), "[%s if g > %s else g for g in %s]" % (q, x, a)),
            ("(if %s then %s else -%s)" % (f, a, e), "(list(%s) if %s else [-g for g in %s])" % (a, g, e)),
            ("%s[3:-1:1]" % a, "%s[::-1]" % a), ("%s[{2, 3, 1}]" % a, "[%s[1], %s[2], %s[0]]" % (a, a, a)),
            ("cat(1, %s[2:3], {%s})" % (a, m), "%s[1:3] + [%s]" % (a, p)),
            ("M[:, 2]", "[x[1] for x in M]"), ("M[3, :]", "list(M[2])"),
            ("M*%s/4" % a, "[sum(x*y for x, y in zip(g, %s))/4 for g in M]" % a),
            ("%s*M/4" % a, "[sum(M[y][x]*%s[y] for y in range(3))/4 for x in range(3)]" % a),
            ("abs(%s)" % a, "[abs(x) for x in %s]" % a), ("cross(%s, %s)/4" % (a, e),
             "[({0}[1]*{1}[2] - {0}[2]*{1}[1])/4, ({0}[2]*{1}[0] - {0}[0]*{1}[2])/4, ({0}[0]*{1}[1] - {0}[1]*{1}[0])/4]"
             .format(a, e)),
            ("n*0.5", "[g*0.5 for g in n]")])

    # statements: lists of (Modelica, Python), indented

    def block(self, depth, indent, count=None):
        out = []
        for _ in range(count or self.chance.randint(1, 3)):
            out += self.statement(depth, indent)
        return out

    def statement(self, depth, indent):
        ways = [self.set_real]*3 + [self.set_whole]*2 + [self.set_flag, self.set_element, self.set_vector,
                self.set_slice, self.set_list, self.set_matrix, self.set_record, self.call, self.call]
        if depth > 0:
            ways += [self.branch]*3 + [self.turns]*3 + [self.repeat]
        if self.inside:
            ways += [self.leave]
        return self.chance.choice(ways)(depth, indent)

    def line(self, indent, m, p):
        return [("  "*indent + m, "  "*indent + p)]

    def set_real(self, _, at):
        m, p = self.real()
        x = self.chance.choice(["x", "y"])
        return self.line(at, "%s := cut(%s);" % (x, m), "%s = cut(%s)" % (x, p))

    def set_whole(self, _, at):
        m, p = self.whole()
        x = self.chance.choice(["k", "l"])
        return self.line(at, "%s := cutw(%s);" % (x, m), "%s = cutw(%s)" % (x, p))

    def set_flag(self, _, at):
        m, p = self.flag()
        return self.line(at, "c := %s;" % m, "c = bool(%s)" % p)

    def set_element(self, _, at):
        (m, p), (k, q) = self.real(2), self.index()
        x = self.chance.choice(["w", "z"])
        return self.line(at, "%s[%s] := cut(%s);" % (x, k, m), "%s[%s] = cut(%s)" % (x, q, p))

    def set_vector(self, _, at):
        m, p = self.vector()
        x = self.chance.choice(["w", "z"])
        return self.line(at, "%s := cutv(%s);" % (x, m), "%s = [cut(x_) for x_ in %s]" % (x, p))

    def set_slice(self, _, at):
        (m, p), (k, q) = self.real(1), self.real(1)
        return self.chance.choice([
            self.line(at, "w[2:3] := {cut(%s), cut(%s)};" % (m, k), "w[1:3] = [cut(%s), cut(%s)]" % (p, q)),
            self.line(at, "w[{3, 1}] := {cut(%s), cut(%s)};" % (m, k), "w[2], w[0] = cut(%s), cut(%s)" % (p, q)),
            self.line(at, "z[2:end] := z[1:2];", "z[1:] = z[0:2]"),
            self.line(at, "z[3:-1:1] := z;", "z = z[::-1]"),
            self.line(at, "N[2, :] := w;", "N[1] = list(w)"),
            self.line(at, "N[:, 1] := N[3, :];", "t_ = list(N[2])\n%sfor i_ in range(3): N[i_][0] = t_[i_]" % (
                "  "*at))])

    def set_list(self, _, at):
        (m, p), (k, q) = self.whole(2), self.index()
        return self.line(at, "o[%s] := cutw(%s);" % (k, m), "o[%s] = cutw(%s)" % (q, p))

    def set_matrix(self, _, at):
        (m, p), (k, q), (l, w) = self.real(2), self.index(), self.index()
        return self.chance.choice([
            self.line(at, "N[%s, %s] := cut(%s);" % (k, l, m), "N[%s][%s] = cut(%s)" % (q, w, p)),
            self.line(at, "N := transpose(N);", "N = [list(x_) for x_ in zip(*N)]")])

    def set_record(self, _, at):
        (m, p), (k, q), (f, g) = self.real(1), self.whole(1), self.flag(1)
        return self.chance.choice([
            self.line(at, "s.x := cut(%s);" % m, "s['x'] = cut(%s)" % p),
            self.line(at, "s.k := cutw(%s);" % k, "s['k'] = cutw(%s)" % q),
            self.line(at, "s := R(cut(%s), cutw(%s), %s);" % (m, k, f),
                      "s = dict(x=cut(%s), k=cutw(%s), y=bool(%s))" % (p, q, g))])

    def call(self, _, at):
        (m, p), (k, q) = self.real(1), self.whole(1)
        return self.chance.choice([
            self.line(at, "(x, k) := two(cut(%s), cutw(%s));" % (m, k), "x, k, _ = two(cut(%s), cutw(%s))" % (p, q)),
            self.line(at, "(, k) := two(cut(%s), cutw(%s));" % (m, k), "_, k, _ = two(cut(%s), cutw(%s))" % (p, q)),
            self.line(at, "(y, , w) := two(w=cutw(%s), v=cut(%s));" % (k, m),
                      "y, _, w = two(cut(%s), cutw(%s))" % (p, q)),
            self.line(at, "x := two(cut(%s), 2);" % m, "x = two(cut(%s), 2)[0]" % p)])

    def branch(self, depth, at):
        f, g = self.flag()
        out = self.line(at, "if %s then" % f, "if %s:" % g) + self.block(depth - 1, at + 1)
        if self.often(0.4):
            f, g = self.flag()
            out += self.line(at, "elseif %s then" % f, "elif %s:" % g) + self.block(depth - 1, at + 1)
        if self.often(0.6):
            out += self.line(at, "else", "else:") + self.block(depth - 1, at + 1)
        return out + self.line(at, "end if;", "pass")

    def turns(self, depth, at):
        self.loops += 1
        name = "q%d" % self.loops
        low, high = self.chance.choice([(1, 3), (0, 2), (2, 2), (3, 1), (1, 4)])
        kinds = ([("1:k", "range(1, k + 1)", False)] if self.function else []) + [
            ("%d:%d" % (low, high), "range(%d, %d)" % (low, high + 1), False),
            ("5:-2:1", "(5, 3, 1)", False),
            ("n", "list(n)", False), ("{1, 4, 2}", "(1, 4, 2)", False),
            ("{0.5, 1.25}", "(0.5, 1.25)", True), ("0:0.5:1", "(0.0, 0.5, 1.0)", True), ("a", "list(a)", True)]
        m, p, real = self.chance.choice(kinds)
        if m == "1:k":
            out = self.line(at, "k := mod(k, 4);", "k = mod(k, 4)")
        else:
            out = []
        names = self.reals if real else self.wholes
        names.append(name)
        self.inside += 1
        body = self.block(depth - 1, at + 1)
        self.inside -= 1
        names.remove(name)
        return out + self.line(at, "for %s in %s loop" % (name, m), "for %s in %s:" % (name, p)) + body + self.line(
            at, "end for;", "pass")

    def repeat(self, depth, at):
        self.loops += 1
        name = "t%d" % (1 + self.loops % 3)
        f, g = self.flag()
        self.inside += 1
        body = self.block(depth - 1, at + 1)
        self.inside -= 1
        step = self.line(at + 1, "%s := %s + 1;" % (name, name), "%s = %s + 1" % (name, name))
        return (self.line(at, "%s := 0;" % name, "%s = 0" % name)
                + self.line(at, "while %s < 4 and (%s) loop" % (name, f), "while %s < 4 and (%s):" % (name, g))
                + step + body + self.line(at, "end while;", "pass"))

    def leave(self, _, at):
        f, g = self.flag()
        word = self.chance.choice(["break"]*3 + ["return"])
        if word == "return" and self.function:
            leave = self.line(at + 1, "result := %s; return;" % RESULT_M, "return " + RESULT_P)
        else:
            leave = self.line(at + 1, "break;", "break")
        return self.line(at, "if %s then" % f, "if %s:" % g) + leave + self.line(at, "end if;", "pass")

    def body(self, function):
        """The statements. What is local may be read behind the first lines, which set it."""
        self.function = function
        first = [("  x := u;", "  x = u"), ("  y := 0;", "  y = 0.0"), ("  k := i;", "  k = i"),
                 ("  l := 1;", "  l = 1"), ("  c := b;", "  c = b"), ("  w := a;", "  w = list(a)"),
                 ("  z := {1, 2, 3};", "  z = [1.0, 2.0, 3.0]"),
                 ("  o := n;", "  o = list(n)"), ("  N := M;", "  N = [list(x_) for x_ in M]"),
                 ("  s := r;", "  s = dict(r)"),
                 ("  t1 := 0;", "  t1 = 0"), ("  t2 := 0;", "  t2 = 0"), ("  t3 := 0;", "  t3 = 0")]
        self.reals += ["x", "y"]
        self.wholes += ["k", "l"]
        self.flags += ["c"]
        self.arrays += ["w", "z"]
        out = first + self.block(3, 1, self.chance.randint(4, 9))
        return out


RESULT_M = "x + 3*y + k/8 + l/16 + (if c then 100 else 0) + w*{1, 2, 3} + z*{3, 5, 7} + o*{1, 2, 4}/2 + s.x + s.k/4 " \
           "+ (if s.y then 200 else 0) + sum(N[:, 1]) + 2*sum(N[:, 2]) + 3*sum(N[3, :])"
RESULT_P = "x + 3*y + k/8 + l/16 + (100 if c else 0) + sum(p_*q_ for p_, q_ in zip(w, (1, 2, 3))) " \
           "+ sum(p_*q_ for p_, q_ in zip(z, (3, 5, 7))) + sum(p_*q_ for p_, q_ in zip(o, (1, 2, 4)))/2 + s['x'] " \
           "+ s['k']/4 + (200 if s['y'] else 0) + sum(x_[0] for x_ in N) + 2*sum(x_[1] for x_ in N) + 3*sum(N[2])"

LOCALS = """  Real x, y;
  Integer k, l, t1, t2, t3;
  Boolean c;
  Real w[3], z[3];
  Integer o[3];
  Real N[3, 3];
  R s;
"""

MODEL = """package P
  record R
    Real x;
    Integer k;
    Boolean y;
  end R;
  function cut
    input Real a;
    output Real b = a - 64*floor((a + 32)/64);
  algorithm
    annotation(Inline = %(inline)s);
  end cut;
  function cutv
    input Real a[:];
    output Real b[size(a, 1)];
  algorithm
    for i in 1:size(a, 1) loop
      b[i] := cut(a[i]);
    end for;
  end cutv;
  function cutw
    input Integer a;
    output Integer b = mod(a + 32, 64) - 32;
  algorithm
  end cutw;
  function two
    input Real v;
    input Integer w = 3;
    output Real p;
    output Integer q = w + 1;
    output Real r[3] = {v, 2*v, w};
  protected
    Real h = v/2;
  algorithm
    p := h;
    for m in 1:3 loop
      r[m] := if r[m] > 1 then r[m] - h else r[m];
      if r[m] < -2 then
        q := q + m;
        return;
      end if;
    end for;
    p := cut(p + r[2]);
    r := cutv(r);
  end two;
  function f
    input Real u, v;
    input Integer i, j;
    input Boolean b;
    input Real a[3], e[3];
    input Integer n[3];
    input Real M[3, 3];
    input R r;
    output Real result;
  protected
%(locals)s
  algorithm
%(function)s
    result := %(value)s;
  end f;
  model T
%(where)s
  end T;
end P;
"""


def two(cut, v, w):
    p, q, r = v/2, w + 1, [v, 2*v, float(w)]
    h = v/2
    for m in (1, 2, 3):
        r[m - 1] = r[m - 1] - h if r[m - 1] > 1 else r[m - 1]
        if r[m - 1] < -2:
            return p, q + m, r
    p = cut(p + r[1])
    return p, q, [cut(x) for x in r]


def values(chance):
    """What goes in: (name, value); the last bit keeps Reals off the thresholds."""
    def real():
        return chance.randint(-24, 24)/8 + chance.choice([1, -1, 3])/512
    def whole(low, high):
        return chance.randint(low, high)
    return {"u": real(), "v": real(), "i": whole(-3, 6), "j": whole(-3, 6), "b": chance.random() < 0.5,
            "a": [real() for _ in range(3)], "e": [real() for _ in range(3)], "n": [whole(-4, 6) for _ in range(3)],
            "M": [[real() for _ in range(3)] for _ in range(3)],
            "r": dict(x=real(), k=whole(-3, 6), y=chance.random() < 0.5)}


def written(value):
    if isinstance(value, dict):
        return "R(%s)" % ", ".join(written(x) for x in value.values())
    if isinstance(value, list):
        return "{%s}" % ", ".join(written(x) for x in value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


TYPES = {"u": "Real u", "v": "Real v", "i": "Integer i", "j": "Integer j", "b": "Boolean b", "a": "Real a[3]",
         "e": "Real e[3]", "n": "Integer n[3]", "M": "Real M[3, 3]", "r": "R r"}


def place(chance, kind, given, slopes, text):
    """A model in which the program is executed at one kind of place; `answer` is the result."""
    names = ", ".join(given)
    if kind == "constants":
        return "    Real answer = f(%s);" % ", ".join(written(x) for x in given.values())
    if kind == "parameters":
        return "\n".join("    parameter %s = %s;" % (TYPES[x], written(given[x])) for x in given) \
            + "\n    parameter Real answer = f(%s);" % names
    if kind == "discrete":
        lines = ["    %s;" % t for t in TYPES.values()] + ["    discrete Real answer(start = 0, fixed = true);",
                                                           "  equation", "    when time >= 0.5 then"]
        lines += ["      %s = %s;" % (x, written(given[x])) for x in given if x != "r"]
        lines += ["      r.%s = %s;" % (x, written(given["r"][x])) for x in given["r"]]
        if chance.random() < 0.5:
            lines += ["      answer = f(%s);" % names, "    end when;"]
        else:
            lines += ["    end when;", "    when time >= 1 then", "      answer = f(%s);" % names, "    end when;"]
        return "\n".join(lines)
    lines = ["    parameter Real drift = 0;", "    Real one(start = 0, fixed = true);"]
    equations = ["    der(one) = 1;"]

    def moving(value, slope):
        if isinstance(value, list):
            return "{%s}" % ", ".join(moving(x, y) for x, y in zip(value, slope))
        return written(value) + (slope if isinstance(value, float) else "")
    for x in given:
        lines.append("    %s;" % TYPES[x])
        if x == "r":
            equations += ["    r.%s = %s;" % (y, moving(given["r"][y], slopes["r"][y])) for y in given["r"]]
        else:
            equations.append("    %s = %s;" % (x, moving(given[x], slopes[x])))
    if kind == "moving":
        equations.append("    answer = f(%s);" % names)
        return "\n".join(lines + ["    Real answer;", "  equation"] + equations)
    lines += LOCALS.rstrip().split("\n") + ["    Real answer;"]
    return "\n".join(lines + ["  equation"] + equations + ["  algorithm", text, "    answer := %s;" % RESULT_M])


def mapped(act, value, slope):
    """Of every Real that goes in, and its slope."""
    if isinstance(value, list):
        return [mapped(act, x, y) for x, y in zip(value, slope)]
    if isinstance(value, dict):
        return {x: mapped(act, y, slope[x]) for x, y in value.items()}
    return act(value, slope) if isinstance(value, float) else value


def drawn(chance, value):
    """How each Real moves."""
    if isinstance(value, list):
        return [drawn(chance, x) for x in value]
    if isinstance(value, dict):
        return {x: drawn(chance, y) for x, y in value.items()}
    return chance.choice(["", "", "", " + (time - 1.375)", " - 2*(time - 1.375)", " + (one - 1.375)", " + drift*one"])


def expected(code, given, slopes=None, by=0.0, t=STOP):
    rate = {"": 0, " - 2*(time - 1.375)": -2, " + drift*one": 0}
    room = dict(HELP)
    room["cut"] = lambda a: HELP["cut"](a) + by*3
    room["two"] = lambda v, w: two(HELP["cut"], v, w)
    exec("def f(%s):\n%s\n  return %s\n" % (", ".join(given), code, RESULT_P), room)
    if slopes:
        given = mapped(lambda x, s: x + rate.get(s, 1)*(t - STOP) + by, given, slopes)
    return room["f"](**given)


def is_sensitive(code, given, slopes):
    """A condition is met but for rounding, at the end or for some time: then either side will do."""
    for t in [STOP*k/16.37 for k in range(17)] + [STOP]:
        middle = expected(code, given, slopes, 0, t)
        if max(abs(expected(code, given, slopes, by, t) - middle) for by in (1e-9, -1e-9)) > 1e-5:
            return True
    return False


def judge(saltus, seed, folder):
    chance = random.Random(seed)
    given = values(chance)
    slopes, inline = drawn(chance, given), chance.choice(["true", "false"])
    state = chance.getstate()
    told, good = [], True
    for kind in ("constants", "parameters", "discrete", "moving", "statements"):
        whole = kind != "statements"
        chance.setstate(state)
        lines = Program(chance).body(whole)
        text, code = ("\n".join(line[i] for line in lines) for i in (0, 1))
        want = expected(code, given)
        if kind in ("moving", "statements") and is_sensitive(code, given, slopes):
            continue
        model = MODEL % {"inline": inline, "locals": LOCALS if whole else "  Real x;\n",
                         "function": text if whole else "  x := u;", "value": RESULT_M if whole else "x",
                         "where": place(chance, kind, given, slopes, text)}
        answer = generated.run(saltus, "%s/%s.mo" % (folder, kind), model, "--stop", str(STOP), of="P.T")
        got, said = answer.get("final", {}).get("answer"), generated.told(answer)
        right = answer["status"] == "done" and got is not None and abs(got - want) <= 1e-6*(1 + abs(want)) and not said
        if not right:
            told.append("%s: %s, %r, and %r expected; %s" % (kind, answer["status"], got, want, said))
        good = good and right
    return good, "\n    ".join(told)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "generated algorithms against Python", 40))
