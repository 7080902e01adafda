// The logarithm of zero.
//! run
//! error R0302 8:3
//! says log
model M
  Real y;
equation
  y = log(time);
end M;
