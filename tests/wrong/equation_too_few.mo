// A variable has no equation.
//! error S0101 6:8
//! says 'y'
model M
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -x;
end M;
