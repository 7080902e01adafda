"""Functions of lib/Saltus against SciPy, on generated systems: random ones, ill-conditioned ones, unstable ones,
repeated poles, from 1 to 20 states; the messages of what cannot be solved; where the library is found; and the loops of
examples/ that design their own controllers (E7.1 to E7.11) or estimate what they do not measure (E5.1), with numbers
that were found without Saltus."""
import csv
import json
import os
import subprocess
import sys

import numpy as np
import scipy.linalg as sl
from scipy.integrate import solve_ivp

from control_generated import REFUSED, box, generated, near, options, places, poles_near, refused, run, values, write
import craft


def example(name, *arguments, stop=None, tolerance="1e-8", fails=False):
    """The columns of a run of an example."""
    path = os.path.join(box.name, "example.csv")
    more = ["--stop", str(stop)] if stop else []
    done = subprocess.run([options.saltus, "run", os.path.join(options.source, "examples", name), "-o", path, "--tol",
                           tolerance, *more, *arguments],
                          capture_output=True, text=True, timeout=600, cwd=box.name)
    assert fails or done.returncode == 0, f"{name} {arguments}: {done.stdout}{done.stderr}"
    with open(path) as f:
        rows = list(csv.DictReader(f))
    return {key: np.array([float(row[key]) for row in rows]) for key in rows[0]}


def is_about(found, known, tolerance, what):
    assert abs(found - known) <= tolerance, f"{what}: {found} instead of {known} +- {tolerance}"


def pendulum():
    """E7.1, E7.2, E7.10: numbers of an integration of the same loops that was made without Saltus."""
    c = example("inverted_pendulum.mo:InvertedPendulum.Observed")
    for i, k in enumerate((-0.2023810, -60.9944444, -0.8095238, -8.3111111)):
        is_about(c[f"K[1,{i + 1}]"][-1], k, 1e-6, "E7.1 feedback")
    is_about(c["plant.z"][-1], 3.069, 1e-3, "E7.1: where the cart stands")
    is_about(abs(c["plant.theta"]).max(), 0.028, 5e-4, "E7.1: largest angle")
    c = example("inverted_pendulum.mo:InvertedPendulum.Observed", "-p", "phi=0.01", stop=10, fails=True)
    assert abs(c["plant.theta"]).max() > 1.5, "E7.1: a ramp of 0.01 is too much"
    c = example("inverted_pendulum.mo:InvertedPendulum.WithIntegral")
    is_about(c["plant.z"][-1], 0, 1e-8, "E7.2: the cart comes back")
    is_about(abs(c["plant.z"]).max(), 0.64, 5e-3, "E7.2: largest way")
    c = example("inverted_pendulum.mo:InvertedPendulum.Known")
    is_about(c["u0"][-1], 0.04899999, 1e-8, "E7.10: force")
    is_about(c["plant.z"][-1], 0, 1e-8, "E7.10: the cart comes back")
    is_about(abs(c["plant.z"]).max(), 0.0209, 2e-4, "E7.10: largest way")
    c = example("inverted_pendulum.mo:InvertedPendulum.Known", "-p", "phi=0.05")
    is_about(c["plant.z"][-1], 0, 1e-6, "E7.10: a steeper ramp")
    c = example("inverted_pendulum.mo:InvertedPendulum.Optimal", stop=30)
    is_about(c["plant.z"][-1], 0, 1e-6, "LQG: the cart comes back")
    assert abs(c["plant.theta"][-1]) < 1e-6 and abs(c["plant.theta"]).max() < 0.11


