#!/usr/bin/env python3
"""Mechanisms with stops, catches and clutches whose ratios move, at random: what happens in each blow is what plastic
impact says.

    impacts.py --saltus build/saltus [--count N] [--seed S] [--only K] [--keep FOLDER] [-v]

A case has two to four coordinates with masses and forces, and one to three ties. A clutch ties speeds for some time,
`sum of A[i](q)*v[i] = 0`; a stop keeps a function of the positions from becoming negative, and only pushes. All factors
depend on the positions. A tie acts on each mass with its factor times one force, which is integrated, too: the
integral jumps by the impulse.

The texts differ: factors in place, named, with conditions, or made by functions and algorithms; ties of positions, of
their derivatives or of speeds, conditions that remember their side and conditions of a parameter, scalars and arrays,
one switch with a branch for each clutch.

A stop that ties a speed holds its distance, and what that is off zero must not turn its condition where it is left
(E670).

The reference integrates M*v' = f + A'*F with A*v' + A'*v = 0 in small steps of Runge and Kutta, and finds what is tied
after an event by looking at all sets of stops: first for the speeds (no stop is entered, no stop pulls, a stop that
pushes is not left), then for the accelerations. What has several answers or none, or is close to it, makes no case."""
import csv
import itertools
import math
import os
import random
import sys

import generated

STOP, GRID, STEP = 2.0, 0.1, 5e-3
CLOSE, CLEAR = 1e-8, 1e-4       # what counts as zero; what must be larger, that nobody can take it for zero


def number(x):
    return "(%r)" % x if x < 0 else "%r" % x


class Unclear(Exception):
    """Not a case: two answers, or none, or one that depends on rounding."""


def solve(a, b):
    """Gauss with pivots, in place."""
    n = len(b)
    for k in range(n):
        p = max(range(k, n), key=lambda r: abs(a[r][k]))
        if abs(a[p][k]) < 0.03:
            raise Unclear("ties repeat each other")
        a[k], a[p], b[k], b[p] = a[p], a[k], b[p], b[k]
        for r in range(k + 1, n):
            f = a[r][k]/a[k][k]
            if f:
                for c in range(k, n):
                    a[r][c] -= f*a[k][c]
                b[r] -= f*b[k]
    for k in reversed(range(n)):
        b[k] = (b[k] - sum(a[k][c]*b[c] for c in range(k + 1, n)))/a[k][k]
    return b


class Stop:
    """g(q) = level + sum of a[i]*q[i] + b[i]*sin(q[i]) + d*q[j]*q[k] is not negative."""
    unilateral = True

    def __init__(self, rng, q):
        n = len(q)
        self.a = [round(rng.uniform(-1.5, 1.5), 2) if rng.random() < 0.7 else 0.0 for _ in q]
        self.b = [round(rng.uniform(-0.8, 0.8), 2) if rng.random() < 0.6 else 0.0 for _ in q]
        self.j, self.k = rng.randrange(n), rng.randrange(n)
        self.d = round(rng.uniform(-0.6, 0.6), 2) if self.j != self.k and rng.random() < 0.4 else 0.0
        if not any(self.a) and not any(self.b):
            self.a[0] = 1.0
        self.level = 0.0
        self.level = round(rng.uniform(0.05, 0.8) - self.value(q), 3)

    def value(self, q):
        return (self.level + self.d*q[self.j]*q[self.k]
                + sum(a*x + b*math.sin(x) for a, b, x in zip(self.a, self.b, q)))

    def row(self, q):
        made = [a + b*math.cos(x) for a, b, x in zip(self.a, self.b, q)]
        made[self.j] += self.d*q[self.k]
        made[self.k] += self.d*q[self.j]
        return made

    def bend(self, q, v):
        """A'*v"""
        return 2*self.d*v[self.j]*v[self.k] - sum(b*math.sin(x)*s*s for b, x, s in zip(self.b, q, v))

    def factors(self, q):
        """Of each coordinate, in Modelica."""
        made = ["%r%s" % (a, " + %s*cos(%s)" % (number(b), x) if b else "") for a, b, x in zip(self.a, self.b, q)]
        if self.d:
            made[self.j] += " + %s*%s" % (number(self.d), q[self.k])
            made[self.k] += " + %s*%s" % (number(self.d), q[self.j])
        return made

    def text(self, q):
        made = ["%r" % self.level]
        made += ["%s*%s" % (number(a), x) for a, x in zip(self.a, q) if a]
        made += ["%s*sin(%s)" % (number(b), x) for b, x in zip(self.b, q) if b]
        if self.d:
            made.append("%s*%s*%s" % (number(self.d), q[self.j], q[self.k]))
        return " + ".join(made)


