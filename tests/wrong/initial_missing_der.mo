// The derivative is missing: x = -2*x was meant as der(x) = -2*x.
//! error S0202 5:8
//! says der(...)
model M
  Real x(start = 1, fixed = true);
equation
  x = -2*x;
end M;
