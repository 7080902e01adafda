// Two coils and a capacitor behind a source of pulses, to be written as quantised components (docs/bond.md).
//
// The currents rise in steps with each pulse, the capacitor is charged slowly. All three storages are independent and
// there is no loop, so the bond graph can be simulated by components that wait for each other's events.
model BondCircuit
  Modelica.Electrical.Analog.Sources.PulseVoltage V(V = 10, width = 50, period = 2.5);
  Modelica.Electrical.Analog.Basic.Resistor R1(R = 0.001), R2(R = 1000);
  Modelica.Electrical.Analog.Basic.Inductor L1(L = 500, i(start = 0, fixed = true));
  Modelica.Electrical.Analog.Basic.Inductor L2(L = 2000, i(start = 0, fixed = true));
  Modelica.Electrical.Analog.Basic.Capacitor C(C = 10, v(start = 0, fixed = true));
  Modelica.Electrical.Analog.Basic.Ground ground;
equation
  connect(V.p, R1.p);
  connect(R1.n, L1.p);
  connect(R1.n, L2.p);
  connect(L2.n, C.p);
  connect(C.p, R2.p);
  connect(V.n, ground.p);
  connect(L1.n, ground.p);
  connect(C.n, ground.p);
  connect(R2.n, ground.p);
  annotation(experiment(StopTime = 60));
end BondCircuit;
