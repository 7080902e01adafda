// The last resistor has no next one.
//! error M0425 22:23
//! says the subscript 5 is outside 1:4
connector Pin
  Real v;
  flow Real i;
end Pin;

model R
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end R;

model M
  parameter Integer n = 4;
  R r[n];
equation
  for i in 1:n loop
    connect(r[i].n, r[i + 1].p);
  end for;
end M;
