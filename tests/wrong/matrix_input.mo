// An input that the block does not have.
//! error M0986 8:46
//! says the inputs are u1 to u1
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  MatrixExpression m(n = 1, expression = "u1*u2");
equation
  connect(a.y, m.u1);
end M;
