// A check valve opens where the pressure before it is the higher one, and has no flow otherwise. The root has no value
// on the far side of the condition, so a solver comes as near to the crossing as it can and never over it. At each
// opening the root has an infinite slope: the Jacobian there is that of a single point.
//
// An implicit Runge-Kutta method of order 5 (Radau IIA of SciPy, relative tolerance 1e-9, steps of at most 2e-4) with
// max(dp, 0) gives 3.977506696 at 12.
//! run --stop 12 --solver {auto,cvode,adams,ida,erk,dirk,rodas} --tol 1e-6
//! final p = 3.977506696 +- 1e-4
//! events state = 8
//! message none
//
// Over a minute with twenty openings the errors of all of them add up, and stay within ten times the tolerance; an
// explicit one of order 8 (DOP853 of SciPy, relative tolerance 1e-12, steps of at most 5e-4) gives 5.06291165. One step
// that is blind there would be seen.
//! run --stop 60 --solver {auto,cvode,adams,ida,dirk,rodas} --tol 1e-4
//! final p = 5.06291165 +- 5e-3
//! run --stop 60 --solver {auto,cvode,adams,ida,dirk,rodas} --tol 1e-6
//! final p = 5.06291165 +- 5e-5
//! run --stop 60 --solver {auto,cvode,adams,ida,dirk,rodas} --tol 1e-8
//! final p = 5.06291165 +- 5e-7
//! events state = 39
model CheckValve
  Real p(start = 0, fixed = true), q, dp;
equation
  dp = 10*sin(2*time) - p;
  q = if dp > 0 then 0.5*sqrt(dp) else 0;
  der(p) = q - 0.05*p;
end CheckValve;
