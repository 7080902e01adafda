// A negative number to a broken power.
//! run
//! error R0302 7:3
model M
  Real y;
equation
  y = (-2 - time)^0.5;
end M;
