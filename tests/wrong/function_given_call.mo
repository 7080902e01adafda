// A call where the function itself is wanted: its value is given.
//! error M0581 24:18
//! says the value of a call
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
  Real x = apply(double(time), time);
end M;