class Clutch:
    """The sum of (a[i] + b[i]*cos(q[s[i]]))*v[i] is zero from `begin` to `end`."""
    unilateral = False

    def __init__(self, rng, q):
        self.a = [round(rng.uniform(-2, 2), 2) if rng.random() < 0.8 else 0.0 for _ in q]
        self.b = [round(rng.uniform(-0.8, 0.8), 2) if a and rng.random() < 0.7 else 0.0 for a in self.a]
        self.s = [rng.randrange(len(q)) for _ in q]
        if not any(self.a):
            self.a[0] = 1.0
        self.begin = 0.0 if rng.random() < 0.15 else round(rng.uniform(0.05, 1.2), 3)
        self.end = round(self.begin + rng.uniform(0.2, 1.5), 3)

    def row(self, q):
        return [a + b*math.cos(q[s]) for a, b, s in zip(self.a, self.b, self.s)]

    def bend(self, q, v):
        return -sum(b*math.sin(q[s])*v[s]*x for b, s, x in zip(self.b, self.s, v))

    def factors(self, q):
        return ["%r%s" % (a, " + %s*cos(%s)" % (number(b), q[s]) if b else "")
                for a, b, s in zip(self.a, self.b, self.s)]


class System:
    def __init__(self, rng):
        n = rng.randrange(2, 5)
        self.q0 = [round(rng.uniform(-1.5, 1.5), 2) for _ in range(n)]
        self.v0 = [round(rng.uniform(-2.5, 2.5), 2) for _ in range(n)]
        self.m = [round(rng.uniform(0.3, 3), 2) for _ in range(n)]
        self.f = [(round(rng.uniform(-3, 3), 2), round(rng.uniform(0, 3), 2), round(rng.uniform(1, 5), 2),
                   round(rng.uniform(0, 2), 2)) for _ in range(n)]
        self.ties = [rng.choice((Stop, Stop, Clutch))(rng, self.q0) for _ in range(rng.randrange(1, 4))]

    def force(self, t, q, v):
        return [c + s*math.sin(w*t) - d*x for (c, s, w, d), x in zip(self.f, v)]

    def tied(self, q, right, rows, below):
        """M*x - A'*F = right, A*x = below: x and F"""
        n, k = len(q), len(rows)
        a = [[0.0]*(n + k) for _ in range(n + k)]
        for i in range(n):
            a[i][i] = self.m[i]
            for j, row in enumerate(rows):
                a[i][n + j] = -row[i]
                a[n + j][i] = row[i]
        x = solve(a, list(right) + list(below))
        return x[:n], x[n:]


