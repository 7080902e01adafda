within Spice;
model InitialVoltage ".ic: a node has this voltage at the operating point, and is free afterwards"
  Interfaces.Pin p;
  parameter Real IC = 0 "V";
equation
  0 = if initial() then p.v - IC else p.i;
end InitialVoltage;
