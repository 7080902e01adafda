// A scalar for an array.
//! error M0305 5:15
//! says fill
model M
  Real x[3] = 1;
end M;
