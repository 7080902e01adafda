// A product of matrices whose sizes do not fit.
//! error M0987 8:44
//! says as many as the rows
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 2, expression = "A*u2");
equation
  connect(a.y, m.u1);
  connect(b.y, m.u2);
end M;
