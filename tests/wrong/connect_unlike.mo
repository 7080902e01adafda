// Two connectors of different kinds.
//! error M0430 18:3
//! says 'phi'
connector Pin
  Real v;
  flow Real i;
end Pin;

connector Flange
  Real phi;
  flow Real tau;
end Flange;

model M
  Pin p;
  Flange f;
equation
  connect(p, f);
end M;
