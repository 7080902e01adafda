// A subscript beyond the size.
//! error M0307 6:14
//! says 1:3
model M
  Real x[3] = {1, 2, 3};
  Real y = x[4];
end M;
