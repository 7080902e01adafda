within Spice;
model ISwitch "W: a switch that a current controls"
  extends Interfaces.TwoTerminal;
  extends Interfaces.Switch(final threshold = IT, final hysteresis = IH, final control = ic);
  parameter Real IT = 0 "threshold, A";
  parameter Real IH = 0 "half the width of the hysteresis, A";
  input Real ic "controlling current, A";
end ISwitch;
