// An equation between parameters only.
//! error S0102 8:3
model M
  parameter Real a = 1;
  parameter Real b = 2;
  Real x = 1;
equation
  a = b;
end M;
