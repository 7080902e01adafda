// A power of a power needs parentheses.
//! error M0133 7:13
//! says (
model M
  Real x;
equation
  x = time^2^3;
end M;
