// Too many subscripts.
//! error M0306 5:12
model M
  Real x[3] = {1, 2, 3};
  Real y = x[1, 2];
end M;
