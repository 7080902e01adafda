// A record is no function, although its constructor can be called.
//! error M0581 22:18
//! says a record
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

record R
  Real u;
end R;

model M
  Real x = apply(R, time);
end M;
