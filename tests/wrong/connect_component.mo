// Components instead of their connectors.
//! error M0420 18:11
//! says its connector
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin p;
equation
  p.v = 1;
end Part;

model M
  Part a, b;
equation
  connect(a, b);
end M;
