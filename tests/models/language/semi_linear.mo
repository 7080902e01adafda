// semiLinear, homotopy, smooth, noEvent as plain functions of their values.
//! run --stop 2 --step 0.25
//! a = (3 if t - 1 >= 0 else 5)*(t - 1) +- 1e-12
//! b = t**2 +- 1e-12
//! c = abs(t - 1) +- 1e-12
//! d = sqrt(t) +- 1e-9
model SemiLinear
  Real a = semiLinear(time - 1, 3, 5);
  Real b = homotopy(actual = time^2, simplified = time);
  Real c = smooth(0, if time > 1 then time - 1 else 1 - time);
  Real d(start = 1);
equation
  homotopy(d^2, d) = time;
end SemiLinear;
