// A linear loop whose equations contradict each other at one moment, between two steps: its solution is 1/(time - 1)
// (E129).
//! run
//! options --stop 2.1
//! error R0311 10:3
//! says the linear loop of 'y', 'z' has no solution at time 1
model Pole
  Real y, z;
equation
  y + z = 1;
  time*y + z = 2;
end Pole;
