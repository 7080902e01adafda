// A varying subscript leaves its array during the run.
//! options --stop 5
//! run
//! error R0320 10:12
//! says 4
//! says time 3
model M
  Real a[3] = {1, 2, 3};
  Integer i = integer(time) + 1;
  Real x = a[i];
end M;
