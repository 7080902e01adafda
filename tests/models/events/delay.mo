// delay(u, T) is u at time - T, and before the start the value at the start. x' = -delay(x, 1) with x = 1 before 0 has
// the solution 1 - t on (0, 1), then 1 - t + (t - 1)^2/2 on (1, 2), and - (t - 2)^3/6 more on (2, 3) (method of steps).
//| def x(t): return 1 - t + (max(t - 1, 0)**2)/2 - (max(t - 2, 0)**3)/6
//! run --stop 3 --step 0.1 --tol 1e-8 --solver {auto,cvode,erk,adams}
//! y = sin(3*(t - 0.5)) if t > 0.5 else 0 +- 1e-5
//! x = x(t) +- 1e-5
//! run --stop 3 --step 0.01 --solver rk4
//! x = x(t) +- 1e-4
model Delay
  Real y = delay(sin(3*time), 0.5);
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end Delay;
