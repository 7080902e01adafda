// The function gives a vector.
//! error M0580 25:18
//! says 'v' is Real[:], but Real is needed
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

function pair
  input Real u;
  output Real v[2];
algorithm
  v := {u, u};
end pair;

model M
  Real x = apply(pair, time);
end M;
