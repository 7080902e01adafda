# %% [markdown]
# # A pendulum on a cart is held upright by LQR
#
# The model is nonlinear. Its linear system around the upright equilibrium is exact, SciPy solves the Riccati equation,
# and the gains go back into the nonlinear model as a sampled controller.

# %%
import numpy as np
from scipy.linalg import solve_continuous_are

import saltus

cart = saltus.load_text("""
model Cart "a pendulum on a cart; theta is 0 upright"
  parameter Real M = 3 "cart [kg]", m = 1 "rod [kg]", l = 0.8 "half of its length [m]", g = 9.81;
  parameter Real J = m*(2*l)^2/12, theta0 = 0;
  input Real u(start = 0) "force [N]";
  Real z(start = 0, fixed = true), w(start = 0, fixed = true);
  Real theta(start = theta0, fixed = true), omega(start = 0, fixed = true);
equation
  der(z) = w;
  der(theta) = omega;
  (M + m)*der(w) + m*l*cos(theta)*der(omega) = u + m*l*sin(theta)*omega^2;
  m*l*cos(theta)*der(w) + (J + m*l^2)*der(omega) = m*g*l*sin(theta);
end Cart;
""")
linear = cart.linearise(outputs=["z", "theta"])
print(linear)

# %% By hand: with q = (J + m*l^2)*(M + m) - (m*l)^2 the angle falls with (M + m)*m*g*l/q.
M, m, l, g = 3, 1, 0.8, 9.81
q = (m*(2*l)**2/12 + m*l**2)*(M + m) - (m*l)**2
order = {n: i for i, n in enumerate(linear.states)}
assert abs(linear.A[order["omega"], order["theta"]] - (M + m)*m*g*l/q) < 1e-12
assert abs(linear.B[order["w"], 0] - (m*(2*l)**2/12 + m*l**2)/q) < 1e-12

# %% The gains: P of the Riccati equation, K = B' P / R.
Q = np.diag([10.0 if n in ("z", "theta") else 1.0 for n in linear.states])
P = solve_continuous_are(linear.A, linear.B, Q, np.eye(1)*0.1)
K = (linear.B.T @ P/0.1)[0]
closed = np.linalg.eigvals(linear.A - np.outer(linear.B[:, 0], K))
print("closed loop:", np.round(sorted(closed, key=lambda p: p.real), 3))
assert closed.real.max() < 0


# %% In the nonlinear model, from 0.4 rad, with a hundred samples a second.
def feedback(t, run):
    return {"u": -float(K @ run.look(*linear.states))}


result = cart.simulate({"theta0": 0.4}, control=feedback, every=0.01, stop=10)
assert abs(result.final("theta")) < 1e-3 and abs(result.final("z")) < 0.02
result.plot("z", "theta", "u")
