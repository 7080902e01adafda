// A resistor that is connected to itself.
//! env MODELICAPATH=library
//! error S0115 12:3
//! says nothing fixes the level of the potential 's.p.v': the network of 's' has no reference
model M
  Parts.VoltageSource source;
  Parts.Resistor r, s;
  Parts.Ground ground;
equation
  connect(source.p, r.p);
  connect(source.n, r.n);
  connect(s.p, s.n);
  connect(source.n, ground.p);
end M;
