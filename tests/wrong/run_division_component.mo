// A division by zero in a component, at the start.
//! run
//! error R0301 10:3
//! says r2
//! says R
model Resistor
  parameter Real R = 1;
  Real i;
equation
  i = 5/R;
end Resistor;

model M
  Resistor r1(R = 2);
  Resistor r2(R = 0);
end M;
