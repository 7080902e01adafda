// An instant that needs 50 microsteps ends well, one that needs 150 passes the limit of 100, and with a higher limit it
// ends well too.
//! run --stop 2 -p most=50
//! final k = 50
//! run --stop 2 -p most=150
//! status failed
//! message R0201 k
//! run --stop 2 -p most=150 --max-microsteps 400
//! final k = 150
model ManyMicrosteps
  parameter Integer most = 50;
  Integer k(start = 0, fixed = true);
equation
  k = if time >= 1 and pre(k) < most then pre(k) + 1 else pre(k);
end ManyMicrosteps;
