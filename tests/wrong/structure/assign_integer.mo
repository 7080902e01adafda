// A counter that counts itself.
//! error S0104 7:3
//! says the Integer 'n' depends on itself
model M
  Integer n(start = 0);
equation
  n = n + 1;
end M;
