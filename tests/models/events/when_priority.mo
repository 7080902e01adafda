// Of `when` and `elsewhen` the first that acts excludes the others; `when {a, b}` acts when either becomes true; a
// condition that stays true does not act again.
//! run --stop 5
//! a(2) = 1
//! a(2.5) = 2
//! final a = 2
//! final b = 3
//! final c = 1
//! changes c = [2]
//! changes b = [1, 3, 4]
//! final d = 2
model WhenPriority
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true),
      d(start = 0, fixed = true);
equation
  when time >= 2 then
    c = pre(c) + 1;
    a = 1;
  elsewhen {time >= 2, time >= 2.5} then
    a = 2;
    c = pre(c);
  end when;
  when {time >= 1, time >= 3, time >= 4} then
    b = pre(b) + 1;
  end when;
  when time >= 1 and time < 2 or time > 3 then
    d = pre(d) + 1;
  end when;
end WhenPriority;
