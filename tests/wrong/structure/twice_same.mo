// The same equation twice.
//! error S0102 8:3
//! says the equation der(x) = -2*x is written twice
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -2*x;
  der(x) = -2*x;
end M;
