// Parts that the models of this folder are made of. All of them are right.
package Parts
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  connector Flange
    Real phi;
    flow Real tau;
  end Flange;

  connector HeatPort
    Real T;
    flow Real Q_flow;
  end HeatPort;

  connector In = input Real;
  connector Out = output Real;

  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    R*i = v;
  end Resistor;

  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;

  model Inductor
    extends TwoPin;
    parameter Real L = 1;
  equation
    L*der(i) = v;
  end Inductor;

  model VoltageSource
    extends TwoPin;
    parameter Real V = 10;
  equation
    v = V;
  end VoltageSource;

  model CurrentSource
    extends TwoPin;
    parameter Real I = 1;
  equation
    i = I;
  end CurrentSource;

  model Switch
    extends TwoPin;
    In closed;
    Real s;
  equation
    v = if closed > 0.5 then 0 else s;
    i = if closed > 0.5 then s else 0;
  end Switch;

  model Transformer
    Pin p1, n1, p2, n2;
    parameter Real n = 2;
  equation
    p1.v - n1.v = n*(p2.v - n2.v);
    n*p1.i + p2.i = 0;
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
  end Transformer;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Inertia
    Flange a, b;
    parameter Real J = 1;
    Real phi, w;
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;

  model Spring
    Flange a, b;
    parameter Real c = 1;
  equation
    a.tau = c*(a.phi - b.phi);
    a.tau + b.tau = 0;
  end Spring;

  model Speed
    Flange b;
    parameter Real w = 1;
  equation
    der(b.phi) = w;
  end Speed;

  model Angle
    Flange b;
    parameter Real phi = 1;
  equation
    b.phi = phi;
  end Angle;

  model Temperature
    HeatPort port;
    parameter Real T = 300;
  equation
    port.T = T;
  end Temperature;

  model Conductor
    HeatPort a, b;
    parameter Real G = 1;
  equation
    a.Q_flow = G*(a.T - b.T);
    a.Q_flow + b.Q_flow = 0;
  end Conductor;

  block Step
    Out y;
  equation
    y = if time < 1 then 0 else 1;
  end Step;

  block Gain
    In u;
    Out y;
    parameter Real k = 1;
  equation
    y = k*u;
  end Gain;

  block Add
    In u1, u2;
    Out y;
  equation
    y = u1 + u2;
  end Add;

  block Integrator
    In u;
    Out y;
  equation
    der(y) = u;
  end Integrator;
end Parts;
