// A connector that nothing is connected to lacks its potential.
//! error S0101 5:8
//! says 'part.p.v'
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin p;
end Part;

model M
  Part part;
end M;
