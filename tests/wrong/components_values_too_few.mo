// More resistors than values for them.
//! error M0322 18:14
//! says [3]
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
  R r[4](R = {1, 2, 3});
end M;
