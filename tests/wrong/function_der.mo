// der in a function.
//! error M0528 7:8
function f
  input Real u;
  output Real y;
algorithm
  y := der(u);
end f;

model M
  Real x = f(time);
end M;
