// The same for a stiff problem (Prothero and Robinson): y' = -1000 (y - cos t) - sin t with y(0) = 2 has the solution
// cos t + exp(-1000 t).
//| def exact(t): return cos(t) + exp(-1000*t)
//| def error(r): return max(abs(y - exact(t)) for t, y in zip(r.times, r.col('y')))
//! run --stop 2 --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver auto
//! y = exact(t) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0])
//! run --stop 2 --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver cvode
//! y = exact(t) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0])
//! run --stop 2 --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver ida
//! y = exact(t) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0])
//! run --stop 2 --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver dirk
//! y = exact(t) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0])
model SlopeStiff
  Real y(start = 2, fixed = true);
equation
  der(y) = -1000*(y - cos(time)) - sin(time);
end SlopeStiff;
