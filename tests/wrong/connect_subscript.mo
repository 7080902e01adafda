// A subscript beyond an array of connectors.
//! error M0425 12:13
connector Pin
  Real v;
  flow Real i;
end Pin;

model M
  Pin p[2];
  Pin q;
equation
  connect(p[3], q);
end M;
