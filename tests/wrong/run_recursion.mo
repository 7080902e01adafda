// A function that calls itself without end, during the run.
//! run
//! error R0320 9:8
//! says 'f'
function f
  input Real u;
  output Real y;
algorithm
  y := f(u + 1);
end f;

model M
  Real x = f(time);
end M;
