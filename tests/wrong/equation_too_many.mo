// A variable has two equations.
//! error S0102 7:3
model M
  Real x;
equation
  x = 1;
  x = 2;
end M;
