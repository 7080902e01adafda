// time in a function.
//! error M0330 7:12
function f
  input Real u;
  output Real y;
algorithm
  y := u + time;
end f;

model M
  Real x = f(1);
end M;
