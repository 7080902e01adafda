// An impure function for a pure function type.
//! error M0580 25:18
//! says it is impure
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

impure function odd
  input Real u;
  output Real y;
algorithm
  y := u;
end odd;

model M
  Real x = apply(odd, time);
end M;
