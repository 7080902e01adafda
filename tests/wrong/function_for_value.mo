// A function where a number is wanted.
//! error M0584 24:26
//! says a value, not a function
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
  Real x = apply(double, function double());
end M;
