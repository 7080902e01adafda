within Spice;
model IPattern "I with PATTERN: a stream of bits"
  extends Interfaces.Current(DC = VLO + B[1]*(VHI - VLO));
  extends Waveforms.Pattern;
end IPattern;
