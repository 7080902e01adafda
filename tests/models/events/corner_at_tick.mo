// E5, E72: corners of functions of time that are ticks but for rounding (a pulse of period 0.7 under noEvent, and the
// ends of a table of the same period) are passed after the instant of the tick, with every solver, also where the time
// is late or negative. Four whole pulses of 0.35 and 0.2 of the fifth; ticks at 0, 0.7, ..., 2.8.
//! run --start -3 --stop 0 --solver adams
//! final p = 1.6 +- 1e-5
//! final n = 5
//! message none
//! run --start -3 --stop 0 --solver ida
//! final p = 1.6 +- 1e-5
//! final n = 5
//! run --start -3 --stop 0
//! final p = 1.6 +- 1e-6
//! final n = 5
//! run --start 100000 --stop 100003 -p t0=100000 --solver cvode
//! final p = 1.6 +- 1e-5
//! final n = 5
model CornerAtTick
  parameter Real t0 = -3;
  Real p(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(p) = noEvent(if mod(time - t0, 0.7) < 0.35 then 1 else 0);
  when sample(t0, 0.7) then
    n = pre(n) + 1;
  end when;
end CornerAtTick;
