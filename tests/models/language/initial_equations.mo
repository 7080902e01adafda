// Initial equations: steady state, a start that is only a guess, a nonlinear condition, and a parameter with fixed =
// false that is found from it.
//| low, high = 0.0, 2.0
//| for _ in range(200):
//|     z = (low + high)/2
//|     if z + exp(z) < 3: low = z
//|     else: high = z
//! run --stop 1 --tol 1e-9
//! x(0) = 2 +- 1e-10
//! final x = 2 +- 1e-8
//! y(0) = 3 +- 1e-10
//! final y = 3 + 0.5 +- 1e-8
//! final k = 4 +- 1e-9
//! w(0) = 8 +- 1e-9
//! z(0) = z +- 1e-9
//! v(0) = -1.5 +- 1e-12
//! n(0) = 6
model InitialEquations
  Real x(start = 10), y, w, z(start = 0.5), v(start = -1.5, fixed = true);
  parameter Real k(fixed = false, start = 1);
  Integer n;
initial equation
  der(x) = 0;
  y = 3;
  w = 8;
  k*2 = w;
  z + exp(z) = 3;
  pre(n) = 6;
equation
  der(x) = 4 - 2*x;
  der(y) = time;
  der(w) = -k*w;
  der(z) = 0;
  der(v) = 1;
  n = if time > 0.5 then pre(n) + 0 else pre(n);
end InitialEquations;
