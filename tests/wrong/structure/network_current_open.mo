// A current source with one end left open.
//! env MODELICAPATH=library
//! error S0116 6:23
//! says 'source' prescribes a flow, but 'source.n' is connected to nothing, so that its flow is zero
model M
  Parts.CurrentSource source(I = 2);
  Parts.Ground ground;
  Parts.Resistor r;
equation
  connect(source.p, ground.p);
  connect(r.p, ground.p);
end M;
