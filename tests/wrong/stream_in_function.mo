// inStream in a function, which knows no connections.
//! error M0528 8:8
function f
  input Real h;
  output Real y;
algorithm
  // what flows in is not known here
  y := inStream(h);
end f;

model M
  Real x = f(time);
end M;
