within Spice;
model VSin "V with SIN: a sine, perhaps damped"
  extends Interfaces.Voltage(DC = VO + (if TD > 0 then 0 else VA*sin(PHASE*degree)));
  extends Waveforms.Sin;
end VSin;
