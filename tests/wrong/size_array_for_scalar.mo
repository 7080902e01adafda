// An array for a scalar.
//! error M0310 4:12
model M
  Real x = {1, 2};
end M;
