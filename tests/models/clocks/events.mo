// A clock of events: it ticks when its condition becomes true, and sub-clocks count its ticks.
//! run --stop 7.2 --tol 1e-9
//! changes n = [2*pi*k for k in (1,)] +- 1e-6
//! value len(changes('n')) = 1
//! n(0) = 0
//! final h = 0.25 +- 1e-12
//! run --stop 40 --tol 1e-9
//! changes n = [2*pi*k for k in range(1, 7)] +- 1e-5
//! changes half = [2*pi*k for k in (1, 3, 5)] +- 1e-5
//! changes later = [2*pi*k for k in (3, 4, 5, 6)] +- 1e-5
//! final h = 2*pi +- 1e-5
//! b(0.5) = 1
//! changes b = [0.5] +- 1e-12
model Events
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), h;
  Integer n(start = 0), half(start = 0), later(start = 0);
  Clock c = Clock(x > 0 and time > 4, startInterval = 0.25);
  Boolean after = time >= 0.5, b(start = false);
equation
  der(x) = v;
  der(v) = -x;
  when c then
    n = previous(n) + 1;
    h = interval();
  end when;
  when subSample(c, 2) then
    half = previous(half) + 1;
  end when;
  when shiftSample(c, 2) then
    later = previous(later) + 1;
  end when;
  b = sample(after, Clock(after));   // the event has happened when the clock ticks
end Events;
