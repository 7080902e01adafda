// The word equation is missing.
//! error M0126 7:3
//! says equation
model M
  Real x(start = 1, fixed = true);

  der(x) = -x;
end M;
