// A loop over the elements goes too far.
//! error M0307 23:14
//! says outside 1:3
//! error M0307 23:25
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
  R r[3];
  Real v[4];
equation
  for i in 1:4 loop
    v[i] = r[i].p.v - r[i].n.v;
  end for;
end M;
