model MotorDrive "A motor of Modelica behind half a bridge of SPICE (half_bridge.cir), with a pulse width of 60 %"
  // What you see: the current ripples at 2 kHz around what the torque needs, and the motor reaches the speed at which
  // 60 % of 24 V are what it induces and what its resistance and the bridge take.
  parameter Real duty = 0.6 "share of the period in which the upper transistor conducts";
  Modelica.Electrical.Analog.Sources.ConstantVoltage battery(V = 24);
  Modelica.Electrical.Analog.Sources.PulseVoltage control(V = 5, width = 100*duty, period = 5e-4);
  Modelica.Electrical.Analog.Basic.Ground ground;
  half_bridge.leg leg;
  Modelica.Electrical.Analog.Basic.Resistor ra(R = 0.5);
  Modelica.Electrical.Analog.Basic.Inductor la(L = 1e-3, i(start = 0, fixed = true));
  Modelica.Electrical.Analog.Basic.RotationalEMF emf(k = 0.05);
  Modelica.Mechanics.Rotational.Components.Inertia rotor(J = 2e-5, w(start = 0, fixed = true),
    phi(start = 0, fixed = true));
  Modelica.Mechanics.Rotational.Components.Damper friction(d = 2e-4);
  Modelica.Mechanics.Rotational.Components.Fixed frame;
  output Modelica.Units.SI.Current i = la.i "current of the motor";
  output Modelica.Units.SI.AngularVelocity w = rotor.w "speed";
equation
  connect(battery.p, leg.plus);
  connect(battery.n, leg.minus);
  connect(battery.n, ground.p);
  connect(control.p, leg.'in');
  connect(control.n, ground.p);
  connect(leg.out, ra.p);
  connect(ra.n, la.p);
  connect(la.n, emf.p);
  connect(emf.n, ground.p);
  connect(emf.flange, rotor.flange_a);
  connect(rotor.flange_a, friction.flange_a);
  connect(friction.flange_b, frame.flange);
  annotation(experiment(StopTime = 0.05, Tolerance = 1e-4));
end MotorDrive;
