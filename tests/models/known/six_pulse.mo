// Six-pulse bridges with feeding inductances: three sources in a star, an inductance in each line, six diodes or
// thyristors with the usual small resistances, a load that smooths its current. No equation says that the line currents
// add up to nothing: this is the sum of the nodes of the bridge.
// With a smooth load current Id and overlap by the inductance L the mean voltage is 3*sqrt(3)/pi*V*cos(alpha) -
// 3*w*L/pi*Id (any textbook of power electronics). With Id = Vd/R, and 3*w*L/(pi*R) = 0.03 here, Vd =
// 3*sqrt(3)/pi*V*cos(alpha)/1.03. The ripple of the current that the formula leaves out, 0.3 % of it, and the diodes'
// own voltage (0.001 V) are the tolerance; exp(-0.5*R/Ld) of the start is left.
//| V = 325
//| ideal = 3*sqrt(3)/pi*V/1.03
//! class SixPulse.Rectifier
//! run --stop 0.5 --solver {auto,cvode,dirk,ida,rodas}
//! value (right('q', 0.5) - right('q', 0.48))/0.02 = ideal +- 0.2
//! check max(abs(a + b + c) for a, b, c in zip(col('la.i'), col('lb.i'), col('lc.i'))) < 1e-9
//! check all(i >= -0.01 for i in col('d1.i') + col('d2.i') + col('d6.i'))
//! check all(v <= 0.01 for v in col('d1.v') + col('d2.v') + col('d6.v'))
//! class SixPulse.Bridge
//! run --stop 0.5 --solver {auto,cvode,dirk,ida,rodas}
//! value (right('q', 0.5) - right('q', 0.48))/0.02 = ideal*cos(pi/6) +- 0.2
//! check max(abs(a + b + c) for a, b, c in zip(col('la.i'), col('lb.i'), col('lc.i'))) < 1e-9
//! run --stop 0.5 -p alpha=$(pi/3)
//! value (right('q', 0.5) - right('q', 0.48))/0.02 = ideal*cos(pi/3) +- 0.2
package SixPulse
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin
    Pin p, n; Real v, i;
  equation
    v = p.v - n.v; i = p.i; p.i + n.i = 0;
  end TwoPin;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Resistor extends TwoPin; parameter Real R = 1; equation v = R*i; end Resistor;
  model Inductor extends TwoPin; parameter Real L = 1e-3; equation L*der(i) = v; end Inductor;
  model Sine extends TwoPin; parameter Real A = 1, f = 50, phase = 0;
  equation v = A*sin(2*3.14159265358979323846*f*time + phase); end Sine;
  model Diode extends TwoPin;
    parameter Real Ron = 1e-5, Goff = 1e-5; Boolean off(start = true); Real s(start = 0);
  equation
    off = s < 0;
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end Diode;
  model Thyristor extends TwoPin;
    parameter Real Ron = 1e-5, Goff = 1e-5; Boolean off(start = true, fixed = true); Real s(start = 0);
    input Boolean fire;
  equation
    off = s < 0 or pre(off) and not fire;
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end Thyristor;
  model Rectifier
    constant Real pi = 3.14159265358979323846;
    parameter Real V = 325, L = 1e-3, Ld = 0.5, R = 10;
    Sine sa(A = V), sb(A = V, phase = -2*pi/3), sc(A = V, phase = 2*pi/3);
    Inductor la(L = L, i(start = 0)), lb(L = L), lc(L = L), ld(L = Ld, i(start = 0));
    Diode d1, d2, d3, d4, d5, d6; Resistor r(R = R); Ground g;
    Real q(start = 0, fixed = true) "integral of the load voltage";
  equation
    der(q) = r.v;
    connect(sa.n, sb.n); connect(sb.n, sc.n); connect(sa.n, g.p);
    connect(sa.p, la.p); connect(sb.p, lb.p); connect(sc.p, lc.p);
    connect(la.n, d1.p); connect(lb.n, d3.p); connect(lc.n, d5.p);
    connect(d4.n, la.n); connect(d6.n, lb.n); connect(d2.n, lc.n);
    connect(d1.n, d3.n); connect(d3.n, d5.n); connect(d2.p, d4.p); connect(d4.p, d6.p);
    connect(d1.n, ld.p); connect(ld.n, r.p); connect(r.n, d2.p);
    annotation(experiment(StopTime = 0.4));
  end Rectifier;
  model Bridge
    constant Real pi = 3.14159265358979323846;
    parameter Real V = 325, L = 1e-3, Ld = 0.5, R = 10, alpha = pi/6, w = 2*pi*50;
    Sine sa(A = V), sb(A = V, phase = -2*pi/3), sc(A = V, phase = 2*pi/3);
    Inductor la(L = L), lb(L = L), lc(L = L), ld(L = Ld, i(start = 0));
    Thyristor d[6]; Resistor r(R = R); Ground g; Real q(start = 0, fixed = true) "integral of the load voltage";
    Real th[6];
  equation
    for k in 1:6 loop
      // phase a reaches commutation at 30 degrees: d[1] fires at alpha after it, the others 60 degrees later each
      th[k] = w*time - pi/6 - alpha - (k - 1)*pi/3;
      d[k].fire = sin(th[k]) > 0 and cos(th[k]) > 0.5;
    end for;
    der(q) = r.v;
    connect(sa.n, sb.n); connect(sb.n, sc.n); connect(sa.n, g.p);
    connect(sa.p, la.p); connect(sb.p, lb.p); connect(sc.p, lc.p);
    connect(la.n, d[1].p); connect(lb.n, d[3].p); connect(lc.n, d[5].p);
    connect(d[4].n, la.n); connect(d[6].n, lb.n); connect(d[2].n, lc.n);
    connect(d[1].n, d[3].n); connect(d[3].n, d[5].n); connect(d[2].p, d[4].p); connect(d[4].p, d[6].p);
    connect(d[1].n, ld.p); connect(ld.n, r.p); connect(r.n, d[2].p);
    annotation(experiment(StopTime = 0.4));
  end Bridge;
end SixPulse;
