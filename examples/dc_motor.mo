// A DC motor that is switched on and then loaded, built from components with connectors.
//
// The current peaks when the motor starts, falls as it speeds up, and rises again when the load comes at t = 1 s. Every
// connection makes voltages equal and sums currents to zero, as in the real circuit.
package DCMotor
  connector Pin "An electrical connection"
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  connector Flange "A rotating shaft"
    Real phi(unit = "rad");
    flow Real tau(unit = "N.m");
  end Flange;

  partial model TwoPin
    Pin p, n;
    Real v(unit = "V");
    Real i(unit = "A");
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 1;
  equation
    v = R*i;
  end Resistor;

  model Inductor
    extends TwoPin;
    parameter Real L(unit = "H") = 1;
  equation
    L*der(i) = v;
  end Inductor;

  model StepVoltage
    extends TwoPin;
    parameter Real V(unit = "V") = 1;
    parameter Real startTime(unit = "s") = 0;
  equation
    v = if time >= startTime then V else 0;
  end StepVoltage;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model EMF "Turns current into torque and speed into voltage"
    extends TwoPin;
    parameter Real k(unit = "N.m/A") = 1;
    Flange flange;
    Real w(unit = "rad/s");
  equation
    w = der(flange.phi);
    v = k*w;
    flange.tau = -k*i;
  end EMF;

  model Inertia
    parameter Real J(unit = "kg.m2") = 1;
    Flange a, b;
    Real phi(start = 0, fixed = true, unit = "rad");
    Real w(start = 0, fixed = true, unit = "rad/s");
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;

  model LoadTorque
    parameter Real tau(unit = "N.m") = 1;
    parameter Real startTime(unit = "s") = 1;
    Flange flange;
  equation
    flange.tau = if time >= startTime then tau else 0;
  end LoadTorque;

  model Drive "A motor that is switched on at 0.1 s and loaded at 1 s"
    StepVoltage source(V = 12, startTime = 0.1);
    Resistor r(R = 0.5);
    Inductor l(L = 0.05, i(start = 0, fixed = true));
    EMF emf(k = 0.3);
    Inertia rotor(J = 0.02);
    LoadTorque load(tau = 2, startTime = 1);
    Ground ground;
  equation
    connect(source.p, r.p);
    connect(r.n, l.p);
    connect(l.n, emf.p);
    connect(emf.n, source.n);
    connect(source.n, ground.p);
    connect(emf.flange, rotor.a);
    connect(rotor.b, load.flange);
    annotation(experiment(StopTime = 2, Tolerance = 1e-6));
  end Drive;
end DCMotor;
