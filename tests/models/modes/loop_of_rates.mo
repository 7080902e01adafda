// A nonlinear loop whose unknowns are rates stays on its solution where another mode is entered, and left again: the
// rates of the mode before are where it begins, as the values of other unknowns are, whether they have another name (x,
// v is -der(c)) or none (der(b)). Known answers: with s = sqrt(9 + 3*time), d = sqrt(1 + 3*time), each loop has the
// solutions (s + d)/2, (s - d)/2 of one sign; start values select.
//| def whole(a): return 2/9*((a + 3)**1.5 - a**1.5)      # the integral of sqrt(a + 3*t) from 0 to 1
//! run --solver {auto,cvode,ida,dirk,rodas}
//! final x = (sqrt(12) + 2)/2 +- 1e-9
//! final z = (sqrt(12) - 2)/2 +- 1e-9
//! final v = -(sqrt(12) + 2)/2 +- 1e-9
//! final a = (whole(9) + whole(1))/2 +- 1e-5
//! final b = (whole(9) + whole(1))/2 +- 1e-5
//! final c = (whole(9) + whole(1))/2 +- 1e-5
//! final low = (whole(9) - whole(1))/2 +- 1e-5
//! final u = 0.7 +- 1e-9
model LoopOfRates
  Real x(start = 1.9), y, z(start = 1.1), q, r(start = 1.05), v(start = -1.9), w;
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), low(start = 0, fixed = true);
  Real u(start = 0, fixed = true) "has nothing to do with the loops", i;
equation
  der(a) = x;
  x^2 + y^2 = 5 + 3*time;
  x*y = 2;
  der(low) = z;
  z^2 + q^2 = 5 + 3*time;
  z*q = 2;
  der(b)^2 + r^2 = 5 + 3*time;
  der(b)*r = 2;
  der(c) = -v;
  v^2 + w^2 = 5 + 3*time;
  v*w = 2;
  der(u) = i;
  if time < 0.25 or time > 0.5 then i = 1; else u = 0.2; end if;
end LoopOfRates;
