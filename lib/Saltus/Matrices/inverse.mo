within Saltus.Matrices;
function inverse "The inverse of a matrix"
  input Real A[:, size(A, 1)];
  output Real X[size(A, 1), size(A, 1)];
protected
  Integer info;
algorithm
  (X, info) := LAPACK.dgesv(A, identity(size(A, 1)));
  assert(info == 0, "inverse: the matrix is singular");
end inverse;
