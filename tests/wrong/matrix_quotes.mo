// A text in single quotes.
//! error M0983 13:45
//! says double quotes
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  function g
    input Real x[:, :];
    output Real y = sum(x);
  algorithm
  end g;
  MatrixExpression m(n = 1, expression = "f('row')*u1");
equation
  connect(a.y, m.u1);
end M;
