// Two voltage sources in parallel.
//! env MODELICAPATH=library
//! error S0116 6:34
//! says 'a' and 'b' prescribe the same potential ('a.p.v')
model M
  Parts.VoltageSource a(V = 10), b(V = 12);
  Parts.Resistor r;
  Parts.Ground ground;
equation
  connect(a.p, b.p);
  connect(a.p, r.p);
  connect(a.n, b.n);
  connect(a.n, r.n);
  connect(a.n, ground.p);
end M;
