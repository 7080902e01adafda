// Families in a model whose index is reduced: those that have nothing to do with the constraints stay loops. A pendulum
// on a circle, kept on it by projection, drives a chain; two masses that are coupled rigidly, x = 2*y, drive another.
// The chain is a polynomial times exp(-t) after its input has become constant.
//! run --stop 3 --tol 1e-9
//! value j["states"] = 45
//! final x = 2*final["y"] +- 1e-12
//! final x = 1 - exp(-3/1.5) +- 1e-7
//! final u[1] = 1 - 3*exp(-3/1.5) + 2*exp(-3) +- 1e-7
//! check all(abs(a*a + b*b - 1) < 1e-7 for a, b in zip(col('px'), col('py')))
//! check all(abs(0.5*(a*a + b*b) + 9.81*h) < 1e-5 for a, b, h in zip(col('vx'), col('vy'), col('py')))
//! final w[7] = final["u[7]"]**2 +- 1e-15
model BesideConstraints
  parameter Integer N = 20;
  Real x(start = 0, fixed = true), y, f;
  Real px(start = 1, fixed = true), py(start = 0), vx(start = 0, fixed = true), vy, tension;
  Real u[N](each start = 0, each fixed = true), q[N](each start = 0, each fixed = true), w[N];
equation
  der(x) = 1 - x - f;
  der(y) = f;
  x = 2*y;
  der(u[1]) = x - u[1];
  for i in 2:N loop
    der(u[i]) = u[i - 1] - u[i];
  end for;
  der(px) = vx;
  der(py) = vy;
  der(vx) = -tension*px;
  der(vy) = -tension*py - 9.81;
  px^2 + py^2 = 1;
  der(q[1]) = px - q[1];
  for i in 2:N loop
    der(q[i]) = q[i - 1] - q[i];
  end for;
  for i in 1:N loop
    w[i] = u[i]^2;
  end for;
  when px < 0 then
    reinit(q[5], 0);
  end when;
end BesideConstraints;
