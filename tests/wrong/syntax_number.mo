// A number with a unit glued to it.
//! error M0105 4:22
model M
  parameter Real l = 2m;
  Real x;
equation
  x = l;
end M;
