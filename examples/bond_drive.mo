// A motor that lifts a load over a gear and a rope: four domains of thought in one bond graph.
//
// saltus bond shows what the causality of the model tells. The drum and the load depend on the rotor, because the gear
// and the rope are stiff: they are storages without states of their own. The simulation works all the same.
model BondDrive
  Modelica.Electrical.Analog.Sources.StepVoltage supply(V = 24, startTime = 0.1);
  Modelica.Electrical.Analog.Basic.Resistor winding(R = 0.8);
  Modelica.Electrical.Analog.Basic.Inductor coil(L = 0.02, i(start = 0, fixed = true));
  Modelica.Electrical.Analog.Basic.RotationalEMF motor(k = 0.2);
  Modelica.Electrical.Analog.Basic.Ground ground;
  Modelica.Mechanics.Rotational.Components.Inertia rotor(J = 0.005, phi(start = 0, fixed = true),
    w(start = 0, fixed = true));
  Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio = 10);
  Modelica.Mechanics.Rotational.Components.Inertia drum(J = 0.1);
  Modelica.Mechanics.Rotational.Components.Damper bearing(d = 0.3);
  Modelica.Mechanics.Rotational.Components.Fixed housing;
  Modelica.Mechanics.Rotational.Components.IdealGearR2T rope(ratio = 5);
  Modelica.Mechanics.Translational.Components.Mass load(m = 10);
  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -98.1);
equation
  connect(supply.p, winding.p);
  connect(winding.n, coil.p);
  connect(coil.n, motor.p);
  connect(motor.n, ground.p);
  connect(supply.n, ground.p);
  connect(motor.flange, rotor.flange_a);
  connect(rotor.flange_b, gear.flange_a);
  connect(gear.flange_b, drum.flange_a);
  connect(drum.flange_b, bearing.flange_a);
  connect(bearing.flange_b, housing.flange);
  connect(drum.flange_b, rope.flangeR);
  connect(rope.flangeT, load.flange_a);
  connect(load.flange_b, weight.flange);
  annotation(experiment(StopTime = 2));
end BondDrive;
