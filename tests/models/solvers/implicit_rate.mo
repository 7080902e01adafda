// The derivative is given by a nonlinear equation: d + d^3 = -x. With d as the parameter x = -(d + d^3), and dt = dx/d
// = -(1 + 3 d^2)/d dd, so
//   t = ln(d0/d) + 1.5 (d0^2 - d^2),   d0 + d0^3 = -2 at x = 2:  d0 = -1. The reference inverts that by bisection.
//| def d(t):
//|     low, high = -1.0, -1e-9
//|     for _ in range(200):
//|         m = (low + high)/2
//|         if log(-1.0/m) + 1.5*(1 - m*m) < t: low = m
//|         else: high = m
//|     return m
//! run --stop 3 --tol {1e-6,1e-9} --solver {auto,cvode,ida,adams,erk,dirk,rodas}
//! x = -(d(t) + d(t)**3) +- 100*tol
//! rate = d(t) +- 100*tol
model ImplicitRate
  Real x(start = 2, fixed = true);
  Real rate(start = -1) = der(x);
equation
  rate + rate^3 = -x;
end ImplicitRate;
