// The size of an array depends on itself.
//! error M0219 4:15
model M
  Real x[size(x, 1)];
equation
  x = fill(1, size(x, 1));
end M;
