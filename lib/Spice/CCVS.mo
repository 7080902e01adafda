within Spice;
model CCVS "H: a voltage that a current controls"
  extends Interfaces.TwoTerminal;
  parameter Real GAIN = 1 "V/A";
  input Real ic "controlling current, A";
equation
  v = GAIN*ic;
end CCVS;
