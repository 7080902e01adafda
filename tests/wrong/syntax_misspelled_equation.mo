// The word equation is misspelled.
//! error M0127 6:1
//! says equation
model M
  Real x(start = 1, fixed = true);
equatoin
  der(x) = -x;
end M;
