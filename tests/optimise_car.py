#!/usr/bin/env python3
"""saltus optimise: the car of examples/car.mo, in the variants E6.1 to E6.8 of its problem. The published times are
36.5 s, 15.76 s, 15.9 s and 17.36 s.

    optimise_car.py --saltus build/saltus --source . [NAME ...]
"""
import math
import os
import subprocess
import sys

from optimise_tools import main, near, test, values

CAR = ["--vary", "T in [0.1, 20]", "--vary", "gear in [0.1, 10]"]
TO_100 = ["--min", "time_when(speed >= 100)"]
LIMITS = [f"max(rpm{', from = ' + a if a else ''}, to = {b}) <= 5500" for a, b in
          [("", "T[1]"), ("T[1]", "T[1] + T[2]"), ("T[1] + T[2]", "T[1] + T[2] + T[3]"),
           ("T[1] + T[2] + T[3]", "sum(T)")]]


def car(p, *args):
    return p.solve(os.path.join(p.source, "examples", "car.mo"), *CAR, *args)


def power_at_shifts(p, out):
    """E6.4: accelerations before and after a shift, from the model's own equations, at the speeds where it shifts."""
    args = []
    for name, value in values(out).items():
        args += ["-p", f"{name}={value!r}"]
    subprocess.run([p.saltus, "run", os.path.join(p.source, "examples", "car.mo"), *args, "--vars",
                    "v,der(v),power,time", "-o", "car.csv", "--quiet",
                    "--tol", "1e-9"], cwd=p.folder, check=True)
    rows = p.rows("car.csv")
    return [(float(a["power"]), float(b["power"])) for a, b in zip(rows, rows[1:]) if a["time"] == b["time"]]


@test
def e6_1_distance_in_30_seconds(p):
    out = car(p, "--max", "at(x, 30)", "--stop", "30")
    near(out["start"], 713.538, 1e-3)
    near(out["best"], 752.36, 0.05)
    # by the method, the bounds and the number of runs of E6.1: a local optimum within 4 % is what others found there,
    # too
    args = ["--vary", "T in [0.001, 20]", "--vary", "gear in [0.001, 20]", "--max", "at(x, 30)", "--stop", "30",
            "--method", "bobyqa", "--evaluations", "500"]
    near(p.solve(os.path.join(p.source, "examples", "car.mo"), *args)["best"], 752.36, 0.04 * 752.36, "bobyqa")
    # E6.4: at each optimal shift the engine gives as much power, or nearly so, after it as before; drag makes the
    # difference
    for before, after in power_at_shifts(p, out):
        near(after / before, 1, 0.02, "power")


@test
def e6_2_and_e6_6_time_to_1000_metres(p):
    out = car(p, "--min", "time_when(x >= 1000)")
    near(out["start"], 37.533, 1e-3)
    near(out["best"], 36.52, 0.005)
    near(out["best"], 36.5, 0.05, "published")
    near(car(p, "--min", "time_when(x >= 1000)", "--method", "bobyqa", "--evaluations", "3000")["best"], 36.52,
         0.04 * 36.52, "without slopes")


@test
def e6_3_and_e6_5_time_to_100(p):
    out = car(p, *TO_100)
    near(out["start"], 17.595, 1e-3)
    near(out["best"], 15.77, 0.01)
    near(out["best"], 15.76, 0.01, "published")
    # some gears never reach it: these runs have no cost, and count as worse than all others
    out = car(p, *TO_100, "--starts", "4", "--evaluations", "3000")
    near(out["best"], 15.77, 0.01)
    assert out["failed"] > 0 and any("never becomes true" in n for m in out["messages"]
                                     for n in m["notes"]), out["messages"]


@test
def e6_7_limit_of_the_engine(p):
    limits = [x for c in LIMITS for x in ("--subject", c)]
    out = car(p, *TO_100, *limits, "--evaluations", "1500")
    near(out["best"], 15.87, 0.01)
    near(out["best"], 15.9, 0.05, "published")
    assert sum(c["active"] for c in out["constraints"].values()) >= 1, out["constraints"]
    # one limit of the whole run has kinks where the largest of five peaks changes: a local optimum may be the end
    out = car(p, *TO_100, "--subject", "max(rpm, to = time_when(speed >= 100)) <= 5500", "--evaluations", "1200")
    near(out["best"], 15.9, 0.01 * 15.9, "published, one limit")


