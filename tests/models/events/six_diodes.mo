// A three-phase bridge of six diodes on a resistor: six Booleans in one linear loop, solved by event iteration, twelve
// commutations a period. Where two diodes conduct the load has (largest - smallest phase) R/(R + 2 Ron), up to the
// leakage; it commutes where two phases are equal.
//| def phases(t): return [100*cos(2*pi*50*t - 2*pi*k/3) for k in range(3)]
//| def ideal(t): return (max(phases(t)) - min(phases(t)))*10/(10 + 2*1e-3)
//! class SixDiodes.Bridge
//! run --stop 0.04 --step 1e-4 --solver {auto,euler}
//! u = ideal(t) +- 0.05
//! value sum(right('u', k*1e-4) for k in range(400))/400 = 100*3*sqrt(3)/pi*10/10.002 +- 0.05
//! check all(sum(right('d[%d].on' % k, t) for k in range(1, 7)) in (2, 3, 4) for t in (1e-3, 2.3e-3, 7.7e-3))
package SixDiodes
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Diode
    parameter Real Ron = 1e-3, Goff = 1e-6;
    Pin p, n;
    Real s(start = 0);
    Boolean on(start = false);
  equation
    on = s > 0;
    p.v - n.v = s*(if on then Ron else 1);
    p.i = s*(if on then 1 else Goff);
    p.i + n.i = 0;
  end Diode;
  model Phase
    parameter Real shift = 0;
    Pin p, n;
  equation
    p.v - n.v = 100*cos(2*3.141592653589793*50*time - shift);
    p.i + n.i = 0;
  end Phase;
  model Resistor
    parameter Real R = 10;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Bridge
    Phase a[3](shift = {2*3.141592653589793*k/3 for k in 0:2});
    Diode d[6];
    Resistor load;
    Ground star;
    Real u = load.p.v - load.n.v;
  equation
    for k in 1:3 loop
      connect(a[k].n, star.p);
      connect(a[k].p, d[k].p);
      connect(d[k].n, load.p);
      connect(load.n, d[k + 3].p);
      connect(d[k + 3].n, a[k].p);
    end for;
  end Bridge;
end SixDiodes;
