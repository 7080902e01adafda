// A positional argument after a named one.
//! error M0131 10:21
function f
  input Real a;
  input Real b;
  output Real y = a + b;
end f;

model M
  Real x = f(a = 1, 2);
end M;
