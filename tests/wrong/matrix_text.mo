// A text that is no argument.
//! error M0996 8:48
//! says functions of Modelica
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "u1 + \"row\"");
equation
  connect(a.y, m.u1);
end M;
