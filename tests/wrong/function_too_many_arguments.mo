// Too many arguments.
//! error M0523 11:12
function f
  input Real u;
  output Real y;
algorithm
  y := u;
end f;

model M
  Real x = f(1, 2);
end M;
