// Two ideal switches that are open cut off what is between them: no current flows, and half of the voltage lies at
// each, as with two equal leaks that become zero. The curves have a parameter and are written by sides.
//! class OpenInSeries.Circuit
//! run --stop 1
//! a.i = 0
//! load.v = 0
//! a.v = 5 +- 1e-12
//! b.v = 5 +- 1e-12
package OpenInSeries
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
  model Switch
    extends TwoPin;
    Boolean closed = false;
    Real s;
  equation
    v = if closed then 0 else s;
    i = if closed then s else 0;
  end Switch;
  model Load
    extends TwoPin;
  equation
    v = 2*i;
  end Load;
  model Source
    extends TwoPin;
  equation
    v = 10;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Circuit
    Source source;
    Switch a, b;
    Load load;
    Ground ground;
  equation
    connect(source.p, a.p);
    connect(a.n, load.p);
    connect(load.n, b.p);
    connect(b.n, source.n);
    connect(source.n, ground.p);
  end Circuit;
end OpenInSeries;
