// A component that is connected to nothing.
//! env MODELICAPATH=library
//! error S0115 7:21
//! says nothing fixes the level of the potential 'spare.p.v': the network of 'spare' has no reference
model M
  Parts.VoltageSource source;
  Parts.Resistor r, spare;
  Parts.Ground ground;
equation
  connect(source.p, r.p);
  connect(source.n, r.n);
  connect(source.n, ground.p);
end M;
