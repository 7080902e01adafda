"""Functions of lib/Saltus against SciPy, on generated systems; and what all tests of control share."""
import argparse
import fractions
import json
import os
import re
import shutil
import subprocess
import tempfile

import numpy as np
import scipy.linalg as sl
import scipy.signal as ss

parser = argparse.ArgumentParser()
parser.add_argument("--saltus", required=True)
parser.add_argument("--source", required=True)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--count", type=int, default=12)
options = parser.parse_args()
box = tempfile.TemporaryDirectory()
EPS = np.finfo(float).eps


def write(name, text):
    path = os.path.join(box.name, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)
    return path


def matrix(m):
    m = np.atleast_2d(m)
    if m.size == 0:
        return f"zeros({m.shape[0]}, {m.shape[1]})"
    return "[" + "; ".join(", ".join(repr(float(x)) for x in row) for row in m) + "]"


def vector(v):
    return "{" + ", ".join(repr(float(x)) for x in v) + "}"


def run(path, *arguments, environment=None, program=None):
    done = subprocess.run([program or options.saltus, "run", path, "--json", *arguments], capture_output=True,
                          text=True, timeout=600, cwd=box.name,
                          env=dict(os.environ, **(environment or {})))
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        raise AssertionError(f"{path}: {done.stdout}{done.stderr}")


def values(final, name, rows, columns=None):
    if columns is None:
        return np.array([final[f"{name}[{i + 1}]"] for i in range(rows)])
    return np.array([[final[f"{name}[{i + 1},{j + 1}]"] for j in range(columns)] for i in range(rows)]).reshape(rows,
            columns)


class Case:
    """One system, and what is computed of it in one model: calls with the names and sizes of their results."""

    def __init__(self, name):
        self.name, self.declarations, self.equations, self.sizes = name, [], [], {}

    def give(self, name, m):
        self.declarations.append(f"  parameter Real {name}[:, :] = {matrix(m)};")

    def ask(self, call, **results):
        for name, size in results.items():
            kind = "Integer" if size == () else "Real"
            shape = f"[{', '.join(map(str, size))}]" if size else ""
            each = "each " if size else ""
            self.declarations.append(f"  parameter {kind} {name}{shape}({each}fixed = false);")
            if size != ():
                self.sizes[name] = size
            else:
                self.sizes[name] = None
        self.equations.append(f"  ({', '.join(results)}) = {call};")

    def run(self):
        text = f"model {self.name}\n  import Saltus.Control.*;\n  import Saltus.Matrices.*;\n" + "\n".join(
                self.declarations) + \
            "\ninitial equation\n" + "\n".join(self.equations) + f"\nend {self.name};\n"
        path = write(f"{self.name}.mo", text)
        answer = run(path)
        if answer["status"] != "done":
            raise AssertionError(f"{text}\n{json.dumps(answer['messages'], indent=1)}")
        f = answer["final"]
        return {name: f[name] if size is None else values(f, name, *size) for name, size in self.sizes.items()}


def near(found, known, tolerance, what):
    scale = max(np.abs(known).max(initial=0), 1e-300)
    error = np.abs(np.asarray(found) - known).max(initial=0) / scale
    if not error <= tolerance:
        raise AssertionError(f"{what}: off by {error:.2g} (at most {tolerance:.2g})\n{found}\n{known}")


def poles_near(m, known, tolerance, what):
    """Eigenvalues and wanted poles, each matched to the nearest that is left."""
    left = list(np.linalg.eigvals(m))
    for p in sorted(known, key=lambda z: (-abs(z.imag), -abs(z))):
        nearest = min(left, key=lambda z: abs(z - p))
        if not abs(nearest - p) <= tolerance * (1 + abs(p)):
            raise AssertionError(f"{what}: pole {nearest} instead of {p}, off by more than {tolerance:.2g}")
        left.remove(nearest)


def exact_polynomial(m):
    """The characteristic polynomial in fractions (Faddeev and LeVerrier), highest power first."""
    n = len(m)
    a = [[fractions.Fraction(float(x)) for x in row] for row in m]
    c, mk = [fractions.Fraction(1)], [[fractions.Fraction(0)] * n for _ in range(n)]
    for k in range(1, n + 1):
        for i in range(n):
            mk[i][i] += c[-1]
        mk = [[sum(a[i][l] * mk[l][j] for l in range(n)) for j in range(n)] for i in range(n)]
        c.append(-sum(mk[i][i] for i in range(n)) / k)
    return np.array([float(x) for x in c])


