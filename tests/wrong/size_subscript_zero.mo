// A subscript of zero.
//! error M0307 5:14
model M
  Real x[3] = {1, 2, 3};
  Real y = x[0];
end M;
