// A subscript that is no Integer.
//! error M0308 5:14
model M
  Real x[3] = {1, 2, 3};
  Real y = x[1.5];
end M;
