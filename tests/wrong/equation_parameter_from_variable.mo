// A parameter depends on a variable.
//! error M0405 6:22
//! says 'x'
model M
  Real x = time;
  parameter Real k = 2*x;
end M;
