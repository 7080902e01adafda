# %% [markdown]
# # A motor is fitted to noisy data
#
# Speed and current of a DC motor were measured, with noise. Which friction, inertia and constant does it have? The
# model is fitted to the data by least squares; the truth is known here, and lies within the confidence intervals.

# %%
import numpy as np

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
truth = {"k": 0.12, "J": 2.5e-3, "b": 1.5e-3}
noise = np.random.default_rng(7)
measured = motor.simulate(truth, stop=1, interval=0.01, tolerance=1e-9)
w = measured["w"] + noise.normal(0, 0.5, len(measured.time))
i = measured["i"] + noise.normal(0, 0.05, len(measured.time))

# %% Each column belongs to the variable of its name. The standard deviations of the noise are known, and believed.
fit = motor.fit({"time": measured.time, "w": w, "i": i}, vary=["k", "J", "b"], sigma={"w": 0.5, "i": 0.05})
print(fit)
for name, value in truth.items():
    low, high = fit.intervals[name]
    print(f"{name} is between {low:.5g} and {high:.5g} (95 %), the truth is {value:g}")
    assert abs(fit[name] - value) < 4*fit.errors[name]
assert 0.7 < fit.chi2/fit.freedom < 1.4         # the residuals are the noise

# %% Inertia and friction are the hardest to tell apart.
print(fit.correlation.round(2))

# %% What one percent more of each would change, along the run.
slopes = motor.sensitivities(["w"], list(truth), measured.time, parameters=fit.values)
chart = saltus.Chart("What the speed depends on").panel("time [s]", "change by 1 % [rad/s]")
for name, value in fit.values.items():
    chart.curve(slopes.times, 0.01*value*slopes["w", name], name)
chart

# %%
best = motor.simulate(fit.values, stop=1)
chart = saltus.Chart("A motor").panel("time [s]", "speed [rad/s]").points(measured.time, w, "measured")
chart.curve(best.time, best["w"], "fitted")
chart
