// An array over an enumeration is subscripted with a number.
//! error M0308 6:14
//! says Colour
type Colour = enumeration(red, green);
model M
  Real x = w[1];
  Real w[Colour] = {1, 2};
end M;
