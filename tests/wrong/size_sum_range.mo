// A sum that runs beyond an array.
//! error M0307 6:18
//! says 1:3
model M
  Real x[3] = {1, 2, 3};
  Real y = sum(x[i] for i in 1:4);
end M;
