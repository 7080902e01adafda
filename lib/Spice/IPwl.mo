within Spice;
model IPwl "I with PWL: straight lines between points"
  extends Interfaces.Current(DC = V[1]);
  extends Waveforms.Pwl;
end IPwl;