def cart():
    """E7.3 to E7.9: the plant as printed (slope 1) and as listed (slope 2)."""
    loop = "cart_on_beam.mo:CartLoops."
    for slope, k, most in ((1, (-102.189, 559.62, -110.092, 120), 1.528), (2, (-60.904, 559.62, -55.046, 120), 1.764)):
        c = example(loop + "Loop", "-p", f"slope={slope}", stop=30)
        for i, x in enumerate(k):
            is_about(c[f"K[1,{i + 1}]"][-1], x, 1e-3, "E7.3 feedback")
        is_about(c["cart.z"][-1], 0, 1e-7, "E7.3")
        is_about(abs(c["cart.z"]).max(), most, 2e-3, "E7.3: largest way")
    c = example(loop + "Loop", "-p", "by_torque=0", stop=30)
    for i, x in enumerate((111.924, -214.113, 24, -134.092)):
        is_about(c[f"K[1,{i + 1}]"][-1], x, 1e-3, "E7.4 feedback")
    is_about(abs(c["cart.z"]).max(), 1.764, 2e-3, "E7.4: largest way")
    is_about(c["cart.z"][-1], 0, 1e-7, "E7.4")
    for slope, stands in ((1, 0.923), (2, 1.647)):
        c = example(loop + "Loop", "-p", "zobj=0.2", "-p", f"slope={slope}", stop=60)
        is_about(c["cart.z"][-1], stands, 1.2e-3, "E7.5: beside the target")
    c = example(loop + "OffCentre")
    is_about(c["cart.z"][-1], 1, 1e-6, "E7.6")
    is_about(abs(c["cart.z"]).max(), 2.69, 5e-3, "E7.6: largest way")
    # E7.7: the place of rest is not guessed either: all of it is looked for, and the loop is that of E7.6
    found = subprocess.run([options.saltus, "trim", os.path.join(options.source, "examples", "cart_on_beam.mo"), "-p",
                            "slope=2", "--free", "z,theta,T", "--zero", "der(z),der(theta),der(v),der(w),z - 1",
                            "--json"], capture_output=True, text=True, timeout=600, cwd=box.name)
    rest = json.loads(found.stdout)["free"]
    is_about(rest["T"], 19.62, 1e-12, "E7.7: torque")
    c = example(loop + "OffCentre", "-p", f"u0={rest['T']!r}", "-p", f"at={rest['z']!r}")
    is_about(c["cart.z"][-1], 1, 1e-6, "E7.7")
    is_about(abs(c["cart.z"]).max(), 2.69, 5e-3, "E7.7: largest way")
    c = example(loop + "OffCentre", "-p", "slope=1", fails=True)
    assert abs(c["cart.z"]).max() > 10, "E7.6 with the plant as printed diverges"
    for slope, most in ((1, 0.061), (2, 0.078)):
        c = example(loop + "Follower", "-p", f"slope={slope}", stop=14.9)
        is_about(c["cart.z"][-1], 0.025, 1e-7, "E7.8")
        is_about(c["cart.z"].max(), most, 1e-3, "E7.8: largest way")
    c = example(loop + "Follower")
    for t, z in ((14.9, 0.025), (29.9, -0.025), (43.9, 0.025)):
        is_about(np.interp(t, c["time"], c["cart.z"]), z, 1e-5, f"E7.9 at {t}")


def spacecraft():
    """E7.11: 14 poles at -2 with 3 inputs; it rises, moves aside, lands."""
    c = example("spacecraft.mo:SpacecraftFlight.Landing")
    assert c["reached"][-1] == 14
    for t, r in ((14.9, (0, 0, 1)), (29.9, (1, -1, 1)), (50, (1, -1, 0))):
        for name, known in zip("xyz", r):
            is_about(np.interp(t, c["time"], c["craft." + name]), known, 1e-4, f"E7.11: {name} at {t}")
    # z'' = -4 z' - 4 (z - 1): a double pole at -2
    for t in (0.5, 1, 2):
        is_about(np.interp(t, c["time"], c["craft.z"]), 1 - (1 + 2 * t) * np.exp(-2 * t), 1e-4, f"E7.11: z at {t}")
    a = np.array([[c[f"hover.A[{i + 1},{j + 1}]"][-1] for j in range(16)] for i in range(16)])
    b = np.array([[c[f"hover.B[{i + 1},{j + 1}]"][-1] for j in range(3)] for i in range(16)])
    k = np.array([[c[f"K[{i + 1},{j + 1}]"][-1] for j in range(16)] for i in range(3)])
    poles_near(a - b @ k, [0j, 0j] + [-2 + 0j] * 14, 0.5, "E7.11: poles")
    answer = subprocess.run([options.saltus, "linearise", os.path.join(options.source, "examples", "spacecraft.mo"),
                             "-p", "F.start=120", "--json"],
                            capture_output=True, text=True, timeout=600)
    plant = json.loads(answer.stdout)
    near(a, np.array(plant["A"]), 1e-12, "E7.11: matrices of the example")
    near(b, np.array(plant["B"]), 1e-12, "E7.11: matrices of the example")


    # A target that jumps aside by 1 m in both directions turns the craft over, in Lagrange's equations as in the model:
    # the torques of the linear law are too large for it. In one direction, or by 0.7 m, it gets there.
    k = craft.uncoupled()
    t, y = craft.aside(k, (1, -1, 0), 1.2, 1e-7)
    with open(os.path.join(options.source, "examples", "spacecraft.mo")) as f:
        model = write("jump.mo", f.read() + """
model Jump
  extends SpacecraftFlight.Landing(moving = 0, K = Saltus.Control.placeChains(hover.A, hover.B, fill(-2, reached)),
    target = {far[1]*aside, far[2]*aside, if time < 30 then 1 else 0});
  parameter Real far[2] = {1, -1};
end Jump;
""") + ":Jump"
    final = run(model, "--stop", "16.2", "--tol", "1e-9")["final"]
    for i, name in enumerate(("x", "y", "z", "a[1]", "a[2]", "a[3]", "alpha", "beta")):
        is_about(final["craft." + name] - (name == "z"), y[i, -1], 1e-5, f"E7.11: {name} after the jump")
    assert max(abs(y[6:8, -1])) > 0.1, "E7.11: it leans far"
    over = run(model, "--stop", "16.477")["final"]
    assert abs(over["craft.alpha"]) > 1, "E7.11: a jump in both directions turns it over"
    for x, aside in ((1, 0), (0, -1), (0.7, -0.7)):
        final = run(model, "--stop", "29", "-p", f"far[1]={x}", "-p", f"far[2]={aside}")["final"]
        is_about(final["craft.x"], x, 0.01, "E7.11: a smaller jump")
        is_about(final["craft.y"], aside, 0.01, "E7.11: a smaller jump")


