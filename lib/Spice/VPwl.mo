within Spice;
model VPwl "V with PWL: straight lines between points"
  extends Interfaces.Voltage(DC = V[1]);
  extends Waveforms.Pwl;
end VPwl;
