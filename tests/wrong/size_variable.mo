// A dimension that varies.
//! error M0314 6:10
//! says n
model M
  Integer n = integer(time) + 1;
  Real x[n] = fill(1, n);
end M;
