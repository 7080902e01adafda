"""Linearisation and its numbers against SciPy and NumPy: generated systems.

A random linear system is hidden in a model that is not linear at first sight: states are turned by an orthogonal
matrix, terms of second order are added that vanish at the point, some equations are in loops. What `saltus linearise
--json` finds is compared with the matrices that the model was made of, and poles, zeros, gains, ranks and margins with
those of SciPy. Loops with clocks are compared with products of matrices. Zeros of SciPy come from the pencil, with
infinite ones taken out by their size, which holds for these well conditioned systems. The seed is printed."""
import argparse
import json
import math
import random
import subprocess
import sys
import tempfile

import numpy
import scipy.integrate
import scipy.linalg
import scipy.signal


def model_of(a, b, c, d, rng):
    """Text of a model whose linearisation at x = 0, u = 0 is a, b, c, d."""
    n, m, p = a.shape[0], b.shape[1], c.shape[0]
    lines = ["model M"]
    lines += [f"  Real x{i}(start = 0, fixed = true);" for i in range(n)] + [f"  Real w{i};" for i in range(n)]
    lines += [f"  input Real u{i}(start = 0);" for i in range(m)] + [f"  output Real y{i};" for i in range(p)]
    lines.append("equation")

    def term(factor, name):
        form = rng.choice(["{f}*{n}", "{f}*sin({n})", "{f}*({n} + {n}^2)", "{f}*(exp({n}) - 1)", "{f}*{n}/(1 + {n})"])
        return "(" + form.format(f=repr(float(factor)), n=name) + ")"
    for i in range(n):
        right = [term(a[i, k], f"x{k}") for k in range(n)] + [term(b[i, k], f"u{k}") for k in range(m)]
        # a loop: w is only given by an equation that is solved for it
        lines.append(f"  w{i} + 0.25*sin(w{i}) = 1.25*(" + " + ".join(right or ["0"]) + ");")
        lines.append(f"  der(x{i}) = w{i};")
    for i in range(p):
        right = [term(c[i, k], f"x{k}") for k in range(n)] + [term(d[i, k], f"u{k}") for k in range(m)]
        lines.append(f"  y{i} = " + " + ".join(right or ["0"]) + ";")
    return "\n".join(lines + ["end M;", ""])


def linearise(saltus, text, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".mo") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([saltus, "linearise", f.name, "--json", *options], capture_output=True, text=True,
                              timeout=600)
    if done.returncode:
        raise AssertionError("it failed: " + done.stderr)
    return json.loads(done.stdout)


def matrix(rows, n, m):
    return numpy.array(rows, float).reshape(n, m)


def pairs(list_of):
    return [complex(re, im) for re, im in list_of]


def same_set(found, known, tolerance, what):
    found, known = list(found), list(known)
    if len(found) != len(known):
        raise AssertionError(f"{what}: {len(found)} instead of {len(known)}: {found} {known}")
    scale = max([1e-300] + [abs(z) for z in known])
    for z in known:
        near = min(found, key=lambda f: abs(f - z))
        if abs(near - z) > tolerance * scale:
            raise AssertionError(f"{what}: {z} is missing, the nearest is {near}")
        found.remove(near)


def pencil_zeros(a, b, c, d):
    n, m = a.shape[0], b.shape[1]
    left = numpy.block([[a, b], [c, d]])
    right = numpy.zeros_like(left)
    right[:n, :n] = numpy.eye(n)
    alpha, beta = scipy.linalg.eig(left, right, right=False, homogeneous_eigvals=True)
    return [x / y for x, y in zip(alpha, beta) if abs(y) > 1e-9 * abs(x)]


