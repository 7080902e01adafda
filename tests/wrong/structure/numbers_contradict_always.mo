// Two equations that contradict each other.
//! run
//! error R0311 9:3
//! says equations contradict each other at time 0: the linear loop of 'x', 'y' has no solution
model M
  Real x, y;
equation
  x + y = 1;
  x + y = 2;
end M;
