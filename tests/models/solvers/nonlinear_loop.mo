// A nonlinear loop of two unknowns with a known solution: a = cos t and b = sin t satisfy a^2 + b^2 = 1 and exp(a) - b
// a = exp(cos t) - sin t cos t near to them, from the start values on.
//! run --stop 1.2 --solver {auto,euler}
//! a = cos(t) +- 1e-8
//! b = sin(t) +- 1e-8
model NonlinearLoop
  Real a(start = 1), b(start = 0);
equation
  a^2 + b^2 = 1;
  exp(a) - a*b = exp(cos(time)) - sin(time)*cos(time);
end NonlinearLoop;
