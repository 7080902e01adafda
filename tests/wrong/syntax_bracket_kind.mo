// A bracket is closed by one of another kind.
//! error M0117 6:12
model M
  Real x[2];
equation
  x = {1, 2);
end M;
