// An array constructor without elements.
//! error M0132 5:15
//! says fill
model M
  Real x[0] = {};
  Real y = 1;
end M;
