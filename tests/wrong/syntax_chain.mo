// A chain of comparisons.
//! error M0133 7:16
//! says and
model M
  Boolean b;
equation
  b = 0 < time < 1;
end M;
