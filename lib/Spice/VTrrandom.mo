within Spice;
model VTrrandom "V with TRRANDOM: random values, each held for a time"
  extends Interfaces.Voltage(OFFSET = DC);
  extends Waveforms.Trrandom;
end VTrrandom;
