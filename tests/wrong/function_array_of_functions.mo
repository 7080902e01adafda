// An array of functions as an input.
//! error M0583 9:13
//! says is an array of functions
partial function Law
  input Real u;
  output Real y;
end Law;
function apply
  input Law law[2];
  input Real u;
  output Real y;
algorithm
  y := u;
end apply;

function double
  extends Law;
algorithm
  y := 2*u;
end double;

model M
  Real x = apply(double, time);
end M;
