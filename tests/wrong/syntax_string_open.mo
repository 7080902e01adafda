// A string has no closing quote.
//! error M0101 4:10
model M
  Real x "the height;
equation
  x = 1;
end M;
