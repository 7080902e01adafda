// A resistor without its law: no current is determined.
//! error S0113 9:7
//! says 'r.p.i'
connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  Pin p, n;
  parameter Real R = 1;
  Real v;
equation
  v = p.v - n.v;
  p.i + n.i = 0;
end Resistor;

model Battery
  Pin p, n;
equation
  p.v = 10;
  n.v = 0;
end Battery;

model M
  Resistor r;
  Battery b;
equation
  connect(r.p, b.p);
  connect(r.n, b.n);
end M;
