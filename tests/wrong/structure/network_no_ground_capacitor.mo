// A circuit with a capacitor and without a ground.
//! env MODELICAPATH=library
//! error S0115 13:3
//! says nothing fixes the level of the potentials 'battery.p.v', 'battery.n.v', 'r.n.v': the network of 'battery', \
//!     'r' and 'c' has no reference
model M
  Parts.VoltageSource battery;
  Parts.Resistor r;
  Parts.Capacitor c(v(start = 0, fixed = true));
equation
  connect(battery.p, r.p);
  connect(r.n, c.p);
  connect(c.n, battery.n);
end M;
