// An array that is computed is passed to an external function.
//! error M0943 7:20
//! says protected variable
function f
  input Real x[2];
  output Real y;
external "C" y = f(2*x);
end f;

model M
  Real y = f({time, 1});
end M;
