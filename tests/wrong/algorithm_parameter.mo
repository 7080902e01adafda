// A parameter is assigned to.
//! error M0561 8:3
//! says 'k'
model M
  parameter Real k = 1;
  Real x;
algorithm
  k := 2;
  x := k;
end M;