def check_random(saltus, seed):
    rng, nrng = random.Random(seed), numpy.random.default_rng(seed)
    n, m, p = rng.randint(1, 6), rng.randint(1, 3), rng.randint(1, 3)
    if rng.random() < 0.5:
        p = m
    turn = scipy.linalg.qr(nrng.standard_normal((n, n)))[0]
    a = turn @ (numpy.diag(-nrng.uniform(0.2, 3, n)) + 0.7 * nrng.standard_normal((n, n))) @ turn.T
    b, c = nrng.standard_normal((n, m)), nrng.standard_normal((p, n))
    d = nrng.standard_normal((p, m)) if rng.random() < 0.4 else numpy.zeros((p, m))
    hidden = rng.randint(0, n - 1) if rng.random() < 0.4 else 0
    if hidden:
        # the last states, in other coordinates, get nothing from inputs and the others
        block = turn.T @ a @ turn
        block[n - hidden:, :n - hidden] = 0
        a, b = turn @ block @ turn.T, turn @ numpy.vstack([(turn.T @ b)[:n - hidden], numpy.zeros((hidden, m))])
    r = linearise(saltus, model_of(a, b, c, d, rng))
    for key, known in (("A", a), ("B", b), ("C", c), ("D", d)):
        found = matrix(r[key], *known.shape)
        if numpy.abs(found - known).max(initial=0) > 1e-13 * (1 + numpy.abs(known).max(initial=0)):
            raise AssertionError(f"{key} differs:\n{found}\n{known}")
    same_set(pairs(r["poles"]), numpy.linalg.eigvals(a), 1e-8, "poles")
    if r["controllable"] != n - hidden:
        raise AssertionError(f"controllable: {r['controllable']} of {n}, {n - hidden} were made so")
    if r["observable"] != n:
        raise AssertionError(f"observable: {r['observable']} of {n}")
    if m == p and n - hidden >= m:   # else the transfer matrix has not full rank, and a pencil has any eigenvalues
        same_set(pairs(r["zeros"]), pencil_zeros(a, b, c, d), 1e-6, "zeros")
    gain = d - c @ numpy.linalg.solve(a, b)
    for number, channel in enumerate(r["channels"]):
        o, i = divmod(number, m)
        if abs(channel["steady"] - gain[o, i]) > 1e-7 * (1 + abs(gain[o, i])):
            raise AssertionError(f"gain at rest of y{o} from u{i}: {channel['steady']}, {gain[o, i]} is right")
        for w in (0.1, 1.3, 7.0):
            known = (c[o] @ numpy.linalg.solve(1j * w * numpy.eye(n) - a, b[:, i]) + d[o, i])
            found = channel["gain"] * numpy.prod([1j * w - z for z in pairs(channel["zeros"])]) / numpy.prod(
                [1j * w - z for z in pairs(channel["poles"])])
            if abs(found - known) > 1e-6 * (1e-3 + abs(known)):
                raise AssertionError(f"y{o} from u{i} at {w} rad/s: {found}, {known} is right")
    if m == p == 1:
        check_margins(r["margins"], a, b, c, d)
    period = rng.choice([0.05, 0.4])
    for method, name in (("hold", "zoh"), ("tustin", "bilinear")):
        s = linearise(saltus, model_of(a, b, c, d, random.Random(seed)), "--sample", str(period), "--method", method)
        known = scipy.signal.cont2discrete((a, b, c, d), period, name)
        known_value = known[2] @ numpy.linalg.solve(numpy.eye(n) * numpy.exp(0.5j) - known[0], known[1]) + known[3]
        at = {k: matrix(s[k], *v.shape) for k, v in zip("ABCD", known)}
        value = at["C"] @ numpy.linalg.solve(numpy.eye(n) * numpy.exp(0.5j) - at["A"], at["B"]) + at["D"]
        if numpy.abs(value - known_value).max() > 1e-9 * (1 + numpy.abs(known_value).max()):
            raise AssertionError(f"sampled by {method}: {value} instead of {known_value}")


MULTI = """model Multi "two controllers with clocks of their own around a plant of second order"
  parameter Real d = 2, c = 3, kd = 0.8, ki = 2, nl = 0;
  input Real r(start = 0);
  output Real y(start = 0, fixed = true);
  Real v(start = 0, fixed = true);
  Real ys, i(start = 0), us, yf(start = 0), w(start = 0), uf, u;
equation
  der(y) = v;
  der(v) = -d*v - c*y - nl*y^3 + u;
  when Clock(1, 10) then
    yf = sample(y);
    uf = -kd*(yf - previous(yf))/0.1;
    w = previous(w) + 0.1*(uf - previous(w));
  end when;
  ys = sample(y, Clock(3, 10));
  i = previous(i) + 0.3*(sample(r) - ys);
  us = ki*i;
  u = hold(us) + hold(w);
end Multi;
"""


