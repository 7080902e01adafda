// Circuits whose states depend on each other in ways that networks of components bring about.
// A triangle of capacitors between nodes none of which is ground: two states. With equal C, as a star of three 3*C it
// is two RC circuits: from the source through R into node a, out of b through R: 1.5*C between them; c has no current
// of its own, and lies half way.
//! class Circuits.Triangle
//! run --stop 1 --tol 1e-9 --solver {auto,cvode}
//! c1.v = 10*(1 - exp(-t/(2*100*1.5e-3))) +- 1e-6
//! c2.v = 5*(1 - exp(-t/(2*100*1.5e-3))) +- 1e-6
//! check j['states'] == 2
// Three inductors that meet in a node: i1 = i2 + i3, two states. Two equal ones in parallel behind a third: 0.1 + 0.05,
// R = 10.
//! class Circuits.Star
//! run --stop 0.1 --tol 1e-9
//! l1.p.i = 1 - exp(-10*t/0.15) +- 1e-7
//! l3.p.i = (1 - exp(-10*t/0.15))/2 +- 1e-7
//! check j['states'] == 2
// A differentiator: an ideal amplifier holds its input at zero, the source stands across the capacitor: u =
// -R*C*der(sin(10*t)). No state.
//! class Circuits.Differentiator
//! run --stop 1
//! amp.out.v = -100*1e-3*10*cos(10*t) +- 1e-9
//! check j['states'] == 0
// A capacitor directly across a source, with another circuit behind: its current is C*der(u), the rest as if it were
// not there.
//! class Circuits.Across
//! run --stop 1 --tol 1e-9
//! c1.p.i = 1e-3*10*cos(10*t) +- 1e-9
//! c2.v = (sin(10*t) - 10*0.1*cos(10*t) + 10*0.1*exp(-10*t))/(1 + 100*0.01) +- 1e-7
//! check j['states'] == 1
// Both at once, connected: a capacitor across the source, and two in parallel between nodes that float behind it.
//! class Circuits.Mixed
//! run --stop 1 --tol 1e-9
//! c0.p.i = 1e-3*10*cos(10*t) +- 1e-9
//! c2.v = (sin(10*t) - 10*0.4*cos(10*t) + 10*0.4*exp(-t/0.4))/(1 + 100*0.16) +- 1e-7
//! check j['states'] == 1
// Capacitors in parallel to a chain of two, all floating: c1 | (c2 + c3), and the chain's middle node has nothing else.
// Two states.
//! class Circuits.Ladder
//! run --stop 1 --tol 1e-9
//! c1.v = 10*(1 - exp(-t/(200*1.5e-3))) +- 1e-6
//! c3.v = 5*(1 - exp(-t/(200*1.5e-3))) +- 1e-6
//! check j['states'] == 2
package Circuits
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

  model Inductor
    extends TwoPin;
    parameter Real L = 0.1;
  equation
    L*der(p.i) = v;
  end Inductor;

  model Resistor
    extends TwoPin;
    parameter Real R = 100;
  equation
    v = R*p.i;
  end Resistor;

  model Source
    extends TwoPin;
    parameter Real U = 10, w = 0;
  equation
    v = if w > 0 then U*sin(w*time) else U;
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Amplifier
    Pin inp, inn, out;
  equation
    inp.v = inn.v;
    inp.i = 0;
    inn.i = 0;
  end Amplifier;

  model Triangle
    Source s;
    Ground g;
    Resistor r1, r2;
    Capacitor c1, c2, c3;
  equation
    connect(s.n, g.p);
    connect(s.p, r1.p);
    connect(r1.n, c1.p);
    connect(c1.n, r2.p);
    connect(r2.n, g.p);
    connect(c1.p, c2.p);
    connect(c2.n, c3.p);
    connect(c3.n, c1.n);
  end Triangle;

  model Star
    Source s;
    Ground g;
    Resistor r(R = 10);
    Inductor l1, l2, l3;
  equation
    connect(s.n, g.p);
    connect(s.p, r.p);
    connect(r.n, l1.p);
    connect(l1.n, l2.p);
    connect(l1.n, l3.p);
    connect(l2.n, g.p);
    connect(l3.n, g.p);
  end Star;

  model Differentiator
    Source s(U = 1, w = 10);
    Ground g;
    Resistor r;
    Capacitor c;
    Amplifier amp;
  equation
    connect(s.n, g.p);
    connect(s.p, c.p);
    connect(c.n, amp.inn);
    connect(amp.inn, r.p);
    connect(r.n, amp.out);
    connect(amp.inp, g.p);
  end Differentiator;

  model Across
    Source s(U = 1, w = 10);
    Ground g;
    Resistor r;
    Capacitor c1, c2(v(start = 0, fixed = true));
  equation
    connect(s.n, g.p);
    connect(s.p, c1.p);
    connect(c1.n, g.p);
    connect(s.p, r.p);
    connect(r.n, c2.p);
    connect(c2.n, g.p);
  end Across;

  model Mixed
    Source s(U = 1, w = 10);
    Ground g;
    Resistor r1, r2;
    Capacitor c0, c1(v(start = 0, fixed = true)), c2;
  equation
    connect(s.n, g.p);
    connect(s.p, c0.p);
    connect(c0.n, g.p);
    connect(s.p, r1.p);
    connect(r1.n, c1.p);
    connect(r1.n, c2.p);
    connect(c1.n, r2.p);
    connect(c2.n, r2.p);
    connect(r2.n, g.p);
  end Mixed;

  model Ladder
    Source s;
    Ground g;
    Resistor r1, r2;
    Capacitor c1, c2, c3;
  equation
    connect(s.n, g.p);
    connect(s.p, r1.p);
    connect(r1.n, c1.p);
    connect(r1.n, c2.p);
    connect(c2.n, c3.p);
    connect(c3.n, r2.p);
    connect(c1.n, r2.p);
    connect(r2.n, g.p);
  end Ladder;
end Circuits;
