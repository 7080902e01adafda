// The element in the middle is connected with itself.
//! error M0431 20:5
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
equation
  for i in 1:3 loop
    connect(r[i].p, r[4 - i].p);
  end for;
end M;
