// Events accumulate, but no state is reinitialised that could be held: a tank with two taps, of which the one is open
// that has less.
//! options --stop 5 --on-zeno rest
//! run
//! error R0202 14:3
//! says it cannot be held at rest there
model M
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  Boolean first(start = true, fixed = true);
equation
  der(x) = (if first then 0.5 else 0) - 0.4;
  der(y) = (if first then 0 else 0.5) - 0.4;
  first = if pre(first) then
    y > 0.5
    else not x > 0.5;
end M;
