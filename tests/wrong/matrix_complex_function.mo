// A function that has no complex form.
//! error M1070 5:36
//! says the arguments of 'acos'
model M
  Real y[1, 1] = matrixExpression("acos(u1)", u);
  Saltus.Diagrams.Types.Complex u(re = 1, im = time);
end M;
