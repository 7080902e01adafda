// An instant that never ends.
//! run
//! error R0201 6:11
//! says 'n'
model M
  Integer n(start = 0, fixed = true);
equation
  n = if time > 0.5 then pre(n) + 1 else 0;
end M;
