// The attribute fixed depends on a parameter that can be changed, and is taken.
//! error S0101 6:8
model M
  parameter Boolean f = true;
  Real x(start = 1, fixed = f);
  Real y;
equation
  der(x) = -x;
end M;
