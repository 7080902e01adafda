"""Fits: what the tests share; standard errors, robust losses, sigmas, against normal equations and the zero of psi."""
import argparse
import json
import math
import os
import random
import subprocess
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("--saltus", required=True)
parser.add_argument("--source", required=True)
options = parser.parse_args()
box = tempfile.TemporaryDirectory()


def call(model, *arguments, fails=False):
    done = subprocess.run([options.saltus, "fit", model, *arguments], capture_output=True, text=True, timeout=3600,
                          cwd=box.name)
    if (done.returncode != 0) != fails:
        raise AssertionError(f"saltus fit {model} {' '.join(arguments)} ended with "
                             f"{done.returncode}\n{done.stdout}{done.stderr}")
    return done


def answer(model, *arguments, fails=False):
    return json.loads(call(model, *arguments, "--json", fails=fails).stdout)


def put(name, words):
    path = os.path.join(box.name, name)
    with open(path, "w") as f:
        f.write(words)
    return path


def table(name, header, rows):
    return put(name, header + "\n" + "".join(",".join("" if v is None else repr(v) for v in row) + "\n"
                                             for row in rows))


def near(what, found, expected, relative, absolute=0.0):
    if found is None or not abs(found - expected) <= relative * abs(expected) + absolute:
        raise AssertionError(f"{what}: {found} instead of {expected}")


def codes(fit):
    return {m["code"] for m in fit["messages"]}


