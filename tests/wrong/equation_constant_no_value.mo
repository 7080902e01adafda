// A constant without a value.
//! error M0404 4:17
model M
  constant Real c;
  Real x = c;
end M;
