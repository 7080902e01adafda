// A relay without hysteresis that is to slide.
//! options --stop 3 --on-chatter slide
//! run
//! good
//! info R0223 9:3
model M
  Real x(start = 0.5, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end M;
