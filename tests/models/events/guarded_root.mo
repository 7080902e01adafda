// Branches that keep an argument in its range: at the crossing, located on the far side to the resolution of time, the
// branch that held so far would have the root of -1e-17, or 1/0. That is no fault: the branch has ended there. x = (1 +
// c) exp(-1.3 t) - c with c = 0.1/1.3 is zero at ln(14)/1.3.
//| c = 0.1/1.3
//| x = lambda t: (1 + c)*exp(-1.3*t) - c
//! run --stop 5 --tol 1e-8 --solver {auto,erk,dirk,rodas,cvode,adams,ida} -p level={0,0.3,1e-6}
//! status done
//! message none
//! final a = 0 +- 0
//! final b = 2 +- 0
//! final c = 0 +- 0
//! final d = 0 +- 0
//! a(0.5) = sqrt(x(0.5) - j["final"]["level"]) +- 1e-6
model GuardedRoot
  parameter Real level = 0;
  Real x(start = 1, fixed = true), a, b, c, d;
equation
  der(x) = -1.3*x - 0.1;
  a = if x > level then sqrt(x - level) else 0;
  b = if x <= level then 2 else max(sqrt(x - level), 0.1);
  c = if x > level and log(x - level + 1e-300) > -3 then 1 else 0;
  d = if x > level then (if sqrt(x - level) > 0.3 then 1 else 2) else 0;
end GuardedRoot;
