// The same equation twice, with its sides turned and its terms moved.
//! run
//! error R0311 9:3
//! says the linear loop of 'x', 'y' has no single solution at time 0
model M
  Real x, y, z;
equation
  x + 2*y = time;
  time - x = 2*y;
  z = x - y;
end M;
