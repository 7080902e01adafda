// Events that fall on the output grid and on ticks of a clock at once: x = t reaches k/4 as the clock ticks at k/4.
// Each counter counts each event once.
//! run --stop 4 --step 0.25 --solver {auto,cvode,erk}
//! final ticks = 17
//! check final['crossings'] in (15, 16)
//! final late = 1
model CrossingNearGrid
  Real x(start = 0, fixed = true);
  Integer ticks(start = 0, fixed = true), crossings(start = 0, fixed = true), late(start = 0, fixed = true);
  discrete Real next(start = 0.25, fixed = true);
equation
  der(x) = 1;
  when sample(0, 0.25) then
    ticks = pre(ticks) + 1;
  end when;
  when x >= pre(next) then
    crossings = pre(crossings) + 1;
    next = pre(next) + 0.25;
  end when;
  when time >= 3.999999 then
    late = pre(late) + 1;
  end when;
end CrossingNearGrid;
