within Saltus.Control;
function leastSquares "The smallest X of A*X = B where A has full row rank"
  input Real A[:, :], B[size(A, 1), :];
  output Real X[size(A, 2), size(B, 2)];
algorithm
  X := transpose(A)*Matrices.solve(A*transpose(A), B);
end leastSquares;
