// A Boolean is added to a Real.
//! error M0304 6:14
//! says if
model M
  Boolean b = time > 1;
  Real x = 1 + b;
end M;
