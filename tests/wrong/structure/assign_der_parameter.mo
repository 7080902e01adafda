// The derivative of a parameter.
//! error S0102 8:3
//! says this equation contains no unknown: it says 0 = 0.1
model M
  parameter Real k = 1;
  Real x;
equation
  der(k) = 0.1;
  x = k;
end M;
