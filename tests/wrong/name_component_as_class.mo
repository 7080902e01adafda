// A component is used as a class.
//! error M0203 5:3
model M
  Real x = 1;
  x y;
end M;
