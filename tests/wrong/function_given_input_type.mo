// The function takes an Integer.
//! error M0580 25:18
//! says 'n' is Integer, but will be given Real
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

function twice
  input Integer n;
  output Real y;
algorithm
  y := 2*n;
end twice;

model M
  Real x = apply(twice, time);
end M;