class Run:
    """The reference. `on`: numbers of ties that act; `rows`: grid -> (q, v, integrals)."""

    def __init__(self, system):
        self.s, self.t = system, 0.0
        self.q, self.v, self.p = list(system.q0), list(system.v0), [0.0]*len(system.ties)
        self.on, self.events, self.rows = set(), [], {}
        turns = sorted({x for c in system.ties if not c.unilateral for x in (c.begin, c.end) if 0 < x < STOP})
        self.settle()
        for to in sorted(set(turns) | {round(GRID*k, 9) for k in range(1, int(STOP/GRID) + 1)}):
            while self.t < to - 1e-13:
                self.advance(min(to - self.t, STEP))
            self.t = to
            if to in turns:
                self.settle()
            self.rows[to] = (list(self.q), list(self.v), list(self.p))

    def rates(self, t, q, v):
        ties = [self.s.ties[k] for k in sorted(self.on)]
        x, force = self.s.tied(q, self.s.force(t, q, v), [c.row(q) for c in ties], [-c.bend(q, v) for c in ties])
        made = [0.0]*len(self.s.ties)
        for k, value in zip(sorted(self.on), force):
            made[k] = value
        return v, x, made

    def step(self, h):
        def moved(by, d):
            return [[x + by*y for x, y in zip(part, rate)] for part, rate in zip((self.q, self.v, self.p), d)]
        k1 = self.rates(self.t, self.q, self.v)
        q, v, _ = moved(h/2, k1)
        k2 = self.rates(self.t + h/2, q, v)
        q, v, _ = moved(h/2, k2)
        k3 = self.rates(self.t + h/2, q, v)
        q, v, _ = moved(h, k3)
        k4 = self.rates(self.t + h, q, v)
        return moved(h/6, [[a + 2*b + 2*c + d for a, b, c, d in zip(*part)] for part in zip(k1, k2, k3, k4)])

    def violated(self, t, q, v):
        """By how much the worst stop is entered, or pulls."""
        _, _, force = self.rates(t, q, v)
        return max([(-force[k] if k in self.on else -c.value(q) if self.approached(c, q, v) else -1.0)
                    for k, c in enumerate(self.s.ties) if c.unilateral], default=-1.0)

    @staticmethod
    def approached(c, q, v):
        return c.value(q) < -1e-12 and sum(a*x for a, x in zip(c.row(q), v)) < 0

    def advance(self, h):
        new = self.step(h)
        if self.violated(self.t + h, new[0], new[1]) <= 1e-11:
            self.t, (self.q, self.v, self.p) = self.t + h, new
            return
        low, high = 0.0, h
        for _ in range(60):
            middle = (low + high)/2
            new = self.step(middle)
            low, high = (low, middle) if self.violated(self.t + middle, new[0], new[1]) > 1e-11 else (middle, high)
        self.t, (self.q, self.v, self.p) = self.t + high, self.step(high)
        self.settle()

    def settle(self):
        acts = {k for k, c in enumerate(self.s.ties)
                if not c.unilateral and c.begin <= self.t + 1e-12 and self.t < c.end - 1e-12}
        touching = [k for k, c in enumerate(self.s.ties)
                    if c.unilateral and (k in self.on or abs(c.value(self.q)) < CLOSE)]
        before = list(self.v)
        rows = {k: self.s.ties[k].row(self.q) for k in list(acts) + touching}
        speed = lambda k, v: sum(a*x for a, x in zip(rows[k], v))
        jumps = any(abs(speed(k, self.v)) > CLOSE for k in acts) or any(speed(k, self.v) < -CLOSE for k in touching)
        if jumps:
            momentum = [m*x for m, x in zip(self.s.m, self.v)]
            self.v, strength = self.complement(acts, touching, momentum, rows, {k: 0.0 for k in rows}, speed)
            for k, value in strength.items():
                self.p[k] += value
        rest = [k for k in touching if speed(k, self.v) < CLOSE]
        bends = {k: -self.s.ties[k].bend(self.q, self.v) for k in rows}
        _, force = self.complement(acts, rest, self.s.force(self.t, self.q, self.v), rows, bends,
                                   lambda k, x: speed(k, x) - bends[k])
        self.on = acts | {k for k in force if k in touching}
        self.events.append((self.t, before, list(self.v), frozenset(self.on)))

    def complement(self, acts, touching, right, rows, below, excess):
        """Which of those that touch act: (x, strength by number); one answer, and a clear one."""
        found = []
        for count in range(len(touching) + 1):
            for some in itertools.combinations(touching, count):
                on = sorted(acts | set(some))
                x, force = self.s.tied(self.q, right, [rows[k] for k in on], [below[k] for k in on])
                strength = dict(zip(on, force))
                margins = [strength[k] for k in some] + [excess(k, x) for k in touching if k not in some]
                if min(margins, default=1.0) > -CLEAR:
                    if min(margins, default=1.0) < CLEAR:
                        raise Unclear("a stop that neither pushes nor is left")
                    found.append((x, strength))
        if len(found) != 1:
            raise Unclear("%d answers" % len(found))
        return found[0]


# the text

