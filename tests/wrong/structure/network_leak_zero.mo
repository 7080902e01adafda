// The only way to ground has a conductance of zero.
//! env MODELICAPATH=library
//! good
//! warning R0313 23:3
//! says nothing fixes the level of the potentials 'source.n.v', 'a.n.v', 'source.p.v' at time 0: they keep their values
model Leak
  extends Parts.TwoPin;
  parameter Real G = 0;
equation
  i = G*v;
end Leak;

model M
  Parts.CurrentSource source;
  Parts.Resistor a(R = 1), b(R = 2), c(R = 3);
  Leak leak;
  Parts.Ground ground;
equation
  connect(source.n, a.p);
  connect(source.n, b.p);
  connect(a.n, c.p);
  connect(b.n, c.p);
  connect(c.n, source.p);
  connect(source.p, leak.p);
  connect(leak.n, ground.p);
end M;
