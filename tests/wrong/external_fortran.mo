// An external function in Fortran is not supported yet.
//! error M0941 6:1
function f
  input Real u;
  output Real y;
external "FORTRAN 77" y = f(u);
end f;

model M
  Real x = f(time);
end M;
