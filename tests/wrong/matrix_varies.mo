// A variable of the diagram, which is no parameter.
//! error M0992 9:43
//! says connect it to an input
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  Real v = time;
  MatrixExpression m(n = 1, expression = "v*u1");
equation
  connect(a.y, m.u1);
end M;
