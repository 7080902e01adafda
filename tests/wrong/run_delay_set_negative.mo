// A delay that an event makes negative.
//! run
//! error R0105 6:12
//! says at time 0.5
model M
  Real y = delay(time, if time < 0.5 then 0.2 else -0.1, 1);
  Real x(start = 0, fixed = true);
equation
  der(x) = y;
end M;
