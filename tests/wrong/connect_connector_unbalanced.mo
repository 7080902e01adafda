// A connector with more potentials than flows.
//! error M0251 3:11
connector Pin
  Real v, w;
  flow Real i;
end Pin;

model M
  Pin p(v = 1, w = 2);
end M;
