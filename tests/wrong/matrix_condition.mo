// A condition as an index.
//! error M0999 8:46
//! says .if c .then a
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "u1(u1>3):=3");
equation
  connect(a.y, m.u1);
end M;
