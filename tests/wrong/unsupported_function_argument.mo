// A function as an argument of a function.
//! error M0906 24:18
//! says not supported yet
partial function Law
  input Real u;
  output Real y;
end Law;

function apply
  input Law law;
  input Real u;
  output Real y;
algorithm
  y := law(u);
end apply;

function double
  extends Law;
algorithm
  y := 2*u;
end double;

model M
  Real x = apply(function double(), time);
end M;
