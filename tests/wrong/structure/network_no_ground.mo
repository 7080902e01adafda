// A circuit without a ground.
//! env MODELICAPATH=library
//! error S0115 12:3
//! says nothing fixes the level of the potentials 'battery.p.v', 'battery.n.v', 'r1.n.v': the network of 'battery', \
//!     'r1' and 'r2' has no reference
model M
  Parts.VoltageSource battery;
  Parts.Resistor r1, r2;
equation
  connect(battery.p, r1.p);
  connect(r1.n, r2.p);
  connect(r2.n, battery.n);
end M;
