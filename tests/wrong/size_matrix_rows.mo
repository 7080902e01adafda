// A matrix with rows of different lengths.
//! error M0325 4:18
model M
  Real A[2, 2] = [1, 2; 3];
end M;
