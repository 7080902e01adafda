// A return with a value, as in C.
//! error M0147 9:10
//! says output
function f
  input Real u;
  output Real y;
algorithm
  y := u;
  return y;
end f;

model M
  Real x = f(time);
end M;
