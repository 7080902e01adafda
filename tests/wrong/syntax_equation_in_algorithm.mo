// An equation among statements.
//! error M0143 7:5
//! says :=
model M
  Real x;
algorithm
  x = 1;
end M;
