// The global error follows the tolerance: x' = x cos t has the solution exp(sin t). At tolerances from 1e-3 to 1e-10
// the error is at most a hundred times the tolerance, and over the seven decades it falls by at least four (a slope of
// 4/7; a perfect one is 1).
//| def error(r): return max(abs(x - exp(sin(t))) for t, x in zip(r.times, r.col('x')))
//! run --stop 10 --max-step inf --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver auto
//! x = exp(sin(t)) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0]) and all(error(b) < 1.5*error(a) for a, b in zip(runs, runs[1:]))
//! run --stop 10 --max-step inf --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver adams
//! x = exp(sin(t)) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0]) and all(error(b) < 1.5*error(a) for a, b in zip(runs, runs[1:]))
//! run --stop 10 --max-step inf --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver erk
//! x = exp(sin(t)) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0]) and all(error(b) < 1.5*error(a) for a, b in zip(runs, runs[1:]))
//! run --stop 10 --max-step inf --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver cvode
//! x = exp(sin(t)) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0]) and all(error(b) < 1.5*error(a) for a, b in zip(runs, runs[1:]))
//! run --stop 10 --max-step inf --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver ida
//! x = exp(sin(t)) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0]) and all(error(b) < 1.5*error(a) for a, b in zip(runs, runs[1:]))
//! run --stop 10 --max-step inf --tol {1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10} --solver dirk
//! x = exp(sin(t)) +- 100*tol
//! across error(runs[-1]) < 1e-4*error(runs[0]) and all(error(b) < 1.5*error(a) for a, b in zip(runs, runs[1:]))
model SlopeNonstiff
  Real x(start = 1, fixed = true);
equation
  der(x) = x*cos(time);
end SlopeNonstiff;
