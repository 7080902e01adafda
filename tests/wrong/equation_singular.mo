// As many equations as variables, but one is determined twice and another not at all.
//! error S0103 9:3
//! says 'y'
//! says x = 1
model M
  Real x, y;
equation
  x = 1;
  x = time;
end M;
