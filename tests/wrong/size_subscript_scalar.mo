// A scalar with a subscript.
//! error M0306 5:12
model M
  Real x = 1;
  Real y = x[1];
end M;
