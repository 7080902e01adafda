// The message of an assertion with values in it.
//! run
//! error R0204 9:3
//! says n is 3, not 4
model M
  parameter Integer n = 3;
  Real x = 1;
equation
  assert(n == 4, "n is " + String(n) + ", not 4");
end M;
