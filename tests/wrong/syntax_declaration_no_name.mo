// A declaration without a name.
//! error M0128 4:3
model M
  Real;
  Real x;
equation
  x = 1;
end M;
