// A matrix to a negative power.
//! error M0326 4:30
model M
  Real A[2, 2] = [1, 2; 3, 4]^(-1);
end M;
