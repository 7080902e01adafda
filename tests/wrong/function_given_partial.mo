// A function without a body.
//! error M0534 18:18
//! says is partial
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
  Real x = apply(Law, time);
end M;
