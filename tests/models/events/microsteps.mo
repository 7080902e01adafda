// A Boolean that contradicts itself never comes to rest: the run ends with a message that names it.
//! run --stop 2
//! status failed
//! message R0201 flip
//! check j['time']['stop'] == 1
model Microsteps
  Integer flip(start = 0, fixed = true);
equation
  flip = if time >= 1 then 1 - pre(flip) else 0;
end Microsteps;
