// An equation for a parameter.
//! error S0102 8:3
//! says 'k' is a parameter: an equation cannot set it
model M
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  k = 2*x;
  der(x) = -k*x;
end M;