def unscented():
    """Of a pendulum with process noise, the unscented filter follows the moments of Saerkkae (2007), integrated here
    with SciPy."""
    path = write("unscented.mo", """package U
  function rate
    extends Saltus.Estimation.Rate;
  algorithm
    rate := {x[2], -4*sin(x[1]) - 0.2*x[2]};
  end rate;
  function measurement
    input Real x[:], u[:], t;
    output Real y[1];
  algorithm
    y := {sin(x[1])};
  end measurement;
  model M
    Saltus.Estimation.UKF k(redeclare function rate = rate, redeclare function measurement = measurement,
        period = 0.5, kappa = 1, x0 = {1, 0},
      P0 = [0.2, 0.02; 0.02, 0.1], Q = [0.01, 0; 0, 0.3], R = [0.05], y = {cos(2*time)});
  end M;
end U;
""")
    final = run(path + ":U.M", "--stop", "2", "--tol", "1e-9")["final"]
    n, spread = 2, 3.0
    w = np.array([1 - n / spread] + [1 / (2 * spread)] * (2 * n))
    points = lambda x, p: x[:, None] + np.sqrt(spread) * np.hstack([np.zeros((n, 1)), np.linalg.cholesky(p),
                                                                    -np.linalg.cholesky(p)])

    def moments(t, z):
        x, p = z[:n], z[n:].reshape(n, n)
        at = points(x, p)
        f = np.array([at[1], -4 * np.sin(at[0]) - 0.2 * at[1]])
        mean = f @ w
        cross = (f - mean[:, None]) * w @ (at - x[:, None]).T
        return np.concatenate([mean, (cross + cross.T + np.diag([0.01, 0.3])).ravel()])
    z = np.concatenate([[1.0, 0], [0.2, 0.02, 0.02, 0.1]])
    for step in range(4):
        z = solve_ivp(moments, (step * 0.5, step * 0.5 + 0.5), z, rtol=1e-11, atol=1e-12).y[:, -1]
        x, p = z[:n], z[n:].reshape(n, n)
        at = points(x, p)
        y = np.sin(at[:1])
        mean = y @ w
        pyy, pxy = (y - mean[:, None]) * w @ (y - mean[:, None]).T + 0.05, (at - x[:, None]) * w @ (y - mean[:, None]).T
        gain = pxy / pyy
        x, p = x + gain @ (np.cos(2 * (step * 0.5 + 0.5)) - mean), p - gain @ pyy @ gain.T
        z = np.concatenate([x, p.ravel()])
    near(values(final, "k.xh", 2), z[:2], 1e-6, "estimate of the unscented filter")
    near(values(final, "k.P", 2, 2), z[2:].reshape(2, 2), 1e-6, "covariance of the unscented filter")


