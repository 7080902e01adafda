// A sign after an operator needs parentheses.
//! error M0133 7:9
//! says (
model M
  Real x;
equation
  x = 2*-time;
end M;
