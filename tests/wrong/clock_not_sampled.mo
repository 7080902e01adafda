// A clocked equation uses a continuous-time variable without sample.
//! error S0608 7:3
//! says der stands in equations that have a clock, and the clock has no solver method
model M
  Real x(start = 0, fixed = true), y(start = 0), z;
equation
  der(x) = 1;
  z = hold(y);
  y = previous(y) + x;
end M;
