// Two grounds at the same node.
//! env MODELICAPATH=library
//! error S0116 8:21
//! says 'one' and 'two' prescribe the same potential ('source.n.v')
model M
  Parts.VoltageSource source;
  Parts.Resistor r;
  Parts.Ground one, two;
equation
  connect(source.p, r.p);
  connect(source.n, r.n);
  connect(source.n, one.p);
  connect(one.p, two.p);
end M;
