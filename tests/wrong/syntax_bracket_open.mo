// A parenthesis is not closed.
//! error M0116 6:15
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -2*(x + 1;
end M;
