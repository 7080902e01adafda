// A state that is given as a function of time.
//! error S0307 7:3
model M
  Real x;
  Real v;
equation
  x = sin(time);
  v = der(x);
end M;
