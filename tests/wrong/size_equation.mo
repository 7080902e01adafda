// The two sides of an equation have different sizes.
//! error M0305 8:7
//! says 3
//! says 2
model M
  Real x[3];
equation
  x = {1, 2};
end M;
