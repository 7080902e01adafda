// An argument is given twice.
//! error M0524 11:17
function f
  input Real u;
  output Real y;
algorithm
  y := u;
end f;

model M
  Real x = f(1, u = 2);
end M;
