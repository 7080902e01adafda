// A subscript beyond an array in a function, during the run.
//! run
//! error R0320 12:3
//! says 4
//! says 1:3
function f
  input Real u;
  output Real y;
protected
  Real a[3] = {1, 2, 3};
algorithm
  y := a[integer(u)];
end f;

model M
  Real x = f(4 + time);
end M;
