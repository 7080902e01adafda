// The two sides of an equation have different types.
//! error M0309 7:7
model M
  Real x;
  Boolean b = time > 1;
equation
  x = b;
end M;
