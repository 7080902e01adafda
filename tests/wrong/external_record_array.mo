// A record with an array is passed to an external function.
//! error M0942 11:20
//! says one by one
record R
  Real a[2];
end R;

function f
  input R r;
  output Real y;
external "C" y = f(r);
end f;

model M
  R r(a = {1, 2});
  Real x = f(r);
end M;
