// A matrix and a vector that do not fit.
//! error M0305 5:16
model M
  Real A[2, 3] = [1, 2, 3; 4, 5, 6];
  Real y[2] = A*{1, 2};
end M;
