// A connect in a when.
//! error M0423 12:5
connector Pin
  Real v;
  flow Real i;
end Pin;

model M
  Pin p, q;
equation
  when time > 1 then
    connect(p, q);
  end when;
end M;
