// A law that follows from two others.
//! error S0102 10:3
//! says 3 equations determine only 2 unknowns: 'F', 'der(v)' (that is 'a')
model M
  parameter Real m = 2, k = 3;
  Real s(start = 1, fixed = true), v(start = 0, fixed = true), a, F;
equation
  der(s) = v;
  der(v) = a;
  m*a = F;
  F = -k*s;
  a = -k/m*s;
end M;