def check_clocked(saltus, seed):
    """A loop with two clocks over their common period, against the product of its flows and ticks, to rounding."""
    rng = random.Random(seed)
    d, c, kd, ki = rng.uniform(0.5, 4), rng.uniform(1, 9), rng.uniform(0, 2), rng.uniform(0.5, 3)
    # y, v, i, yf, w, and r and the held signal of both behind them
    flow = numpy.zeros((7, 7))
    flow[0, 1], flow[1, 0], flow[1, 1], flow[1, 6] = 1, -c, -d, 1
    flow = scipy.linalg.expm(0.1 * flow)
    fast, slow = numpy.eye(7), numpy.eye(7)
    fast[4] = [-0.1 * kd / 0.1, 0, 0, 0.1 * kd / 0.1, 0.9, 0, 0]
    fast[3] = [1, 0, 0, 0, 0, 0, 0]
    slow[2, 0], slow[2, 5] = -0.3, 0.3
    held = numpy.eye(7)
    held[6] = [0, 0, ki, 0, 1, 0, 0]
    known = flow @ held @ fast @ flow @ held @ fast @ flow @ held @ slow @ fast
    s = linearise(saltus, MULTI, "--clocked", "--stop", "3", *[word for name, value in (("d", d), ("c", c), ("kd", kd),
            ("ki", ki))
                                                             for word in ("-p", f"{name}={value!r}")])
    order = [["y", "v", "i", "yf", "w"].index(name) for name in s["states"]]
    if sorted(order) != [0, 1, 2, 3, 4] or abs(s["period"] - 0.3) > 1e-15:
        raise AssertionError(f"states {s['states']}, period {s['period']}")
    a, b = matrix(s["A"], 5, 5), matrix(s["B"], 5, 1)
    for row, i in enumerate(order):
        for column, k in enumerate(order):
            if abs(a[row, column] - known[i, k]) > 1e-13:
                raise AssertionError(f"{s['states'][row]} by {s['states'][column]}: {a[row, column]} instead of "
                                     f"{known[i, k]}")
        if abs(b[row, 0] - known[i, 5]) > 1e-13:
            raise AssertionError(f"{s['states'][row]} by r: {b[row, 0]} instead of {known[i, 5]}")
    check_bent(saltus, rng.uniform(1, 8))


def check_bent(saltus, nl):
    """The same loop around a plant that is not linear, against its variational equations by SciPy."""
    def motion(_, z):
        y, v, u = z[0], z[1], z[6]
        by = numpy.zeros((7, 7))
        by[0, 1], by[1, 0], by[1, 1], by[1, 6] = 1, -3 - 3*nl*y**2, -2, 1
        return numpy.concatenate([[v, -2*v - 3*y - nl*y**3 + u], numpy.zeros(5), (by @ z[7:].reshape(7, 7)).ravel()])
    s = linearise(saltus, MULTI, "--clocked", "--stop", "3", "--tol", "1e-11", "-p", f"nl={nl!r}", "-p", "y.start=0.4")
    names = ["y", "v", "i", "yf", "w"]
    fast, slow, held = numpy.eye(7), numpy.eye(7), numpy.eye(7)
    fast[4], fast[3] = [-0.8, 0, 0, 0.8, 0.9, 0, 0], [1, 0, 0, 0, 0, 0, 0]
    slow[2, 0], slow[2, 5] = -0.3, 0.3
    held[6] = [0, 0, 2, 0, 1, 0, 0]
    z, by = numpy.array([*[s["x0"][s["states"].index(name)] for name in names], 0, 0]), numpy.eye(7)
    for tick in (held @ slow @ fast, held @ fast, held @ fast):
        z, by = tick @ z, tick @ by
        done = scipy.integrate.solve_ivp(motion, (0, 0.1), numpy.concatenate([z, by.ravel()]), method="DOP853",
                                         rtol=1e-13, atol=1e-13)
        z, by = done.y[:7, -1], done.y[7:, -1].reshape(7, 7)
    order = [names.index(name) for name in s["states"]]
    off = numpy.abs(matrix(s["A"], 5, 5) - by[numpy.ix_(order, order)]).max()
    if off > 1e-9:
        raise AssertionError(f"a plant that is not linear: off by {off}")


