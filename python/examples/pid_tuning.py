# %% [markdown]
# # A PID controller is tuned
#
# A heater with three lags gets a PID controller. Which gains bring the temperature to its set point fastest, if it may
# overshoot by two percent? The answer of Ziegler and Nichols is where the search begins. Their numbers follow from the
# critical gain, which the linear system tells: three equal lags with a gain K oscillate at K = 8, with the period
# 2*pi*T/sqrt(3).

# %%
import numpy as np

import saltus

heater = saltus.load_text("""
model Heater "three lags with a PID controller"
  parameter Real kp = 1 "gain", ti = 5 "time of the integral", td = 0 "time of the derivative", T = 1 "lag";
  parameter Real n = 20 "filter of the derivative";
  input Real r(start = 1) "set point";
  Real x[3](each start = 0, each fixed = true), i(start = 0, fixed = true), d(start = 0, fixed = true), u, e, y = x[3];
equation
  e = r - y;
  der(i) = e/ti;
  der(d) = n*(e - d)/T;
  u = kp*(e + i + td*n*(e - d)/T);
  der(x[1]) = (u - x[1])/T;
  der(x[2]) = (x[1] - x[2])/T;
  der(x[3]) = (x[2] - x[3])/T;
end Heater;
""")

# %% Ziegler and Nichols: 0.6 of the critical gain, half and an eighth of the critical period.
critical, period = 8.0, 2*np.pi/np.sqrt(3)
start = np.array([0.6*critical, period/2, period/8])
open_loop = saltus.load_text("""model Lags input Real u(start = 0); output Real y = x[3]; Real x[3](each start = 0, each
  fixed = true); equation der(x) = {u - x[1], x[1] - x[2], x[2] - x[3]}; end Lags;""").linearise()
response = open_loop.response(2*np.pi/period)[0]
assert abs(response + 1/critical) < 1e-12           # the phase is -180 degrees there, and the gain 1/8

# %% The least integral of time times error, without more overshoot than two percent.
names, cost = ("kp", "ti", "td"), "integral(time*abs(e))"
before = heater.measure(cost, parameters=dict(zip(names, start)), stop=30, tolerance=1e-8)
best = heater.optimise(cost, {n: (0.1*v, 10*v, v, "log") for n, v in zip(names, start)}, subject="max(y) <= 1.02",
                       stop=30)
print(f"Ziegler and Nichols: cost {before:.3f}; after {best.runs} runs: {best.cost:.3f}, "
      + ", ".join(f"{n} = {v:.3f}" for n, v in best.values.items()))
print(best)
assert best.cost < 0.5*before and best.margins["max(y) <= 1.02"] > -1e-5

# %% Both responses; Jupyter shows the chart.
chart = saltus.Chart("A heater").panel("time [s]", "temperature")
for name, gains in (("Ziegler and Nichols", dict(zip(names, start))), ("tuned", best.values)):
    r = heater.simulate(gains, stop=30)
    chart.curve(r.time, r["y"], name)
chart
