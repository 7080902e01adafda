// Two diodes in series and a capacitor behind them, with connectors: a nonlinear loop that is solved at each
// evaluation. In rest (t -> infinity) no current flows in the capacitor and Vs = Rs*i + 2*Vt*log(i/Is + 1) + Rl*i; the
// reference is by bisection.
//| def rest(Vs, Rs, Rl, Is, Vt):
//|     low, high = 0.0, Vs/(Rs + Rl)
//|     for _ in range(200):
//|         i = (low + high)/2
//|         if Rs*i + 2*Vt*log(i/Is + 1) + Rl*i < Vs: low = i
//|         else: high = i
//|     return i
//| i = rest(5, 10, 100, 1e-9, 0.025)
//! class DiodeNetwork.Circuit
//! run --stop 0.1 --tol 1e-9 --solver {auto,cvode,ida,dirk,rodas}
//! final d1.i = i +- 1e-8
//! final d2.v = 0.025*log(i/1e-9 + 1) +- 1e-8
//! final c.v = 100*i +- 1e-6
//! value [a - b for a, b in zip(col('d1.v'), col('d2.v'))] = [0]*len(times) +- 1e-8
package DiodeNetwork
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v = p.v - n.v;
    Real i = p.i;
  equation
    p.i + n.i = 0;
  end TwoPin;
  model Diode
    extends TwoPin(v(start = 0.5));
    parameter Real Is = 1e-9, Vt = 0.025;
  equation
    i = Is*(exp(v/Vt) - 1);
  end Diode;
  model Resistor
    extends TwoPin;
    parameter Real R;
  equation
    v = R*i;
  end Resistor;
  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C;
  equation
    C*der(v) = i;
  end Capacitor;
  model Source
    extends TwoPin;
    parameter Real V;
  equation
    v = V;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Circuit
    Source s(V = 5);
    Resistor rs(R = 10), rl(R = 100);
    Diode d1, d2;
    Capacitor c(C = 1e-5);
    Ground g;
  equation
    connect(s.p, rs.p);
    connect(rs.n, d1.p);
    connect(d1.n, d2.p);
    connect(d2.n, c.p);
    connect(d2.n, rl.p);
    connect(c.n, g.p);
    connect(rl.n, g.p);
    connect(s.n, g.p);
  end Circuit;
end DiodeNetwork;
