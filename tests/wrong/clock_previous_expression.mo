// previous of an expression.
//! error M0596 8:7
//! says 'previous' is for variables, not for expressions
model M
  Real a, b;
equation
  a = sample(time, Clock(0.1));
  b = previous(2*a);
end M;
