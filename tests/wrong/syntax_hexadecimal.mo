// A hexadecimal number.
//! error M0105 4:25
model M
  parameter Integer n = 0x10;
  Real x;
equation
  x = n;
end M;
