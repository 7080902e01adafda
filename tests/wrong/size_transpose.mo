// transpose of a vector.
//! error M0305 4:15
model M
  Real x[3] = transpose({1, 2, 3});
end M;
