within Spice;
model VSffm "V with SFFM: frequency modulation by one frequency"
  extends Interfaces.Voltage(DC = VO + VA*sin(PHASEC*degree + MDI*sin(PHASES*degree)));
  extends Waveforms.Sffm;
end VSffm;
