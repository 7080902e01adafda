// The derivative is missing: x = -2*x was meant as der(x) = -2*x.
//! warning S0325 7:8
//! says der(...)
//! error R0763 7:8
//! run
model M
  Real x(start = 1, fixed = true);
equation
  x = -2*x;
end M;
