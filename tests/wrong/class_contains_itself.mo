// A class contains a component of itself.
//! error M0217 5:5
model A
  Real x = 1;
  A a;
end A;
