within Spice;
model IExp "I with EXP: an exponential rise and fall"
  extends Interfaces.Current(DC = V1);
  extends Waveforms.Exp;
end IExp;
