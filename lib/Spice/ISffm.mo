within Spice;
model ISffm "I with SFFM: frequency modulation by one frequency"
  extends Interfaces.Current(DC = VO + VA*sin(PHASEC*degree + MDI*sin(PHASES*degree)));
  extends Waveforms.Sffm;
end ISffm;
