// Start values that contradict what holds from the start are left limits, whichever branches have to be open for them:
// here the clamp's second and the rope's first (E33). The clamp stops 4.1 kg at 1.9 m/s; after 0.015 s the force 1
// moves it on: v = (t - 0.015)/4.1. The rope holds the other body from s2 = 3 on, at t = 2.
//! run --stop 3
//! v(0) = 0
//! final v = (3 - 0.015)/4.1 +- 1e-6
//! s2(1.5) = 2.5 +- 1e-6
//! final s2 = 3 +- 1e-6
//! final v2 = 0 +- 1e-9
model BeginsOpen
  Real s(start = 0.36, fixed = true), v(start = 1.9, fixed = true), f;
  Real s2(start = 1, fixed = true), v2(start = 1, fixed = true), push, gap;
  Boolean hold = time < 0.015;
  Boolean on(start = false, fixed = true), off;
equation
  der(s) = v;
  4.1*der(v) = f + 1;
  if hold then v = 0; else f = 0; end if;
  der(s2) = v2;
  der(v2) = (if time < 2.5 then 0 else 0.5) - push;
  gap = 3 - s2;
  off = not (gap < 0 or pre(on) and not push < 0);
  on = not off;
  if off then push = 0; else gap = 0; end if;
end BeginsOpen;
