// A discrete Real is given what moves between events.
//! error M0406 7:3
//! says 'x'
model M
  discrete Real x;
equation
  x = 2*time;
end M;
