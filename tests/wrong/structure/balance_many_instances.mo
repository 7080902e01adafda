// Five instances of a class that lacks an equation give one message.
//! env MODELICAPATH=library
//! error S0113 6:7
//! says the components 'a', 'b', 'c', 'd' and 1 more (class 'Coil') have 4 equations \
//!     for 5 unknowns: one is missing in each
model Coil
  extends Parts.TwoPin;
  parameter Real L = 1e-3;
  Real flux;
equation
  L*der(i) = v;
end Coil;

model M
  Coil a, b, c, d, e;
  Parts.VoltageSource source;
  Parts.Ground ground;
equation
  connect(source.p, a.p);
  connect(a.n, b.p);
  connect(b.n, c.p);
  connect(c.n, d.p);
  connect(d.n, e.p);
  connect(e.n, source.n);
  connect(source.n, ground.p);
end M;
