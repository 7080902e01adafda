within Spice;
model VCVS "E: a voltage that a voltage controls"
  extends Interfaces.Controlled;
  parameter Real GAIN = 1 "V/V";
equation
  v = GAIN*vc;
end VCVS;
