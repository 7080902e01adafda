within Spice;
model VPulse "V with PULSE: trapezoids"
  extends Interfaces.Voltage(DC = V1);
  extends Waveforms.Pulse;
end VPulse;
