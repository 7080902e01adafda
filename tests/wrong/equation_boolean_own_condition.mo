// A Boolean that is the opposite of itself.
//! error S0104 6:3
model M
  Boolean b;
equation
  b = not b;
end M;
