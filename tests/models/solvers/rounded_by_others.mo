// A voltage multiplier of two stages behind 1e-5 Ohm: the voltages of its second stage begin at some microvolts beside
// 100 V. They are known to rounding of the large ones and no better, so they must not be followed more closely (E143).
// The values at 0.02 s are from the exact piecewise solution (tests/switched.py --reference).
//! run --stop 0.02 --tol {1e-6,1e-8,1e-10}
//! final a[1].v = 62.2811402457611 +- 1e-3
//! final b[2].v = 12.285694771835 +- 1e-3
//! check j['steps'] < 100000
model RoundedByOthers
  connector Pin Real v; flow Real i; end Pin;
  model Two
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v; i = p.i; p.i + n.i = 0;
  end Two;
  model Diode
    extends Two;
    Boolean off(start = true);
    Real s;
  equation
    off = s < 0;
    v = s*(if off then 1 else 1e-5);
    i = s*(if off then 1e-5 else 1);
  end Diode;
  model Capacitor
    extends Two(v(start = 0, fixed = true));
  equation
    1e-4*der(v) = i;
  end Capacitor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  Two source, load;
  Ground ground;
  Capacitor a[2], b[2];
  Diode d[2], e[2];
equation
  source.v = 100*sin(2*3.141592653589793*50*time);
  load.v = 1e4*load.i;
  connect(ground.p, source.n);
  connect(source.p, a[1].n);
  connect(source.n, b[1].n);
  connect(source.n, d[1].p);
  connect(source.n, load.n);
  connect(b[2].p, load.p);
  for k in 1:2 loop
    connect(a[k].p, d[k].n);
    connect(a[k].p, e[k].p);
    connect(b[k].p, e[k].n);
  end for;
  connect(a[1].p, a[2].n);
  connect(b[1].p, b[2].n);
  connect(b[1].p, d[2].p);
end RoundedByOthers;
