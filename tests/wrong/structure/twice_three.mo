// Three equations for two unknowns, in the middle of others.
//! error S0102 7:3
//! says 3 equations determine only 2 unknowns: 'a', 'b'
model M
  Real a, b, c, d;
equation
  a + b = 3;
  a - b = 1;
  a*b = time;
  c = a + d;
  d = sin(time);
end M;
