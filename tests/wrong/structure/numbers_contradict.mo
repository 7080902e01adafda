// Equations that contradict each other only for this value of a parameter.
//! run
//! error R0311 10:3
//! says equations contradict each other at time 0: the linear loop of 'x', 'y' has no solution
model M
  parameter Real k = 2;
  Real x, y;
equation
  x + y = 1;
  k*x + 2*y = 3;
end M;
