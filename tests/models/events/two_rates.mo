// Two clocks, 0.25 s and 0.75 s, and one that starts late. When two tick together everything is synchronous: the slow
// one sees the new value of the fast one, whatever the order of the text, and `both` counts the common ticks.
//| fast = [k/4 for k in range(0, 17)]
//| slow = [k*3/4 for k in range(0, 6)]
//! run --stop 4 --solver {auto,cvode}
//! final n = len(fast)
//! final m = len(slow)
//! final seen = fast.index(slow[-1]) + 1
//! final both = len(slow)
//! final late = 4
//! changes m = slow
//! value [right('seen', t) for t in slow] = [fast.index(t) + 1 for t in slow]
model TwoRates
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), seen(start = 0, fixed = true);
  Integer both(start = 0, fixed = true), late(start = 0, fixed = true);
  Boolean a = sample(0, 0.25), b = sample(0, 0.75);
equation
  der(x) = 1;
  when b then
    seen = n;
    m = pre(m) + 1;
  end when;
  when a then
    n = pre(n) + 1;
  end when;
  when a and b then
    both = pre(both) + 1;
  end when;
  when sample(0.5, 1) then
    late = pre(late) + 1;
  end when;
end TwoRates;
