within Spice;
model ITrrandom "I with TRRANDOM: random values, each held for a time"
  extends Interfaces.Current(OFFSET = DC);
  extends Waveforms.Trrandom;
end ITrrandom;
