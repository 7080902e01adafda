# %% [markdown]
# # A PID controller is tuned
#
# A heater with three lags gets a PID controller. Which gains bring the temperature to its set point fastest, if it may
# overshoot by two percent? The answer of Ziegler and Nichols is where the search begins. Their numbers follow from the
# critical gain, which the linear system tells: three equal lags with a gain K oscillate at K = 8, with the period
# 2*pi*T/sqrt(3).

# %%
import os

import numpy as np
from scipy.optimize import minimize

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

# %% The integral of time times error, and a penalty on overshoot beyond two percent.
run = heater.run(stop=30, tolerance=1e-8)


def cost(gains):
    kp, ti, td = np.exp(gains)
    error, peak = run.set(kp=kp, ti=ti, td=td).measure("integral(time*abs(e))", "max(y)")
    return error + 100*max(peak - 1.02, 0)


best = minimize(cost, np.log(start), method="Nelder-Mead",
                options={"maxiter": 15 if os.environ.get("QUICK") else 150, "xatol": 1e-3, "fatol": 1e-4})
print(f"Ziegler and Nichols: cost {cost(np.log(start)):.3f}; after {best.nfev} runs: {best.fun:.3f}, "
      "kp = %.3f, ti = %.3f, td = %.3f" % tuple(np.exp(best.x)))
assert best.fun < 0.5*cost(np.log(start))

# %% Both responses; Jupyter shows the chart.
chart = saltus.Chart("A heater").panel("time [s]", "temperature")
for name, gains in (("Ziegler and Nichols", start), ("tuned", np.exp(best.x))):
    r = heater.simulate(dict(zip(("kp", "ti", "td"), map(float, gains))), stop=30)
    chart.curve(r.time, r["y"], name)
chart