class Text:
    """A system as Modelica, in one of many ways."""

    def __init__(self, rng, system):
        self.s, self.rng, self.n = system, rng, len(system.q0)
        self.array = rng.random() < 0.4
        self.q = [("q[%d]" if self.array else "q%d") % (k + 1) for k in range(self.n)]
        self.v = [("v[%d]" if self.array else "v%d") % (k + 1) for k in range(self.n)]
        self.declared, self.equations, self.functions, self.algorithms = [], [], [], []
        self.pushes = [[] for _ in range(self.n)]         # terms of forces, by coordinate
        self.states()
        clutches = []
        for k, tie in enumerate(system.ties):
            self.declared.append("Real F%d, S%d(start = 0, fixed = true);" % (k, k))
            self.equations.append("der(S%d) = F%d;" % (k, k))
            factors = self.named(k, tie.factors(self.q))
            for i, factor in enumerate(factors):
                self.pushes[i].append("(%s)*F%d" % (factor, k))
            if tie.unilateral:
                self.stop(k, tie, factors)
            else:
                clutches.append((k, tie, factors))
        self.clutches(clutches)
        self.motion()

    def states(self):
        start = lambda values: "{%s}" % ", ".join("%r" % x for x in values)
        if self.array:
            self.declared += ["Real %s[%d](start = %s, each fixed = true);" % (name, self.n, start(values))
                              for name, values in (("q", self.s.q0), ("v", self.s.v0))]
        else:
            self.declared += ["Real %s(start = %r, fixed = true);" % one
                              for one in list(zip(self.q, self.s.q0)) + list(zip(self.v, self.s.v0))]

    def named(self, k, factors):
        """The factors of tie k, as they stand in its equations."""
        how = self.rng.choice(("place", "name", "array", "function", "algorithm", "loop", "condition", "conditions"))
        if how == "place":
            return factors
        names = ["A%d_%d" % (k, i + 1) for i in range(self.n)]
        if how == "array":
            names = ["A%d[%d]" % (k, i + 1) for i in range(self.n)]
            self.declared.append("Real A%d[%d] = {%s};" % (k, self.n, ", ".join(factors)))
        elif how == "function":
            body = [self.renamed(f, lambda i: "x[%d]" % (i + 1)) for f in factors]
            self.functions.append("function A%d_of input Real x[%d]; output Real a[%d]; algorithm a := {%s}; "
                                  "end A%d_of;" % (k, self.n, self.n, ", ".join(body), k))
            names = ["A%d[%d]" % (k, i + 1) for i in range(self.n)]
            self.declared.append("Real A%d[%d] = A%d_of({%s});" % (k, self.n, k, ", ".join(self.q)))
        elif how == "algorithm":
            self.declared.append("Real %s;" % ", ".join(names))
            self.algorithms.append(" ".join("%s := %s;" % one for one in zip(names, factors)))
        elif how == "loop":                               # y + 0.1*y^3 = x + 0.1*x^3 says y = x
            self.declared.append("Real %s;" % ", ".join(names))
            self.equations += ["%s + 0.1*%s^3 = (%s) + 0.1*(%s)^3;" % (a, a, f, f) for a, f in zip(names, factors)]
        else:
            self.declared.append("Real %s;" % ", ".join(names))
            on = "%s > %r" % (self.rng.choice(self.q), round(self.rng.uniform(-1, 1), 1))
            if how == "conditions":                       # both sides are the same
                self.algorithms.append("if %s then %s else %s end if;" % (
                    on, " ".join("%s := %s;" % one for one in zip(names, factors)),
                    " ".join("%s := 2*(%s)/2;" % one for one in zip(names, factors))))
            else:
                self.equations += ["%s = %s;" % (a, f if how == "name" else "if %s then %s else 2*(%s)/2" % (on, f, f))
                                   for a, f in zip(names, factors)]
        return names

    def renamed(self, text, to):
        for i in reversed(range(self.n)):
            text = text.replace(self.q[i], "\1%d\2" % i)
        for i in range(self.n):
            text = text.replace("\1%d\2" % i, to(i))
        return text

    def speed(self, k, factors):
        self.declared.append("Real u%d;" % k)
        self.equations.append("u%d = %s;" % (k, " + ".join("(%s)*%s" % one for one in zip(factors, self.v))))
        return "u%d" % k

    def stop(self, k, tie, factors):
        self.declared.append("Real g%d; Boolean on%d(start = false, fixed = true);" % (k, k))
        self.equations.append("g%d = %s;" % (k, tie.text(self.q)))
        if self.rng.random() < 0.3:                       # of positions: speeds could be held at any distance
            self.declared.append("Real p%d;" % k)
            self.equations.append("on%d = p%d < 0;" % (k, k))
            self.equations.append("if on%d then g%d = 0; p%d = -F%d; else F%d = 0; p%d = g%d; end if;" % ((k,)*7))
            return
        tied = self.rng.choice(("g%d = 0" % k, "der(g%d) = 0" % k, "speed"))
        if tied == "speed":
            tied = self.speed(k, factors) + " = 0"
        self.equations.append("on%d = if pre(on%d) then F%d >= 0 else g%d < 0;" % (k, k, k, k))
        self.equations.append(self.rng.choice(("if on%d then %s; else F%d = 0; end if;" % (k, tied, k),
                                               "if not on%d then F%d = 0; else %s; end if;" % (k, k, tied))))

    def clutches(self, clutches):
        if len(clutches) > 1 and self.rng.random() < 0.5:
            return self.one_switch(clutches)
        for k, tie, factors in clutches:
            on = "time >= %r and time < %r" % (tie.begin, tie.end)
            tied = self.speed(k, factors) + " = 0"
            if self.rng.random() < 0.5:
                self.declared.append("Boolean on%d = %s;" % (k, on))
                on = "on%d" % k
            self.equations.append(self.rng.choice((
                "if %s then %s; else F%d = 0; end if;" % (on, tied, k),
                "0 = if %s then u%d else F%d;" % (on, k, k))))

    def one_switch(self, clutches):
        """A branch for each set of clutches that are closed."""
        for k, tie, factors in clutches:
            self.speed(k, factors)
            self.declared.append("Boolean on%d = time >= %r and time < %r;" % (k, tie.begin, tie.end))
        branches = []
        for closed in itertools.product((True, False), repeat=len(clutches)):
            condition = " and ".join(("" if c else "not ") + "on%d" % k for c, (k, _, _) in zip(closed, clutches))
            then = " ".join("%s%d = 0;" % ("u" if c else "F", k) for c, (k, _, _) in zip(closed, clutches))
            branches.append((condition, then))
        text = " ".join("%s %s then %s" % ("if" if not i else "elseif", c, e)
                        for i, (c, e) in enumerate(branches[:-1]))
        self.equations.append("%s else %s end if;" % (text, branches[-1][1]))

    def motion(self):
        for i in range(self.n):
            c, s, w, d = self.s.f[i]
            self.equations.append("der(%s) = %s;" % (self.q[i], self.v[i]))
            self.equations.append("%r*der(%s) = %s;" % (self.s.m[i], self.v[i], " + ".join(
                ["%r + %r*sin(%r*time) - %r*%s" % (c, s, w, d, self.v[i])] + self.pushes[i])))

    def text(self):
        self.rng.shuffle(self.equations)
        return "model M\n%s%s  %s\nequation\n  %s\n%send M;\n" % (
            "".join("  %s\n" % f for f in self.functions), "", "\n  ".join(self.declared),
            "\n  ".join(self.equations), "".join("algorithm\n  %s\n" % a for a in self.algorithms))


