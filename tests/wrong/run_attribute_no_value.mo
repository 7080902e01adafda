// Attributes and a guess that are computed from what has no value: they are told, and the run goes on (E128).
//! good
//! warning R0265 10:8
//! says the min of 'x' has no value: 'sqrt(p)' is not defined for p = -1
//! warning R0265 11:8
//! says the nominal value of 'y' has no value: division by zero in '1/(p + 1)'
//! warning R0265 12:8
//! says the start value of 'z' has no value
model Attributes
  Real x(start = 1, fixed = true, min = max(sqrt(p), -100));
  Real y(start = 1, fixed = true, nominal = min(1/(p + 1), 5));
  Real z(start = atan(log(p)));
  parameter Real p = -1;
equation
  der(x) = -x;
  der(y) = -y;
  z^3 + z = 2 + time;
end Attributes;
