within Spice;
model VTrnoise "V with TRNOISE: noise in time"
  extends Interfaces.Voltage(OFFSET = DC);
  extends Waveforms.Trnoise;
end VTrnoise;
