"""Matrix expressions (docs/diagrams.md), generated at random and valid by construction, against NumPy and SciPy: each
is written with as few parentheses as the precedence of the operators allows, so that a wrong precedence is a wrong
value. Values and sizes are compared. The seed is printed."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import numpy as np
import scipy.linalg as sl

OR, AND, RELATION, RANGE, SUM, PRODUCT, UNARY, POWER, PRIMARY = range(9)
TRIES = 200


class Retry(Exception):
    pass


class Node:
    """A text, how tightly its outermost operator binds, its value, and whether no input is in it."""

    def __init__(self, text, level, value, known):
        self.text, self.level, self.known = text, level, known
        self.value = np.array(value, float)
        if not np.all(np.isfinite(self.value)) or np.max(np.abs(self.value), initial=0) > 1e5:
            raise Retry
        self.rows, self.columns = self.value.shape

    def at(self, level):
        return self.text if self.level >= level else f"({self.text})"


def binary(op, level, a, b, value):
    space = random.choice(["", " "])
    return Node(f"{a.at(level)}{space}{op}{space}{b.at(level + 1)}", level, value, a.known and b.known)


def call(name, args, value):
    return Node(f"{name}({', '.join(a.text for a in args)})", PRIMARY, value, all(a.known for a in args))


def steady(x):
    """Not so near to a whole number, or its half, that rounding decides."""
    if np.any(np.abs(2*x - np.round(2*x)) < 1e-9):
        raise Retry
    return x


def apart(a, b):
    d = np.abs(a - b)
    if np.any((d < 1e-9) & (d > 0)):
        raise Retry


def inputs():
    shapes = [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 3), (4, 1)]
    made = [np.round(np.random.uniform(-3, 3, s), 2) for s in shapes]
    return made + [np.array([[2.0]]), np.array([[3.0, 1.0]])]          # the last two are indices


class Maker:
    def __init__(self, values):
        self.values = values
        self.parameter = np.round(np.random.uniform(-2, 2, (2, 2)), 1)

    def scalar_or(self, r, c, depth):
        return self.make(*random.choice([(r, c), (r, c), (1, 1)]), depth)

    def leaf(self, r, c):
        kinds = [k for k, v in enumerate(self.values[:-2]) if v.shape == (r, c)]
        choice = random.random()
        if kinds and choice < 0.7:
            k = random.choice(kinds)
            return Node(f"u{k + 1}", PRIMARY, self.values[k], False)
        if (r, c) == (2, 2) and choice < 0.9:
            return Node("A", PRIMARY, self.parameter, True)
        if choice < 0.8:
            return random.choice([lambda: Node(f"ones({r},{c})", PRIMARY, np.ones((r, c)), True),
                                  lambda: Node(f"zeros({r}, {c})", PRIMARY, np.zeros((r, c)), True),
                                  lambda: Node(f"eye({r},{c})", PRIMARY, np.eye(r, c), True)])()
        v = np.round(np.random.uniform(0, 3, (r, c)), 1)
        if (r, c) == (1, 1):
            return Node(repr(float(v[0, 0])), PRIMARY, v, True)
        return Node("[" + ";".join(",".join(repr(float(x)) for x in row) for row in v) + "]", PRIMARY, v, True)

    def make(self, r, c, depth):
        if depth <= 0:
            return self.leaf(r, c)
        ways = [self.arithmetic, self.arithmetic, self.product, self.element, self.choose, self.compare, self.extract,
                self.assign, self.join, self.transpose, self.pair, self.negative, self.delete, self.algebra,
                self.reduce,
                self.linear, self.switch, self.moving]
        for _ in range(TRIES):
            try:
                made = random.choice(ways)(r, c, depth - 1)
                if made is not None and made.value.shape == (r, c):
                    return made
            except Retry:
                pass
        return self.leaf(r, c)

    def arithmetic(self, r, c, depth):
        op = random.choice(["+", "-", ".*", "./", ".^", ".\\"])
        a, b = self.scalar_or(r, c, depth), self.scalar_or(r, c, depth)
        if op == "+":
            return binary("+", SUM, a, b, a.value + b.value)
        if op == "-":
            return binary("-", SUM, a, b, a.value - b.value)
        if op == ".*":
            return binary(".*", PRODUCT, a, b, a.value*b.value)
        if op == ".^":
            return Node(f"{a.at(PRIMARY)}.^2", POWER, a.value**2, a.known)
        under = call("abs", [b], np.abs(b.value))
        under = binary("+", SUM, under, Node("1.5", PRIMARY, [[1.5]], True), under.value + 1.5)
        if op == "./":
            return binary("./", PRODUCT, a, under, a.value/under.value)
        return binary(".\\", PRODUCT, under, a, a.value/under.value)

    def product(self, r, c, depth):
        k = random.choice([1, 2, 3])
        if k == 1 and (r, c) != (1, 1):
            a, b = self.make(1, 1, depth), self.make(r, c, depth)
            return binary("*", PRODUCT, a, b, a.value*b.value)
        a, b = self.make(r, k, depth), self.make(k, c, depth)
        if (a.rows, a.columns) == (1, 1) or (b.rows, b.columns) == (1, 1):
            return binary("*", PRODUCT, a, b, a.value*b.value)
        return binary("*", PRODUCT, a, b, a.value @ b.value)

    def element(self, r, c, depth):
        a = self.make(r, c, depth)
        v = a.value
        name, value = random.choice([
            ("sin", np.sin), ("cos", np.cos), ("atan", np.arctan), ("tanh", np.tanh), ("abs", np.abs),
            ("asinh", np.arcsinh), ("sign", lambda x: np.sign(x)), ("floor", lambda x: np.floor(steady(x))),
            ("ceil", lambda x: np.ceil(steady(x))), ("int", lambda x: np.trunc(steady(x))),
            ("round", lambda x: np.sign(x)*np.floor(np.abs(steady(x)) + 0.5))])
        if name == "sign":
            apart(v, 0*v)
        return call(name, [a], value(v))

    def pair(self, r, c, depth):
        a, b = self.scalar_or(r, c, depth), self.scalar_or(r, c, depth)
        name, value = random.choice([("max", np.maximum), ("min", np.minimum), ("hypot", np.hypot),
                                     ("atan2", np.arctan2)])
        if name == "atan2" and np.any(np.abs(a.value) < 1e-9):
            raise Retry
        return call(name, [a, b], value(a.value, b.value) + np.zeros((1, 1)))

    def compare(self, r, c, depth):
        a, b = self.scalar_or(r, c, depth), self.scalar_or(r, c, depth)
        if random.random() < 0.3:
            apart(a.value, 0*a.value)
            apart(b.value, 0*b.value)
            x, y = a.value != 0, b.value != 0
            return binary("&", AND, a, b, x & y) if random.random() < 0.5 else binary("|", OR, a, b, x | y)
        apart(a.value + 0*b.value, b.value + 0*a.value)
        op, value = random.choice([("<", np.less), ("<=", np.less_equal), (">", np.greater), (">=", np.greater_equal),
                                   ("==", np.equal), ("~=", np.not_equal), ("<>", np.not_equal)])
        return binary(op, RELATION, a, b, value(a.value, b.value))

    def choose(self, r, c, depth):
        p, a, b = (self.scalar_or(r, c, depth) for _ in range(3))
        apart(p.value, 0*p.value)
        return Node(f".if {p.text} .then {a.text} .else {b.text} .end", PRIMARY,
                    np.where(p.value != 0, a.value, b.value), p.known and a.known and b.known)

    def switch(self, r, c, depth):
        p = call("round", [self.scalar_or(r, c, depth)], np.zeros((1, 1)))
        inner = self.scalar_or(r, c, depth)
        p = call("floor", [inner], np.floor(steady(inner.value)))
        a, b = self.scalar_or(r, c, depth), self.scalar_or(r, c, depth)
        value = np.where(p.value == 0, a.value, np.where(p.value == 1, b.value, -1))
        return Node(f".switch {p.text} .case 0, {a.text} .case 1, {b.text} .otherwise -1 .end", PRIMARY, value,
                    p.known and a.known and b.known)

    def negative(self, r, c, depth):
        a = self.make(r, c, depth)
        if random.random() < 0.3:
            apart(a.value, 0*a.value)
            return Node(f"~{a.at(UNARY)}", UNARY, a.value == 0, a.known)
        return Node(f"-{a.at(UNARY)}", UNARY, -a.value, a.known)

    def transpose(self, r, c, depth):
        a = self.make(c, r, depth)
        return Node(f"{a.at(POWER)}'", POWER, a.value.T, a.known)

    def places(self, size, n):
        at = [random.randrange(size) for _ in range(n)]
        if at == list(range(size)) and random.random() < 0.8:
            return ":", at
        if n == 1:
            return random.choice([str(at[0] + 1), f"end-{size - 1 - at[0]}", f"{at[0] + 1}.7"]), at
        if at == list(range(at[0], at[0] + n)):
            return f"{at[0] + 1}:{at[0] + n}", at
        return "[" + ",".join(str(k + 1) for k in at) + "]", at

    def extract(self, r, c, depth):
        a = self.make(r + random.randrange(2), c + random.randrange(2), depth)
        (i, rows), (j, columns) = self.places(a.rows, r), self.places(a.columns, c)
        return Node(f"{a.at(PRIMARY)}({i}, {j})", POWER, a.value[np.ix_(rows, columns)], a.known)

    def linear(self, r, c, depth):
        if r != 1 and c != 1:
            return None
        a = self.make(1, 3, depth) if r == 1 else self.make(3, 2, depth)
        text, at = self.places(a.value.size, r*c)
        flat = a.value.T.reshape(-1)[at]
        return Node(f"{a.at(PRIMARY)}({text})", POWER, flat.reshape(1, -1) if a.rows == 1 else flat.reshape(-1, 1),
                    a.known)

    def moving(self, r, c, depth):
        """Indices that come from inputs."""
        n = len(self.values)
        kind = random.choice(["take", "set", "delete"])
        if kind == "take" and c == 2:
            a = self.make(r, 3, depth)
            return Node(f"{a.at(PRIMARY)}(:, u{n})", POWER, a.value[:, [2, 0]], False)
        if kind == "set" and r >= 2:
            a, b = self.make(r, c, depth), self.make(1, c, depth)
            value = a.value.copy()
            value[1, :] = b.value
            return Node(f"{a.at(PRIMARY)}(u{n - 1}, :) := {b.text}", -1, value, False)
        if kind == "delete" and c == 1:
            a = self.make(r, 3, depth)
            return Node(f"{a.at(PRIMARY)}(:, u{n}):=[]", -1, a.value[:, [1]], False)
        return None

    def assign(self, r, c, depth):
        a = self.make(r, c, depth)
        n, m = random.randint(1, r), random.randint(1, c)
        (i, rows), (j, columns) = self.places(r, n), self.places(c, m)
        if len(set(rows)) < n or len(set(columns)) < m:
            raise Retry
        b = self.scalar_or(n, m, depth)
        value = a.value.copy()
        value[np.ix_(rows, columns)] = b.value
        return Node(f"{a.at(PRIMARY)}({i},{j}):={b.text}", -1, value, a.known and b.known)

    def delete(self, r, c, depth):
        a = self.make(r, c + 1, depth)
        k = random.randrange(c + 1)
        return Node(f"{a.at(PRIMARY)}(:,{k + 1}):=[]", -1, np.delete(a.value, k, 1), a.known)

    def join(self, r, c, depth):
        if c > 1:
            k = random.randint(1, c - 1)
            a, b = self.make(r, k, depth), self.make(r, c - k, depth)
            return Node(f"[{a.text},{b.text}]", PRIMARY, np.hstack([a.value, b.value]), a.known and b.known)
        if r > 1:
            k = random.randint(1, r - 1)
            a, b = self.make(k, c, depth), self.make(r - k, c, depth)
            return Node(f"[{a.text};\\n {b.text}]", PRIMARY, np.vstack([a.value, b.value]), a.known and b.known)
        return None

    def regular(self, n, depth):
        """A matrix far from singular, with eigenvalues to the right of the imaginary axis."""
        a = self.make(n, n, depth)
        a = call("tanh", [a], np.tanh(a.value))
        return Node(f"{a.text}+{2*n + 1}*eye({n})", SUM, a.value + (2*n + 1)*np.eye(n), a.known)

    def algebra(self, r, c, depth):
        n = random.choice([2, 3, 4])
        kind = random.choice(["det", "inv", "expm", "logm", "svd", "diag", "solve", "over", "least", "power", "root"])
        if kind == "det" and r == c == 1:
            a = self.regular(random.choice([1, 2, 3, 4]), depth)
            if np.linalg.det(a.value) > 1e4:
                raise Retry
            return call("det", [a], [[np.linalg.det(a.value)]])
        if kind == "solve":
            a, b = self.regular(r, depth), self.make(r, c, depth)
            return binary("\\", PRODUCT, a, b, np.linalg.solve(a.value, b.value))
        if kind == "over":
            a, b = self.make(r, c, depth), self.regular(c, depth)
            return binary("/", PRODUCT, a, b, np.linalg.solve(b.value.T, a.value.T).T)
        if kind == "least" and r > 1:
            a, b = self.make(r + 1, r, depth), self.make(r + 1, c, depth)
            if np.linalg.cond(a.value) > 100:
                raise Retry
            return binary("\\", PRODUCT, a, b, np.linalg.lstsq(a.value, b.value, rcond=None)[0])
        if kind == "svd" and c == 1 and r > 1:
            a = self.make(r, r + 1, depth)
            return call("svd", [a], np.linalg.svd(a.value, compute_uv=False).reshape(-1, 1))
        if kind == "diag" and r == c and r > 1:
            a = self.make(1, r, depth)
            return call("diag", [a], np.diag(a.value[0]))
        if kind == "diag" and c == 1 and r > 1:
            a = self.make(r, r, depth)
            return call("diag", [a], np.diag(a.value).reshape(-1, 1))
        if r != c or r == 1:
            return None
        a = self.regular(r, depth)
        if kind == "inv":
            return call("inv", [a], np.linalg.inv(a.value))
        if kind == "logm":
            return call("logm", [a], np.real(sl.logm(a.value)))
        if kind == "expm":
            b = self.make(r, r, depth)
            b = call("sin", [b], np.sin(b.value))
            return call("expm", [b], sl.expm(b.value))
        if kind == "power":
            p = random.choice([2, 3, -1, -2])
            return Node(f"{a.at(PRIMARY)}^{p}", POWER, np.linalg.matrix_power(a.value, p), a.known)
        if kind == "root":
            return Node(f"{a.at(PRIMARY)}^0.5", POWER, np.real(sl.sqrtm(a.value)), a.known)
        return None

    def reduce(self, r, c, depth):
        kind = random.choice(["sum", "max", "min", "rows", "size", "and", "row"])
        if kind in ("sum", "max", "min") and r == 1 and c > 1:
            a = self.make(2, c, depth)
            value = {"sum": np.sum, "max": np.max, "min": np.min}[kind](a.value, axis=0)
            return call(kind, [a], value.reshape(1, -1))
        if kind == "rows" and c == 1:
            a = self.make(r, 2, depth)
            return Node(f"sum({a.text},2)", PRIMARY, np.sum(a.value, axis=1).reshape(-1, 1), a.known)
        if kind == "size":
            a = self.make(2, 3, depth)
            if (r, c) == (1, 2):
                return Node(f"size({a.text})", PRIMARY, [[2, 3]], True)
            return Node(f"size({a.text}, 2)", PRIMARY, [[3]], True)
        if kind == "and" and r == c == 1:
            a = self.make(2, 2, depth)
            apart(a.value, 0*a.value)
            return random.choice([call("and", [a], [[float(np.all(a.value != 0))]]),
                                  call("or", [a], [[float(np.any(a.value != 0))]])])
        if kind == "row" and r == c == 1:
            a = self.make(1, 3, depth)
            return random.choice([call("sum", [a], [[a.value.sum()]]), call("max", [a], [[a.value.max()]])])
        return None


def literal(m):
    return "[" + "; ".join(", ".join(repr(float(x)) for x in row) for row in m) + "]"


def model(maker, expressions):
    lines = ["model M", f"  parameter Real A[2, 2] = {literal(maker.parameter)};"]
    for k, v in enumerate(maker.values):
        lines.append(f"  Real v{k + 1}[{v.shape[0]}, {v.shape[1]}] = {literal(v)}*(1 + time);")
    arguments = ", ".join(f"v{k + 1}" for k in range(len(maker.values)))
    for k, e in enumerate(expressions):
        text = e.text.replace("\\n", "\n").replace("\\", "\\\\")
        lines.append(f'  Real y{k}[:, :] = matrixExpression("{text}", {arguments});')
    return "\n".join(lines + ["end M;", ""])


def compare(final, k, e):
    found = {key for key in final if key.startswith(f"y{k}[")}
    wanted = {f"y{k}[{i + 1},{j + 1}]": e.value[i, j] for i in range(e.rows) for j in range(e.columns)}
    if found != set(wanted):
        return f"is of another size: {sorted(found)[-1:]} instead of {e.value.shape}"
    scale = 1 + np.max(np.abs(e.value))
    for key, value in wanted.items():
        if final[key] is None or not abs(final[key] - value) <= 1e-8*scale:
            return f"{key} is {final[key]}, not {value}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--depth", type=int, default=3)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    random.seed(options.seed)
    np.random.seed(options.seed)
    wrong = done = 0
    with tempfile.TemporaryDirectory() as box:
        while done < options.count:
            maker = Maker(inputs())
            expressions = [maker.make(random.choice([1, 2, 3]), random.choice([1, 2, 3]), options.depth)
                           for _ in range(20)]
            path = os.path.join(box, "M.mo")
            with open(path, "w") as f:
                f.write(model(maker, expressions))
            ended = subprocess.run([options.saltus, "run", path, "--json", "--stop", "0"], capture_output=True,
                                   text=True, timeout=600)
            answer = json.loads(ended.stdout) if ended.stdout else {"messages": [ended.stderr]}
            done += len(expressions)
            if answer.get("status") != "done":
                wrong += 1
                print("does not run:", answer["messages"][:1], open(path).read(), sep="\n")
                continue
            for k, e in enumerate(expressions):
                fault = compare(answer["final"], k, e)
                if fault:
                    wrong += 1
                    print(f"{e.text}\n    {fault}")
                    for number, v in enumerate(maker.values):
                        print(f"    u{number + 1} = {literal(v)}")
                    print(f"    A = {literal(maker.parameter)}")
    print(f"{done} matrix expressions, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
