// A parameter without a value takes its start value, with a warning.
//! good
//! warning M0403 5:18
model M
  parameter Real k;
  Real x = k + 1;
end M;
