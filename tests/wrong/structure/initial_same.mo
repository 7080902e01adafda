// Two initial equations say the same.
//! run
//! error R0311 9:3
//! says the linear loop of 'x', 'y' has no single solution at time 0
model M
  Real x, y;
initial equation
  x + y = 3;
  3 - x = y;
equation
  der(x) = -x;
  der(y) = -y;
end M;
