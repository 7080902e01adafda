// A variable is called like a function.
//! error M0531 5:12
model M
  Real k = 2;
  Real x = k(time);
end M;
