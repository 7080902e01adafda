// An argument of another type.
//! error M0309 12:14
//! says Integer
function f
  input Integer n;
  output Real y;
algorithm
  y := n;
end f;

model M
  Real x = f(1.5);
end M;
