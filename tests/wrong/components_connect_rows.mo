// Rows of different length are connected.
//! error M0429 20:3
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
  R a[2, 3];
  R b[2, 4];
equation
  connect(a[1, :].n, b[1, :].p);
end M;
