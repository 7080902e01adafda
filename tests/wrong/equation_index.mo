// A pendulum in Cartesian coordinates needs index reduction, which is not built yet.
//! error S0307 12:3
model M
  Real x(start = 1, fixed = true), y;
  Real u(start = 0, fixed = true), v;
  Real F;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = 1;
end M;
