// A sum of matrices of different sizes.
//! error M0987 8:47
//! says they must be equal
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 2, expression = "A*u1+u2");
equation
  connect(a.y, m.u1);
  connect(b.y, m.u2);
end M;
