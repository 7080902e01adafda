// Three variables share one equation.
//! error S0101 7:11
//! says 2 equations too few
//! says 'b'
//! says 'c'
model M
  Real a, b, c;
equation
  a + b + c = 1;
end M;
