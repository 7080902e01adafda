// A connector to itself.
//! error M0431 11:3
connector Pin
  Real v;
  flow Real i;
end Pin;

model M
  Pin p;
equation
  connect(p, p);
  p.v = 1;
end M;
