within Saltus.Control;
function leastSquares "The smallest X of A*X = B where A has full row rank"
  input Real A[:, :], B[size(A, 1), :];
  output Real X[size(A, 2), size(B, 2)];
protected
  Real M[:, :], Y[:, :];
algorithm
  M := A*transpose(A);
  Y := Matrices.solve(M, B);
  X := transpose(A)*Y;
end leastSquares;
