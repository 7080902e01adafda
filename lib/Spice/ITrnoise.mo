within Spice;
model ITrnoise "I with TRNOISE: noise in time"
  extends Interfaces.Current(OFFSET = DC);
  extends Waveforms.Trnoise;
end ITrnoise;
