// The sizes are to come from the value, and the value from the sizes.
//! error M0219 5:28
//! says the size of 'x' depends on itself
model M
  Real x[:, :] = ones(size(x, 1), size(x, 2));
end M;
