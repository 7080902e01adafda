// A variable where a function is wanted.
//! error M0581 19:18
//! says must be a function
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

model M
  Real v = 2*time;
  Real x = apply(v, time);
end M;
