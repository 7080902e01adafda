// An array with more elements than memory.
//! error M0228 4:18
model M
  Real x[100000, 100000, 100000];
  Real y = 1;
end M;
