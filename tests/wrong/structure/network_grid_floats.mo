// A mesh of resistors without a ground: every node is determined but for their level.
//! env MODELICAPATH=library
//! error S0115 10:3
//! says nothing fixes the level of the potentials 'source.p.v', 'source.n.v', 'a.n.v', 'b.n.v': the network of 'a', \
//!     'b', 'c', 'd' and 1 more has no reference
model M
  Parts.CurrentSource source(I = 1);
  Parts.Resistor a(R = 1), b(R = 2), c(R = 3), d(R = 4), e(R = 5);
equation
  connect(source.n, a.p);
  connect(source.n, b.p);
  connect(a.n, c.p);
  connect(a.n, e.p);
  connect(b.n, d.p);
  connect(b.n, e.n);
  connect(c.n, source.p);
  connect(d.n, source.p);
end M;
