// A range whose size depends on the value of an input.
//! error M0988 8:46
//! says not on their values
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "[1:u1]");
equation
  connect(s.y, m.u1);
end M;
