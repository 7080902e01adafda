// A dimension that is no whole number.
//! error M0309 4:10
model M
  Real x[2.5];
equation
  x = fill(1, 2);
end M;
