// A dimension that an array does not have.
//! error M0307 5:23
model M
  Real x[3] = {1, 2, 3};
  Integer n = size(x, 2);
end M;
