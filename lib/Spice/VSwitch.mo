within Spice;
model VSwitch "S: a switch that a voltage controls"
  extends Interfaces.Controlled;
  extends Interfaces.Switch(final threshold = VT, final hysteresis = VH, final control = vc);
  parameter Real VT = 0 "threshold, V";
  parameter Real VH = 0 "half the width of the hysteresis, V";
end VSwitch;
