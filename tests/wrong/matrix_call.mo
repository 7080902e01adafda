// matrixExpression without a text, with a number as its text, and with a text as an input.
//! error M0993 6:18
//! error M0309 7:35
//! error M0996 8:43
model M
  Real b[:, :] = matrixExpression();
  Real c[:, :] = matrixExpression(time);
  Real d[:, :] = matrixExpression("u1*2", "text");
end M;
