// A condition with a noEvent in it, and one over another condition, far from zero: rounding of u is a millionth of the
// width of the window. Where it turns the mode changes, and the condition is the same one there: it turns once, and not
// until rounding is held.
//| width = 0.00282
//! run --start 1000 --stop 1003 --tol 1e-8
//! value col('n')[-1] = 1 +- 0
//! value col('m')[-1] = 1 +- 0
//! value col('x')[-1] = width +- 1e-8
//! value col('z')[-1] = width +- 1e-8
//! run --start 1000 --stop 1003 --solver dirk
//! value col('n')[-1] = 1 +- 0
//! value col('m')[-1] = 1 +- 0
model TurnsOnce
  Real u(start = 1000, fixed = true), x(start = 0, fixed = true), z(start = 0, fixed = true), y, v;
  Boolean on, also;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(u) = 1;
  on = max(0, 1 - abs(u - 1001.7956)/0.00282)*(if noEvent(abs(u - 1001.7956) < 0.00846) then 1 else 0) > 0.5;
  also = (if u > 1002 then 1 - abs(u - 1002.3956)/0.00282 else 0) > 0.5;
  if on then y = 1; else 2*y = 0; end if;
  if also then v = 1; else 2*v = 0; end if;
  der(x) = y;
  der(z) = v;
  when on then n = pre(n) + 1; end when;
  when also then m = pre(m) + 1; end when;
end TurnsOnce;
