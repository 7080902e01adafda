// A function without an algorithm.
//! error M0551 9:12
function f
  input Real u;
  output Real y;
end f;

model M
  Real x = f(time);
end M;
