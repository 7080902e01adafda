// A relay without hysteresis chatters.
//! options --stop 3
//! run
//! error R0203 9:3
//! says noEvent
model M
  Real x(start = 0.5, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end M;
