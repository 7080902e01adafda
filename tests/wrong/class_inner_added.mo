// An outer component without an inner one gets a default, with a warning.
//! good
//! warning M0209 9:15
model World
  parameter Real g = 9.81;
end World;

model Ball
  outer World world;
  Real x = world.g;
end Ball;

model M
  Ball b;
end M;
