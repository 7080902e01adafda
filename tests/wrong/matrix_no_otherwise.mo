// A .switch without .otherwise.
//! error M0983 8:65
//! says .otherwise
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = ".switch u1 .case 1, 2 .end");
equation
  connect(a.y, m.u1);
end M;
