// A bridge of four ideal diodes with a resistive load, built from components: at every zero of the source all four
// diodes turn at once, and the loop of equations depends on all of them. Rounding must not make them turn back. The
// load sees |V*sin| less two drops.
//! class DiodeBridge.Bridge
//! run --stop 0.1 --tol 1e-8 --solver {auto,cvode,erk,dirk,rodas} --step 0.0005
//! status done
//! load.v = abs(100*sin(2*pi*50*t)) +- 0.05
//! check min(col('load.v')) > -1e-3
//! check 9 <= j['events']['state'] <= 24
// With a capacitor at the load the diodes meet their own crossings with a current that ends, where rounding alone
// decides the side. The diodes conduct until C*v' + v/R = 0, at w*t = pi - atan(w*R*C); from there v decays with R*C.
// (2*Ron*i is below 0.1 V.)
//| w, RC = 2*pi*50, 10*1e-3
//| off = (pi - atan(w*RC))/w
//! class DiodeBridge.Smoothed
//! run --stop 0.1 --tol 1e-8 --solver {auto,cvode,erk,dirk,rodas} --step 0.0005
//! status done
//! load.v(0.01) = 100*sin(w*off)*exp(-(0.01 - off)/RC) +- 0.2
// Twice in each of the ten half waves a pair of diodes turns, both in one instant or, by rounding, one just after the
// other.
//! check 20 <= j['events']['state'] <= 40
package DiodeBridge
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
    extends TwoPin;
    parameter Real Ron = 1e-5;
    parameter Real Goff = 1e-5;
    Boolean off(start = true);
    Real s "the current when it conducts, the voltage when it does not";
  equation
    off = s < 0;
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end Diode;

  model Resistor
    extends TwoPin;
    parameter Real R = 10;
  equation
    v = R*i;
  end Resistor;

  model Capacitor
    extends TwoPin;
    parameter Real C = 1e-3;
  equation
    C*der(v) = i;
  end Capacitor;

  model Source
    extends TwoPin;
  equation
    v = 100*sin(2*3.141592653589793*50*time);
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Bridge
    Source source;
    Diode d1, d2, d3, d4;
    Resistor load;
    Ground ground;
  equation
    connect(source.p, d1.p);
    connect(source.p, d3.n);
    connect(source.n, d2.p);
    connect(source.n, d4.n);
    connect(d1.n, load.p);
    connect(d2.n, load.p);
    connect(d3.p, load.n);
    connect(d4.p, load.n);
    connect(load.n, ground.p);
  end Bridge;

  model Smoothed
    extends Bridge(d1(Ron = 1e-3, Goff = 1e-6), d2(Ron = 1e-3, Goff = 1e-6), d3(Ron = 1e-3, Goff = 1e-6),
        d4(Ron = 1e-3, Goff = 1e-6));
    Capacitor c(v(start = 0, fixed = true));
  equation
    connect(c.p, load.p);
    connect(c.n, load.n);
  end Smoothed;
end DiodeBridge;
