// A field of a Real.
//! error M0320 5:14
model M
  Real x = 1;
  Real y = x.value;
end M;
