// An index that moves out of the matrix during the run.
//! run
//! error R0320 7:36
//! says outside 1:3
model M
  Real x[1, 3] = [1, 2, 3];
  Real y[:, :] = matrixExpression("u1(1, u2)", x, 2 + 3*time);
end M;
