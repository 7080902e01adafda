// Three indices.
//! error M0990 8:43
//! says one or two
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "u1(1, 1, 1)");
equation
  connect(a.y, m.u1);
end M;
