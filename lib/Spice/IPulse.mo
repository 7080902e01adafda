within Spice;
model IPulse "I with PULSE: trapezoids"
  extends Interfaces.Current(DC = V1);
  extends Waveforms.Pulse;
end IPulse;
