within Spice;
model VAm "V with AM: amplitude modulation"
  extends Interfaces.Voltage(DC = 0);
  extends Waveforms.Am;
end VAm;
