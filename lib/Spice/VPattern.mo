within Spice;
model VPattern "V with PATTERN: a stream of bits"
  extends Interfaces.Voltage(DC = VLO + B[1]*(VHI - VLO));
  extends Waveforms.Pattern;
end VPattern;
