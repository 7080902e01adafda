// An operator of the language that is no function of numbers.
//! error M0581 18:18
//! says not a function of numbers
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
  Real x = apply(pre, time);
end M;
