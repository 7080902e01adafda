// Two conditions on states that become true at the same time are one instant: x = t and y = 2 t - 1 both reach 1 at t =
// 1, and each `when` acts once. What depends on both acts once, too.
//! run --stop 2 --solver {auto,erk,cvode} --tol 1e-8
//! final a = 1
//! final b = 1
//! final both = 1
//! value max(abs(t - 1) for t in changes('a') + changes('b') + changes('both')) = 0 +- 1e-7
model Ties
  Real x(start = 0, fixed = true), y(start = -1, fixed = true);
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), both(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 2;
  when x >= 1 then
    a = pre(a) + 1;
  end when;
  when y >= 1 then
    b = pre(b) + 1;
  end when;
  when x >= 1 and y >= 1 then
    both = pre(both) + 1;
  end when;
end Ties;
