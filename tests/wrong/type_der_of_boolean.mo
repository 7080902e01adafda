// The derivative of a Boolean.
//! error M0525 5:16
model M
  Boolean b = time > 1;
  Real x = der(b);
end M;
