# %% [markdown]
# # A motor is fitted to noisy data
#
# Speed and current of a DC motor were measured, with noise. Which friction, inertia and constant does it have? SciPy's
# least squares run the model; the truth is known here, and lies within the confidence intervals.

# %%
import numpy as np
from scipy.optimize import least_squares

import saltus

motor = saltus.load_text("""
model Motor
  parameter Real R = 1.5 "Ohm", L = 0.02 "H", k = 0.1 "V.s/rad", J = 2e-3 "kg.m2", b = 1e-3 "N.m.s/rad";
  parameter Real V = 12;
  Real i(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  L*der(i) = V - R*i - k*w;
  J*der(w) = k*i - b*w;
end Motor;
""")
truth, names = {"k": 0.12, "J": 2.5e-3, "b": 1.5e-3}, ["k", "J", "b"]
noise = np.random.default_rng(7)
measured = motor.simulate(truth, stop=1, interval=0.01, tolerance=1e-9)
w = measured["w"] + noise.normal(0, 0.5, len(measured.time))
i = measured["i"] + noise.normal(0, 0.05, len(measured.time))

# %% Residuals in units of the noise; the run is made once, and used again.
run = motor.run(stop=1, interval=0.01, tolerance=1e-9, record=["w", "i"])


def residuals(scaled):
    r = run.set(dict(zip(names, map(float, scaled*[0.1, 2e-3, 1e-3])))).simulate()
    return np.concatenate([(r["w"] - w)/0.5, (r["i"] - i)/0.05])


fit = least_squares(residuals, [1, 1, 1], x_scale="jac", diff_step=1e-4)
found = fit.x*[0.1, 2e-3, 1e-3]
deviation = np.sqrt(np.diag(np.linalg.inv(fit.jac.T @ fit.jac)))*[0.1, 2e-3, 1e-3]
for name, value, d in zip(names, found, deviation):
    print(f"{name} = {value:.5g} +- {1.96*d:.2g} (95 %), the truth is {truth[name]:g}")
    assert abs(value - truth[name]) < 4*d
chi = 2*fit.cost/(2*len(w) - 3)
assert 0.7 < chi < 1.4                  # the residuals are the noise

# %%
best = motor.simulate(dict(zip(names, map(float, found))), stop=1)
chart = saltus.Chart("A motor").panel("time [s]", "speed [rad/s]").points(measured.time, w, "measured")
chart.curve(best.time, best["w"], "fitted")
chart
