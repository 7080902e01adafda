// An equation section in a function.
//! error M0552 6:1
function f
  input Real u;
  output Real y;
equation
  y = u;
end f;

model M
  Real x = f(time);
end M;
