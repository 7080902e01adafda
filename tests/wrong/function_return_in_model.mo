// return in the algorithm of a model.
//! error M0571 7:3
model M
  Real x;
algorithm
  x := 1;
  return;
end M;
