// An outer component is modified.
//! error M0237 8:21
model World
  parameter Real g = 9.81;
end World;

model Ball
  outer World world(g = 1.62);
  Real x = world.g;
end Ball;

model M
  inner World world;
  Ball b;
end M;
