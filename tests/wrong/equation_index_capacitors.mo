// Two capacitors that are coupled need index reduction, which is not built yet.
//! error S0307 9:3
model M
  Real u1(start = 1, fixed = true), u2;
  Real i1, i2;
equation
  der(u1) = i1;
  2*der(u2) = i2;
  u1 = 2*u2 + 1;
  i1 + i2 = sin(time);
end M;
