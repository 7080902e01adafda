// A flow variable against a potential.
//! error M0430 18:3
//! says flow
connector Pin
  Real v;
  flow Real i;
end Pin;

connector Odd
  flow Real v;
  Real i;
end Odd;

model M
  Pin p;
  Odd q;
equation
  connect(p, q);
end M;
