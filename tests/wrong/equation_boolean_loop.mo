// Two Booleans that depend on each other.
//! error S0104 8:3
//! says 'a'
//! says 'b'
model M
  Boolean a, b;
equation
  a = not b;
  b = a or time > 1;
end M;
