// Two fixed start values that do not lie on the circle which ties them.
// `saltus check` tells it too: parameters and constants decide it.
//! error R0110 13:3
//! says 'x', 'y'
//! says x^2 + y^2 = 1
model M
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), u, v, F;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = 1;
end M;
