// A threshold that each event moves on by 0.1, beside an unrelated clock that ticks at the same times but for rounding:
// 1000 events in 100 s, and no chattering, although the clock ticks just before each of them.
//! run --stop 100.05 --solver {auto,dirk,rodas,cvode,ida,rk4}
//! final n = 1000
//! final m = 1000
//! final y = 100.05 +- 1e-6
//! message none
model ThresholdsBesideTicks
  Real y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(y) = 1;
  when y > 0.1*(pre(n) + 1) then
    n = pre(n) + 1;
  end when;
  when sample(0.1, 0.1) then
    m = pre(m) + 1;
  end when;
end ThresholdsBesideTicks;
