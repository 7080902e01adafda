// The function has an input too many, which is not bound.
//! error M0580 25:18
//! says 'k' would get no value
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
  Real x = apply(scaled, time);
end M;
