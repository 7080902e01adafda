// A ramp belongs to a scalar Real parameter, and is a number.
//! error M1053 5:54
//! error M1053 6:57
model ramp
  parameter Integer n = 2 annotation(__Saltus(       ramp = 1));
  parameter Real p = 2    annotation(__Saltus(          ramp = "x"));
  Real x = n + p;
end ramp;
