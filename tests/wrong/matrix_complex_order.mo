// Complex numbers have no order.
//! error M1070 5:39
//! says must be real
model M
  Real y[1, 1] = matrixExpression("u1 < 3", u);
  Saltus.Diagrams.Types.Complex u(re = 1, im = time);
end M;
