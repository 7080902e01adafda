// An array argument of another size.
//! error M0553 13:12
//! says 2
//! says 3
function f
  input Real u[3];
  output Real y;
algorithm
  y := u[1];
end f;

model M
  Real x = f({1, 2});
end M;
