// break outside of a loop.
//! error M0572 8:3
function f
  input Real u;
  output Real y;
algorithm
  y := u;
  break;
end f;

model M
  Real x = f(time);
end M;
