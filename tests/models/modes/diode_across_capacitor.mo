// Ideal diodes right across capacitors, and between them: where one lets go, the voltage leaves zero slowly and with
// any solver on the right side; where one begins to conduct, several others may stop at the same time.
// A source through a resistor R into a capacitor C with a diode across it. While the source is negative the capacitor
// follows R*C*v' = A*sin(w*t) - v from v(T/2) = 0, that is v = A/(1 + (w*R*C)^2)*(sin(w*t) - w*R*C*cos(w*t) -
// w*R*C*exp(-(t - T/2)/(R*C))).
//| A, w, RC = 10, 2*pi*50, 1e-3
//| def v(t):
//|     return A/(1 + (w*RC)**2)*(sin(w*t) - w*RC*cos(w*t) - w*RC*exp(-(t - 0.01)/RC))
//! class Diodes.Clamp
//! run --stop 0.2 --step 0.001 --tol 1e-8 --solver {erk,rodas,cvode,dirk,ida}
//! c.v(0.005) = 0 +- 1e-8
//! c.v(0.015) = v(0.015) +- 1e-5
//! c.v(0.019) = v(0.019) +- 1e-5
//! check max(col('c.v')) < 1e-7 and min(col('d.i')) > -1e-7
//! check j['events']['state'] <= 20
// The same with an inductance in series, and tolerances as they are by default: the current is known by integrating the
// two equations with small steps of the classical method, here up to the first time at which the diode conducts again.
//| def series():
//|     h, t, i, u = 1e-6, 0.0, 0.0, 0.0
//|     f = lambda t, i, u, off: ((A*sin(w*t) - u - i)/0.01, i/1e-4 if off else 0)
//|     off, at = False, {}
//|     while t < 0.0201:
//|         a = f(t, i, u, off)
//|         b = f(t + h/2, i + h/2*a[0], u + h/2*a[1], off)
//|         c = f(t + h/2, i + h/2*b[0], u + h/2*b[1], off)
//|         d = f(t + h, i + h*c[0], u + h*c[1], off)
//|         i, u, t = i + h/6*(a[0] + 2*b[0] + 2*c[0] + d[0]), u + h/6*(a[1] + 2*b[1] + 2*c[1] + d[1]), t + h
//|         off = off or i < 0
//|         at[round(t/h)] = u
//|     return at
//| exact = series()
//! class Diodes.Series
//! run --stop 0.2 --step 0.001 --solver {erk,rodas,cvode,dirk,ida}
//! c.v(0.016) = exact[16000] +- 2e-3
//! c.v(0.018) = exact[18000] +- 2e-3
//! check max(col('c.v')) < 1e-4 and min(col('d.i')) > -1e-5
//! check j['events']['state'] <= 25
// A multiplier of five stages: all solvers come to the same voltage.
//! class Diodes.Multiplier
//! run --stop 0.5 --solver {erk,rodas,cvode,dirk,ida}
//! check max(max(col('d[%d].v' % k)) for k in range(1, 11)) < 1e-3
//! across max(r.final['load.v'] for r in runs) - min(r.final['load.v'] for r in runs) < 1e-2
package Diodes
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin Pin p, n; Real v, i; equation v = p.v - n.v; i = p.i; p.i + n.i = 0; end TwoPin;
  model Resistor extends TwoPin; parameter Real R = 1; equation v = R*i; end Resistor;
  model Capacitor extends TwoPin; parameter Real C = 1e-4; equation C*der(v) = i; end Capacitor;
  model Inductor extends TwoPin; parameter Real L = 1e-2; equation L*der(i) = v; end Inductor;
  model Diode
    extends TwoPin;
    Boolean on(start = false, fixed = true);
  equation
    on = if pre(on) then i >= 0 else v > 0;
    if on then v = 0; else i = 0; end if;
  end Diode;
  model Source extends TwoPin; equation v = 10*sin(2*3.14159265358979323846*50*time); end Source;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Clamp
    Source s; Resistor r(R = 10); Capacitor c; Diode d; Ground g;
  equation
    connect(s.n, g.p); connect(s.p, r.p); connect(r.n, c.p); connect(c.n, g.p); connect(d.p, c.p); connect(d.n, g.p);
  end Clamp;
  model Series
    Source s; Resistor r; Inductor l; Capacitor c; Diode d; Ground g;
  equation
    connect(s.n, g.p); connect(s.p, l.p); connect(l.n, r.p); connect(r.n, c.p); connect(c.n, g.p); connect(d.p, c.p);
    connect(d.n, g.p);
  end Series;
  model Multiplier
    parameter Integer n = 5;
    Source s; Ground g; Diode d[2*n]; Capacitor c[2*n]; Resistor load(R = 1e5), r;
  equation
    connect(s.n, g.p); connect(s.p, r.p);
    connect(r.n, c[1].p); connect(d[1].p, g.p); connect(d[1].n, c[1].n);
    connect(d[2].p, c[1].n); connect(c[2].p, g.p); connect(d[2].n, c[2].n);
    for k in 1:n - 1 loop
      connect(c[2*k + 1].p, c[2*k - 1].n); connect(d[2*k + 1].p, c[2*k].n); connect(d[2*k + 1].n, c[2*k + 1].n);
      connect(d[2*k + 2].p, c[2*k + 1].n); connect(c[2*k + 2].p, c[2*k].n); connect(d[2*k + 2].n, c[2*k + 2].n);
    end for;
    connect(c[2*n].n, load.p); connect(load.n, g.p);
  end Multiplier;
end Diodes;
