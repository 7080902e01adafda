// A Boolean is assigned to a Real.
//! error M0309 6:8
model M
  Real x;
algorithm
  x := time > 1;
end M;
