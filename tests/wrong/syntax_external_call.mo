// Something else than a call after external.
//! error M0148 6:18
function f
  input Real u;
  output Real y;
external "C" y = u + 1;
end f;

model M
  Real x = f(time);
end M;
