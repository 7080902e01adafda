// sin with two arguments.
//! error M0523 4:12
model M
  Real x = sin(1, 2);
end M;
