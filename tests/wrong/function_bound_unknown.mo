// There is no input of this name to bind.
//! error M0522 25:34
//! says did you mean 'factor'
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
  input Real factor;
algorithm
  y := factor*u;
end scaled;

model M
  Real x = apply(function scaled(factr = 2), time);
end M;