@test
def e6_8_more_drag(p):
    """The same with the drag of 0.005 that the form was filled in with: 17.36 s were published, and a little less is
    possible."""
    limits = [x for c in LIMITS for x in ("--subject", c)]
    out = car(p, *TO_100, *limits, "-p", "b=0.005", "--evaluations", "1500")
    near(out["best"], 17.34, 0.01)
    near(out["best"], 17.3561, 0.03, "published")


def interpolated(p, name, pieces):
    """The car with another interpolation of its table: piecewise polynomials of SciPy as a polynomial, and what changes
    at each point."""
    c, x = pieces.c[::-1], pieces.x
    terms = [f"{float(c[j, 0])!r}*r^{j}" for j in range(len(c))]
    for i in range(1, c.shape[1]):
        h = x[i] - x[i - 1]
        moved = [sum(c[k, i - 1] * math.comb(k, j) * h**(k - j) for k in range(j, len(c))) for j in range(len(c))]
        terms += [f"{float(c[j, i] - moved[j])!r}*noEvent(max(r - {float(x[i])!r}, 0))^{j}" for j in range(1, len(c))]
    text = open(os.path.join(p.source, "examples", "car.mo")).read()
    before, rest = text.split("  torque = sum(s[j]*r", 1)
    text = before + "  torque = " + " + ".join(terms).replace("+ -", "- ") + rest[rest.index(";"):]
    open(p.path(name + ".mo"), "w").write(text)


# an independent computation: the gears alone optimised, with the best gear at each speed; 12 starts
INTERPOLATIONS = {"linear": (741.76, 36.87, 16.29), "pchip": (748.04, 36.66, 15.94), "natural": (751.29, 36.55, 15.80),
                  "akima": (750.78, 36.57, 15.79)}


@test
def other_interpolations(p):
    try:
        from scipy import interpolate
    except ImportError:
        raise AssertionError("python3-scipy is needed (scripts/setup --all installs it)")
    rpm, torque = [0, .6, .8, 1, 2, 3, 4, 5, 6, 8], [0, 10, 40, 100, 200, 280, 360, 350, 200, 0]
    lines = interpolate.PPoly([[(b - a) / (y - x) for x, y, a, b in zip(rpm, rpm[1:], torque, torque[1:])],
                               torque[:-1]], rpm)
    interpolated(p, "linear", lines)
    interpolated(p, "pchip", interpolate.PchipInterpolator(rpm, torque))
    interpolated(p, "natural", interpolate.CubicSpline(rpm, torque, bc_type="natural"))
    interpolated(p, "akima", interpolate.Akima1DInterpolator(rpm, torque))
    for name, (distance, to_1000, to_100) in INTERPOLATIONS.items():
        room = 0.002 if name == "linear" else 0.0005        # kinks of the table: a local search stops a little earlier
        problems = [(to_100, [*TO_100, "--stop", "20"])]
        if name == "natural":
            problems += [(distance, ["--max", "final(x)", "--stop", "30"]),
                         (to_1000, ["--min", "time_when(x >= 1000)"])]
        for wanted, args in problems:
            out = p.solve(name + ".mo", *CAR, *args, "--evaluations", "700")
            near(out["best"], wanted, room * wanted + 0.005, f"{name} {args[1]}")


@test
def e6_8_more_drag_with_one_limit(p):
    """b = 0.005 where the others have its square: the published 17.3561 s came from a single limit and an interpolation
    that is not known; of the smooth ones, 17.34 to 17.37 s."""
    out = car(p, *TO_100, "--subject", "max(rpm, to = time_when(speed >= 100)) <= 5500", "-p", "b=0.005",
              "--evaluations", "1500")
    near(out["best"], 17.3561, 0.05)
    near(car(p, *TO_100, "-p", "b=0.005")["best"], 17.22, 0.01, "without a limit")


if __name__ == "__main__":
    sys.exit(main())
