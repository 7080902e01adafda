// A number other than 0 that no Real is near to.
//! error M0109 6:7
model M
  Real x;
equation
  x = 1e-400;
end M;
