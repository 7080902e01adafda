// An argument is missing.
//! error M0532 13:12
//! says 'w'
function f
  input Real u;
  input Real w;
  output Real y;
algorithm
  y := u + w;
end f;

model M
  Real x = f(1);
end M;