def check_shifted(saltus, seed):
    """Controllers with clocks that tick at different times, with memory and with outputs that are merely held, in both
    notations of Modelica, around a random plant: over a common period, against the product of flows and ticks."""
    rng = random.Random(seed)
    n, count = rng.randint(1, 3), rng.randint(1, 3)
    a = numpy.array([[rng.uniform(-1, 1) - 2*(i == j) for j in range(n)] for i in range(n)])
    ticks, lines, names = [], [], [f"x{i}" for i in range(n)] + [f"k{i}" for i in range(count)] + [
        f"u{i}" for i in range(count)]
    size = len(names)
    flow = numpy.zeros((size + 1, size + 1))             # and the input r
    flow[:n, :n] = a
    for c in range(count):
        period, shift, clocked = rng.randint(1, 4), rng.randint(0, 3), rng.random() < 0.5
        keeps, gain, sees, force = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.randrange(n), rng.randrange(n)
        flow[force, n + count + c] += 1
        tick = numpy.eye(size + 1)
        tick[n + c] = tick[n + count + c] = 0
        tick[n + c, n + c], tick[n + c, sees], tick[n + c, size] = keeps, 1, 0.5
        tick[n + count + c] = gain*tick[n + c]
        tick[n + count + c, sees] -= 0.25
        ticks.append((period, shift, tick))
        if clocked:
            lines += [f"  s{c} = sample(x{sees}, shiftSample(Clock({period}, 10), {shift}, {period}));",
                      f"  k{c} = {keeps!r}*previous(k{c}) + s{c} + 0.5*sample(r);",
                      f"  u{c} = {gain!r}*k{c} - 0.25*s{c};", f"  h{c} = hold(u{c});"]
        else:
            lines += [f"  when sample({shift}/10, {period}/10) then", f"    s{c} = x{sees};",
                      f"    k{c} = {keeps!r}*pre(k{c}) + s{c} + 0.5*r;", f"    u{c} = {gain!r}*k{c} - 0.25*s{c};",
                      "  end when;", f"  h{c} = u{c};"]
    text = ["model Shifted", "  input Real r(start = 0.3);",
            *[f"  Real x{i}(start = {rng.uniform(-1, 1)!r}, fixed = true);" for i in range(n)],
            *[f"  Real s{c}(start = 0), k{c}(start = 0), u{c}(start = 0), h{c};" for c in range(count)], "equation"]
    for i in range(n):
        forces = "".join(f" + h{c}" for c in range(count) if flow[i, n + count + c])
        text.append(f"  der(x{i}) = " + " + ".join(f"({a[i, k]!r})*x{k}" for k in range(n)) + forces + ";")
    s = linearise(saltus, "\n".join(text + lines + ["end Shifted;", ""]), "--clocked", "--at", "1.25", "--stop", "9",
                  "--outputs", "x0")
    start, steps = round(10*s["time"]), round(10*s["period"])
    if steps != math.lcm(*[period for period, _, _ in ticks]):
        raise AssertionError(f"period {s['period']}")
    known, flow = numpy.eye(size + 1), scipy.linalg.expm(0.1*flow)
    for at in range(start, start + steps):
        for period, shift, tick in ticks:
            if at >= shift and (at - shift) % period == 0:
                known = tick @ known
        known = flow @ known
    found, by = matrix(s["A"], len(s["states"]), len(s["states"])), matrix(s["B"], len(s["states"]), 1)
    if "uncertain" in s or s["C"] != [[float(name == "x0") for name in s["states"]]]:
        raise AssertionError(f"by differences, or with another output: {s['messages']}, {s['C']}")
    for name in names:
        if name not in s["states"] and numpy.abs(known[:n, names.index(name)]).max() > 0:
            raise AssertionError(f"{name} has an effect and is no state")
    order = [names.index(name) for name in s["states"]]
    off = max(numpy.abs(found - known[numpy.ix_(order, order)]).max(), numpy.abs(by[:, 0] - known[order, size]).max())
    if off > 1e-12:
        raise AssertionError(f"states {s['states']}: off by {off}")


class Dual:
    """A number with its derivatives by the states."""
    def __init__(self, value, by):
        self.value, self.by = value, by

    def __add__(self, other):
        return Dual(self.value + other.value, self.by + other.by)

    def __mul__(self, other):
        return Dual(self.value*other.value, self.by*other.value + self.value*other.by)

    def sine(self):
        return Dual(math.sin(self.value), math.cos(self.value)*self.by)


