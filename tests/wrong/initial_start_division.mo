// A start value that is a division by zero.
//! run
//! error R0301 7:8
//! says p
model M
  parameter Real p = 0;
  Real x(start = 1/p, fixed = true);
equation
  der(x) = -x;
end M;
