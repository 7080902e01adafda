// An Integer that depends on itself.
//! error S0104 7:3
//! says 'n'
model M
  Integer n;
equation
  n = 2*n + 1 - mod(n, 3);
end M;