def spread_of_poles(rng, n):
    poles = []
    while len(poles) < n:
        if n - len(poles) > 1 and rng.random() < 0.4:
            p = complex(-rng.uniform(0.5, 4), rng.uniform(0.3, 4))
            poles += [p, p.conjugate()]
        else:
            poles.append(complex(-rng.uniform(0.5, 4)))
    return poles


def stable_part(rng, n, m, p):
    a = rng.normal(size=(n, n))
    a -= (max(np.linalg.eigvals(a).real.max(), 0) + 0.3) * np.eye(n)
    return a, rng.normal(size=(n, m)), rng.normal(size=(p, n)), rng.normal(size=(p, m))


def system(rng, n, m, p, kind):
    a, b, c, d = rng.normal(size=(n, n)), rng.normal(size=(n, m)), rng.normal(size=(p, n)), rng.normal(size=(p, m))
    if kind == "scaled":                     # states in units of their own
        units = 10.0 ** rng.uniform(-3, 3, n)
        a, b, c = a * units[:, None] / units, b * units[:, None], c / units
    elif kind == "stable":
        a, b, c, d = stable_part(rng, n, m, p)
    elif kind == "integrators":
        a, b = np.diag(np.ones(n - 1), 1), np.eye(n)[:, n - m:]
    return a, b, c, d


def riccati(rng, number, n, m, p, kind):
    a, b, c, d = system(rng, n, m, p, kind)
    g, h = rng.normal(size=(n, n)), rng.normal(size=(m, m))
    q, r = g @ g.T + 0.1 * np.eye(n), h @ h.T + 0.1 * np.eye(m)
    s = 0.1 * rng.normal(size=(n, m)) if number % 2 and kind != "scaled" else np.zeros((n, m))
    s *= min(1, 0.5 * np.sqrt(np.linalg.eigvalsh(q)[0] * np.linalg.eigvalsh(r)[0]) / max(np.linalg.norm(s, 2), 1e-300))
    v = np.eye(p) * 0.3
    f = 1.2 * a / max(np.abs(np.linalg.eigvals(a)).max(), 0.1)       # sampled: some poles outside of the circle
    k = Case(f"Riccati{number}")
    for name, x in zip("ABCDQRSVF", (a, b, c, d, q, r, s, v, f)):
        k.give(name, x)
    k.ask("care(A, B, Q, R, S)", X=(n, n), K=(m, n), re=(n,), im=(n,))
    k.ask("dare(F, B, Q, R, S)", Xd=(n, n), Kd=(m, n))
    k.ask("lqr(A, B, Q, R, S)", K1=(m, n))
    k.ask("lqe(A, identity(size(A, 1)), C, Q, V)", L=(n, p), P=(n, n))
    k.ask("dlqe(F, identity(size(A, 1)), C, Q, V)", Ld=(n, p), Pd=(n, n), Md=(n, n))
    k.ask("lqg(A, B, C, D, Q, R, Q, V)", Ak=(n, n), Bk=(n, p), Ck=(m, n), Dk=(m, p))
    got = k.run()
    what = f"{kind} {n} states {m} inputs"
    close = 1e-4 if kind == "scaled" else 1e-6           # SciPy does not refine its solutions
    x = sl.solve_continuous_are(a, b, q, r, s=s)
    near(got["X"], x, close, f"care, {what}")
    poles_near(a - b @ got["K"], got["re"] + 1j * got["im"], 1e-6 if n <= 6 and kind != "scaled" else 1e-3,
               f"poles of care, {what}")
    near(got["K1"], got["K"], 1e-12, "lqr")
    xd = sl.solve_discrete_are(f, b, q, r, s=s)
    near(got["Xd"], xd, close, f"dare, {what}")
    near(got["Kd"], np.linalg.solve(r + b.T @ xd @ b, b.T @ xd @ f + s.T), 10 * close, f"dlqr, {what}")
    pe = sl.solve_continuous_are(a.T, c.T, q, v)
    near(got["L"], pe @ c.T @ np.linalg.inv(v), close, f"lqe, {what}")
    pd = sl.solve_discrete_are(f.T, c.T, q, v)
    near(got["Pd"], pd, close, f"dlqe, {what}")
    near(got["Ld"], pd @ c.T @ np.linalg.inv(c @ pd @ c.T + v), 10 * close, f"dlqe, {what}")
    near(got["Md"], np.linalg.inv(np.linalg.inv(pd) + c.T @ np.linalg.inv(v) @ c), 100 * close, f"dlqe, {what}")
    k0 = np.linalg.solve(r, b.T @ sl.solve_continuous_are(a, b, q, r))
    # separation: the loop has the poles of the feedback and of the filter
    wanted = list(np.linalg.eigvals(a - b @ k0)) + list(np.linalg.eigvals(a - got["L"] @ c))
    if n <= 8 and kind == "random":
        loop = np.block([[a, b @ got["Ck"]], [got["Bk"] @ c, got["Ak"] + got["Bk"] @ d @ got["Ck"]]])
        poles_near(loop, wanted, 1e-3, f"lqg, {what}")


