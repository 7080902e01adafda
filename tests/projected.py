#!/usr/bin/env python3
"""Random linear models whose bodies are tied and released: after each change of mode the states are what the equations
of the new mode make of those before.

    projected.py --saltus build/saltus [--cases N] [--seed S] [--only K] [--keep FOLDER]

A case has bodies with positions and speeds, springs and dampers, and ties: linear equations between speeds, positions
or integrals of positions, each with a force that acts on what it ties. Ties are closed and opened at given times: in an
if-equation each, in one with a branch for each choice, in nested ones, in an array of components, by factors that
become zero, by an equation 0 = if on then ... else ...; in COSY by CASE and by IF. Beside that the forces are
integrated up to three times, so that impulses of every order leave a trace.

In each mode a case is a linear system E*z' = A*z + f. For such a system the values after a switch are known: they are
those before it, projected onto the space of consistent values along the space that impulses can move (the consistency
projector of the theory of switched differential-algebraic equations). Here both spaces are computed in fractions, from
E and A alone. So nothing in the expected values knows of momentum, of index reduction, or of Saltus."""
import argparse
import concurrent.futures
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction as F


# ---------------------------------------------------------------------------------------------- spaces, in fractions

def reduced(rows, width):
    """Reduced row echelon form: the rows that are not zero, and their pivots."""
    rows, pivots, at = [list(r) for r in rows], [], 0
    for column in range(width):
        pivot = next((r for r in range(at, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[at], rows[pivot] = rows[pivot], rows[at]
        head = rows[at][column]
        rows[at] = [x/head for x in rows[at]]
        for r in range(len(rows)):
            factor = rows[r][column]
            if r != at and factor:
                rows[r] = [x - factor*y for x, y in zip(rows[r], rows[at])]
        pivots.append(column)
        at += 1
    return rows[:at], pivots


def kernel(matrix, width):
    rows, pivots = reduced(matrix, width)
    basis = []
    for free in (c for c in range(width) if c not in pivots):
        vector = [F(0)]*width
        vector[free] = F(1)
        for row, pivot in zip(rows, pivots):
            vector[pivot] = -row[free]
        basis.append(vector)
    return basis


def times(matrix, vector):
    return [sum((a*b for a, b in zip(row, vector) if a and b), F(0)) for row in matrix]


def before(matrix, space, n):
    """All z with matrix*z in the space."""
    columns = [[row[j] for row in matrix] for j in range(n)] + [[-x for x in v] for v in space]
    wide = [list(row) for row in zip(*columns)]
    return reduced([v[:n] for v in kernel(wide, n + len(space))], n)[0]


def limit(outer, inner, space, n):
    """The limit of space := outer^-1(inner*space)."""
    while True:
        following = before(outer, reduced([times(inner, v) for v in space], n)[0], n)
        if following == space:
            return space
        space = following


def projector(e, a):
    """None: the system has not one solution for each consistent value."""
    n = len(e)
    unit = [[F(int(i == j)) for j in range(n)] for i in range(n)]
    consistent, moved = limit(a, e, unit, n), limit(e, a, [], n)
    if len(consistent) + len(moved) != n:
        return None
    both = [list(row) + unit[i] for i, row in enumerate(zip(*(consistent + moved)))]
    rows, pivots = reduced(both, 2*n)
    if pivots[:n] != list(range(n)):
        return None
    return [[sum((consistent[k][i]*rows[k][n + j] for k in range(len(consistent))), F(0)) for j in range(n)]
            for i in range(n)]


# ------------------------------------------------------------------------------------------------------------- cases

class Case:
    def __init__(self, rng):
        self.rng = rng
        count, ties = rng.randrange(2, 5), rng.randrange(1, 4)
        small = lambda: F(rng.choice([1, 2, 3, 1, 1]), rng.choice([1, 2, 1]))
        self.mass = [small() for _ in range(count)]
        self.deep = rng.random() < 0.3                       # integrals of the positions
        self.states = ["x%d" % i for i in range(count)] + ["v%d" % i for i in range(count)]
        self.states += ["y%d" % i for i in range(count)] if self.deep else []
        self.forces, self.traces = ["f%d" % j for j in range(ties)], []
        self.levels = [rng.choice("vvxxxy" if self.deep else "vvxxx") for _ in range(ties)]
        self.ties, self.offsets = [], []
        for j in range(ties):
            row = [F(0)]*count
            for i in rng.sample(range(count), rng.randrange(1, min(3, count) + 1)):
                row[i] = F(rng.choice([1, -1, 1, -1, 2]))
            self.ties.append(row)
            self.offsets.append(F(rng.randrange(-2, 3)))
            depth = rng.randrange(0, 4)
            for k in range(depth):
                self.traces.append(("p%d_%d" % (j, k), self.forces[j] if k == 0 else "p%d_%d" % (j, k - 1)))
        self.springs = [(rng.randrange(count), rng.randrange(count), small(), rng.random() < 0.5)
                        for _ in range(rng.randrange(0, 4))]
        self.times = sorted(rng.sample(range(1, 9), rng.randrange(1, 4)))
        self.modes = [[False]*ties if rng.random() < 0.5 else [rng.random() < 0.4 for _ in range(ties)]]
        for _ in self.times:
            self.modes.append([rng.random() < 0.6 for _ in range(ties)])
        self.form = rng.choice(["single", "branches", "nested", "factors", "sums", "expression", "array", "case",
                                "cosy"])
        if self.form in ("case", "cosy"):                    # where every state begins with a value of its own
            self.modes[0] = [False]*ties
        self.start = {s: F(rng.randrange(-4, 5), 2) for s in self.states}
        self.names = self.states + self.forces + [t for t, _ in self.traces] + ["one"]
        self.at = {name: k for k, name in enumerate(self.names)}

    def system(self, mode):
        n, at = len(self.names), self.at
        e, a = [], []

        def say(rates, values):
            e.append([rates.get(k, F(0)) for k in range(n)])
            a.append([values.get(k, F(0)) for k in range(n)])
        for i, m in enumerate(self.mass):
            force = {}
            for j, row in enumerate(self.ties):
                force[at["f%d" % j]] = row[i]
            for p, q, c, damper in self.springs:
                if p != q and i in (p, q):
                    kind, other = "v" if damper else "x", q if i == p else p
                    for who, sign in ((i, -1), (other, 1)):
                        force[at["%s%d" % (kind, who)]] = force.get(at["%s%d" % (kind, who)], F(0)) + sign*c
            say({at["x%d" % i]: F(1)}, {at["v%d" % i]: F(1)})
            say({at["v%d" % i]: m}, force)
            if self.deep:
                say({at["y%d" % i]: F(1)}, {at["x%d" % i]: F(1)})
        for j, on in enumerate(mode):
            if on:
                row = {at["%s%d" % (self.levels[j], i)]: x for i, x in enumerate(self.ties[j])}
                row[at["one"]] = -self.offsets[j]
                say({}, row)
            else:
                say({}, {at["f%d" % j]: F(1)})
        for name, source in self.traces:
            say({at[name]: F(1)}, {at[source]: F(1)})
        say({at["one"]: F(1)}, {})
        return e, a

    def tie_text(self, j):
        terms = " + ".join("(%s)*%s%d" % (number(x), self.levels[j], i) for i, x in enumerate(self.ties[j]) if x)
        return "%s - (%s)" % (terms, number(self.offsets[j]))

    def force_text(self, i):
        """What acts on a body."""
        force = ["(%s)*f%d" % (number(row[i]), j) for j, row in enumerate(self.ties) if row[i]]
        for p, q, c, damper in self.springs:
            if p != q and i in (p, q):
                force.append("%s*(%s%d - %s%d)" % (number(c), "v" if damper else "x", q if i == p else p,
                                                   "v" if damper else "x", i))
        return " + ".join(force) or "0"

    def cosy(self, start):
        """The same in COSY: modes by the number of the choice, set in events."""
        integrals = [("x%d" % i, "v%d" % i) for i in range(len(self.mass))] + self.traces
        integrals += [("y%d" % i, "x%d" % i) for i in range(len(self.mass))] if self.deep else []
        code = lambda mode: sum(1 << j for j, on in enumerate(mode) if on)
        side = lambda j, on: "%s = 0.0" % (self.tie_text(j) if on else "f%d" % j)
        events = ["E%d" % k for k in range(len(self.times))]
        out = ["PROGRAM TIED;", "VAR STATE %s; ALGEBR %s;" % (", ".join(self.states + [t for t, _ in self.traces]),
                                                               ", ".join(self.forces)),
               "  INTEGER M := %d; TEVENT %s;" % (code(self.modes[0]), ", ".join(events)),
               "MONITOR SIMULATE FROM 0.0 TO %d.0 COMINT = 1.0 END;" % (self.times[-1] + 1), "SYSTEM",
               "INITIAL " + "; ".join(["%s := %s" % (s, number(x)) for s, x in start.items()]
                                      + ["SCHEDULE %s AT %d.0" % pair for pair in zip(events, self.times)]) + " END;",
               "CONTINUOUS"]
        out += ["  %s' = %s;" % pair for pair in integrals]
        out += ["  %s*v%d' = %s;" % (number(m), i, self.force_text(i)) for i, m in enumerate(self.mass)]
        choices = [[bool(c >> j & 1) for j in range(len(self.ties))] for c in range(2**len(self.ties))]
        if self.form == "case":
            out += ["  CASE M OF", ";\n".join("  %d: %s END" % (code(c),
                                                                "; ".join(side(j, on) for j, on in enumerate(c)))
                                              for c in choices)]
        else:
            for c in choices[:-1]:
                out.append("  %s M = %d THEN %s" % ("IF" if c == choices[0] else "ELSEIF", code(c),
                                                    "; ".join(side(j, on) for j, on in enumerate(c))))
            out.append("  ELSE %s END" % "; ".join(side(j, True) for j in range(len(self.ties))))
        out += ["END;", "DISCRETE EVENTS", ";\n".join("  %s: M := %d END" % (e, code(mode))
                                                      for e, mode in zip(events, self.modes[1:])), "END END", "END",
                                                      "END."]
        return "\n".join(out) + "\n"

    def text(self, first):
        if self.form in ("case", "cosy"):
            return self.cosy(first)
        out = ["model Tied"]
        if self.form == "array":
            out.append("  model Tie Real gap, force; Boolean on; equation if on then gap = 0; else force = 0; end if; "
                       "end Tie;")
            out.append("  Tie tie[%d];" % len(self.ties))
        start = dict(self.start, **first)
        for s in self.states + [t for t, _ in self.traces]:
            out.append("  Real %s(start = %s%s);" % (s, number(start.get(s, F(0))),
                                                     ", fixed = true" if s in start or s[0] == "p"
                                                     else ""))
        for j, f in enumerate(self.forces):
            out.append("  Real %s; Boolean on%d;" % (f, j))
            if self.form == "factors":
                out.append("  Real s%d, g%d;" % (j, j))
        out.append("equation")
        for i, m in enumerate(self.mass):
            out.append("  der(x%d) = v%d; %s*der(v%d) = %s;" % (i, i, number(m), i, self.force_text(i)))
            if self.deep:
                out.append("  der(y%d) = x%d;" % (i, i))
        for j in range(len(self.ties)):
            spans, edges = [], [None] + self.times + [None]
            for k, mode in enumerate(self.modes):
                if mode[j]:
                    spans.append("(%s)" % " and ".join(
                        (["time >= %d" % edges[k]] if edges[k] else [])
                        + (["time < %d" % edges[k + 1]] if edges[k + 1] else []) or ["true"]))
            out.append("  on%d = %s;" % (j, " or ".join(spans) or "false"))
        out += self.switches()
        out += ["  der(%s) = %s;" % pair for pair in self.traces]
        return "\n".join(out + ["end Tied;", ""])

    def switches(self):
        ties = range(len(self.ties))
        side = lambda j, on: "%s = 0;" % (self.tie_text(j) if on else "f%d" % j)
        if self.form == "single":
            return ["  if on%d then %s else %s end if;" % (j, side(j, True), side(j, False)) for j in ties]
        if self.form == "array":
            return ["  tie[%d].gap = %s; tie[%d].force = f%d; tie[%d].on = on%d;" % (j + 1, self.tie_text(j), j + 1, j,
                    j + 1, j)
                    for j in ties]
        if self.form == "sums":
            return ["  (%s)*(if on%d then 1 else 0) + f%d*(if on%d then 0 else 1) = 0;" % (self.tie_text(j), j, j, j)
                    for j in ties]
        if self.form == "expression":
            return ["  0 = if on%d then %s else f%d;" % (j, self.tie_text(j), j) for j in ties]
        if self.form == "factors":
            return ["  g%d = %s; g%d = s%d*(if on%d then 0 else 1); f%d = s%d*(if on%d then 1 else 0);"
                    % (j, self.tie_text(j), j, j, j, j, j, j) for j in ties]

        def nested(j, chosen):
            if j == len(self.ties):
                return " ".join(side(k, on) for k, on in enumerate(chosen))
            return "if on%d then %s else %s end if;" % (j, nested(j + 1, chosen + [True]),
                                                        nested(j + 1, chosen + [False]))
        if self.form == "nested":
            return ["  " + nested(0, [])]
        lines, word = [], "if"
        for code in range(1, 2**len(self.ties)):
            chosen = [bool(code >> j & 1) for j in ties]
            lines.append("  %s %s then %s" % (word, " and ".join(("" if on else "not ") + "on%d" % j
                                                                 for j, on in enumerate(chosen)),
                                              " ".join(side(j, on) for j, on in enumerate(chosen))))
            word = "elseif"
        return lines + ["  else " + " ".join(side(j, False) for j in ties), "  end if;"]


def number(x):
    return "%d" % x if x.denominator == 1 else "%d.0/%d.0" % (x.numerator, x.denominator)


def make(seed):
    """The case of a seed: the first one drawn from it whose modes all have a solution."""
    rng = random.Random(seed)
    while True:
        case = Case(rng)
        projectors = [projector(*case.system(mode)) for mode in case.modes]
        if all(projectors):
            break
    # it begins with consistent values
    values = [case.start.get(name, F(0)) for name in case.names]
    values[case.at["one"]] = F(1)
    values = times(projectors[0], values)
    return case, projectors, {s: values[case.at[s]] for s in case.states}


def fixed_starts(case, projectors, starts):
    """As many states, with the values that they have, as the mode leaves free."""
    rows, fixed = [], {}
    consistent = [list(column) for column in zip(*projectors[0])]
    space = reduced(consistent, len(case.names))[0]
    for s in case.states:
        row = [v[case.at[s]] for v in space]
        more = reduced(rows + [row], len(space))[0]
        if len(more) > len(rows):
            rows, fixed = more, dict(fixed, **{s: starts[s]})
    return fixed


def run(arguments, seed):
    case, projectors, starts = make(seed)
    fixed = fixed_starts(case, projectors, starts)
    case.start = {s: x for s, x in fixed.items()}
    text = case.text(fixed)
    with tempfile.TemporaryDirectory() as folder:
        cosy = case.form in ("case", "cosy")
        path, out = os.path.join(folder, "tied.cosy" if cosy else "tied.mo"), os.path.join(folder, "out.csv")
        with open(path, "w") as file:
            file.write(text)
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            with open(os.path.join(arguments.keep, "%d_%s" % (seed, os.path.basename(path))), "w") as file:
                file.write(text)
        done = subprocess.run([arguments.saltus, "run", path, "--stop", str(case.times[-1] + 1), "--json", "-o", out,
                               "--tol", "1e-8"], capture_output=True, text=True, timeout=1800)
        try:
            answer = json.loads(done.stdout)
        except ValueError:
            return seed, case, "no answer: " + done.stderr[-300:]
        if answer["status"] != "done":
            return seed, case, "; ".join("%s %s" % (m["code"], m["text"][:140]) for m in answer["messages"])
        return seed, case, compare(case, projectors, out, answer["messages"])


def compare(case, projectors, path, messages):
    with open(path) as file:
        reader = csv.reader(file)
        names = [name if name == "time" else name.lower() for name in next(reader)]
        rows = [[float(x) for x in row] for row in reader]
    watched = [n for n in case.names if n in names and n not in case.forces]
    for k, t in enumerate(case.times):
        if case.modes[k] == case.modes[k + 1]:
            continue
        at = [row for row in rows if row[0] == t]
        if not at:
            return "no instant at %d" % t
        left = [F(0) if n == "one" or n not in names else F(at[0][names.index(n)]) for n in case.names]
        left[case.at["one"]] = F(1)
        expected = times(projectors[k + 1], left)
        size = max([1.0] + [abs(float(x)) for x in left + expected])
        for name in watched:
            got, wanted = at[-1][names.index(name)], float(expected[case.at[name]])
            if not abs(got - wanted) <= 1e-6*size:
                told = sorted({m["code"] for m in messages})
                return "%s after %d is %.9g, should be %.9g (before %.9g); told: %s" % (
                    name, t, got, wanted, at[0][names.index(name)], told)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    seeds = [arguments.only] if arguments.only is not None else range(arguments.seed, arguments.seed + arguments.cases)
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for seed, case, fault in pool.map(lambda seed: run(arguments, seed), seeds):
            if fault:
                wrong += 1
                print("%d (%s, %s): %s" % (seed, case.form, "".join(case.levels), fault))
    print("%d of %d wrong" % (wrong, len(seeds)))
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
