// A comment has no end.
//! error M0102 5:3
model M
  Real x;
  /* the height
equation
  x = 1;
end M;
