// A Real where an Integer is expected.
//! error M0309 5:15
//! says integer
model M
  Integer n = 2.5;
end M;
