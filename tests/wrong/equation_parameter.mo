// An equation sets a parameter.
//! error S0102 7:3
model M
  parameter Real k = 1;
  Real x;
equation
  k = 2;
  x = k;
end M;
