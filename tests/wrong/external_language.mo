// An external function in a language that nobody knows.
//! error M0941 7:1
//! says "FORTRAN 77"
function f
  input Real u;
  output Real y;
external "Cobol" y = f(u);
end f;

model M
  Real x = f(time);
end M;
