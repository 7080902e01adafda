// An equation is written with ==.
//! error M0143 6:5
model M
  Real x;
equation
  x == 1;
end M;
