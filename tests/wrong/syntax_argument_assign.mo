// A named argument is written with :=.
//! error M0131 12:16
//! says =
function f
  input Real a;
  output Real y;
algorithm
  y := a;
end f;

model M
  Real x = f(a := 1);
end M;
