// A name is declared twice.
//! error M0205 5:11
model M
  Real x;
  Integer x;
equation
  x = 1;
end M;
