// Branches that give x a literal: in each mode x > 0.5 is constant, and yet it becomes true and false when the mode
// changes (E24, E32). The square of period 1 is high in the first half: x rises at 1, 2 and 3 (at 0 it is high from the
// beginning) and falls at 0.5, 1.5 and 2.5.
//! run --stop 3.25
//! final rises = 3
//! final falls = 3
//! final changes = 6
//! final last = 2.5 +- 1e-9
//! changes rises = [1, 2, 3] +- 1e-9
//! changes falls = [0.5, 1.5, 2.5] +- 1e-9
//! changes changes = [0.5, 1, 1.5, 2, 2.5, 3] +- 1e-9
model LiteralCondition
  Real x, y(start = 0, fixed = true), z;
  Real last(start = -1, fixed = true) "when it fell";
  Boolean high = time - floor(time) < 0.5, big = x > 0.5;
  Integer rises(start = 0, fixed = true), falls(start = 0, fixed = true), changes(start = 0, fixed = true);
equation
  if high then
    x = 1;
    der(y) = 1;
    z = 2;
  else
    x = 0;
    z = y + time;
    y = 3*z;
  end if;
  when x > 0.5 then
    rises = pre(rises) + 1;
  end when;
  when not big then
    falls = pre(falls) + 1;
    last = time;
  end when;
  when change(big) then
    changes = pre(changes) + 1;
  end when;
end LiteralCondition;
