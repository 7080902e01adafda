// Solutions that are one at the start and part then: x^2 = time. Either is as near to the first one, and the start
// value selects, wherever the first point behind the start lies: an event next to the start (late) makes that a very
// small time.
//! run --solver {auto,cvode,ida,dirk,rodas}
//! up = sqrt(t) +- 1e-9
//! down = -sqrt(t) +- 1e-9
//! run -p early=1e-3
//! up = sqrt(t) +- 1e-9
//! down = -sqrt(t) +- 1e-9
model PartingRoots
  parameter Real early = 1e-27;
  Real up(start = 1), down(start = -1);
  Real i(start = 0, fixed = true);
  Boolean late = i > early;
equation
  up^2 = time;
  down^2 = time;
  der(i) = 1;
end PartingRoots;
