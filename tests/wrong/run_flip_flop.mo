// Two Booleans that flip each other without end.
//! run
//! error R0201 7:11
//! says 'a'
//! says true
model M
  Boolean a(start = false, fixed = true);
equation
  a = time > 0.5 and not pre(a);
end M;
