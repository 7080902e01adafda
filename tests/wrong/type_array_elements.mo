// An array of unlike elements.
//! error M0313 4:19
model M
  Real x[3] = {1, true, 2};
end M;
