// A complex result of a block that gives real numbers.
//! error M1071 5:36
//! says use a ComplexMatrixExpression
model M
  Real y[1, 1] = matrixExpression("u1", u);
  Saltus.Diagrams.Types.Complex u(re = 1, im = time);
end M;
