// A name that is not there.
//! error M0986 8:43
//! says no parameter
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "B*u1");
equation
  connect(a.y, m.u1);
end M;
