// There is a ground, but nothing is connected to it.
//! env MODELICAPATH=library
//! error S0115 12:3
//! says nothing fixes the level of the potentials 'battery.p.v', \
//!     'battery.n.v': the network of 'battery' and 'r' has no reference
model M
  Parts.VoltageSource battery;
  Parts.Resistor r;
  Parts.Ground ground;
equation
  connect(battery.p, r.p);
  connect(r.n, battery.n);
end M;
