// An outer component without an inner one.
//! warning M0209 10:14
//! says inner Real g
//! error S0101 10:14
model World
  parameter Real g;
end World;

model Ball
  outer Real g;
  Real x = g;
end Ball;

model M
  Ball b;
end M;
