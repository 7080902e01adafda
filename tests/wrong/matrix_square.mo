// The inverse of a matrix that is not square.
//! error M0994 8:43
//! says square matrices
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "inv(u1)");
equation
  connect(b.y, m.u1);
end M;
