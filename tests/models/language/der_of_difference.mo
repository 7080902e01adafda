// der of a difference of potentials: the difference is the state, although one side is grounded and the other is a node
// between two components. An RC circuit: v = V*(1 - exp(-t/(R*C))).
//! class DerOfDifference.Circuit
//! run --stop 2 --tol 1e-9 --solver {auto,cvode}
//! c.p.v(1) = 5*(1 - exp(-1/0.5)) +- 1e-7
//! final r.p.i = 5*exp(-2/0.5)/100 +- 1e-9
// der of a sum whose terms are states by themselves is carried out.
//! class DerOfDifference.Sum
//! run --stop 1 --tol 1e-9
//! final s = exp(-1) + 2*exp(-2) +- 1e-7
//! final rate = -exp(-1) - 4*exp(-2) +- 1e-7
package DerOfDifference
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Capacitor
    Pin p, n;
    parameter Real C = 5e-3;
  equation
    C*der(p.v - n.v) = p.i;
    p.i + n.i = 0;
  end Capacitor;

  model Resistor
    Pin p, n;
    parameter Real R = 100;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;

  model Source
    Pin p, n;
  equation
    p.v - n.v = 5;
    p.i + n.i = 0;
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Circuit
    Source source;
    Resistor r;
    Capacitor c(p(v(start = 0, fixed = true)));
    Ground ground;
  equation
    connect(source.p, r.p);
    connect(r.n, c.p);
    connect(c.n, source.n);
    connect(source.n, ground.p);
  end Circuit;

  model Sum
    Real x(start = 1, fixed = true);
    Real y(start = 2, fixed = true);
    Real s = x + y;
    Real rate = der(x + y);
  equation
    der(x) = -x;
    der(y) = -2*y;
  end Sum;
end DerOfDifference;
