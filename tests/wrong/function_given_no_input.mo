// All inputs are bound, and one is needed.
//! error M0580 24:18
//! says it takes 0 arguments, but will be called with 1
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
  Real x = apply(function double(u = 1), time);
end M;
