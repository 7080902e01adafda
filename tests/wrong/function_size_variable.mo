// In a model a size cannot change: the function would give another number of elements in each instant.
//! error M0314 14:16
//! says 'x' is a variable
function positives
  input Real x;
  output Real y[:];
algorithm
  if x > 0 then
    y := {x, x};
  end if;
end positives;
model M
  Real x = sin(time);
  Real y = sum(positives(x));
end M;
