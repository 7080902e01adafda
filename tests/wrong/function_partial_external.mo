// An external function has no derivative that Saltus could find.
//! error M0586 10:12
//! says external function
function f
  input Real x;
  output Real y;
  external "C" y = sin(x);
end f;
function f_x = der(f, x); model M
  Real y = f_x(time);
end M;