def solve(matrix, right):
    n = len(right)
    rows = [list(r) + [right[i]] for i, r in enumerate(matrix)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(n):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def normal_equations(design, values, sigma):
    """Estimates, the inverse of the matrix, and chi2."""
    n = len(design[0])
    square = [[sum(d[i] * d[k] / s ** 2 for d, s in zip(design, sigma)) for k in range(n)] for i in range(n)]
    right = [sum(d[i] * y / s ** 2 for d, y, s in zip(design, values, sigma)) for i in range(n)]
    inverse = [solve(square, [float(i == k) for i in range(n)]) for k in range(n)]
    best = solve(square, right)
    chi2 = sum(((y - sum(b * x for b, x in zip(best, d))) / s) ** 2 for d, y, s in zip(design, values, sigma))
    return best, inverse, chi2


REGRESSION = put("regression.mo", """model Regression
  parameter Real a = 1, b = 1, c = 1;
  Real x(start = 0, fixed = true);
  Real y = a + x;
equation
  der(x) = b + c*cos(time);
end Regression;
""")


def linear(seed):
    """y = a + b t + c sin t: with sigmas that differ from point to point, then with none."""
    random.seed(seed)
    t = sorted(random.uniform(0, 6) for _ in range(random.randrange(6, 40)))
    sigma = [random.uniform(0.05, 0.5) for _ in t]
    y = [random.uniform(-3, 3) + 2 * v - math.sin(v) + random.gauss(0, s) for v, s in zip(t, sigma)]
    design = [(1, v, math.sin(v)) for v in t]
    data = table("line.csv", "time,y,s", zip(t, y, sigma))
    for known in (True, False):
        weights = sigma if known else [1.0] * len(t)
        best, inverse, chi2 = normal_equations(design, y, weights)
        fit = answer(REGRESSION, "--data", data, "--vary", "a,b,c", "--tol", "1e-10",
                     *(("--sigma", "y=s") if known else ()))
        factor = 1 if known else chi2 / (len(t) - 3)
        for i, p in enumerate(fit["parameters"]):
            near(f"estimate of {p['name']}, seed {seed}", p["value"], best[i], 1e-6, 1e-6)
            near(f"error of {p['name']}, seed {seed}", p["error"], math.sqrt(inverse[i][i] * factor), 1e-5)
            for k in range(3):
                near("covariance", fit["covariance"][i][k], inverse[i][k] * factor, 1e-5,
                     1e-5 * math.sqrt(inverse[i][i] * inverse[k][k]) * factor)
        near("chi2", fit["chi2"], chi2, 1e-6, 1e-9)
        assert fit["freedom"] == len(t) - 3 and fit["known_sigma"] == known
    # 95 % of Student's distribution with the degrees of freedom at hand, from the interval itself
    p = fit["parameters"][0]
    near("interval", p["to"] - p["value"], p["value"] - p["from"], 1e-9)
    if len(t) == 13:
        near("Student's quantile with 10 degrees", (p["to"] - p["value"]) / p["error"], 2.228138852, 1e-6)


TWO = put("two.mo", """model Two
  parameter Real a = 1, b = 1, c = 1, d = 1;
  Real x(start = 0, fixed = true), y = a + x, z = d*cos(time);
equation
  der(x) = b + c*cos(time);
end Two;
""")


def hat(design, inverse, sigma):
    return [sum(d[i] * inverse[i][k] * d[k] for i in range(len(d)) for k in range(len(d))) / s ** 2
            for d, s in zip(design, sigma)]


def some_sigmas(seed):
    """y = a + b t + c sin t with its sigma, x = b t + c sin t and z = d cos t without: feasible generalised least
    squares, in closed form."""
    random.seed(seed)
    n = random.randrange(12, 40)
    t = [6 * (i + random.uniform(0, 0.9)) / n for i in range(n)]
    given, rows = 0.3, []
    for v in t:
        x = 2 * v - math.sin(v)
        rows.append((v, 1.5 + x + random.gauss(0, given), x + random.gauss(0,
                                                                           0.02 * 10 ** random.choice((0, 0, 0, 0.5))),
                     1e3 * math.cos(v) + random.gauss(0, 0.5)))
    data = table("two.csv", "time,y,x,z", rows)
    values = [r[k] for k in (1, 2, 3) for r in rows]
    design = [(1, v, math.sin(v), 0) for v in t] + [(0, v, math.sin(v), 0) for v in t] + [(0, 0, 0, math.cos(v))
            for v in t]
    sigma = [given] * n + [1.0] * (2 * n)
    for _ in range(200):
        best, inverse, chi2 = normal_equations(design, values, sigma)
        part = hat(design, inverse, sigma)
        left = [(y - sum(b * x for b, x in zip(best, d))) ** 2 for d, y in zip(design, values)]
        free = [n - sum(part[k * n:(k + 1) * n]) for k in range(3)]
        estimates = [math.sqrt(sum(left[k * n:(k + 1) * n]) / free[k]) for k in range(3)]
        sigma = [given] * n + [estimates[1]] * n + [estimates[2]] * n
    fit = answer(TWO, "--data", data, "--vary", "a,b,c,d", "--tol", "1e-10", "--sigma", f"y={given}")
    for i, p in enumerate(fit["parameters"]):
        # errors of runs, over sigmas of 0.02, hide changes of the sum that this makes
        near(f"estimate of {p['name']}", p["value"], best[i], 1e-6, max(1e-6, 1e-3 * p["error"]))
        near(f"error of {p['name']}", p["error"], math.sqrt(inverse[i][i]), 1e-4)
    assert [c["sigma_given"] for c in fit["columns"]] == [True, False, False] and not fit["known_sigma"]
    for c, wanted in zip(fit["columns"], (given, *estimates[1:])):
        near(f"sigma of {c['name']}", c["sigma"], wanted, 1e-4)
    # d is of z alone: a regression through zero, with Student's distribution of n - 1; from a given sigma alone, the
    # normal one
    square = sum(math.cos(v) ** 2 for v in t)
    d = sum(r[3] * math.cos(r[0]) for r in rows) / square
    error = math.sqrt(sum((r[3] - d * math.cos(r[0])) ** 2 for r in rows) / (n - 1) / square)
    near("error of d", fit["parameters"][3]["error"], error, 1e-4)
    if n == 21:
        near("quantile of d", (fit["parameters"][3]["to"] - fit["parameters"][3]["value"])
             / fit["parameters"][3]["error"], 2.085963447, 1e-4)
    # what knows nothing of a, b and c changes nothing of them
    alone = answer(TWO, "--data", table("one.csv", "time,y", [r[:2] for r in rows]), "--vary", "a,b,c", "--tol",
                   "1e-10", "--sigma", f"y={given}")
    beside = answer(TWO, "--data", table("side.csv", "time,y,z", [(r[0], r[1], r[3]) for r in rows]), "--vary",
                    "a,b,c,d", "--tol", "1e-10",
                    "--sigma", f"y={given}")
    for p, q in zip(alone["parameters"], beside["parameters"]):
        for key in ("value", "error", "from", "to"):
            near(f"{key} of {p['name']}", q[key], p[key], 1e-6, 1e-6)


def sigmas_of_instruments():
    """A column of one name has one sigma in all experiments; what cannot tell it is warned of; what is given too small,
    too."""
    rows = [(0.1 * i, 1 + 0.2 * i + math.sin(7 * i) * 0.1, math.cos(0.1 * i) + 0.01 * math.cos(9 * i))
            for i in range(40)]
    a, b = table("a.csv", "time,y,z", rows[:25]), table("b.csv", "time,y,z", rows[25:])
    fit = answer(TWO, "--data", a, "--data", b, "--vary", "a,b,c,d", "--sigma", "y=0.1", "--tol", "1e-9")
    assert fit["columns"][1]["sigma"] == fit["columns"][3]["sigma"] and "U0948" not in codes(fit)
    said = call(TWO, "--data", a, "--vary", "a,b,c,d", "--sigma", "y=0.001")
    assert "sigma 0.001 given" in said.stdout and "estimated" in said.stdout, said.stdout
    assert "U0948" in said.stderr, said.stderr
    lone = answer(TWO, "--data", table("lone.csv", "time,y,z", [(*r[:2], r[2] if i == 3 else None)
                                                                for i, r in enumerate(rows)]),
                  "--vary", "a,b,c,d", "--sigma", "y=0.1")
    assert "U0670" in codes(lone), lone["messages"]


def rounds_are_resumed():
    """A journal that ends anywhere, also among the fits with estimated sigmas, leads to the same bytes."""
    rows = [(0.1 * i, 1 + 0.2 * i + math.sin(7 * i) * 0.1, 0.2 * i + 0.02 * math.cos(9 * i)) for i in range(60)]
    wanted = ("--data", table("rounds.csv", "time,y,x", rows), "--vary", "a,b,c", "--sigma", "y=0.1")
    whole = call(TWO, *wanted, "-o", "rounds_whole.csv")
    for kilobytes in (4, 8, 12, 20):
        limited = subprocess.run(["bash", "-c", f"trap '' XFSZ; ulimit -f {kilobytes}; exec \"$@\"", "bash",
                                  options.saltus, "fit", TWO, *wanted,
                                  "-o", "rounds_part.csv"], capture_output=True, text=True, timeout=600, cwd=box.name)
        if os.path.exists(os.path.join(box.name, "rounds_part.csv.journal")):
            again = call(TWO, *wanted, "-o", "rounds_part.csv", "--resume")
            assert again.stdout == whole.stdout, (kilobytes, limited.stderr, again.stdout, whole.stdout)


def student():
    t = [i / 2 for i in range(13)]
    y = [1 + 2 * v + (0.1 if i % 2 else -0.1) for i, v in enumerate(t)]
    fit = answer(REGRESSION, "--data", table("line.csv", "time,y", zip(t, y)), "--vary", "a,b,c")
    for p in fit["parameters"]:
        near("Student's quantile with 10 degrees", (p["to"] - p["value"]) / p["error"], 2.228138852, 1e-6)


def robust():
    """A level with outliers: the sum of psi is zero at the estimate."""
    model = put("level.mo", "model Level parameter Real a = 0; Real y = a + 0*time; end Level;")
    random.seed(3)
    y = [5 + random.gauss(0, 0.1) for _ in range(40)] + [9, 11, 30, 7, 8]
    data = table("level.csv", "time,y", [(float(i), v) for i, v in enumerate(y)])
    psi = {"huber": lambda r: max(-1, min(1, r)), "cauchy": lambda r: r / (1 + r * r),
           "soft": lambda r: r / math.sqrt(1 + r * r)}
    for loss, f in psi.items():
        fit = answer(model, "--data", data, "--vary", "a", "--sigma", "0.1", "--loss", loss)
        a = fit["parameters"][0]["value"]
        near(loss, sum(f((v - a) / 0.1) for v in y), 0, 0, 1e-4)
        assert abs(a - 5) < 0.1, (loss, a)
    plain = answer(model, "--data", data, "--vary", "a", "--sigma", "0.1")
    near("mean", plain["parameters"][0]["value"], sum(y) / len(y), 1e-7)
    assert "U0939" in codes(answer(model, "--data", data, "--vary", "a", "--loss", "huber", fails=True))


def undetermined():
    model = put("product.mo", """model Product parameter Real a = 2, b = 1, c = 3; Real x(start = 1, fixed = true),
      z(start = 0, fixed = true);
      equation der(x) = -a*b*x; der(z) = c; end Product;""")
    data = table("product.csv", "time,x", [(i / 10, math.exp(-0.6 * i)) for i in range(10)])
    fit = answer(model, "--data", data, "--vary", "a,b,c")
    assert [p["determined"] for p in fit["parameters"]] == [False, False, False], fit
    assert len(fit["undetermined"]) == 2 and "U0945" in codes(fit), fit
    fit = answer(model, "--data", data, "--vary", "a,b")
    near("product", fit["parameters"][0]["value"] * fit["parameters"][1]["value"], 6, 1e-5)
    way = fit["undetermined"][0]
    near("direction", way[0], -way[1], 1e-3)
    assert fit["parameters"][0]["error"] is None
    fit = answer(model, "--data", data, "--vary", "a", "--bounds", "a=0:4")
    assert fit["parameters"][0]["bound"] == 1 and fit["parameters"][0]["value"] == 4
    said = call(model, "--data", data, "--vary", "a,b").stderr
    assert "apart from each other" in said, said


LINE = put("straight.mo", "model Line parameter Real a = 1, b = 1, c = 1; Real y(start = a, fixed = true); equation "
                          "der(y) = b; end Line;")


def freedom():
    """A parameter without effect changes neither the degrees of freedom nor the errors of the others."""
    random.seed(5)
    data = table("scatter.csv", "time,y", [(float(i), 1 + 2 * i + random.gauss(0, 1)) for i in range(6)])
    two, three = (answer(LINE, "--data", data, "--vary", names) for names in ("a,b", "a,b,c"))
    assert two["freedom"] == three["freedom"] == 4 and not three["parameters"][2]["determined"]
    for p, q in zip(two["parameters"], three["parameters"]):
        near("error beside a parameter without effect", q["error"], p["error"], 1e-9)
        near("interval", q["to"], p["to"], 1e-9)
    said = [m for m in three["messages"] if m["code"] == "U0945"]
    assert len(said) == 1 and "leave it out" in json.dumps(said), said


def shares():
    """Of a motor without friction the speed alone determines k, R*J and L/R. With friction, three coefficients are left
    of five parameters."""
    model = os.path.join(options.source, "examples", "motor_fit.mo")
    with open(os.path.join(options.source, "examples", "motor_fit.csv")) as f:
        data = put("speed.csv", "".join(",".join(row.split(",")[:2]).rstrip() + "\n" for row in f))
    fit = answer(model, "--data", data, "--vary", "R,k,J,L", "-p", "d=0", "--sigma", "w=1")
    assert [p["determined"] for p in fit["parameters"]] == [False, True, False, False], fit["parameters"]
    (way,) = fit["undetermined"]
    for found, expected in zip(way, (1, 0, -1, 1)):
        near("direction", found, expected, 1e-4)
    value = {p["name"]: p["value"] for p in fit["parameters"]}
    known = answer(model, "--data", data, "--vary", "R,k,L", "-p", "d=0", "-p", f"J={value['J']!r}", "-p",
                   f"R={value['R']!r}", "-p",
                   f"L={value['L']!r}", "--sigma", "w=1")
    near("k", fit["parameters"][1]["value"], known["parameters"][1]["value"], 1e-6)
    near("error of k", fit["parameters"][1]["error"], known["parameters"][1]["error"], 1e-4)
    fit = answer(model, "--data", data, "--vary", "R,k,J,d,L", "--sigma", "w=1")
    assert len(fit["undetermined"]) == 2 and fit["freedom"] == fit["columns"][0]["values"] - 3, fit
    # a sum of which one part is zero: a change of it is told as it is
    model = put("sum.mo", "model Sum parameter Real a = 0, b = 2; Real y(start = a + b, fixed = true); equation der(y) "
                          "= 0; end Sum;")
    data = table("sum.csv", "time,y", [(float(i), 2.0) for i in range(5)])
    said = call(model, "--data", data, "--vary", "a,b").stderr
    assert "a by +0.01, b by -0.5 %" in said, said


def words():
    """What is told of columns, inputs and infinite values; --quiet; a model from the standard input."""
    model = put("driven.mo", "model Driven parameter Real k = 1; input Real u(start = 0); Real y(start = 0, fixed = "
                             "true); equation der(y) = k*u - y; end Driven;")
    data = table("driven.csv", "time,y,u,q", [(i / 10, 1.7 * (1 - math.exp(-i / 10)), 1.0, 3.0) for i in range(20)])
    said = call(model, "--data", data, "--vary", "k").stderr
    assert "U0934" in said and f"--input u={data}:u" in said and "--input q" not in said, said
    fit = answer(model, "--data", data, "--vary", "k", "--input", f"u={data}:u")
    near("k", fit["parameters"][0]["value"], 1.7, 1e-5)
    assert not any("nothing drives" in json.dumps(m) for m in fit["messages"])
    done = call(model, "--data", data, "--vary", "k", "--quiet")
    assert not done.stderr and not done.stdout, done
    done = call(model, "--data", data, "--vary", "k", "--sigma", "q=1", "--quiet", fails=True)
    assert "U0951" in done.stderr and "U0934" not in done.stderr, done.stderr
    infinite = put("infinite.csv", "time,y\n0,1\n1,inf\n2,3\n3,4\n")
    fit = answer(LINE, "--data", infinite, "--vary", "a,b")
    assert "U0954" in codes(fit) and fit["columns"][0]["missing"] == 1
    assert "1 measured value, 1 parameter\n" in call(LINE, "--data", put("single.csv", "time,y\n0,1\n"), "--vary", "a",
                                                     "--sigma", "1").stdout
    with open(LINE) as f:
        text = f.read()
    two = table("pipe.csv", "time,y", [(float(i), 3.0 + i) for i in range(5)])
    arguments = ["--data", two, "--data", two + "; c = 2", "--vary", "a,b", "--json"]
    for word in ("-", "-:Line"):
        done = subprocess.run([options.saltus, "fit", word, *arguments], input=text, capture_output=True, text=True,
                              timeout=3600, cwd=box.name)
        assert done.returncode == 0, done.stdout + done.stderr
        near("a from a pipe", json.loads(done.stdout)["parameters"][0]["value"], 3, 1e-6)
