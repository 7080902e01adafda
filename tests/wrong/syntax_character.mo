// A typographic minus sign, as a word processor writes it.
//! error M0108 6:12
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = −x;
end M;
