// The root of a negative constant.
//! error M0525 6:17
//! says negative
model M
  constant Real c = -4;
  Real x = sqrt(c);
end M;
