// A state machine with nested conditions: a stopwatch whose buttons are pulses in time; running from 1 to 3 and 5 to 6,
// reset at 4.
//! run --stop 8 --step 0.5 --tol 1e-9
//! elapsed(3.5) = 2 +- 1e-8
//! elapsed(4) = 0
//! final elapsed = 1 +- 1e-8
//! changes running = [1, 3, 5, 6]
//! final presses = 4
model Stopwatch
  Boolean button = time >= 1 and time < 1.1 or time >= 3 and time < 3.2 or time >= 5 and time < 5.1 or time >= 6
      and time < 6.5;
  Boolean reset = time >= 4 and time < 4.1;
  Boolean running(start = false, fixed = true);
  Integer presses(start = 0, fixed = true);
  Real elapsed(start = 0, fixed = true);
equation
  when button then
    running = not pre(running);
    presses = pre(presses) + 1;
  end when;
  der(elapsed) = if running then 1 else 0;
  when reset then
    reinit(elapsed, 0);
  end when;
end Stopwatch;