def projectile():
    """E5.1: the truth and the covariance were computed elsewhere; errors are compared with the band of the filter."""
    c = example("projectile.mo:Projectile.Flight", tolerance="1e-7")
    last = {t: np.where(np.abs(c["time"] - t) < 1e-9)[0][-1] for t in (1, 5, 10, 20, 40)}
    for error in ("error", "errorUnscented"):
        assert abs(c[error][0]) == 40 and abs(c[error][c["time"] > 1.05]).max() < 1, f"E5.1: {error}"
    for t, v, altitude, theta, band in ((1, 564.6, 415, 0.788, 1.01), (5, 454.9, 1813, 0.732, 0.65),
                                        (10, 362.0, 3102, 0.638, 0.56),
                                        (20, 255.8, 4578, 0.350, 0.34), (40, 235.3, 4331, -0.474, 0.65)):
        i = last[t]
        is_about(c["x[1]"][i], v, 0.06, f"E5.1: speed at {t}")
        is_about(c["altitude"][i], altitude, 0.6, f"E5.1: altitude at {t}")
        is_about(c["x[3]"][i], theta, 6e-4, f"E5.1: angle at {t}")
        for one in ("ekf", "ukf"):
            is_about(c[one + ".sigma[1]"][i], band, 0.011, f"E5.1: band of the {one} at {t}")
            assert abs(c[one + ".xh[1]"][i] - c["x[1]"][i]) < 2 * band, f"E5.1: error of the {one} at {t}"
            assert 10 < c[one + ".sigma[2]"][i] < 42 and abs(c[one + ".xh[2]"][i] - c["x[2]"][i]) < 2 * c[one
                    + ".sigma[2]"][i]


def filters():
    """Of a linear system both filters are the Kalman filter: covariances of its recursion, with the exact sampled
    system."""
    path = write("filters.mo", """package Filters
  function rate
    extends Saltus.Estimation.Rate;
  algorithm
    rate := {x[2], -2*x[1] - 0.3*x[2] + u[1]};
  end rate;
  function measurement
    input Real x[:], u[:], t;
    output Real y[2];
  algorithm
    y := {x[1] + 0.1*u[1], x[1] - x[2]};
  end measurement;
  model M
    Real u = sin(3*time);
    Saltus.Estimation.EKF e(redeclare function rate = rate, redeclare function measurement = measurement,
        m = 1, period = 0.25, x0 = {1, 0},
      P0 = [2, 0.1; 0.1, 1], Q = [0.3, 0.1; 0.1, 0.5], R = [0.2, 0.05; 0.05, 0.4], u = {u}, y = {cos(time),
        sin(2*time)});
    Saltus.Estimation.UKF k(redeclare function rate = rate, redeclare function measurement = measurement,
        m = 1, period = 0.25, x0 = {1, 0},
      P0 = [2, 0.1; 0.1, 1], Q = [0.3, 0.1; 0.1, 0.5], R = [0.2, 0.05; 0.05, 0.4], u = {u}, y = {cos(time),
        sin(2*time)});
  end M;
end Filters;
""")
    final = run(path + ":Filters.M", "--stop", "2", "--tol", "1e-9")["final"]
    a, c = np.array([[0, 1], [-2, -0.3]]), np.array([[1, 0], [1, -1.0]])
    r, p0, dt = np.array([[0.2, 0.05], [0.05, 0.4]]), np.array([[2, 0.1], [0.1, 1]]), 0.25
    for name, q in (("e", np.array([[0.3, 0.1], [0.1, 0.5]])), ("k", np.array([[0.3, 0.1], [0.1, 0.5]]))):
        x, p = np.array([1.0, 0]), p0
        van_loan = sl.expm(dt * np.block([[-a, q], [np.zeros((2, 2)), a.T]]))
        phi = van_loan[2:, 2:].T
        qd = phi @ van_loan[:2, 2:]
        for step in range(8):
            t0 = step * dt
            x = solve_ivp(lambda t, z: a @ z + [0, np.sin(3 * t)], (t0, t0 + dt), x, rtol=1e-11, atol=1e-12).y[:, -1]
            p = phi @ p @ phi.T + qd
            t = t0 + dt
            gain = p @ c.T @ np.linalg.inv(c @ p @ c.T + r)
            x = x + gain @ (np.array([np.cos(t), np.sin(2 * t)]) - c @ x - [0.1 * np.sin(3 * t), 0])
            p = p - gain @ c @ p
        near(values(final, name + ".xh", 2), x, 1e-6, f"estimate of {name}")
        near(values(final, name + ".P", 2, 2), p, 1e-6, f"covariance of {name}")


def main():
    for part in (places, refused, pendulum, cart, spacecraft, projectile, filters, unscented, generated):
        try:
            part()
        except (AssertionError, np.linalg.LinAlgError) as e:
            print(f"{part.__name__} (seed {options.seed}): {e!r}" if not str(e) else f"{part.__name__} (seed "
                  f"{options.seed}): {e}")
            return 1
    print(f"{options.count} systems, {len(REFUSED)} refusals, seed {options.seed}: good")
    return 0


sys.exit(main())
