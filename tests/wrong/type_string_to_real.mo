// A String where a Real is expected.
//! error M0309 4:12
model M
  Real x = "one";
end M;
