// der in a clocked partition without a solver method.
//! error S0608 8:3
//! says der stands in equations that have a clock, and the clock has no solver method
model M
  Real x(start = 0), u;
equation
  u = sample(time, Clock(0.1));
  der(x) = u - x;
end M;
