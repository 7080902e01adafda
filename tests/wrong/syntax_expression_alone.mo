// An expression that is no equation.
//! error M0144 6:3
model M
  Real x;
equation
  x + 1;
  x = 2;
end M;
