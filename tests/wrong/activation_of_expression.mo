// The activation is asked of a variable, not of an expression.
//! error M1010 5:18
model M
  Real x = sin(time);
  Activation e = activation(2*x);
end M;
