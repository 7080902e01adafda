// A connect under a condition that varies.
//! error M0423 12:5
connector Pin
  Real v;
  flow Real i;
end Pin;

model M
  Pin p, q;
equation
  if time > 1 then
    connect(p, q);
  end if;
end M;
