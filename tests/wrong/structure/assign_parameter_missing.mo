// A parameter that has no value.
//! run
//! warning M0403 8:18
//! says the parameter 'mass' has no value: its default value 0 is used
//! error R0301 11:3
//! says division by zero in '1/mass': mass = 0 at time 0
model M
  parameter Real mass;
  Real v(start = 0, fixed = true);
equation
  mass*der(v) = 1;
end M;
