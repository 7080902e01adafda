within Spice;
model VExp "V with EXP: an exponential rise and fall"
  extends Interfaces.Voltage(DC = V1);
  extends Waveforms.Exp;
end VExp;
