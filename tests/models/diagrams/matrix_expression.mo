// Matrix expressions (docs/diagrams.md). All inputs are matrices times 1 + time, so at the beginning they are the
// matrices themselves; the results are products, choices and selections by hand. e1 to e26 are E2.1 to E2.26: E2.1,
// E2.2, E2.3, E2.4, E2.5, E2.6 in Algebra; E2.7, E2.8, E2.25 in Choices; E2.9, E2.10, E2.11, E2.12, E2.13, E2.14,
// E2.15, E2.16, E2.17, E2.18, E2.19, E2.20, E2.23, E2.24, E2.26 in Elements and Moving. What is refused is in
// tests/wrong: matrix_separators.mo (E2.21), matrix_size.mo (E2.22), matrix_size_end.mo (E2.23).
//! class MatrixExpressions.Algebra
//! run --stop 1
//! e1.y[1,1](0) = 58 +- 1e-12
//! e1.y[1,2](0) = 66 +- 1e-12
//! e1.y[2,1](0) = 129 +- 1e-12
//! e1.y[2,2](0) = 151 +- 1e-12
// quadratic and linear in 1 + time
//! final e1.y[1,1] = 4*57 + 2
// [1,3;2,4]*[5,6;7,8]
//! e2.y[1,1](0) = 26 +- 1e-12
//! e2.y[2,2](0) = 44 +- 1e-12
// A = [1,0;0,-1;2,2]; A*u1 + 1
//! e3.y[1,1](0) = 2 +- 1e-12
//! e3.y[2,2](0) = -3 +- 1e-12
//! e3.y[3,1](0) = 9 +- 1e-12
//! e4.y[1,2](0) = 12/40 +- 1e-15
//! e5.y[1,1](0) = 0 +- 1e-12
//! e5.y[2,2](0) = 1 +- 1e-12
//! e5.y[2,1](0) = 1
// 2*(1 + t) passes 3 at 0.5, and 1 + t does not; 3*(1 + t) at once
//! changes e5.y[1,2] = [0.5] +- 1e-9
//! e6.y[2,1](0) = sin(3) +- 1e-15
//! class MatrixExpressions.Choices
//! run --stop 1
//! e7.y[1,1](0) = -1 +- 1e-12
//! e7.y[1,2](0) = 0
//! e8.y[1,1](0) = 1
//! e8.y[1,2](0) = -2
//! e8.y[1,3](0) = 0
//! e25.y[1,1](0) = 1 +- 1e-12
//! e25.y[2,2](0) = 3
//! e25b.y[2,2](0) = 3
//! class MatrixExpressions.Elements
//! run --stop 0
//! final e9.y[1,2] = 2
//! final e9.y[1,3] = 1
//! final e9.y[2,3] = 9
//! final e10.y[1,1] = 2
//! final e10.y[2,1] = 6
//! final e11.y[3,2] = 2
//! final e11.y[4,1] = 3
//! check "e11.y[6,2]" in final and "e11.y[7,1]" not in final
//! final e12.y[1,1] = 3
//! final e12.y[3,1] = 4
//! final e12r.y[1,2] = 3
//! check "e12.y[1,2]" not in final and "e12r.y[2,1]" not in final
//! final e13.y[1,1] = 2
//! final e13.y[2,1] = 8
//! final e14.y[2,1] = 3
//! final e14.y[1,2] = 2
//! final e15.y[1,1] = 2
//! final e15.y[2,1] = 5
//! check "e15.y[1,2]" not in final
//! final e16.y[1,1] = 1
//! final e16.y[1,2] = 3
//! final e17.y[2,1] = 0.08 +- 1e-15
//! final e17.y[2,2] = 1 +- 1e-15
//! final e17b.y[2,3] = 0.08 +- 1e-15
//! check 0 <= final["e18.y[1,1]"] < 1
//! check final["e18.y[1,1]"] == final["e18b.y[1,1]"]
// (C*u1*u2)(1,2), C = [1,1;0,1]: [4,6;3,4]*[5,6;7,8]
//! final e19.y[1,1] = 72
//! final e20.y[1,1] = 7 +- 1e-13
//! final e21.y[2,2] = 3
//! final e21.y[1,1] = 1
//! final e23.y[1,5] = 9
//! final e24.y[1,1] = 50
//! final e24.y[1,5] = 90
//! final e26.y[1,2] = 1*2 + 2*4
//! message none
//! class MatrixExpressions.Moving
// the column that is taken away is 1, 2 and 3 as time goes on, and there is an event at each change
//! run --stop 2.5
//! e16.y[1,1](0.5) = 20
//! e16.y[1,1](1.5) = 10
//! e16.y[1,2](1.5) = 30
//! e16.y[1,2](2.5) = 20
//! changes e16.y[1,1] = [1] +- 1e-9
//! changes e16.y[1,2] = [2] +- 1e-9
//! set.y[1,1](0.5) = -1
//! set.y[1,1](1.5) = 10
//! set.y[1,2](1.5) = -1
//! element.y[1,3](2.25) = -2
//! pick.y[1,1](2.25) = 30
//! class MatrixExpressions.Motion
// x'' = -x as a matrix expression: a state behind a block
//! run --stop 3 --tol 1e-9
//! x[1](3) = cos(3) +- 1e-7
//! x[2](3) = -sin(3) +- 1e-7
//! class MatrixExpressions.Held
//! run --stop 1
//! a.y[1,1](0.25) = 0
//! a.y[1,1](0.75) = 3
//! a.y[1,2](0.75) = 6
//! class MatrixExpressions.Arrays
//! run --stop 0
//! final m[1].y[1,2] = 4
//! final m[2].y[2,1] = 2
//! final k[2].y[1,1] = 1
package MatrixExpressions
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Matrices.*;

  block Source
    parameter Real A[:, :];
    MatrixOutput y = A*(1 + time);
  end Source;

  model Algebra
    parameter Real A[3, 2] = [1, 0; 0, -1; 2, 2];
    Source a(A = [1, 2; 3, 4]), b(A = [5, 6; 7, 8]);
    MatrixExpression e1(n = 2, expression = "3*u1*u2+u1(1,1)*eye(2)");
    MatrixExpression e2(n = 2, expression = "u1'*u2");
    MatrixExpression e3(n = 1, expression = "A*u1+1");
    MatrixExpression e4(n = 2, expression = "(u1.*u2)./(u1.^2+u2.^2)");
    MatrixExpression e5(n = 1, expression = "u1>3");
    MatrixExpression e6(n = 1, expression = "sin(u1)");
  equation
    connect(a.y, e1.u1);
    connect(b.y, e1.u2);
    connect(a.y, e2.u1);
    connect(b.y, e2.u2);
    connect(a.y, e3.u1);
    connect(a.y, e4.u1);
    connect(b.y, e4.u2);
    connect(a.y, e5.u1);
    connect(a.y, e6.u1);
  end Algebra;

  model Choices
    parameter Real a = 1, b = 2;
    Source s(A = [-1, 2]), c(A = [1, 2; 3, 4]);
    MatrixConstant t(A = [1, 2, 3]);
    MatrixExpression e7(expression = ".if u1<0 .then u1 .else 0 .end");
    MatrixExpression e8(expression = ".switch u1 .case a, u1 .case b, -u1 .otherwise 0 .end");
    MatrixExpression e25(expression = ".if u1>3 .then 3 .else u1 .end"), e25b(expression = "min(u1,3)");
  equation
    connect(s.y, e7.u1);
    connect(t.y, e8.u1);
    connect(c.y, e25.u1);
    connect(c.y, e25b.u1);
  end Choices;

  function HammWin "Hamming window"
    input Integer n;
    output Real w[1, n];
  protected
    constant Real pi = 3.14159265358979323846;
  algorithm
    for i in 1:n loop
      w[1, i] := 0.54 - 0.46*cos(2*pi*(i - 1)/(n - 1));
    end for;
  end HammWin;

  impure function UnifRnd "Another number each time it is called"
    output Real x;
  algorithm
    x := mod(16807*12345, 2147483647)/2147483647;
  end UnifRnd;

  function f
    input Integer k;
    input String kind;
    output Real v[if kind == "row" then 1 else 2, if kind == "row" then 2 else 1];
  algorithm
    for i in 1:2 loop
      v[if kind == "row" then 1 else i, if kind == "row" then i else 1] := i*k;
    end for;
  end f;

  model Elements
    parameter Integer n = 4, L = 3;
    parameter Real C[2, 2] = [1, 1; 0, 1];
    Source r(A = [1, 2]), q(A = [7, 8, 9]), a(A = [1, 2; 3, 4; 5, 6]), sq(A = [1, 2; 3, 4]), b(A = [5, 6; 7, 8]),
      row(A = [1, 2, 3, 4]), w(A = [1, 2, 3; 4, 5, 6]), one(A = [1]), two(A = [2]), c1(A = [3; 4]), c2(A = [7; 9]),
      five(A = [4]), long(A = [10, 20, 30, 40, 50, 60, 70, 80, 90]), col(A = [6; 8; 9]);
    MatrixExpression e9(n = 2, expression = "[u1,1;u2]"), e10(expression = "u1([1,3],2)"),
      e11(expression = "u1([1,1,1,2,2,2],[1,2])"), e12(expression = "u1(2:n)"), e12r(expression = "u1(2:n)"),
      e13(n = 2, expression = "[u1(1,end);u2(end-1,:)]"), e14(expression = "u1(:,1):=3"),
      e15(expression = "u1(:,[1,3]):=[]"), e16(n = 2, expression = "u1(:,u2):=[]"),
      e17(expression = "[u1;HammWin(L)]"), e17b(expression = "[u1;HammWin(size(u1,2))]"),
      e18(n = 0, expression = "UnifRnd()"), e18b(n = 0, expression = "UnifRnd()"),
      e19(n = 2, expression = "(C*u1*u2)(1,2)"), e20(n = 2, expression = "[inv([u1,u2])(1,:)*u2,u2(1)]'(2)"),
      e21(expression = "[u1, 2;
         1, 3]"), e23(expression = "u1(end)+[1:5]"), e24(n = 2, expression = "u2(u1(end)+[1:5])"),
      e26(expression = "f(1,\"row\")*u1");
  equation
    connect(r.y, e9.u1);
    connect(q.y, e9.u2);
    connect(a.y, e10.u1);
    connect(sq.y, e11.u1);
    connect(sq.y, e12.u1);
    connect(row.y, e12r.u1);
    connect(r.y, e13.u1);
    connect(col.y, e13.u2);
    connect(sq.y, e14.u1);
    connect(w.y, e15.u1);
    connect(w.y, e16.u1);
    connect(two.y, e16.u2);
    connect(q.y, e17.u1);
    connect(q.y, e17b.u1);
    connect(sq.y, e19.u1);
    connect(b.y, e19.u2);
    connect(c1.y, e20.u1);
    connect(c2.y, e20.u2);
    connect(one.y, e21.u1);
    connect(five.y, e23.u1);
    connect(five.y, e24.u1);
    connect(long.y, e24.u2);
    connect(sq.y, e26.u1);
  end Elements;

  block Time
    MatrixOutput y = [1 + time];
  end Time;

  model Moving
    MatrixConstant a(A = [10, 20, 30]);
    Time t;
    MatrixExpression e16(n = 2, expression = "u1(:,u2):=[]"), set(n = 2, expression = "u1(1,u2):=-1"),
      element(n = 2, expression = "u1(u2):=-2"), pick(n = 2, expression = "u1(1, u2)");
  equation
    connect(a.y, e16.u1);
    connect(t.y, e16.u2);
    connect(a.y, set.u1);
    connect(t.y, set.u2);
    connect(a.y, element.u1);
    connect(t.y, element.u2);
    connect(a.y, pick.u1);
    connect(t.y, pick.u2);
  end Moving;

  model Motion
    parameter Real A[2, 2] = [0, 1; -1, 0];
    Real x[2](start = {1, 0}, each fixed = true);
  equation
    matrix(der(x)) = matrixExpression("A*u1", x);
  end Motion;

  model Held
    Saltus.Diagrams.Activations.SampleClock clock(period = 0.5, offset = 0.5);
    Source s(A = [1, 2]);
    ActivatedMatrixExpression a(expression = "2*u1");
  equation
    connect(s.y, a.u1);
    connect(clock.o, a.e);
  end Held;

  model Arrays
    Source s(A = [1, 2]);
    MatrixExpression m[2](expression = {"2*u1", "u1'"}), k[2](each expression = "u1");
  equation
    for i in 1:2 loop
      connect(s.y, m[i].u1);
      connect(s.y, k[i].u1);
    end for;
  end Arrays;
end MatrixExpressions;
