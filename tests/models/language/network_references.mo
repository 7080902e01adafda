// Networks that are right and must not be warned of: two grounds at different nodes, ends left open, a part that is
// connected to nothing but is determined all the same, two sources in series, and two current sources in parallel.
// Values by Ohm's law.
//! run --stop 1
//! final r.i = 12/4 +- 1e-12
//! final far.i = (12 - 0)/6 +- 1e-12
//! final dangling.i = 0
//! final dangling.n.v = 12 +- 1e-12
//! final load.i = 1 + 2 +- 1e-12
//! final spare.p.v = 0
//! message none
model NetworkReferences
  connector Pin
    Real v;
    flow Real i;
  end Pin;
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
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  VoltageSource a(V = 5), b(V = 7);
  Resistor r(R = 4), far(R = 6), dangling, load(R = 2);
  CurrentSource one(I = 1), two(I = 2);
  Ground near, away, third, spare;
equation
  connect(a.n, near.p);
  connect(a.p, b.n);
  connect(b.p, r.p);
  connect(r.n, a.n);
  connect(b.p, far.p);
  connect(far.n, away.p);
  connect(b.p, dangling.p);
  connect(one.n, load.p);
  connect(two.n, load.p);
  connect(one.p, third.p);
  connect(two.p, third.p);
  connect(load.n, third.p);
end NetworkReferences;
