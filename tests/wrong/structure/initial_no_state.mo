// The derivative of the wrong variable: y is no state, and cannot be fixed.
//! warning S0325 6:37
//! error R0763 6:37
//! run
model M
  Real x(start = 10, fixed = true), y(start = 5, fixed = true);
equation
  der(x) = x - 0.1*x*y;
  der(x) = -y + 0.05*x*y;
end M;
