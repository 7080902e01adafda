// der on the left side of an assignment.
//! error M0145 6:3
model M
  Real x(start = 1, fixed = true);
algorithm
  der(x) := -x;
end M;
