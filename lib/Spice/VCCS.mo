within Spice;
model VCCS "G: a current that a voltage controls"
  extends Interfaces.Controlled;
  parameter Real GAIN = 1 "A/V";
  parameter Real MULT = 1 "devices in parallel";
equation
  i = MULT*GAIN*vc;
end VCCS;
