// Two algorithms set the same variable.
//! error S0102 8:1
//! says two equations determine 'x': one of them is too many
model M
  Real x;
algorithm
  x := 2*time;
algorithm
  x := 3*time;
end M;
