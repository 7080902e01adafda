// A bridge of four exponential diodes without series resistance, a capacitor and a load. While all four block, nothing
// but currents of 1e-12 determines the potentials of the source, and their exponentials have vanished beside the 1 of
// exp(v/Vt) - 1: the residual of the loop is rounding.
//
// Of four equal diodes the potentials are known: a = (v + u)/2 and b = (v - u)/2, so that C*v' =
// 2*Is*(exp(-v/(2*Vt))*cosh(u/(2*Vt)) - 1) - v/R. That single equation was integrated by an SDIRK method of order 4
// with an error of 1e-11 a step: 8.805657152673 at 0.045 and 8.426789022692 at 0.1.
//| at_45, at_100 = 8.805657152673, 8.426789022692
//! class B.Connected
//! run --stop 0.1 --step 0.005 --solver {cvode,ida,dirk,rodas} --tol {1e-6,1e-9}
//! c.v(0.045) = at_45 +- 100*tol
//! c.v(0.1) = at_100 +- 100*tol
//! message none
//! class B.Limited
//! run --stop 0.1 --step 0.005 --solver {auto,cvode} --tol {1e-7,1e-10}
//! c.v(0.1) = at_100 +- 100*tol
//! class B.GroundAtSource
//! run --stop 0.1 --step 0.005 --solver {auto,dirk} --tol {1e-7,1e-10}
//! c.v(0.1) = at_100 +- 100*tol
//! class B.Plain
//! run --stop 0.1 --step 0.005 --solver {auto,cvode,rodas} --tol {1e-7,1e-9}
//! v(0.045) = at_45 +- 100*tol
//! v(0.1) = at_100 +- 100*tol
package B
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
    parameter Real R = 1000;
  equation
    v = R*i;
  end Resistor;
  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
  equation
    1e-4*der(v) = i;
  end Capacitor;
  model Source
    extends TwoPin;
  equation
    v = 10*sin(2*3.141592653589793*50*time);
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Diode
    extends TwoPin;
    parameter Real Is = 1e-12, Vt = 0.025;
  equation
    i = Is*(exp(v/Vt) - 1);
  end Diode;
  model LimitedDiode
    extends TwoPin;
    parameter Real Is = 1e-12, Vt = 0.025, m = 40;
  equation
    i = noEvent(if v/Vt > m then Is*(exp(m)*(1 + v/Vt - m) - 1) else Is*(exp(v/Vt) - 1));
  end LimitedDiode;
  partial model Bridge
    replaceable model D = Diode;
    Source s;
    D d1, d2, d3, d4;
    Capacitor c;
    Resistor load;
    Ground g;
  equation
    connect(s.p, d1.p);
    connect(d1.n, c.p);
    connect(s.n, d2.p);
    connect(d2.n, c.p);
    connect(c.n, d3.p);
    connect(d3.n, s.p);
    connect(c.n, d4.p);
    connect(d4.n, s.n);
    connect(load.p, c.p);
    connect(load.n, c.n);
  end Bridge;
  model Connected
    extends Bridge;
  equation
    connect(g.p, c.n);
  end Connected;
  model Limited
    extends Bridge(redeclare model D = LimitedDiode);
  equation
    connect(g.p, c.n);
  end Limited;
  model GroundAtSource
    extends Bridge;
  equation
    connect(g.p, s.n);
  end GroundAtSource;
  model Plain
    parameter Real Is = 1e-12, Vt = 0.025;
    Real v(start = 0, fixed = true), i1, i2, i3, i4, i, a, b;
  equation
    i1 = Is*(exp((a - v)/Vt) - 1);
    i2 = Is*(exp((b - v)/Vt) - 1);
    i3 = Is*(exp(-a/Vt) - 1);
    i4 = Is*(exp(-b/Vt) - 1);
    i = i1 - i3;
    -i = i2 - i4;
    a - b = 10*sin(2*3.141592653589793*50*time);
    1e-4*der(v) = i1 + i2 - v/1000;
  end Plain;
end B;
