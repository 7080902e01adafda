// Two parameters that depend on each other.
//! error M0402 4:22
model M
  parameter Real a = b;
  parameter Real b = a;
  Real x = a;
end M;
