// Rows of different lengths.
//! error M0997 8:48
//! says as many columns
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "[u1; 1, 2, 3]");
equation
  connect(a.y, m.u1);
end M;
