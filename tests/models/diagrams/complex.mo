// Complex matrices: as signals, and in matrix expressions. Results by hand, or by an identity that must hold.
//! class Algebra
//! run --stop 1 --step 0.25
// (1 + i/2)(1 + i/2) + 2(3 - i) = 6.75 - i
//! final p[1,1].re = 6.75
//! final p[1,1].im = -1
//! final p[2,2].re = 18
//! final p[2,2].im = 14
// u1*(u1\u2) = u2, (u2.'/u1)*u1 = u2.', inv(u1)*u1 = 1
//! value max(abs(final['left[%d,1].%s' % (j, k)]) for j in (1, 2) for k in ('re', 'im')) = 0 +- 1e-14
//! value max(abs(final['right[1,%d].%s' % (j, k)]) for j in (1, 2) for k in ('re', 'im')) = 0 +- 1e-14
//! value max(abs(final['one[%d,%d].re' % (i, j)] - (i == j)) for i in (1, 2) for j in (1, 2)) = 0 +- 1e-14
//! value max(abs(final['one[%d,%d].im' % (i, j)]) for i in (1, 2) for j in (1, 2)) = 0 +- 1e-14
// (1 + i/2)(4 + 2i) - 2(3 - i) = -3 + 6i; of the matrix of four rows i, 2i, 3i, 4i on the diagonal it is 24
//! final d[1,1].re = -3 +- 1e-14
//! final d[1,1].im = 6 +- 1e-14
//! final four[1,1].re = 24 +- 1e-13
//! final four[1,1].im = 0 +- 1e-13
// the conjugate transpose
//! final t[1,2].re = 3
//! final t[1,2].im = 1
// the product of the singular values is |det|, the sum of their squares that of all elements
//! value final['s[1,1]']*final['s[2,1]'] = sqrt(45) +- 1e-13
//! value final['s[1,1]']**2 + final['s[2,1]']**2 = 1.25 + 4 + 10 + 20 +- 1e-13
// exp(log(u1)) = u1
//! value max(abs(final['back[%d,%d].%s' % (i, j, k)]) for i in (1,2) for j in (1,2) for k in ['re', 'im']) = 0 +- 1e-12
//! class Numbers
//! run --stop 1
//! final euler[1,1].re = -1 +- 1e-15
//! final euler[1,1].im = 0 +- 1e-15
// roots of -4, of -3 + 4i, of 1 + 2e-9i
//! value [final['roots[1,%d].re' % k] for k in (1, 2, 3)] = [0, 1, 1] +- 1e-15
//! value [final['roots[1,%d].im' % k] for k in (1, 2, 3)] = [2, 2, 1e-9] +- 1e-22
// (1 + 2i)^3 = -11 - 2i, 1/(1 + 2i) = 0.2 - 0.4i, i^i = exp(-pi/2)
//! final cube[1,1].re = -11 +- 1e-14
//! final cube[1,1].im = -2 +- 1e-14
//! final over[1,1].re = 0.2 +- 1e-16
//! final over[1,1].im = -0.4 +- 1e-16
//! final ii[1,1].re = exp(-pi/2) +- 1e-15
//! final ii[1,1].im = 0 +- 1e-15
// sin^2 + cos^2 = 1, cosh^2 - sinh^2 = 1, tanh = sinh/cosh, log of i is i*pi/2
//! final pythagoras[1,1].re = 1 +- 1e-14
//! final pythagoras[1,1].im = 0 +- 1e-14
//! final hyperbola[1,1].re = 1 +- 1e-14
//! final tangents[1,1].re = 0 +- 1e-14
//! final tangents[1,1].im = 0 +- 1e-14
//! final logarithm[1,1].re = 0
//! final logarithm[1,1].im = pi/2 +- 1e-15
//! value [final['parts[1,%d]' % k] for k in range(1, 7)] = [3, -4, 5, atan2(-4, 3), 4, 1] +- 1e-15
//! class Parts
//! run --stop 1
// elements, assignment, deletion, construction, sums, choices
//! value [final['e[1,%d].re' % k] for k in range(1, 9)] = [2, 0, 5, 1, 0, 3, 8, 0]
//! value [final['e[1,%d].im' % k] for k in range(1, 9)] = [3, 7, 0, -1, 4, 0, 2, 1]
//! class Diagram
//! run --stop 6.5
// multiplied with i at each instant: 1, i, -1, -i, 1, ... in turns in both elements
//! value [right('d.y[1,1].re', t) for t in (0, 1, 2, 3, 4)] = [1, 0, -1, 0, 1]
//! value [right('d.y[2,1].im', t) for t in (0, 1, 2, 3, 4)] = [0, 1, 0, -1, 0]
//! value [right('d.y[1,1].im', t) for t in (0, 1, 2, 3, 4)] = [0, 0, 0, 0, 0]
//! value [right('size.y[2,1]', t) for t in (0, 1, 2, 3)] = [0, 1, 0, 1]
//! value [right('parts.im[2,1]', t) for t in (0, 1, 2, 3)] = [0, 1, 0, -1]
// a number that is real and one that is whole, beside a complex one
//! final mixed.y[1,1].re = 2
//! final mixed.y[1,1].im = 15
//! message none
//! class Unfit
//! run
// the mistake is found in the library, and shown with the block of the diagram that has it
//! status failed
//! message M0305 the sizes do not fit '*'
//! check [(a["line"], a["column"]) for m in j["messages"] for a in m["also"]] == [(141, 24)]

