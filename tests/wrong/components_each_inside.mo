// One value for all without each, in an array inside an array.
//! error M0322 21:20
//! says each R
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

model Two
  R r[2];
end Two;
model M
  Two two[3](r(R = {1, 2, 3}));
end M;
