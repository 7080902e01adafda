// A comma is missing between modifiers.
//! error M0118 4:19
model M
  Real x(start = 1 fixed = true);
equation
  der(x) = -x;
end M;
