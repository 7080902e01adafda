// The secondary side of a transformer floats.
//! env MODELICAPATH=library
//! error S0115 16:3
//! says nothing fixes the level of the potentials 'transformer.p2.v', \
//!     'transformer.n2.v': the network of 'transformer' and 'load' has no reference
model M
  Parts.VoltageSource source;
  Parts.Transformer transformer;
  Parts.Resistor load;
  Parts.Ground ground;
equation
  connect(source.p, transformer.p1);
  connect(source.n, transformer.n1);
  connect(source.n, ground.p);
  connect(transformer.p2, load.p);
  connect(transformer.n2, load.n);
end M;
