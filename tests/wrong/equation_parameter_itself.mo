// A parameter that depends on itself.
//! error M0402 4:22
model M
  parameter Real a = 2*a;
  Real x = a;
end M;
