// A parameter that the model does not have, and whose name is like no other.
//! options -p velocity=3
//! error U0101
model M
  parameter Real mass = 1, length = 2;
  Real x(start = 0, fixed = true);
equation
  der(x) = mass/length;
end M;
