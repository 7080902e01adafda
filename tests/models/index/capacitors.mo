// Two capacitors in parallel: one state. Together they are C1 + C2, charged through R: u = U*(1 - exp(-t/(R*(C1 +
// C2)))). Grounded, so that the voltages are equal by name.
//! class Capacitors.Grounded
//! run --stop 3 --tol 1e-9 --solver {auto,cvode}
//! c1.v = 5*(1 - exp(-t/(100*0.005))) +- 1e-7
//! c2.v = 5*(1 - exp(-t/(100*0.005))) +- 1e-7
//! final c2.p.i = 0.003/0.005*0.05*exp(-6) +- 1e-9
//! check j['states'] == 1
// Between two nodes neither of which is ground, with R on both sides: that the voltages are equal is said by two
// equations with the same unknowns, which no pattern shows.
//! class Capacitors.Floating
//! run --stop 3 --tol 1e-9 --solver {auto,cvode,dirk}
//! c1.v = 5*(1 - exp(-t/(200*0.005))) +- 1e-7
//! c2.v = 5*(1 - exp(-t/(200*0.005))) +- 1e-7
//! check j['states'] == 1
// Three in a loop with a source: u1 + u2 + u3 = U(t), two states; u2 of three unlike capacitors in series from rest is
// U/(C2*(1/C1 + 1/C2 + 1/C3)).
//! class Capacitors.Series
//! run --stop 1 --tol 1e-9
//! c2.v = sin(5*t)/(2e-3*(1/1e-3 + 1/2e-3 + 1/4e-3)) +- 1e-8
//! check j['states'] == 2
// A constraint with other factors, as equations: der(u1) + 2*der(u2) = sin(t), u1 = 2*u2 + 1, so 2*der(u1) = sin(t).
//! class Capacitors.Coupled
//! run --stop 4 --tol 1e-9
//! u1 = 1.5 - cos(t)/2 +- 1e-8
//! u2 = 0.25 - cos(t)/4 +- 1e-8
//! value [d - sin(t)/4 for d, t in zip(col('der(u2)'), times)] = [0]*len(times) +- 1e-8
//! check j['states'] == 1
package Capacitors
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  partial model TwoPin
    Pin p, n;
    Real v = p.v - n.v;
  equation
    p.i + n.i = 0;
  end TwoPin;

  model Capacitor
    extends TwoPin;
    parameter Real C = 1e-3;
  equation
    C*der(v) = p.i;
  end Capacitor;

  model Resistor
    extends TwoPin;
    parameter Real R = 100;
  equation
    v = R*p.i;
  end Resistor;

  model Source
    extends TwoPin;
    parameter Real U = 5, w = 0;
  equation
    v = if w > 0 then U*sin(w*time) else U;
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Grounded
    Source source;
    Resistor r;
    Capacitor c1(C = 2e-3, v(start = 0, fixed = true)), c2(C = 3e-3);
    Ground ground;
  equation
    connect(source.p, r.p);
    connect(r.n, c1.p);
    connect(r.n, c2.p);
    connect(c1.n, ground.p);
    connect(c2.n, ground.p);
    connect(source.n, ground.p);
  end Grounded;

  model Floating
    Source source;
    Resistor r1, r2;
    Capacitor c1(C = 2e-3, v(start = 0, fixed = true)), c2(C = 3e-3);
    Ground ground;
  equation
    connect(source.p, r1.p);
    connect(r1.n, c1.p);
    connect(r1.n, c2.p);
    connect(c1.n, r2.p);
    connect(c2.n, r2.p);
    connect(r2.n, ground.p);
    connect(source.n, ground.p);
  end Floating;

  model Series
    Source source(U = 1, w = 5);
    Capacitor c1(C = 1e-3, v(start = 0, fixed = true)), c2(C = 2e-3, v(start = 0, fixed = true)), c3(C = 4e-3);
    Ground ground;
  equation
    connect(source.p, c1.p);
    connect(c1.n, c2.p);
    connect(c2.n, c3.p);
    connect(c3.n, ground.p);
    connect(source.n, ground.p);
  end Series;

  model Coupled
    Real u1(start = 1, fixed = true), u2, i1, i2;
  equation
    der(u1) = i1;
    2*der(u2) = i2;
    u1 = 2*u2 + 1;
    i1 + i2 = sin(time);
  end Coupled;
end Capacitors;
