// Pure quadratures of functions of time with known integrals.
//! run --stop 4 --tol 1e-8 --solver {auto,cvode,adams,erk,ida,dirk,rodas}
//! final a = 1 - cos(4) +- 1e-6
//! final b = 4**4/4 +- 1e-5
//! final c = atan(4) +- 1e-6
//! final d = erf(4)*sqrt(pi)/2 +- 1e-6
model Quadrature
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), d(start = 0, fixed = true);
equation
  der(a) = sin(time);
  der(b) = time^3;
  der(c) = 1/(1 + time^2);
  der(d) = exp(-time^2);
end Quadrature;
