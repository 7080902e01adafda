// A loop in a function that never ends, during the run.
//! run
//! error R0320 10:3
//! says 'f'
function f
  input Real u;
  output Real y;
algorithm
  y := u;
  while y < 10 loop
    y := u;
  end while;
end f;

model M
  Real x = f(time);
end M;
