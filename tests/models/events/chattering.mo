// A relay without hysteresis slides along x = 0: infinitely many events in no time. Told, not hung on.
//! run --stop 2 --solver {auto,cvode,erk,ida}
//! status failed
//! message R0203 x
//! check 0.9 < j['time']['stop'] < 1.1
model Chattering
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end Chattering;