def rows_of(path):
    with open(path) as file:
        reader = csv.reader(file)
        names = next(reader)
        return names, [[float(x) for x in row] for row in reader]


def compare(run, text, path, tol):
    """The first value that is wrong; None: all are right."""
    names, rows = rows_of(path)
    at = {name: k for k, name in enumerate(names)}
    wanted = text.q + text.v + ["S%d" % k for k in range(len(run.p))]
    allowed = 5e-6 + 3000*tol
    for t, row in run.rows.items():
        if any(abs(t - e[0]) < allowed for e in run.events):
            continue
        have = min(rows, key=lambda r: abs(r[0] - t))
        for name, value in zip(wanted, row[0] + row[1] + row[2]):
            if not abs(have[at[name]] - value) < allowed*max(1.0, abs(value)):
                return "%s(%g) = %.9g, should be %.9g; events at %s" % (
                    name, t, have[at[name]], value, ", ".join("%.6g" % e[0] for e in run.events))
    return None


def judge(saltus, seed, folder):
    rng = random.Random(seed)
    system = System(rng)
    try:
        run = Run(system)
    except Unclear:
        return None
    gaps = sorted(e[0] for e in run.events)
    if len(run.events) < 2 or any(0 < b - a < 1e-4 for a, b in zip(gaps, gaps[1:])):
        return None
    text, tol = Text(rng, system), rng.choice((1e-9, 1e-8, 1e-7, 1e-6))
    path = os.path.join(folder, "m.csv")
    answer = generated.run(saltus, os.path.join(folder, "m.mo"), text.text(), "--stop", repr(STOP), "--step",
                           repr(GRID), "--tol", repr(tol), "-o", path, "--timeout", "300")
    if answer["status"] != "done":
        return False, "%s: %s" % (answer["status"], generated.told(answer))
    wrong = compare(run, text, path, tol)
    bad = [m for m in answer["messages"] if m["severity"] != "info"]
    if wrong or bad:
        return False, "%s (%s)" % (wrong, generated.told(answer))
    return True, "%d events" % len(run.events)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "mechanisms move as plastic impact says", 60))