def check_algorithm(saltus, seed):
    """A random algorithm with loops whose ends depend on values, branches, and calls of a function with a loop over an
    array: its derivatives against those of dual numbers, which go through the same statements in Python."""
    rng = random.Random(seed)
    n = rng.randint(1, 3)
    start = [round(rng.uniform(-2, 2), 3) for _ in range(n)]
    values = {f"x{i}": Dual(start[i], numpy.eye(n)[i]) for i in range(n)}
    number = lambda v: Dual(v, numpy.zeros(n))
    lines = []
    for k in range(rng.randint(2, 6)):
        a, b = rng.choice(list(values)), rng.choice(list(values))
        c, w, kind = round(rng.uniform(-1, 1), 3), f"w{k}", rng.choice(["halve", "choose", "sum", "call"])
        if kind == "halve":
            lines += [f"  {w} := {a};", f"  while abs({w}) > 0.3 loop", f"    {w} := {w}*0.5 + ({c})*sin({b})*0.01;",
                      "  end while;"]
            v = values[a]
            while abs(v.value) > 0.3:
                v = v*number(0.5) + number(c)*values[b].sine()*number(0.01)
        elif kind == "choose":
            lines += [f"  if {a} > {c} then", f"    {w} := sin({a})*{b};", "  else", f"    {w} := {a} + {b};",
                      "  end if;"]
            v = values[a].sine()*values[b] if values[a].value > c else values[a] + values[b]
        elif kind == "sum":
            turns = rng.randint(1, 4)
            lines += [f"  {w} := {a};", f"  for i in 1:{turns} loop", f"    {w} := {w}*({c}) + i*{b};", "  end for;"]
            v = values[a]
            for i in range(turns):
                v = v*number(c) + number(i + 1)*values[b]
        else:
            lines += [f"  {w} := squares({{{a}, {b}, {c}}});"]
            v = values[a]*values[a] + values[b]*values[b] + number(c*c)
        values[w] = v
    if any(abs(v.value) > 1e6 for v in values.values()):
        return
    text = ["function squares", "  input Real v[:];", "  output Real s = 0;", "algorithm",
            "  for i in 1:size(v, 1) loop", "    s := s + v[i]*v[i];", "  end for;", "end squares;", "model Random",
            *[f"  Real x{i}(start = {start[i]!r}, fixed = true);" for i in range(n)],
            *[f"  Real {w};" for w in values if w[0] == "w"], "algorithm", *lines, "equation",
            *[f"  der(x{i}) = {list(values)[-1]}*{i + 1} - x{i};" for i in range(n)], "end Random;", ""]
    s = linearise(saltus, "\n".join(text), "--outputs", ",".join(w for w in values if w[0] == "w"))
    if "U0982" in [m["code"] for m in s["messages"]]:
        raise AssertionError(f"by differences: {s['messages']}")
    for row, name in zip(s["C"], s["outputs"]):
        off = numpy.abs(numpy.array(row) - values[name].by).max()
        if off > 1e-13*(1 + numpy.abs(values[name].by).max()):
            raise AssertionError(f"{name}: {row} instead of {values[name].by}")


def check_margins(found, a, b, c, d):
    """Every margin is where it says; and a fine scan of frequencies finds no other crossing."""
    n = a.shape[0]

    def at(w):
        return (c @ numpy.linalg.solve(1j * w * numpy.eye(n) - a, b) + d)[0, 0]
    for one in found["gain"]:
        if abs(at(one["frequency"]) * one["margin"] + 1) > 1e-6:
            raise AssertionError(f"gain margin {one}")
    for one in found["phase"]:
        if abs(at(one["frequency"]) + numpy.exp(1j * one["margin"] * numpy.pi / 180)) > 1e-6:
            raise AssertionError(f"phase margin {one}")
    grid = numpy.logspace(-4, 4, 4000)
    values = numpy.array([at(w) for w in grid])
    turns = sum((abs(x) > 1) != (abs(y) > 1) for x, y in zip(values, values[1:]))
    inside = sum(grid[0] < one["frequency"] < grid[-1] for one in found["phase"])
    if turns != inside:
        raise AssertionError(f"{inside} crossings of the unit circle, a scan finds {turns}")
    closed = numpy.linalg.eigvals(a - b @ c / (1 + d[0, 0]))
    if found["stable"] != bool(max(closed.real) < 0):
        raise AssertionError("stability of the closed loop")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    options = parser.parse_args()
    failed = 0
    for seed in [options.only] if options.only is not None else range(options.seed, options.seed + options.count):
        try:
            check_random(options.saltus, seed)
            if seed % 5 == 0:
                check_clocked(options.saltus, seed)
            if seed % 2 == 0:
                check_shifted(options.saltus, seed)
            check_algorithm(options.saltus, seed)
        except AssertionError as e:
            failed += 1
            print(f"--only {seed}: {e}")
    print(f"{options.count - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
