// A function with too many arguments.
//! error M0994 8:43
//! says it takes 1
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "sin(u1, 2)");
equation
  connect(a.y, m.u1);
end M;
