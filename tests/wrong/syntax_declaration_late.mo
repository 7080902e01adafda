// A declaration among the equations.
//! error M0129 7:3
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -y;
  Real y;
  y = x;
end M;
