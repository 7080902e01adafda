// A chain of events in one instant: each becomes true through the one before, so that the instant takes several
// microsteps and ends with all of them at the same time. A Newton's cradle of counters.
//! run --stop 2
//! final a = 1
//! final b = 2
//! final c = 4
//! final d = 8
//! changes d = [1]
//! changes a = [1]
model Cascade
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true),
      d(start = 0, fixed = true);
equation
  when pre(c) >= 4 then
    d = 2*pre(c);
  end when;
  when pre(b) >= 2 then
    c = 2*pre(b);
  end when;
  when pre(a) >= 1 then
    b = 2*pre(a);
  end when;
  when time >= 1 then
    a = 1;
  end when;
end Cascade;