def functions(rng, number, n, m, p):
    a, b, c, d = stable_part(rng, n, m, p)
    any_a = rng.normal(size=(n, n)) * rng.choice([0.1, 1, 5])
    inside = 0.9 * any_a / np.abs(np.linalg.eigvals(any_a)).max()
    q = rng.normal(size=(n, n))
    q = q @ q.T
    period, order = 0.2, max(1, n // 2)
    k = Case(f"Functions{number}")
    for name, x in (("A", a), ("B", b), ("C", c), ("D", d), ("Q", q), ("G", any_a), ("I", inside)):
        k.give(name, x)
    k.ask("lyapunov(A, Q)", X=(n, n))
    k.ask("discreteLyapunov(I, Q)", Y=(n, n))
    k.ask("exponential(G)", E=(n, n))
    k.ask("logarithm(exponential(0.3*A))", L=(n, n))
    for method in ("hold", "tustin"):
        k.ask(f"c2d(A, B, C, D, {period}, Saltus.Control.Method.{method})",
              **{method + "A": (n, n), method + "B": (n, m), method + "C": (p, n),
                                                                               method + "D": (p, m)})
        k.ask(f"d2c({method}A, {method}B, {method}C, {method}D, {period}, Saltus.Control.Method.{method})",
              **{method + "Ab": (n, n), method + "Bb": (n, m), method + "Cb": (p, n), method + "Db": (p, m)})
    k.ask("dcgain(A, B, C, D)", g=(p, m))
    k.ask("controllabilityGramian(I, B, true)", Wd=(n, n))
    k.ask("balance(A, B, C)", Ab=(n, n), Bb=(n, m), Cb=(p, n), h=(n,))
    k.ask(f"reduce(A, B, C, D, {order})", Ar=(order, order), Br=(order, m), Cr=(p, order), Dr=(p, m), h1=(n,))
    k.ask(f"reduce(A, B, C, D, {order}, true)", As=(order, order), Bs=(order, m), Cs=(p, order), Ds=(p, m))
    k.ask("transmissionZeros(A, B, C, D)", zeros0=(), zre=(n,), zim=(n,))
    k.ask("transmissionZeros(A, B, C, 0*D)", zeros1=(), zre1=(n,), zim1=(n,))
    k.ask("Saltus.Control.poles(A)", pre=(n,), pim=(n,))
    got = k.run()
    what = f"{n} states"
    near(got["X"], sl.solve_continuous_lyapunov(a, -q), 1e-8, f"lyapunov, {what}")
    near(got["Y"], sl.solve_discrete_lyapunov(inside, q), 1e-8, f"discreteLyapunov, {what}")
    near(got["Wd"], sl.solve_discrete_lyapunov(inside, b @ b.T), 1e-8, f"gramian, {what}")
    near(got["E"], sl.expm(any_a), 1e-9, f"exponential, {what}")
    near(got["L"], 0.3 * a, 1e-8, f"logarithm, {what}")
    for method, name in (("hold", "zoh"), ("tustin", "bilinear")):
        known = ss.cont2discrete((a, b, c, d), period, name)
        for key, x in zip("ABCD", known):
            near(got[method + key], x, 1e-9, f"c2d {method} {key}, {what}")
        for key, x in zip("ABCD", (a, b, c, d)):
            near(got[method + key + "b"], x, 1e-7, f"d2c {method} {key}, {what}")
    near(got["g"], d - c @ np.linalg.solve(a, b), 1e-8, f"dcgain, {what}")
    poles_near(a, got["pre"] + 1j * got["pim"], 1e-8, "poles")
    # Hankel singular values, gramians of the balanced form, and the bound of the error
    wc, wo = sl.solve_continuous_lyapunov(a, -b @ b.T), sl.solve_continuous_lyapunov(a.T, -c.T @ c)
    hankel = np.sqrt(np.maximum(np.sort(np.linalg.eigvals(wc @ wo).real)[::-1], 0))
    assert np.abs(got["h"] - hankel).max() <= 1e-6 * hankel[0] and np.array_equal(got["h"], got["h1"]), (got["h"],
            hankel)
    # weak states are known as accurately as the square root of a gramian allows
    noise = 1e-5 * hankel[0]
    assert np.abs(sl.solve_continuous_lyapunov(got["Ab"], -got["Bb"] @ got["Bb"].T) - np.diag(got["h"])).max() <= noise
    for ar, br, cr, dr in ((got["Ar"], got["Br"], got["Cr"], got["Dr"]), (got["As"], got["Bs"], got["Cs"], got["Ds"])):
        assert np.linalg.eigvals(ar).real.max() < 0
        bound = 2 * hankel[order:].sum() + noise
        for w in np.logspace(-2, 2, 30):
            full = d + c @ np.linalg.solve(1j * w * np.eye(n) - a, b)
            small = dr + cr @ np.linalg.solve(1j * w * np.eye(order) - ar, br)
            assert np.linalg.norm(full - small, 2) <= bound, (what, w)
    near(got["Ds"] - got["Cs"] @ np.linalg.solve(got["As"], got["Bs"]), got["g"], 1e-6, f"reduce with its gain, {what}")
    if m == p:
        pencil = sl.eigvals(a - b @ np.linalg.solve(d, c))
        assert got["zeros0"] == n
        poles_near(a - b @ np.linalg.solve(d, c), got["zre"] + 1j * got["zim"], 1e-5, f"zeros, {what}")
        assert got["zeros1"] == max(n - m, 0) and len(pencil) == n, (got["zeros1"], n, m)
        for z in (got["zre1"] + 1j * got["zim1"])[:got["zeros1"]]:
            big = np.block([[a - z * np.eye(n), b], [c, 0 * d]])
            sigma = np.linalg.svd(big, compute_uv=False)
            assert sigma[-1] <= 1e-8 * sigma[0], (what, z, sigma)
    else:
        assert got["zeros0"] == 0


def placement(rng, number, n, m, kind):
    a, b, c, d = system(rng, n, m, 1, kind)
    poles = spread_of_poles(rng, n)
    real, imaginary = vector(z.real for z in poles), vector(z.imag for z in poles)
    k = Case(f"Placement{number}")
    k.give("A", a)
    k.give("B", b)
    k.ask(f"place(A, B, {real}, {imaginary})", K=(m, n))
    k.ask(f"place(A, B, fill(-2, {n}))", K2=(m, n))
    few = n <= 6 * min(m, 2) and n <= 10
    if few:
        k.ask(f"placeChains(A, B, {real}, {imaginary})", K3=(m, n))
        k.ask(f"placeChains(A, B, fill(-2, {n}))", K4=(m, n))
    if m == 1 and few:
        k.ask(f"acker(A, vector(B), {real}, {imaginary})", k=(n,))
    got = k.run()
    what = f"{kind} {n} states {m} inputs"
    size = np.linalg.norm(a) + np.linalg.norm(b) * np.linalg.norm(got["K"])
    poles_near(a - b @ got["K"], poles, max(1e-7, 1e-14 * size ** 2) if n <= 8 or m > 1 else 0.05, f"place, {what}")
    poles_near(a - b @ got["K2"], [-2 + 0j] * n,
               20 * (EPS * (np.linalg.norm(a) + np.linalg.norm(b) * np.linalg.norm(got["K2"]))) ** (1 / n),
               f"place at -2, {what}")
    if n <= 7 and kind != "scaled":
        for name in ("K2", "K4"):
            if name in got:
                closed = a - b @ got[name]
                found, norm = exact_polynomial(closed), np.linalg.norm(a) + np.linalg.norm(b) * np.linalg.norm(
                        got[name])
                for i, (x, y) in enumerate(zip(found, np.poly([-2] * n))):
                    assert abs(x - y) <= 1e-11 * norm ** i, (what, name, i, x, y, norm)
    if few and kind != "scaled":
        poles_near(a - b @ got["K3"], poles, 1e-4, f"placeChains, {what}")
    if "k" in got:
        near(got["k"], got["K"][0], 1e-5, f"acker, {what}")


def hidden_states(rng, number, n, nc, m):
    """A system of which inputs reach nc states, in coordinates that hide it."""
    a, b = np.zeros((n, n)), np.zeros((n, m))
    a[:, nc:] = rng.normal(size=(n, n - nc))
    a[:nc, :nc], b[:nc] = rng.normal(size=(nc, nc)), rng.normal(size=(nc, m))
    u, _ = np.linalg.qr(rng.normal(size=(n, n)))
    a, b = u @ a @ u.T, u @ b
    k = Case(f"Hidden{number}")
    k.give("A", a)
    k.give("B", b)
    k.ask("contr(A, B)", nc=(), U=(n, n))
    k.ask("obsv(transpose(A), transpose(B))", no=(), V=(n, n))
    k.ask(f"place(A, B, fill(-1, {nc}))", K=(m, n))
    got = k.run()
    assert got["nc"] == nc and got["no"] == nc, got
    t = got["U"].T @ a @ got["U"]
    near(got["U"].T @ got["U"], np.eye(n), 1e-13, "U is orthogonal")
    assert np.abs(t[nc:, :nc]).max(initial=0) < 1e-10 * np.abs(a).max() and np.abs((got["U"].T @ b)[nc:]).max(
            initial=0) < 1e-12
    closed = got["U"].T @ (a - b @ got["K"]) @ got["U"]
    norm = np.linalg.norm(a) + np.linalg.norm(b) * np.linalg.norm(got["K"])
    poles_near(closed[:nc, :nc], [-1 + 0j] * nc, 20 * (EPS * norm) ** (1 / max(nc, 1)), "poles of what is reached")
    near(closed[nc:, nc:], t[nc:, nc:], 1e-9, "the rest stays")


REFUSED = [
    ("lqr([1, 0; 0, -1], [0; 1], identity(2), [1])", "the pair (A, B) cannot be stabilised; no input moves the mode s "
                                                     "= 1"),
    ("lqr([1, 0, 0; 0, 0.5, 2; 0, -2, 0.5], [1; 0; 0], identity(3), [1])", "no input moves the mode s = 0.5 +- 2i"),
    ("dlqr([1.5, 0; 0, 0.1], [0; 1], identity(2), [1])", "no input moves the mode z = 1.5"),
    ("lqr([0, 1; 0, 0], [0; 1], identity(2), [0])", "R of the inputs is not positive definite"),
    ("lqr([0, 1; 0, 0], [0; 1], [1, 2; 0, 1], [1])", "Q of the states is not symmetric"),
    ("lqr([0, 1; -1, 0], [0; 1], zeros(2, 2), [1])", "border of stability"),
    ("place([0, 1; 0, 0], [0; 1], {-1, -2}, {1, 0})", "the pole -1 + 1i has no conjugate among the poles"),
    ("place([0, 1; 0, 0], [0; 1], {-1, -2}, {0, -1})", "the pole -2 - 1i has no conjugate"),
    ("place([1, 0; 0, 3], [1; 0], {-1, -2})", "inputs reach only 1 of 2 states; no input moves the modes s = 3"),
    ("place([0, 1; 0, 0], [0; 1], {-1})", "1 poles were given for 2 states"),
    ("lyapunov([0, 1; -1, 0], identity(2))", "have the sum 0"),
    ("discreteLyapunov([2, 0; 0, 0.5], identity(2))", "two eigenvalues of A have the product 1"),
    ("controllabilityGramian([1], [1])", "the system is not stable; it has the mode s = 1"),
    ("reduce([1, 0; 0, -1], [1; 1], [1, 1], [0], 1)", "the system is not stable; it has the mode s = 1"),
    ("reduce([-1, 0; 0, -2], [1; 1], [1, 1], [0], 3)", "has no 3 states to keep"),
    ("dcgain([0], [1], [1], [0])", "it has a pole at s = 0"),
    ("c2d([0], [1], [1], [0], -1)", "the period must be positive"),
    ("d2c([-0.5], [1], [1], [0], 1)", "the eigenvalue -0.5 of the matrix has no real logarithm"),
    ("solve([1, 1; 1, 1], [1; 1])", "the matrix is singular"),
]


def refused():
    for call, words in REFUSED:
        for kind in ("parameter", "variable"):
            varying = re.sub(r"\[([-0-9.]+)", r"[1e-300*time + (\1)", call, count=1)
            binding = f"parameter Real X[:, :] = {call};" if kind == "parameter" else f"Real X[:, :] = {varying};"
            answer = run(write("refused.mo", f"model Refused\n  import Saltus.Control.*;\n  import "
                                             f"Saltus.Matrices.*;\n  {binding}\nend Refused;\n"))
            texts = json.dumps(answer["messages"])
            assert answer["status"] != "done" and words in texts, f"{call} ({kind}): {words!r} is not in {texts}"
    answer = run(write("refused.mo", "model M\n  parameter Real K[:, :] = Saltus.Control.lqr([0, 1; 0, 0], [0, 1], "
                                     "identity(2), [1]);\nend M;\n"))
    assert answer["status"] != "done" and "size" in json.dumps(answer["messages"]), answer


def places():
    """The library is found beside the program, in PREFIX/share, by SALTUS_LIB, and after MODELICAPATH."""
    path = write("uses.mo", "model Uses\n  parameter Real e[:, :] = Saltus.Matrices.exponential([1]);\nend Uses;\n")
    assert abs(run(path)["final"]["e[1,1]"] - np.e) < 1e-14
    none = run(path, environment={"SALTUS_LIB": ""})
    assert none["status"] != "done" and "there is no function" in json.dumps(none["messages"]), none
    write("other/Saltus/package.mo", "package Saltus\n  package Matrices\n    function exponential\n      input Real "
                                     "A[:, :];\n"
          "      output Real X[size(A, 1), size(A, 2)] = 7*A;\n    algorithm\n    end exponential;\n  end "
          "Matrices;\nend Saltus;\n")
    other = os.path.join(box.name, "other")
    assert run(path, environment={"SALTUS_LIB": other})["final"]["e[1,1]"] == 7
    assert run(path, environment={"MODELICAPATH": other})["final"]["e[1,1]"] == 7
    prefix = os.path.join(box.name, "prefix")
    os.makedirs(os.path.join(prefix, "bin"))
    shutil.copy(options.saltus, os.path.join(prefix, "bin", "saltus"))
    installed = os.path.join(prefix, "bin", "saltus")
    assert run(path, program=installed)["status"] != "done"
    shutil.copytree(os.path.join(options.source, "lib"), os.path.join(prefix, "share", "saltus", "lib"))
    assert abs(run(path, program=installed)["final"]["e[1,1]"] - np.e) < 1e-14
    # a message about a class of the library points into it
    path = write("broken/Saltus/package.mo", "package Saltus\n  package Matrices\n    function exponential\n      "
                                             "input Boolean discrete;\n"
                 "      output Real X[1, 1];\n    algorithm\n      X := if discrete then [1] else [2];\n    end "
                 "exponential;\n  end Matrices;\nend Saltus;\n")
    broken = run(os.path.join(box.name, "uses.mo"), environment={"SALTUS_LIB": os.path.join(box.name, "broken")})
    assert broken["status"] != "done" and broken["messages"][0]["file"] == path and broken["messages"][0][
            "line"] == 4, broken


def generated():
    rng = np.random.default_rng(options.seed)
    sizes = [(1, 1, 1), (20, 3, 2), (2, 1, 2), (3, 2, 1), (12, 2, 2), (5, 1, 1), (4, 2, 2), (8, 3, 3), (6, 4, 1)]
    for i in range(options.count):
        n, m, p = sizes[i] if i < len(sizes) else (int(rng.integers(1, 13)), int(rng.integers(1, 4)),
                                                   int(rng.integers(1, 4)))
        m, p = min(m, n), min(p, n)
        kind = ("random", "stable", "scaled", "random")[i % 4]
        riccati(rng, i, n, m, p, kind)
        functions(rng, i, n, m, p)
        placement(rng, i, n, m, ("random", "integrators", "stable")[i % 3])
        hidden_states(rng, i, n + 1, max(1, n - 1), m)
