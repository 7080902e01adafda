// A decimal comma.
//! error M0105 4:22
model M
  parameter Real l = 2,5;
  Real x;
equation
  x = l;
end M;
