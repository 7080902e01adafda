// The arc sine of a number beyond 1.
//! run
//! error R0302 8:3
//! says asin
model M
  Real y;
equation
  y = asin(2 + time);
end M;
