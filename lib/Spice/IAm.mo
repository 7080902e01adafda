within Spice;
model IAm "I with AM: amplitude modulation"
  extends Interfaces.Current(DC = 0);
  extends Waveforms.Am;
end IAm;
