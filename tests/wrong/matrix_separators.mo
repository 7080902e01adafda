// Columns that are separated by a space, as in other matrix languages.
//! error M0984 8:47
//! says separate columns by ','
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "[u1 2
         1 3]");
equation
  connect(s.y, m.u1);
end M;
