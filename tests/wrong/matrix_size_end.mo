// A range that is as long as it looks only by calculation.
//! error M0988 8:44
//! says u1+(1:5)
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "[u1(end)+1:u1(end)+5]");
equation
  connect(s.y, m.u1);
end M;
