// The square root of a negative number.
//! run
//! error R0302 8:3
//! says sqrt
model M
  Real y;
equation
  y = sqrt(-1 - time);
end M;
