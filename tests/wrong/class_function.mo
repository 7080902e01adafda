// A function cannot be simulated.
//! class f
//! error M0492 4:10
function f
  input Real u;
  output Real y;
algorithm
  y := u;
end f;
