// A record with equations.
//! error M0241 5:1
record R
  Real a;
equation
  a = 1;
end R;

model M
  R r(a = 2);
end M;
