// A circuit without a ground.
//! error S0115 29:3
//! says ground
connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  R*p.i = p.v - n.v;
  p.i + n.i = 0;
end Resistor;

model Battery
  Pin p, n;
equation
  p.v - n.v = 10;
  p.i + n.i = 0;
end Battery;

model M
  Battery b;
  Resistor r;
equation
  connect(b.p, r.p);
  connect(b.n, r.n);
end M;
