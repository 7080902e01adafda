// Arrays of connectors with different sizes.
//! error M0429 12:3
connector Pin
  Real v;
  flow Real i;
end Pin;

model M
  Pin p[3];
  Pin q[2];
equation
  connect(p, q);
end M;
