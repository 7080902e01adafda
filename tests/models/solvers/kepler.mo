// Kepler's problem with eccentricity 0.5: energy and angular momentum are constant, and after a period 2 pi the planet
// is back.
//! run --stop $(2*pi) --tol {1e-8,1e-10} --solver {auto,adams,erk,cvode,dirk,rodas,ida}
//! energy = -0.5 +- 1e3*tol
//! momentum = sqrt(1 - 0.25) +- 1e3*tol
//! final x = 0.5 +- 5e3*tol
//! final y = 0 +- 1e4*tol
model Kepler
  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true);
  Real u(start = 0, fixed = true), v(start = sqrt(3), fixed = true);
  Real r = sqrt(x^2 + y^2);
  Real energy = (u^2 + v^2)/2 - 1/r;
  Real momentum = x*v - y*u;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -x/r^3;
  der(v) = -y/r^3;
end Kepler;
