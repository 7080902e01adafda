// A derivative is written with a prime.
//! error M0106 7:4
//! says der(x)
model M
  Real x(start = 1, fixed = true);
equation
  x' = -x;
end M;
