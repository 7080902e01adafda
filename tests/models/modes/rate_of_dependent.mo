// A state that in one mode equals the rate of a variable which another state determines: the equation gives it there,
// and the constraint is differentiated for the rate. x' = -x + sin(t)/2 with x(0) = 0.4 has x = (sin t - cos t)/4 +
// 0.65 exp(-t); y = 2 x.
//| def x(t): return 0.25*(sin(t) - cos(t)) + 0.65*exp(-t)
//| def v(t): return -2*x(t) + sin(t)
//! class First
//! run --solver {auto,cvode,ida}
//! z = v(t) if t < 0.5 else v(0.5)*exp(0.5 - t) +- 1e-5
//! class Then
//! run --solver {auto,cvode,ida}
//! z(0.4) = 0.3*exp(-0.4) +- 1e-5
//! z(0.6) = v(0.6) +- 1e-5
//! final z = v(1) +- 1e-5
model First
  Real x(start = 0.4, fixed = true), y, v, z(start = 0.3);
equation
  der(x) = -x + 0.5*sin(time);
  y = 2*x;
  v = der(y);
  if time > 0.5 then der(z) = -z; else z = v; end if;
end First;

model Then
  Real x(start = 0.4, fixed = true), y, v, z(start = 0.3);
equation
  der(x) = -x + 0.5*sin(time);
  y = 2*x;
  v = der(y);
  if time < 0.5 then der(z) = -z; else z = v; end if;
end Then;
