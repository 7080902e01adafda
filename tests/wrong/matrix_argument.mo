// A function of Modelica that is called with an input.
//! error M0989 13:45
//! says stays the same in a run
model M
  import Saltus.Diagrams.Matrices.*;
  parameter Real A[2, 2] = [1, 2; 3, 4];
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]), s(A = [2]);
  function g
    input Real x[:, :];
    output Real y = sum(x);
  algorithm
  end g;
  MatrixExpression m(n = 1, expression = "g(u1)");
equation
  connect(a.y, m.u1);
end M;
