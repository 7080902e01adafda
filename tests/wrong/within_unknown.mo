// A within clause that names no package gives a warning.
//! good
//! warning M0221 4:8
within Nowhere;
model M
  Real x = 1;
end M;
