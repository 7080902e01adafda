# %% [markdown]
# # A sweep with a heat map
#
# How far does a ball fly that is thrown with an angle and a drag? Without drag it is v^2 sin(2 a)/g, and 45 degrees is
# best; the more drag, the flatter one has to throw.

# %%
import os

import numpy as np

import saltus

throw = saltus.load_text("""
model Throw
  parameter Real angle = 45 "degrees", drag = 0 "1/m", v = 30 "m/s", g = 9.81;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Real vx(start = v*cos(angle*3.141592653589793/180), fixed = true);
  Real vy(start = v*sin(angle*3.141592653589793/180), fixed = true), speed = sqrt(vx^2 + vy^2);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -drag*speed*vx;
  der(vy) = -g - drag*speed*vy;
  when y < 0 then terminate("landed"); end when;
end Throw;
""")
n = 9 if os.environ.get("QUICK") else 41
angles, drags = np.linspace(20, 60, n), np.linspace(0, 0.05, n)
sweep = throw.sweep({"angle": angles, "drag": drags}, "final(x)", stop=20)
distance = sweep["final(x)"]

# %% Without drag it is the closed form.
assert np.abs(distance[:, 0] - 900*np.sin(2*np.radians(angles))/9.81).max() < 1e-3
best = angles[distance.argmax(axis=0)]
print(f"best angle without drag {best[0]:.0f} degrees, with {drags[-1]} /m {best[-1]:.0f} degrees")
assert best[0] == 45 and best[-1] < 45

# %% Jupyter shows the heat map of a sweep over two parameters.
sweep
