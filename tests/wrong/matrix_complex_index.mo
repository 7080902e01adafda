// A complex index.
//! error M1070 5:39
//! says this must be real
model M
  Real y[1, 1] = matrixExpression("u1(2i)", u);
  Saltus.Diagrams.Types.Complex u(re = 1, im = time);
end M;
