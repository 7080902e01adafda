// A parenthesis closes nothing.
//! error M0117 6:22
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -2*(x + 1));
end M;