model Algebra
  import Saltus.Diagrams.Types.Complex;
  parameter Complex u1[2, 2](re = [1, 2; 3, 4], im = [0.5, 0; -1, 2]);
  Complex u2[2, 1](re = [1; 2], im = [time; 0]);
  Complex p[2, 2] = complexMatrixExpression("u1*u1", u1);
  Complex left[2, 1] = complexMatrixExpression("u1*(u1\\u2) - u2", u1, u2);
  Complex right[1, 2] = complexMatrixExpression("(conj(u2)'/u1)*u1 - conj(u2)'", u1, u2);
  Complex one[2, 2] = complexMatrixExpression("inv(u1)*u1", u1);
  Complex d[1, 1] = complexMatrixExpression("det(u1)", u1);
  Complex four[1, 1] = complexMatrixExpression("det(diag([1i, 2i, 3i, 4i]))");
  Complex t[2, 2] = complexMatrixExpression("u1'", u1);
  Real s[2, 1] = matrixExpression("svd(u1)", u1);
  Complex back[2, 2] = complexMatrixExpression("expm(logm(u1)) - u1", u1);
end Algebra;

model Numbers
  import Saltus.Diagrams.Types.Complex;
  Complex z(re = 0.3, im = -0.7*time);
  Complex euler[1, 1] = complexMatrixExpression("exp(pi*1i)");
  Complex roots[1, 3] = complexMatrixExpression("sqrt([complex(-4, 0), -3 + 4i, 1 + 2e-9i])");
  Complex cube[1, 1] = complexMatrixExpression("(1 + 2i)^3");
  Complex over[1, 1] = complexMatrixExpression("1/(1 + 2j)");
  Complex ii[1, 1] = complexMatrixExpression("1i^1i");
  Complex pythagoras[1, 1] = complexMatrixExpression("sin(u1)^2 + cos(u1)^2", z);
  Complex hyperbola[1, 1] = complexMatrixExpression("cosh(u1)^2 - sinh(u1)^2", z);
  Complex tangents[1, 1] = complexMatrixExpression("tanh(u1) - sinh(u1)./cosh(u1) + tan(u1) - sin(u1)/cos(u1)", z);
  Complex logarithm[1, 1] = complexMatrixExpression("log(1i)");
  Real parts[1, 6] = matrixExpression(
    "[real(3 - 4i), imag(3 - 4i), abs(3 - 4i), arg(3 - 4i), imag(conj(3 - 4i)), 3i == 3i & 3i ~= 3]");
end Numbers;

model Parts
  import Saltus.Diagrams.Types.Complex;
  Complex u[2, 2](re = [1, 2; 3, 4], im = [-1, 3; 0, 0]);
  Complex e[1, 8] = complexMatrixExpression("[u1(1, 2), (u1(1, :):=7i)(1, 2), "
    + "sum(reshape(u1, 1, 4))(1) - 5 - 2i, "
    + "u1(1), (.if [1, 0] .then 4i .else u1(1, :) .end)(1), (u1(:, 2):=[])(2), diag([8 + 2i])(1, 1), "
    + ".switch 2 .case 1, u1(1) .case 2, 1i .otherwise 0 .end]", u);
end Parts;

model Diagram
  import Saltus.Diagrams.*;
  Activations.SampleClock c(period = 1);
  Matrices.ComplexMatrixDelay d(re_start = [1; 0]);
  Matrices.ComplexMatrixConstant k(re = [0, 0; 0, 0], im = [0, 1; 1, 0]);
  Matrices.ComplexMatrixExpression m(n = 2, expression = "u1*u2"), mixed(n = 3, expression = "u1 + 5i*u2*u3");
  Matrices.MatrixExpression size(expression = "abs(u1)");
  Matrices.ComplexMatrixParts parts;
  Types.ComplexConstant z(re = 2);
  Sources.Constant x(k = 3);
  Sources.Counter n(low = 1, high = 1);
equation
  connect(c.o, d.e);
  connect(c.o, n.e);
  connect(k.y, m.u1);
  connect(d.y, m.u2);
  connect(m.y, d.u);
  connect(d.y, size.u1);
  connect(d.y, parts.u);
  connect(z.y, mixed.u1[1, 1]);
  connect(x.y, mixed.u2[1, 1]);
  connect(n.y, mixed.u3[1, 1]);
end Diagram;

model Unfit
  import Saltus.Diagrams.Matrices.*;
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1, 2, 3]);
  MatrixMultiplication product;
equation
  connect(a.y, product.u1);
  connect(b.y, product.u2);
end Unfit;
