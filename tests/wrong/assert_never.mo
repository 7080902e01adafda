// An assertion about constants that never holds.
//! error M0437 7:3
//! says k is too small
model M
  constant Real k = 1;
equation
  assert(k > 2, "k is too small");
end M;
