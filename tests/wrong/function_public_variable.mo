// A public variable that is neither input nor output.
//! error M0559 6:8
function f
  input Real u;
  output Real y;
  Real z;
algorithm
  z := u;
  y := z;
end f;

model M
  Real x = f(time);
end M;
