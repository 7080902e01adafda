within Spice;
model CCCS "F: a current that a current controls"
  extends Interfaces.TwoTerminal;
  parameter Real GAIN = 1 "A/A";
  parameter Real MULT = 1 "devices in parallel";
  input Real ic "controlling current, A";
equation
  i = MULT*GAIN*ic;
end CCCS;
