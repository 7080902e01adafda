// A number grows beyond all bounds.
//! run
//! error R0303 7:3
model M
  Real y;
equation
  y = exp(1000*(1 + time));
end M;
