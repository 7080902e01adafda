// An assignment to a number.
//! error M0145 6:3
model M
  Real x;
algorithm
  2 := x;
end M;
