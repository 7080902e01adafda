// An assertion in a function that fails during the run.
//! run
//! error R0320 10:3
//! says too large
//! says 'f'
function f
  input Real u;
  output Real y;
algorithm
  assert(u < 0.5, "the argument is too large");
  y := u;
end f;

model M
  Real x = f(time);
end M;
