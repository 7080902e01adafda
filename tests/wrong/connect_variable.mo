// A variable that is no connector.
//! error M0420 12:11
connector Pin
  Real v;
  flow Real i;
end Pin;

model M
  Real x;
  Pin p;
equation
  connect(x, p);
end M;
