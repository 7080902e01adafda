within Spice;
model ISin "I with SIN: a sine, perhaps damped"
  extends Interfaces.Current(DC = VO + (if TD > 0 then 0 else VA*sin(PHASE*degree)));
  extends Waveforms.Sin;
end ISin;
