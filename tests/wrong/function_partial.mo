// A partial function is called.
//! error M0534 9:12
partial function f
  input Real u;
  output Real y;
end f;

model M
  Real x = f(time);
end M;
