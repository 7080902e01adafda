// An assignment among equations.
//! error M0143 7:5
//! says =
model M
  Real x;
equation
  x := 1;
end M;
