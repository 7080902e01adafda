// An equation for a constant.
//! error S0102 8:3
//! says this equation contains no unknown: it says 9.81 = 9.78
model M
  constant Real g = 9.81;
  Real x;
equation
  g = 9.78;
  x = g*time;
end M;
