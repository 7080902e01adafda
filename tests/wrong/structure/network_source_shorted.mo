// A voltage source whose pins are connected to each other.
//! env MODELICAPATH=library
//! error S0116 6:23
//! says 'source' prescribes a difference of potentials between ends that are connected to each other
model M
  Parts.VoltageSource source;
  Parts.Resistor r;
  Parts.Ground ground;
equation
  connect(source.p, r.p);
  connect(source.n, r.n);
  connect(source.n, source.p);
  connect(source.n, ground.p);
end M;
