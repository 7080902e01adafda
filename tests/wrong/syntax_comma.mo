// A comma is missing in a list of arguments.
//! error M0118 6:15
model M
  Real x;
equation
  x = max(time 2);
end M;
