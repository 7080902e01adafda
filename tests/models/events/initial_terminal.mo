// initial() is true in the initial system only, terminal() in the last instant only; a `when` with initial() acts at
// the start.
//! run --stop 3
//! final started = 1
//! final ended = 3
//! final first = 1
//! final x = 7 +- 1e-9
//! x(0) = 4
//! ended(2.994) = 0
model InitialTerminal
  Real x(start = 0, fixed = false);
  Integer started(start = 0, fixed = true);
  discrete Real ended(start = 0, fixed = true);
  Integer first(start = 0, fixed = true);
initial equation
  x = 4;
equation
  der(x) = 1;
  when initial() then
    started = pre(started) + 1;
  end when;
  when terminal() then
    ended = time;
  end when;
  when {initial(), time >= 100} then
    first = pre(first) + 1;
  end when;
end InitialTerminal;
