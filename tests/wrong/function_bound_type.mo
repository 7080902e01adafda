// What is bound has another type.
//! error M0309 25:38
//! says the argument 'k' of 'scaled' is Boolean
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

function scaled
  extends Law;
  input Real k;
algorithm
  y := k*u;
end scaled;

model M
  Real x = apply(function scaled(k = true), time);
end M;
