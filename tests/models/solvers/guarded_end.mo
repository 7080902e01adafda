// The integral of 1/sqrt(1 - time) up to 1 is 2. The condition guards the root: nothing is evaluated behind time 1,
// also where the last steps before it are a few units in the last place long and a solver takes differences over time.
//! run --stop 2 --solver {auto,erk,dirk,rodas,cvode,adams,ida}
//! final x = 2 +- 3e-5
//! message none
model GuardedEnd
  Real x(start = 0, fixed = true);
equation
  der(x) = if time < 1 then 1/sqrt(1 - time) else 0;
end GuardedEnd;
