// Mechanics and heat of the library Modelica that comes with Saltus, against closed forms.
//| w1 = sqrt(100/2)
//! class Oscillator
//! run --tol 1e-9 --step 0.01
//! m.s = 0.1*cos(w1*t) +- 1e-7
model Oscillator "A mass on a spring"
  import Modelica.Mechanics.Translational.*;
  Components.Fixed f;
  Components.Spring c(c = 100);
  Components.Mass m(m = 2, s(start = 0.1, fixed = true), v(start = 0, fixed = true));
equation
  connect(f.flange, c.flange_a);
  connect(c.flange_b, m.flange_a);
  annotation(experiment(StopTime = 2));
end Oscillator;

// The clutch slides with the torque 1*0.5*2 = 1 on 1 kg.m2 and 3 kg.m2 from speeds 8 and 0: equal at 6 s with the speed
// 2, by the momentum. The heat is the energy that is lost: 1*64/2 - 4*4/2 = 24 J.
//! class Clutch
//! run --tol 1e-9 --step 0.1
//! a.w(3) = 5 +- 1e-8
//! b.w(3) = 1 +- 1e-8
//! a.w(7) = 2 +- 1e-7
//! b.w(7) = 2 +- 1e-7
//! final heat.T = 293.15 + 24/10 +- 1e-6
model Clutch "Two inertias that a clutch brings to one speed"
  import Modelica.Mechanics.Rotational.*;
  Components.Inertia a(J = 1, w(start = 8, fixed = true), phi(start = 0, fixed = true));
  Components.Inertia b(J = 3, w(start = 0, fixed = true));
  Components.Clutch c(fn_max = 2, mu_pos = [0, 0.5], useHeatPort = true, phi_rel(start = 0, fixed = true));
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor heat(C = 10, T(fixed = true));
equation
  connect(a.flange_b, c.flange_a);
  connect(c.flange_b, b.flange_a);
  connect(c.heatPort, heat.port);
  c.f_normalized = 1;
  annotation(experiment(StopTime = 8));
end Clutch;

//! class Motor
//! run --tol 1e-9 --step 0.1
//! load.w = 5*(1 - exp(-t/0.08)) +- 1e-6
//! final gear.flange_b.tau = -10*exp(-1/0.08) +- 1e-9
model Motor "A DC machine without inductance: k*w = v - R*i, J*w' = k*i, so w follows with R*J/k^2 = 0.08 s"
  Modelica.Electrical.Analog.Sources.ConstantVoltage v(V = 10);
  Modelica.Electrical.Analog.Basic.Resistor r(R = 2);
  Modelica.Electrical.Analog.Basic.RotationalEMF emf(k = 1);
  Modelica.Electrical.Analog.Basic.Ground g;
  Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio = 2);
  Modelica.Mechanics.Rotational.Components.Inertia load(J = 0.16, w(start = 0, fixed = true),
    phi(start = 0, fixed = true));
equation
  connect(v.p, r.p);
  connect(r.n, emf.p);
  connect(emf.n, v.n);
  connect(g.p, v.n);
  connect(emf.flange, gear.flange_a);
  connect(gear.flange_b, load.flange_a);
  annotation(experiment(StopTime = 1));
end Motor;

//! class Wall
//! run --tol 1e-9 --step 0.1
//! room.T = 273.15 + 10*exp(-t*5/1000) +- 1e-6
//! final celsius.T = 10*exp(-1) +- 1e-6
model Wall "A room that cools through its wall"
  import Modelica.Thermal.HeatTransfer.*;
  Components.HeatCapacitor room(C = 1000, T(start = 283.15, fixed = true));
  Components.ThermalConductor wall(G = 5);
  Celsius.FixedTemperature outside(T = 0);
  Celsius.TemperatureSensor celsius;
equation
  connect(room.port, wall.port_a);
  connect(wall.port_b, outside.port);
  connect(celsius.port, room.port);
  annotation(experiment(StopTime = 200));
end Wall;

// The block slides for 2 s on friction that brakes with 5 N, stands, and breaks loose at 6 s.
//! class Slider
//! run --tol 1e-9 --step 0.1
//! m.v(1) = 5 +- 1e-7
//! m.v(3) = 0 +- 1e-7
//! m.v(5.9) = 0 +- 1e-7
//! m.v(8) = 20 +- 1e-6
model Slider "A mass with friction that sticks and breaks loose"
  import Modelica.Mechanics.Translational.*;
  Components.Mass m(m = 1, v(start = 10, fixed = true), s(start = 0, fixed = true));
  Components.SupportFriction f(f_pos = [0, 5], peak = 2);
  Sources.Force force(f = if time < 6 then 0 else 15);
equation
  connect(m.flange_a, f.flange_b);
  connect(force.flange, m.flange_b);
  annotation(experiment(StopTime = 8));
end Slider;
